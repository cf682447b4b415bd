// See tile_worker.hpp.
#include "mpi/tile_worker.hpp"

#include <algorithm>
#include <span>

#include "algorithms/shares.hpp"
#include "backends/backend.hpp"
#include "base/parallel_copy.hpp"
#include "base/stopwatch.hpp"
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
      part_(plan.solve.parts.front()),
      element_bytes_(size_of(plan.solve.matrix.dtype)) {
    MPI_Comm_split(comm.handle(), static_cast<int>(plan.row), comm.rank(), &across_);
    MPI_Comm_split(comm.handle(), static_cast<int>(plan.col), comm.rank(), &down_);
}

TileWorker::~TileWorker() {
    row_panels_.reset();
    column_panels_.reset();
    MPI_Comm_free(&across_);
    MPI_Comm_free(&down_);
}

template <class F>
void TileWorker::for_each_stripe(Range rows, void* packed, F&& f) const {
    for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
        const Range stripe = part_.stripes[s];
        const Range some = {std::max(stripe.first, rows.first), std::min(stripe.last, rows.last)};
        if (some.first >= some.last) continue;
        f(s, Piece{some, {0, plan_.tile_cols().size()}},
          static_cast<unsigned char*>(packed) + (some.first - rows.first) * width_bytes());
    }
}

void TileWorker::open(const RowSource& source) {
    engine_ = backend(part_.device.backend).open(part_.device, part_.engine);
    std::vector<Stripe> stripes;
    for (const Range rows : part_.stripes) stripes.push_back({rows});
    for (int k = 0; k < 2; ++k) stripes.push_back({{0, plan_.solve.block}});
    const std::size_t stripe_row = part_.engine.n * element_bytes_;
    for (Stripe& stripe : stripes) {
        if (!engine_->in_place()) break;
        memory_.push_back(allocate_host(stripe.rows.size() * stripe_row));
        stripe.host = memory_.back().get();
    }
    engine_->hold(stripes);
    const MpiPanels::Allocate allocate = panel_memory(plan_, *engine_);
    column_panels_.emplace(across_, plan_.steps, roots_of(plan_.steps, plan_.cols),
                           plan_.tile_rows().size() * element_bytes_, allocate);
    if (plan_.grid.rows > 1) {
        row_panels_.emplace(down_, plan_.steps, roots_of(plan_.steps, plan_.rows), width_bytes(),
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
        write_padding(whole.get(), plan_.solve.matrix.dtype, n, rows, part_.engine.semiring);
        copy_rows(cut.get(), width_bytes(),
                  bytes_of(whole) + plan_.tile_cols().first * element_bytes_, row_bytes(),
                  width_bytes(), rows.size());
        for_each_stripe(rows, cut.get(), [&](std::size_t stripe, const Piece& piece, void* from) {
            engine_->put(stripe, piece, from, kNoMark);
        });
    }
}

void TileWorker::relax(Range turns, const std::function<void(double)>& progress) {
    const Stopwatch watch;
    const Share share = {.engine = *engine_,
                         .stripes = part_.stripes,
                         .cols = plan_.tile_cols(),
                         .element_bytes = element_bytes_,
                         .block = padded(plan_.solve.block),
                         .row_panels = row_panels_ ? &*row_panels_ : nullptr,
                         .column_panels = &*column_panels_};
    waited_ += kleene_share(share, plan_.steps, turns, progress);
    engine_->finish();
    seconds_ += watch.seconds();
}

void TileWorker::give(const RowSink& sink) {
    // Each exchange brings every rank some rows of its slice.
    const Mark now = engine_->mark();
    const std::size_t count = plan_.cols.size(), n = plan_.solve.matrix.n;
    const std::vector<Range> all = plan_.slices();
    const std::span<const Range> slices = std::span(all).subspan(plan_.row * count, count);
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
        const Range own = piece_of(plan_.col);
        Bytes sent, received;
        for (std::size_t c = 0; c < count; ++c) {
            const Range rows = piece_of(c);
            for_each_stripe(rows, bytes_of(cut) + sent.all(),
                            [&](std::size_t stripe, const Piece& piece, void* to) {
                                engine_->get(stripe, piece, to, now);
                            });
            sent.add(rows.size() * width_bytes());
            received.add(own.size() * plan_.cols[c].size() * element_bytes_);
        }
        MPI_Request request;
        MPI_Ialltoallv(cut.get(), sent.counts.data(), sent.places.data(), MPI_BYTE, gathered.get(),
                       received.counts.data(), received.places.data(), MPI_BYTE, across_, &request);
        wait_for_data(request);
        for (std::size_t c = 0; c < count; ++c) {
            const std::size_t width = plan_.cols[c].size() * element_bytes_;
            copy_rows(bytes_of(whole) + plan_.cols[c].first * element_bytes_, row_bytes(),
                      bytes_of(gathered) + received.places[c], width, width, own.size());
        }
        if (const Range inside = without_padding(own, n); inside.size() != 0) {
            sink(inside, whole.get());
        }
    }
}

SolutionShare TileWorker::share() const {
    return {part_.device, plan_.own(), seconds_, waited_};
}

}  // namespace apsp::mpi
