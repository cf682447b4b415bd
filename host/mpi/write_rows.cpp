// See rank_results.hpp.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "apsp/errors.hpp"
#include "io/npy_header.hpp"
#include "io/output_file.hpp"
#include "mpi/failure.hpp"
#include "mpi/rank_results.hpp"

namespace apsp::mpi {
namespace {

/// Rows that follow one another in the file.
struct Piece {
    std::size_t place = 0;          ///< Of the first of them in the file.
    std::vector<std::size_t> rows;  ///< Of the matrix.
};

/// This rank's pieces of at most so many rows; with `alone` the matrix has only the chosen ones.
std::vector<Piece> pieces_of(Range own, const std::vector<std::size_t>& chosen, bool alone,
                             std::size_t most) {
    std::vector<Piece> pieces;
    const auto add = [&](std::size_t place, std::size_t row) {
        const bool follows = !pieces.empty() && pieces.back().rows.size() < most &&
                             pieces.back().place + pieces.back().rows.size() == place;
        if (!follows) pieces.push_back({place, {}});
        pieces.back().rows.push_back(row);
    };
    for (std::size_t row = own.first; chosen.empty() && row < own.last; ++row) add(row, row);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        if (own.first <= chosen[k] && chosen[k] < own.last) add(k, alone ? k : chosen[k]);
    }
    return pieces;
}

/// An open file. All ranks call its functions, equally often; the first error is kept
/// until `close`, so that no rank waits for one that has given up.
class SharedFile {
  public:
    SharedFile(const Comm& comm, const std::string& name) {
        note(MPI_File_open(comm.handle(), name.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_));
    }

    /// Whether the ranks may go on; if it could not be opened, they call nothing else.
    bool is_open() const { return file_ != MPI_FILE_NULL; }
    void write(std::size_t offset, const std::vector<char>& bytes) {
        const int size = static_cast<int>(bytes.size());
        MPI_Status status;
        const int code = MPI_File_write_at_all(file_, static_cast<MPI_Offset>(offset), bytes.data(),
                                               size, MPI_BYTE, &status);
        note(code);
        int written = size;
        if (code == MPI_SUCCESS) MPI_Get_count(&status, MPI_BYTE, &written);
        if (written != size && error_.empty()) error_ = "the disk took only part of the data";
    }
    /// What went wrong, or "".
    std::string close() {
        if (is_open()) note(MPI_File_close(&file_));
        return error_;
    }

  private:
    void note(int code) {
        if (code == MPI_SUCCESS || !error_.empty()) return;
        char text[MPI_MAX_ERROR_STRING] = {};
        int length = 0;
        MPI_Error_string(code, text, &length);
        error_ = text;
    }

    MPI_File file_ = MPI_FILE_NULL;
    std::string error_;
};

}  // namespace

void write_rows(const Comm& comm, const Matrix& matrix, Range own,
                const std::filesystem::path& path, const std::vector<std::size_t>& chosen,
                bool alone) {
    constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
    const std::size_t element = size_of(matrix.dtype());
    const std::size_t row_bytes = matrix.n() * element;
    const std::string header =
        make_npy_header(chosen.empty() ? matrix.rows() : chosen.size(), matrix.n(), matrix.dtype());

    // Whichever rank a signal reaches, it can remove the file: all know its name before the file
    // exists.
    std::string name = comm.first() ? OutputFile::free_name(path).string() : "";
    comm.share(name);
    const PartialFile partial(name);
    comm.meet();
    std::optional<OutputFile> output;
    together(comm, [&] {
        if (comm.first()) output.emplace(path, name);
    });
    const auto failed = [&](const std::string& why) {
        return Error(
            ErrorKind::internal,
            fmt::format("{}: cannot be written: {}; no partial file is left", path.string(), why));
    };

    SharedFile file(comm, name);
    together(comm, [&] {
        if (!file.is_open()) throw failed(file.close());
    });
    const auto pieces =
        pieces_of(own, chosen, alone, std::max<std::size_t>(kPieceBytes / row_bytes, 1));
    const std::size_t calls = std::ranges::max(comm.gather(pieces.size()));
    file.write(
        0, comm.first() ? std::vector<char>(header.begin(), header.end()) : std::vector<char>());
    std::vector<char> bytes;
    for (std::size_t k = 0; k < calls; ++k) {
        const Piece piece = k < pieces.size() ? pieces[k] : Piece();
        bytes.resize(piece.rows.size() * row_bytes);
        for (std::size_t i = 0; i < piece.rows.size(); ++i) {
            const auto* const from =
                static_cast<const char*>(matrix.data()) + piece.rows[i] * matrix.ld() * element;
            std::memcpy(bytes.data() + i * row_bytes, from, row_bytes);
        }
        file.write(header.size() + piece.place * row_bytes, bytes);
    }
    const std::string error = file.close();
    together(comm, [&] {
        if (!error.empty()) throw failed(error);
    });
    together(comm, [&] {
        if (output) output->commit();
    });
}

}  // namespace apsp::mpi
