// See checkpoint.hpp. The journal's first line names the solve; others are "pivots file check" and
// count only if the check is right: a torn last line is as if it were not there.
#include "mpi/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>

#include "apsp/errors.hpp"
#include "core/files.hpp"
#include "core/fingerprint.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"
#include "mpi/failure.hpp"

namespace apsp::mpi {
namespace {

class File {
  public:
    File(const std::filesystem::path& path, int flags) : handle_(open(path.c_str(), flags, 0644)) {}
    ~File() {
        if (handle_ >= 0) close(handle_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    explicit operator bool() const { return handle_ >= 0; }
    int handle() const { return handle_; }

  private:
    int handle_;
};

std::string with_check(const std::string& text) {
    return fmt::format("{} {:016x}", text, fnv1a(text));
}

}  // namespace

std::string checkpoint_name(const Comm& comm, const Graph& graph, Dtype dtype, Semiring semiring) {
    const std::size_t n = graph.vertices();
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto ranks = static_cast<std::size_t>(comm.size());
    const auto parts = comm.gather(fingerprint(graph, {n * rank / ranks, n * (rank + 1) / ranks}));
    const auto sum = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
    return fmt::format("apsp-ocl ranks 1: n = {}, {} arcs {:016x}, {} over {}", n, graph.arcs(),
                       sum, name(dtype), name(semiring));
}

Checkpoints::Checkpoints(const Comm& comm, CheckpointOptions options, std::string name,
                         std::size_t n, Dtype dtype)
    : comm_(comm),
      options_(std::move(options)),
      name_(std::move(name)),
      n_(n),
      row_bytes_(Matrix::padded(n) * size_of(dtype)) {
    together(comm_, [&] {
        if (comm_.first()) make_files();
    });
    together(comm_, [&] {
        if (!comm_.first() && options_.resume) read_journal();
    });
}

std::filesystem::path Checkpoints::matrix_file(int which) const {
    return options_.folder / fmt::format("apsp-ranks.{}.bin", which);
}

void Checkpoints::make_files() {
    if (std::filesystem::exists(journal_file()) && !options_.resume) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: holds a solve that was not finished; --resume goes on with "
                                "it, or delete the folder's apsp-ranks files",
                                options_.folder.string()));
    }
    std::error_code ignored;
    std::filesystem::create_directories(options_.folder, ignored);
    if (options_.resume) read_journal();
    // All of it now: a disk that is full later would be the loss of the work until then.
    for (const int which : {0, 1}) {
        const File file(matrix_file(which), O_RDWR | O_CREAT);
        if (!file) fail("opening a matrix file");
        const auto bytes = static_cast<off_t>(n_ * row_bytes_);
        errno = posix_fallocate(file.handle(), 0, bytes);
        if (errno == 0) continue;
        const std::string what = "reserving 2 x " + format_bytes(static_cast<std::uint64_t>(bytes));
        const int code = errno;
        if (!noted_) {
            for (const int each : {0, 1}) std::filesystem::remove(matrix_file(each), ignored);
        }
        errno = code;
        fail(what.c_str());
    }
}

void Checkpoints::read_journal() {
    std::ifstream file(journal_file(), std::ios::binary);
    const std::string journal(std::istreambuf_iterator<char>(file), {});
    std::istringstream lines(journal);
    std::string line;
    if (!std::getline(lines, line) || lines.eof()) return;
    if (line != name_) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: holds \"{}\", not \"{}\": resume with the graph and options "
                                "of the solve that was begun",
                                journal_file().string(), line, name_));
    }
    noted_ = true;
    std::size_t whole = line.size() + 1;
    while (std::getline(lines, line) && !lines.eof()) {
        std::istringstream words(line);
        std::size_t pivots = 0;
        int which = 0;
        words >> pivots >> which;
        if (line != with_check(fmt::format("{} {}", pivots, which))) break;
        pivots_ = pivots;
        current_ = which;
        whole += line.size() + 1;
    }
    if (comm_.first()) std::filesystem::resize_file(journal_file(), whole);
}

RowSource Checkpoints::rows() const {
    return [this](Range rows, void* to) {
        const File file(matrix_file(current_), O_RDONLY);
        if (!file) fail("opening a matrix file");
        std::size_t done = 0;
        while (done < rows.size() * row_bytes_) {
            const ssize_t got =
                pread(file.handle(), static_cast<char*>(to) + done, rows.size() * row_bytes_ - done,
                      static_cast<off_t>(rows.first * row_bytes_ + done));
            if (got <= 0) fail("reading a matrix file");
            done += static_cast<std::size_t>(got);
        }
    };
}

std::size_t Checkpoints::steps_until_next(double seconds, std::size_t steps) const {
    constexpr double kMinute = 60, kShare = 20;
    const double between =
        options_.seconds > 0 ? options_.seconds : std::max(kMinute, kShare * seconds_);
    const double count = steps == 0 ? 1 : between * static_cast<double>(steps) / seconds;
    const double agreed = comm_.gather(count).front();
    return static_cast<std::size_t>(std::clamp(agreed, 1.0, 1e9));
}

void Checkpoints::write(std::size_t pivots, const std::function<void(const RowSink&)>& give) {
    const Stopwatch watch;
    const int next = 1 - current_;
    // Ranks may need one another to give their rows, so none stops at what its disk refuses.
    std::exception_ptr error;
    const auto unless_failed = [&](const std::function<void()>& work) {
        if (error) return;
        try {
            work();
        } catch (...) {
            error = std::current_exception();
        }
    };
    const File file(matrix_file(next), O_WRONLY);
    unless_failed([&] {
        if (!file) fail("opening a matrix file");
    });
    give([&](Range rows, const void* from) {
        unless_failed([&] { write_rows(file.handle(), rows, from); });
    });
    unless_failed([&] {
        if (fdatasync(file.handle()) != 0) fail("writing a checkpoint");
    });
    together(comm_, [&] {
        if (error) std::rethrow_exception(error);
    });
    together(comm_, [&] {
        if (comm_.first()) note(pivots, next);
    });
    pivots_ = pivots;
    current_ = next;
    seconds_ = watch.seconds();
}

void Checkpoints::write_rows(int file, Range rows, const void* from) const {
    std::size_t done = 0;
    while (done < rows.size() * row_bytes_) {
        const ssize_t put =
            pwrite(file, static_cast<const char*>(from) + done, rows.size() * row_bytes_ - done,
                   static_cast<off_t>(rows.first * row_bytes_ + done));
        if (put <= 0) fail("writing a checkpoint");
        done += static_cast<std::size_t>(put);
    }
}

void Checkpoints::note(std::size_t pivots, int which) {
    const File journal(journal_file(), O_WRONLY | O_CREAT | O_APPEND);
    if (!journal) fail("opening the journal");
    const std::string line =
        (noted_ ? "" : name_ + "\n") + with_check(fmt::format("{} {}", pivots, which)) + "\n";
    if (::write(journal.handle(), line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
        fdatasync(journal.handle()) != 0) {
        fail("writing the journal");
    }
    noted_ = true;
}

void Checkpoints::remove() {
    comm_.meet();
    if (!comm_.first()) return;
    std::error_code ignored;
    std::filesystem::remove(journal_file(), ignored);
    for (const int which : {0, 1}) std::filesystem::remove(matrix_file(which), ignored);
}

void Checkpoints::fail(const char* what) const {
    throw Error(ErrorKind::internal, fmt::format("workspace {}: {}: {}", options_.folder.string(),
                                                 what, std::strerror(errno)));
}

}  // namespace apsp::mpi
