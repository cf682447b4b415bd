// See tile_worker.hpp.
#include "mpi/tile_worker.hpp"

#include <algorithm>
#include <span>

#include "base/host_memory.hpp"
#include "base/parallel_copy.hpp"
#include "graph/padding.hpp"

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

}  // namespace

TileWorker::TileWorker(const Comm& comm, const RankPlan& plan, int threads)
    : RankWorker(carries_alone(plan, threads), threads),
      plan_(plan),
      element_bytes_(size_of(plan.solve.matrix.dtype)),
      worker_(plan.solve.parts.front(), plan.solve.matrix, plan.tile_cols(), plan.solve.block) {
    MPI_Comm_split(comm.handle(), static_cast<int>(plan.row()), comm.rank(), &across_);
    MPI_Comm_split(comm.handle(), static_cast<int>(plan.col()), comm.rank(), &down_);
}

TileWorker::~TileWorker() {
    row_panels_.reset();
    column_panels_.reset();
    MPI_Comm_free(&across_);
    MPI_Comm_free(&down_);
}

void TileWorker::open(const RowSource& source) {
    const Distribution& parts = plan_.parts;
    worker_.open(parts.grid.rows > 1, true);
    const MpiPanels::Allocate allocate = panel_memory(plan_, worker_.memory());
    column_panels_.emplace(across_, parts.steps, roots_of(parts.steps, parts.cols),
                           plan_.tile_rows().size() * element_bytes_, allocate);
    if (parts.grid.rows > 1) {
        row_panels_.emplace(down_, parts.steps, roots_of(parts.steps, parts.rows), width_bytes(),
                            allocate);
    }

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

void TileWorker::relax(Range turns, const std::function<void(double)>& progress) {
    worker_.compute(plan_.parts.steps, turns, row_panels_ ? &*row_panels_ : nullptr,
                    &*column_panels_, progress);
}

void TileWorker::give(const RowSink& sink) {
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
                       received.counts.data(), received.places.data(), MPI_BYTE, across_, &request);
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

SolutionShare TileWorker::share() const {
    SolutionShare share = worker_.share();
    share.rows = plan_.own();
    return share;
}

}  // namespace apsp::mpi
