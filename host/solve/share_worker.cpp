// See share_worker.hpp.
#include "solve/share_worker.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "base/stopwatch.hpp"
#include "solve/device_matrix.hpp"

namespace apsp {

void ShareWorker::open(bool row_panels, bool column_panels, Matrix* host, bool half) {
    engine_ = backend(part_.device).open(part_.device, part_.engine);
    for (const Range rows : part_.stripes) {
        void* const at = host != nullptr ? host->row_data(rows.first) : nullptr;
        stripes_.push_back({rows, memory().allocate(rows.size(), cols_.size(), at)});
        stripes_.back().slab.first = rows.first;
    }
    const std::size_t pivots = padded(block_);
    const std::size_t rows = part_.stripes.back().last - part_.stripes.front().first;
    for (std::size_t k = 0; k < 2; ++k) {
        if (row_panels && !memory().in_place()) {
            row_slabs_[k] = memory().allocate(pivots, cols_.size());
        }
        if (column_panels) column_slabs_[k] = memory().allocate(rows, pivots);
    }
    if (half) turned_ = memory().allocate(pivots, padded(rows));
}

void ShareWorker::put(const RowSource& source) {
    for (const Stripe& stripe : stripes_) {
        put_rows(memory(), stripe.slab, stripe.rows, matrix_.n, source);
    }
}

void ShareWorker::get(const RowSink& sink) {
    for (const Stripe& stripe : stripes_) {
        get_rows(memory(), stripe.slab, stripe.rows, matrix_.n, sink);
    }
}

template <class F>
void ShareWorker::for_each_stripe(Range rows, F&& f) const {
    const std::size_t width = cols_.size() * size_of(matrix_.dtype);
    for (const Stripe& stripe : stripes_) {
        const Range some = cut(rows, stripe.rows);
        if (some.size() == 0) continue;
        f(View{stripe.slab, {shifted(some, stripe.rows.first, 0)}, {0, cols_.size()}},
          (some.first - rows.first) * width);
    }
}

void ShareWorker::put(Range rows, const void* packed) {
    for_each_stripe(rows, [&](const View& view, std::size_t place) {
        memory().put(view, static_cast<const unsigned char*>(packed) + place, kNoMark);
    });
}

void ShareWorker::get(Range rows, void* packed) {
    const Mark now = memory().mark();
    for_each_stripe(rows, [&](const View& view, std::size_t place) {
        memory().get(view, static_cast<unsigned char*>(packed) + place, now);
    });
}

void ShareWorker::compute(std::span<const Range> steps, Range turns, Panels* row_panels,
                          Panels* column_panels, const Progress& progress,
                          const std::vector<SymmetricShare::Above>& above) {
    const Stopwatch watch;
    engine_->begin();
    const Share share = {.tiles = *engine_->tiles(),
                         .memory = memory(),
                         .stripes = stripes_,
                         .cols = cols_,
                         .element_bytes = size_of(matrix_.dtype),
                         .row_slabs = row_slabs_,
                         .column_slabs = column_slabs_,
                         .row_panels = row_panels,
                         .column_panels = column_panels};
    const Progress turn = [&](double done) {
        engine_->throttle();
        progress(done);
    };
    const Progress told = progress ? turn : Progress();
    waited_ += turned_ ? kleene_symmetric_share({share, *turned_, above}, steps, told)
                       : kleene_share(share, steps, turns, told);
    engine_->finish();
    seconds_ += watch.seconds();
}

SolutionShare ShareWorker::share() const {
    const Range rows = {part_.stripes.front().first, part_.stripes.back().last};
    return {part_.device, without_padding(rows, matrix_.n), seconds_, waited_};
}

}  // namespace apsp
