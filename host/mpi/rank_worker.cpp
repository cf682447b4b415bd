// See rank_worker.hpp.
#include "mpi/rank_worker.hpp"

#include <algorithm>
#include <span>
#include <thread>

#include "base/carried_exception.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_copy.hpp"
#include "base/process.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "graph/padding.hpp"
#include "statistics/statistics.hpp"

namespace apsp::mpi {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{16} << 20;  // of whole rows

/// Of parts of a message, one after the other.
struct Bytes {
    std::vector<int> counts, places;
    void add(std::size_t bytes) {
        places.push_back(all());
        counts.push_back(static_cast<int>(bytes));
    }
    int all() const { return counts.empty() ? 0 : places.back() + counts.back(); }
};

unsigned char* bytes_of(const HostMemory& memory) {
    return static_cast<unsigned char*>(memory.get());
}

/// The parts that some rank has: those of the ranks that exchange panels, in order.
std::vector<Range> without_empty(std::vector<Range> parts) {
    std::erase_if(parts, [](const Range& part) { return part.size() == 0; });
    return parts;
}

/// From the rank that has the step's pivots, so many bytes each, to all others.
std::vector<PanelWay> ways_to_all(const std::vector<Range>& steps, const std::vector<Range>& parts,
                                  std::size_t pivot_bytes) {
    const std::vector<std::size_t> owner = owners(steps, parts);
    std::vector<PanelWay> ways;
    for (std::size_t step = 0; step < steps.size(); ++step) {
        ways.push_back({steps[step].size() * pivot_bytes, static_cast<int>(owner[step])});
    }
    return ways;
}

/// Column panels of half the work, as SymmetricShare numbers them: from this rank to those below.
std::vector<PanelWay> ways_down(const std::vector<Range>& steps, const std::vector<Range>& parts,
                                std::size_t rank, std::size_t element_bytes) {
    const std::vector<std::size_t> owner = owners(steps, parts);
    std::vector<PanelWay> ways;
    for (std::size_t panel = 0; panel < 2 * steps.size(); ++panel) {
        const std::size_t step = panel % steps.size();
        const bool below = steps[step].first >= parts[rank].last;
        const std::size_t entries = below ? steps[step].size() * parts[rank].size() : 0;
        ways.push_back(
            {entries * element_bytes, static_cast<int>(rank), static_cast<int>(owner[step])});
    }
    return ways;
}

}  // namespace

RankWorker::RankWorker(const Ranks& comm, Comm down, const RankPlan& plan, Matrix& matrix)
    : down_(std::move(down)),
      across_(plan.in_tiles() ? comm.split(static_cast<int>(plan.row())) : Comm()),
      plan_(plan),
      matrix_(matrix),
      threads_(comm.threads),
      element_bytes_(size_of(plan.solve.matrix.dtype)),
      worker_(plan.solve.parts.front(), plan.solve.matrix, plan.tile_cols(), plan.solve.block) {
    const Distribution& parts = plan.parts;
    const bool in_devices = plan.panels_in_devices(), by_mpi = in_devices && plan.panels_by_mpi;
    const auto exchange = [&](std::optional<RankPanels>& panels, const Comm& others,
                              const std::vector<Range>& dealt, std::size_t pivot_bytes) {
        if (others.size() == 1) return;
        panels.emplace(others, ways_to_all(parts.steps, without_empty(dealt), pivot_bytes),
                       in_devices, by_mpi);
    };
    exchange(column_panels_, across_, parts.cols, plan.tile_rows().size() * element_bytes_);
    exchange(row_panels_, down_, parts.rows, width_bytes());
    if (!plan.solve.half_shares) return;
    const std::vector<Range> rows = without_empty(parts.rows);
    for (std::size_t rank = 0; rank + 1 < rows.size(); ++rank) {
        columns_down_.emplace_back(down_, ways_down(parts.steps, rows, rank, element_bytes_),
                                   in_devices, by_mpi);
    }
}

void RankWorker::open(const RowSource& source) {
    if (plan_.streamed()) return open_stream(source);
    const bool tiles = plan_.in_tiles();
    worker_.open(row_panels_.has_value(), column_panels_.has_value(), tiles ? nullptr : &matrix_,
                 plan_.solve.half_shares);
    for (RankPanels* const each : panels()) each->allocate(worker_.memory());
    tiles ? put_tile(source) : worker_.put(source);
}

void RankWorker::open_stream(const RowSource& source) {
    const Range rows = plan_.tile_rows();
    const std::size_t n = plan_.solve.matrix.n;
    if (const Range inside = without_padding(rows, n); inside.size() != 0) {
        source(inside, matrix_.row_data(inside.first));
    }
    fill_padding(matrix_, rows, plan_.solve.engine.semiring);
    stream_.emplace(plan_.solve.parts.front(), plan_.solve.matrix, row_panels_ ? 2 : 1);
}

void RankWorker::connect() {
    if (stream_) return;  // panels are in the host's memory
    for (RankPanels* const each : panels()) each->connect(worker_.memory());
}

void RankWorker::disconnect() {
    for (RankPanels* const each : panels()) each->disconnect();
}

void RankWorker::put_tile(const RowSource& source) {
    const std::size_t n = plan_.solve.matrix.n;
    const std::size_t most = std::max<std::size_t>(kPieceBytes / row_bytes(), 1);
    const HostMemory whole = allocate_host(most * row_bytes()),
                     cut = allocate_host(most * width_bytes());
    const Range all = plan_.tile_rows();
    for (std::size_t first = all.first; first < all.last; first += most) {
        const Range rows = {first, std::min(first + most, all.last)};
        source(without_padding(rows, n), whole.get());
        write_padding(whole.get(), plan_.solve.matrix.dtype, n, rows, plan_.solve.engine.semiring);
        copy_rows(cut.get(), width_bytes(),
                  bytes_of(whole) + plan_.tile_cols().first * element_bytes_, row_bytes(),
                  width_bytes(), rows.size());
        worker_.put(rows, cut.get());
    }
}

std::vector<RankPanels*> RankWorker::panels() {
    std::vector<RankPanels*> all;
    if (column_panels_) all.push_back(&*column_panels_);
    if (row_panels_) all.push_back(&*row_panels_);
    for (RankPanels& each : columns_down_) all.push_back(&each);
    return all;
}

void RankWorker::compute(Range turns, const std::function<void(double)>& progress) {
    const std::vector<RankPanels*> all = panels();
    const bool half = plan_.solve.half_shares;  // which has one turn, with more panels than steps
    for (RankPanels* const each : all) each->begin(half ? Range{0, each->count()} : turns);
    CarriedException error;
    std::jthread computing = start_thread([&, stop = stop_token()] {
        const StopScope scope(stop);
        const ThreadLimit own(threads_);
        if (error.keep_from([&] { relax(turns, progress); })) return;
        for (RankPanels* const each : all) each->stop();
    });
    // Whether this thread, which carries panels, has a processor that no other needs.
    const DeviceKind kind = plan_.solve.parts.front().device.kind;
    carry(all, kind == DeviceKind::gpu && threads_ > 1);
    computing.join();
    error.rethrow();
}

void RankWorker::relax(Range turns, const std::function<void(double)>& progress) {
    RankPanels* const row_panels = row_panels_ ? &*row_panels_ : nullptr;
    if (stream_) {
        HostStripes store(matrix_, plan_.parts.steps);
        StripeTurns own(store, plan_.parts.steps, plan_.tile_rows(), row_bytes(), row_panels);
        return stream_->run(own, progress);
    }
    RankPanels* columns = column_panels_ ? &*column_panels_ : nullptr;
    std::vector<SymmetricShare::Above> above;
    if (plan_.solve.half_shares) {
        const std::vector<Range> rows = without_empty(plan_.parts.rows);
        const auto own = static_cast<std::size_t>(down_.rank());
        for (std::size_t rank = 0; rank < own; ++rank) {
            above.push_back({rows[rank], &columns_down_[rank]});
        }
        if (own < columns_down_.size()) columns = &columns_down_[own];
    }
    worker_.compute(plan_.parts.steps, turns, row_panels, columns, progress, above);
}

void RankWorker::give(const RowSink& sink) {
    if (!stream_) return plan_.in_tiles() ? give_slice(sink) : worker_.get(sink);
    const Range own = plan_.own();
    if (own.size() != 0) sink(own, matrix_.row_data(own.first));
}

RowReductions RankWorker::reduce_rows() {
    if (stream_ || plan_.in_tiles()) return {};
    return worker_.reduce_rows(plan_.solve.question());
}

PredecessorSearch RankWorker::predecessor_search() {
    if (!plan_.solve.parts.front().engine.paths) return {};
    return [&](const TightArcs& arcs, Matrix& found) { worker_.predecessors(arcs, found); };
}

void RankWorker::give_slice(const RowSink& sink) {
    // Each exchange brings every rank some rows of its slice.
    const std::vector<Range>& cols = plan_.parts.cols;
    const std::size_t count = cols.size(), n = plan_.solve.matrix.n;
    const std::vector<Range> all = plan_.parts.slices();
    const std::span<const Range> slices = std::span(all).subspan(plan_.row() * count, count);
    const std::size_t longest = std::ranges::max(slices, {}, &Range::size).size();
    const std::size_t most = std::max<std::size_t>(kPieceBytes / row_bytes(), 1);
    const HostMemory cut = allocate_host(most * count * width_bytes()),
                     gathered = allocate_host(most * row_bytes()),
                     whole = allocate_host(most * row_bytes());
    for (std::size_t done = 0; done < longest; done += most) {
        const auto piece_of = [&](std::size_t column) {
            const Range slice = slices[column];
            return Range{std::min(slice.first + done, slice.last),
                         std::min(slice.first + done + most, slice.last)};
        };
        const Range own = piece_of(plan_.col());
        Bytes sent, received;
        for (std::size_t c = 0; c < count; ++c) {
            const Range rows = piece_of(c);
            worker_.get(rows, bytes_of(cut) + sent.all());
            sent.add(rows.size() * width_bytes());
            received.add(own.size() * cols[c].size() * element_bytes_);
        }
        MPI_Request request;
        MPI_Ialltoallv(cut.get(), sent.counts.data(), sent.places.data(), MPI_BYTE, gathered.get(),
                       received.counts.data(), received.places.data(), MPI_BYTE, across_.handle(),
                       &request);
        wait_for_data(request);
        for (std::size_t c = 0; c < count; ++c) {
            const std::size_t width = cols[c].size() * element_bytes_;
            copy_rows(bytes_of(whole) + cols[c].first * element_bytes_, row_bytes(),
                      bytes_of(gathered) + received.places[c], width, width, own.size());
        }
        if (const Range inside = without_padding(own, n); inside.size() != 0) {
            sink(inside, whole.get());
        }
    }
}

double RankWorker::sending_seconds() {
    double all = 0;
    for (const RankPanels* const each : panels()) all += each->sending_seconds();
    return all;
}

}  // namespace apsp::mpi
