// See workspace.hpp. The journal's first line names the solve; others are "stripe place rounds
// check" and count only if the check is right: a torn last line is as if it were not there.
#include "parts/workspace.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>

#include "core/files.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

std::filesystem::path matrix_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.bin";
}
std::filesystem::path journal_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.journal";
}

}  // namespace

Workspace::Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
                     const std::vector<Range>& stripes, bool resume)
    : folder_(folder),
      name_(std::move(name)),
      matrix_(matrix),
      stripes_(stripes),
      row_bytes_(matrix.row_bytes()),
      places_(stripes.size()),
      rounds_(stripes.size(), 0),
      spare_(stripes.size()) {
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    if (std::filesystem::exists(journal_file(folder)) && !resume) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{}: holds a solve that was not finished; --resume goes on with it, "
                        "or delete the folder's apsp-matrix files",
                        folder.string()));
    }
    if (resume) resumed_ = read_journal();
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    if (!resumed_) remove_workspace(folder);
    file_ = open(matrix_file(folder).c_str(), O_RDWR | O_CREAT, 0644);
    if (file_ < 0) fail("opening the matrix file");
    const auto bytes = static_cast<off_t>((stripes.size() + 1) * bytes_of(0));
    // All of it now: a disk that is full later would be the loss of the work until then.
    if (const int code = posix_fallocate(file_, 0, bytes); code != 0) {
        errno = code;
        const std::string what = "reserving " + format_bytes(static_cast<std::uint64_t>(bytes));
        if (!resumed_) remove_workspace(folder);
        fail(what.c_str());
    }
    for (std::size_t s = 0; s < stripes.size(); ++s) map(s);
    map_spare();
}

Workspace::~Workspace() {
    if (spare_memory_ != nullptr) munmap(spare_memory_, bytes_of(0));
    if (file_ >= 0) close(file_);
    if (journal_ >= 0) close(journal_);
}

void Workspace::begin() {
    if (msync(matrix_.data(), matrix_.bytes(), MS_SYNC) != 0) fail("writing the matrix");
    note(name_ + "\n");
}

void Workspace::commit(std::size_t stripe, std::size_t rounds) {
    if (msync(spare_memory_, bytes_of(stripe), MS_SYNC) != 0) fail("writing a stripe");
    const std::string text = fmt::format("{} {} {}", stripe, spare_, rounds);
    note(fmt::format("{} {:016x}\n", text, fnv1a(text)));
    std::swap(places_[stripe], spare_);
    rounds_[stripe] = rounds;
    map(stripe);
    map_spare();
}

unsigned char* Workspace::place_of(std::size_t stripe) const {
    return static_cast<unsigned char*>(matrix_.data()) + stripes_[stripe].first * row_bytes_;
}

/// The stripe's place in the file becomes its rows in memory.
void Workspace::map(std::size_t stripe) {
    const auto offset = static_cast<off_t>(places_[stripe] * bytes_of(0));
    if (mmap(place_of(stripe), bytes_of(stripe), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             file_, offset) == MAP_FAILED) {
        fail("mapping the matrix file");
    }
}

void Workspace::map_spare() {
    if (spare_memory_ != nullptr) munmap(spare_memory_, bytes_of(0));
    void* const memory = mmap(nullptr, bytes_of(0), PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                              static_cast<off_t>(spare_ * bytes_of(0)));
    spare_memory_ = memory == MAP_FAILED ? nullptr : static_cast<unsigned char*>(memory);
    if (spare_memory_ == nullptr) fail("mapping the matrix file");
}

bool Workspace::read_journal() {
    std::ifstream file(journal_file(folder_), std::ios::binary);
    const std::string journal(std::istreambuf_iterator<char>(file), {});
    std::size_t kept = 0;
    auto next_line = [&, end = std::size_t{0}](std::string& line) mutable {
        kept = end;
        const std::size_t newline = journal.find('\n', end);
        if (newline == std::string::npos) return false;
        line = journal.substr(end, newline - end);
        end = newline + 1;
        return true;
    };
    std::string line;
    if (!next_line(line)) return false;
    if (line != name_) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: holds \"{}\", not \"{}\": resume with the graph and options "
                                "of the solve that was begun",
                                journal_file(folder_).string(), line, name_));
    }
    while (next_line(line)) {
        std::istringstream words(line);
        std::size_t stripe = 0, place = 0, rounds = 0;
        std::string check;
        words >> stripe >> place >> rounds >> check;
        const std::string text = fmt::format("{} {} {}", stripe, place, rounds);
        const bool whole = check == fmt::format("{:016x}", fnv1a(text)) &&
                           stripe < stripes_.size() && place == spare_;
        if (!whole) break;
        std::swap(places_[stripe], spare_);
        rounds_[stripe] = rounds;
    }
    std::filesystem::resize_file(journal_file(folder_), kept);
    return true;
}

void Workspace::note(const std::string& line) {
    if (journal_ < 0) {
        journal_ = open(journal_file(folder_).c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
        if (journal_ < 0) fail("opening the journal");
    }
    const auto size = static_cast<ssize_t>(line.size());
    if (write(journal_, line.data(), line.size()) != size || fdatasync(journal_) != 0) {
        fail("writing the journal");
    }
}

void Workspace::fail(const char* what) const {
    throw Error(ErrorKind::internal,
                fmt::format("workspace {}: {}: {}", folder_.string(), what, std::strerror(errno)));
}

void remove_workspace(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::remove(journal_file(folder), ignored);
    std::filesystem::remove(matrix_file(folder), ignored);
}

}  // namespace apsp
