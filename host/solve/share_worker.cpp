// See share_worker.hpp.
#include "solve/share_worker.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 20;

}  // namespace

void ShareWorker::open(bool others, const RowSource& source) {
    engine_ = backend(part_.device.backend).open(part_.device, part_.engine);
    const bool in_place = engine_->in_place();
    const Semiring semiring = part_.engine.semiring;
    std::vector<Stripe> stripes;
    for (const Range rows : part_.stripes) {
        stripes.push_back({rows, at(rows)});
        if (!in_place) continue;
        source(without_padding(rows, matrix_.n()), at(rows));
        fill_padding(matrix_, rows, semiring);
    }
    if (others) {
        for (HostMemory& memory : panels_) {
            if (in_place) memory = allocate_host(panel_rows_ * matrix_.row_bytes());
            stripes.push_back({{0, panel_rows_}, memory.get()});
        }
    }
    engine_->hold(stripes);
    if (in_place) return;
    const HostMemory buffer = allocate_host(kPieceBytes);
    in_pieces([&](std::size_t stripe, Range rows) {
        source(without_padding(rows, matrix_.n()), buffer.get());
        write_padding(buffer.get(), matrix_.dtype(), matrix_.n(), rows, semiring);
        engine_->put(stripe, {rows, all_columns()}, buffer.get(), kNoMark);
    });
}

void ShareWorker::compute(std::span<const Range> steps, Range turns, Panels* panels,
                          const std::function<void(double)>& progress) {
    const Stopwatch watch;
    const Share share = {.engine = *engine_,
                         .stripes = part_.stripes,
                         .cols = all_columns(),
                         .element_bytes = size_of(matrix_.dtype()),
                         .block = panel_rows_,
                         .row_panels = panels};
    waited_ += kleene_share(share, steps, turns, progress);
    engine_->finish();
    seconds_ += watch.seconds();
}

void ShareWorker::give(const RowSink& sink) {
    const Mark end = engine_->mark();
    if (engine_->in_place()) {
        for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
            const Range rows = part_.stripes[s];
            engine_->get(s, {rows, all_columns()}, at(rows), end);
            sink(without_padding(rows, matrix_.n()), at(rows));
        }
        return;
    }
    const HostMemory buffer = allocate_host(kPieceBytes);
    in_pieces([&](std::size_t stripe, Range rows) {
        engine_->get(stripe, {rows, all_columns()}, buffer.get(), end);
        sink(without_padding(rows, matrix_.n()), buffer.get());
    });
}

void ShareWorker::in_pieces(const std::function<void(std::size_t, Range)>& f) const {
    const std::size_t step = std::max<std::size_t>(kPieceBytes / matrix_.row_bytes(), 1);
    for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
        const Range stripe = part_.stripes[s];
        for (std::size_t first = stripe.first; first < stripe.last; first += step) {
            f(s, {first, std::min(first + step, stripe.last)});
        }
    }
}

SolutionShare ShareWorker::share() const {
    const Range rows = {part_.stripes.front().first, part_.stripes.back().last};
    return {part_.device, without_padding(rows, matrix_.n()), seconds_, waited_};
}

}  // namespace apsp
