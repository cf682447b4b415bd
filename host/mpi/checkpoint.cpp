// See checkpoint.hpp. Each record of the journal is a number of pivots, a file, and checksums.
#include "mpi/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "apsp/errors.hpp"
#include "base/carried_exception.hpp"
#include "base/checksum.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "base/stopwatch.hpp"
#include "cli/progress.hpp"
#include "graph/fingerprint.hpp"
#include "graph/padding.hpp"
#include "mpi/failure.hpp"

namespace apsp::mpi {

std::string checkpoint_name(const Comm& comm, const Graph& graph, Dtype dtype, Semiring semiring) {
    const std::size_t n = graph.vertices();
    const std::uint64_t sum = comm.sum(fingerprint(graph, comm.part(n)));
    return fmt::format("apsp-ocl ranks 3: n = {}, {} arcs {:016x}, {} over {}", n, graph.arcs(),
                       sum, name(dtype), name(semiring));
}

Checkpoints::Checkpoints(const Comm& comm, CheckpointOptions options, std::string name,
                         std::size_t n, Dtype dtype)
    : comm_(comm),
      options_(std::move(options)),
      journal_(options_.folder / "apsp-ranks.journal", std::move(name)),
      n_(n),
      row_bytes_(padded(n) * size_of(dtype)) {
    together(comm_, [&] {
        if (comm_.first()) make_files();
    });
    comm_.share(pivots_);
    comm_.share(current_);
    comm_.share(sums_);
    try {
        together(comm_, [&] {
            for (const int which : {0, 1}) {
                const File file(matrix_file(which), FileUse::both);
                if (!file) fail("opening a file that all ranks need to see");
            }
        });
        if (pivots_ != 0) check_rows();
    } catch (const Ended&) {
        if (comm_.first() && !journal_.begun()) remove_files();
        throw;
    }
}

std::filesystem::path Checkpoints::matrix_file(int which) const {
    return options_.folder / fmt::format("apsp-ranks.{}.bin", which);
}

void Checkpoints::make_files() {
    journal_.lock();
    if (!options_.resume) journal_.expect_none();
    if (options_.resume) {
        journal_.read([&](std::span<const std::uint64_t> record) {
            if (record.size() != 2 + sums_.size() || record[1] > 1) return false;
            pivots_ = record[0];
            current_ = static_cast<int>(record[1]);
            std::ranges::copy(record.subspan(2), sums_.begin());
            return true;
        });
    }
    if (pivots_ != 0) check_whole(matrix_file(current_), n_ * row_bytes_);
    if (options_.resume && pivots_ == 0) {
        cli::note("apsp-ocl-mpi", "warning",
                  fmt::format("workspace {}: found nothing to resume; the solve starts anew",
                              options_.folder.string()));
    }
    journal_.cut();
    for (const int which : {0, 1}) {
        const File file(matrix_file(which), FileUse::update);
        if (!file) fail("opening a matrix file");
        try {
            reserve(file, n_ * row_bytes_, options_.folder);
        } catch (const Error&) {
            if (!journal_.begun()) remove_files();
            throw;
        }
    }
}

Range Checkpoints::group(std::size_t g) const {
    return {n_ * g / sums_.size(), n_ * (g + 1) / sums_.size()};
}

void Checkpoints::add(Range rows, const void* bytes, Sums& sums) const {
    std::vector<std::uint64_t> of_rows(rows.size());
    const double cost = static_cast<double>(row_bytes_) / 8;
    parallel_for({0, rows.size()}, cost, [&](std::size_t k) {
        of_rows[k] = checksum(static_cast<const char*>(bytes) + k * row_bytes_, row_bytes_);
    });
    for (std::size_t g = 0; g < sums.size(); ++g) {
        const Range its = group(g);
        for (std::size_t i = std::max(its.first, rows.first); i < std::min(its.last, rows.last);
             ++i) {
            sums[g] += of_rows[i - rows.first] * (2 * i + 1);  // rows may not change places
        }
    }
}

Checkpoints::Sums Checkpoints::total(const Sums& own) const {
    Sums all = {};
    for (const Sums& each : comm_.gather(own)) {
        for (std::size_t g = 0; g < all.size(); ++g) all[g] += each[g];
    }
    return all;
}

/// Each rank reads some of the rows.
void Checkpoints::check_rows() const {
    constexpr std::size_t kPiece = std::size_t{16} << 20;
    const Range own = comm_.part(n_);
    Sums found = {};
    together(comm_, [&] {
        const std::size_t most = std::max<std::size_t>(kPiece / row_bytes_, 1);
        const HostMemory memory = allocate_host(most * row_bytes_);
        for (std::size_t first = own.first; first < own.last; first += most) {
            const Range some = {first, std::min(first + most, own.last)};
            rows()(some, memory.get());
            add(some, memory.get(), found);
        }
    });
    found = total(found);
    const auto [expected, different] = std::ranges::mismatch(sums_, found);
    together(comm_, [&] {
        if (!comm_.first() || expected == sums_.end()) return;
        const Range its = group(static_cast<std::size_t>(expected - sums_.begin()));
        fail_to_resume(matrix_file(current_),
                       fmt::format("some of the rows {} to {} are damaged: they have another "
                                   "checksum than when they were written",
                                   its.first, its.last - 1));
    });
}

RowSource Checkpoints::rows() const {
    return [this](Range rows, void* to) {
        const File file(matrix_file(current_), FileUse::read);
        if (!file) fail("opening a matrix file");
        const std::size_t bytes = rows.size() * row_bytes_;
        if (file.read_at(to, bytes, rows.first * row_bytes_) != bytes) {
            fail("reading a matrix file");
        }
    };
}

double Checkpoints::interval() const {
    constexpr double kMinute = 60, kShare = 20;
    return options_.seconds > 0 ? options_.seconds : std::max(kMinute, kShare * seconds_);
}

std::size_t Checkpoints::steps_until_next(double since, double seconds, std::size_t steps) const {
    const double count =
        steps == 0 ? 1 : std::ceil((interval() - since) * static_cast<double>(steps) / seconds);
    const double agreed = comm_.gather(count).front();
    return static_cast<std::size_t>(std::clamp(agreed, 1.0, 1e9));
}

void Checkpoints::write(std::size_t pivots, const std::function<void(const RowSink&)>& give) {
    const Stopwatch watch;
    const int next = 1 - current_;
    // Ranks may need one another to give their rows, so none stops when its disk fails.
    CarriedException error;
    const auto unless_failed = [&](const std::function<void()>& work) {
        if (!error) error.keep_from(work);
    };
    const File file(matrix_file(next), FileUse::write);
    Sums written = {};
    unless_failed([&] {
        if (!file) fail("opening a matrix file");
    });
    give([&](Range rows, const void* from) {
        unless_failed([&] {
            add(rows, from, written);
            const std::size_t bytes = rows.size() * row_bytes_;
            if (file.write_at(from, bytes, rows.first * row_bytes_) != bytes) {
                fail("writing a checkpoint");
            }
        });
    });
    unless_failed([&] {
        if (!file.sync()) fail("writing a checkpoint");
    });
    together(comm_, [&] { error.rethrow(); });
    sums_ = total(written);
    together(comm_, [&] {
        if (!comm_.first()) return;
        if (!journal_.begun()) journal_.begin();
        std::vector<std::uint64_t> record = {pivots, static_cast<std::uint64_t>(next)};
        record.insert(record.end(), sums_.begin(), sums_.end());
        journal_.add(record);
    });
    pivots_ = pivots;
    current_ = next;
    seconds_ = watch.seconds();
}

void Checkpoints::remove() {
    comm_.meet();
    if (comm_.first()) remove_files();
}

void Checkpoints::remove_files() {
    std::error_code ignored;
    journal_.remove();
    for (const int which : {0, 1}) std::filesystem::remove(matrix_file(which), ignored);
    journal_.unlock();
}

}  // namespace apsp::mpi
