// See rank_results.hpp.
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
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

/// The file under its temporary name, which every rank has open. All ranks call the constructor and
/// `commit`, and all throw Ended if one fails.
class SharedOutput {
  public:
    SharedOutput(const Comm& comm, const std::filesystem::path& path)
        : comm_(comm), path_(path), name_(agreed_name()), partial_(name_) {
        comm.meet();
        together(comm, [&] {
            if (comm.first()) output_.emplace(path, name_);
        });
        together(comm, [&] {
            file_.emplace(name_, FileUse::write);
            if (!*file_) fail("; all ranks need to see this folder");
        });
    }

    /// @throws Error internal
    void write(const void* from, std::size_t bytes, std::size_t place) const {
        if (file_->write_at(from, bytes, place) != bytes) fail("; no partial file is left");
    }
    /// No rank writes after that. @throws Error internal
    void close() {
        if (!file_->close()) fail("; no partial file is left");
    }
    /// Once all ranks have closed it.
    void commit(const std::string& header) {
        together(comm_, [&] {
            if (!output_) return;
            output_->append(header);
            output_->commit();
        });
    }

  private:
    /// Whichever rank a signal reaches, it can remove the file: all know its name before the file
    /// exists.
    std::string agreed_name() const {
        std::string name = comm_.first() ? OutputFile::free_name(path_).string() : "";
        comm_.share(name);
        return name;
    }
    [[noreturn]] void fail(const char* way_out) const {
        throw Error(ErrorKind::internal, fmt::format("{}: cannot be written: {}{}", path_.string(),
                                                     std::strerror(errno), way_out));
    }

    const Comm& comm_;
    std::filesystem::path path_;
    std::string name_;
    PartialFile partial_;
    std::optional<OutputFile> output_;  // the first rank's, which writes the header
    std::optional<File> file_;
};

}  // namespace

void check_output(const Comm& comm, const std::filesystem::path& path) {
    SharedOutput(comm, path);
}

void write_rows(const Comm& comm, const Matrix& matrix, Range own,
                const std::filesystem::path& path, const std::vector<std::size_t>& chosen,
                bool alone) {
    constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
    const std::size_t element = size_of(matrix.dtype());
    const std::size_t row_bytes = matrix.n() * element;
    const std::size_t most = std::max<std::size_t>(kPieceBytes / row_bytes, 1);
    const std::string header =
        make_npy_header(chosen.empty() ? matrix.rows() : chosen.size(), matrix.n(), matrix.dtype());
    SharedOutput output(comm, path);
    together(comm, [&] {
        std::vector<char> bytes;
        for (const Piece& piece : pieces_of(own, chosen, alone, most)) {
            bytes.resize(piece.rows.size() * row_bytes);
            for (std::size_t i = 0; i < piece.rows.size(); ++i) {
                const auto* const from =
                    static_cast<const char*>(matrix.data()) + piece.rows[i] * matrix.ld() * element;
                std::memcpy(bytes.data() + i * row_bytes, from, row_bytes);
            }
            output.write(bytes.data(), bytes.size(), header.size() + piece.place * row_bytes);
        }
        output.close();
    });
    output.commit(header);
}

}  // namespace apsp::mpi
