// See share_worker.hpp.
#include "core/share_worker.hpp"

#include <algorithm>

#include "backends/backend.hpp"

namespace apsp {

void ShareWorker::open(bool others) {
    engine_ = backend(part_.device.backend).open(part_.device, part_.engine);
    std::vector<Stripe> stripes;
    for (const Range rows : part_.stripes) stripes.push_back({rows, at(rows)});
    if (others) {
        for (HostMemory& memory : panels_) {
            if (engine_->in_place()) memory = allocate_host(panel_rows_ * matrix_.row_bytes());
            stripes.push_back({{0, panel_rows_}, memory.get()});
        }
    }
    engine_->hold(stripes);
    if (engine_->in_place()) return;
    for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
        engine_->put(s, part_.stripes[s], at(part_.stripes[s]), kNoMark);
    }
}

void ShareWorker::compute(std::span<const Range> steps, Panels* panels,
                          const std::function<void(double)>& progress) {
    waited_ = kleene_share({*engine_, part_.stripes}, steps, matrix_.ld(), panels, progress);
    engine_->finish();
    seconds_ = engine_->compute_seconds();
}

void ShareWorker::take_back() {
    const Mark end = engine_->mark();
    for (std::size_t s = 0; s < part_.stripes.size(); ++s) {
        engine_->get(s, part_.stripes[s], at(part_.stripes[s]), end);
    }
}

SolutionShare ShareWorker::share() const {
    return {part_.device,
            {part_.stripes.front().first, std::min(part_.stripes.back().last, matrix_.n())},
            seconds_,
            waited_};
}

}  // namespace apsp
