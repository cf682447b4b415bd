// See device_matrix.hpp.
#include "solve/device_matrix.hpp"

#include "backends/backend.hpp"

namespace apsp {

namespace {

/// The rows of the slab that are not padding.
Range inside_of(Range rows, std::size_t n) {
    return {0, without_padding(rows, n).size()};
}

}  // namespace

void put_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSource& source) {
    const Range inside = inside_of(rows, n);
    memory.put(slab, inside,
               [&](Range some, void* to) { source(shifted(some, 0, rows.first), to); });
    memory.fill({slab, {inside}, {n, slab.ld}});
    memory.fill({slab, {{inside.last, rows.size()}}, {0, slab.ld}});
}

void get_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSink& sink) {
    memory.get(slab, inside_of(rows, n),
               [&](Range some, const void* from) { sink(shifted(some, 0, rows.first), from); });
}

DeviceMatrix::DeviceMatrix(const Device& device, const EngineOptions& options)
    : engine_(backend(device).open(device, options)), options_(options) {}

void DeviceMatrix::allocate(void* host) {
    const std::size_t ld = padded(options_.n);
    slab_ = engine_->memory().allocate(ld, ld, host);
}

void DeviceMatrix::put(const RowSource& rows) {
    put_rows(engine_->memory(), slab_, {0, slab_.rows}, options_.n, rows);
    if (KeptWeights* const weights = engine_->weights()) weights->keep();
    engine_->begin();
}

void DeviceMatrix::close(const Progress& progress) {
    // If launches are many or long, only a few of them should wait in the device's queue.
    const Progress turn = [&](double share) {
        engine_->throttle();
        if (progress) progress(share);
    };
    constexpr double kLong = 1e11;  // relaxations: a millisecond on the fastest GPUs
    const auto n = static_cast<double>(options_.n);
    switch (options_.algorithm) {
        case Algorithm::kleene:
            kleene(*engine_->tiles(), slab_, options_.symmetric,
                   progress || n * n * n > kLong ? turn : Progress());
            break;
        case Algorithm::rkleene:
            r_kleene(*engine_->tiles(), slab_, options_.symmetric, turn);
            break;
        case Algorithm::automatic:
        case Algorithm::sparse:
        case Algorithm::search: break;  // do not work on a matrix
        case Algorithm::fw: floyd_warshall(*engine_->steps(), options_.n, turn); break;
    }
    engine_->finish();
}

void DeviceMatrix::get(const RowSink& rows) {
    get_rows(engine_->memory(), slab_, {0, slab_.rows}, options_.n, rows);
}

}  // namespace apsp
