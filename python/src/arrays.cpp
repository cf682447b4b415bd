// See arrays.hpp.
#include "arrays.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/parallel_for.hpp"
#include "base/write_past_caches.hpp"
#include "graph/as_real.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

/// Moves row i from byte i * from to byte i * to. Each step moves as many rows as fit, at their new
/// places, before the old place of its first row; all threads move them if they are long.
void pack(char* data, std::size_t rows, std::size_t to, std::size_t from) {
    for (std::size_t first = 1; to != from && first < rows;) {
        const std::size_t last = std::clamp(first * from / to, first + 1, rows);
        const auto move = [&](std::size_t i) { std::memmove(data + i * to, data + i * from, to); };
        parallel_for({first, last}, static_cast<double>(to) / 8, move);
        first = last;
    }
}

template <class Real, class T>
void write_reals(Real* to, std::span<const T> from, Semiring semiring) {
    constexpr std::size_t kLine = 64 / sizeof(Real), kPart = 512;  // a part stays in the L1 cache
    Real part[kPart];
    const auto convert = [semiring](T value) { return as_real<Real>(value, semiring); };
    const std::size_t before = reinterpret_cast<std::uintptr_t>(to) / sizeof(Real) % kLine;
    const std::size_t first = std::min((kLine - before) % kLine, from.size());
    std::transform(from.data(), from.data() + first, to, convert);
    for (std::size_t j = first; j < from.size(); j += kPart) {
        const std::size_t count = std::min(kPart, from.size() - j);
        std::transform(from.data() + j, from.data() + j + count, part, convert);
        write_past_caches(to + j, part, count);
    }
}

}  // namespace

Packed::Packed(Matrix matrix) : memory_(std::move(matrix)) {
    pack(static_cast<char*>(memory_.data()), memory_.rows(), memory_.n() * size_of(memory_.dtype()),
         memory_.row_bytes());
}

nb::ndarray<nb::numpy> Packed::array() && {
    auto* const kept = new Matrix(std::move(memory_));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Matrix*>(p); });
    return visit(kept->dtype(), [&](auto zero) {
        return nb::ndarray<nb::numpy>(kept->data(), {kept->rows(), kept->n()}, owner, {},
                                      nb::dtype<decltype(zero)>());
    });
}

Reals::Reals(std::size_t rows, std::size_t n, Dtype dtype, Semiring semiring)
    : rows_(rows), n_(n), dtype_(dtype), semiring_(semiring) {
    memory_ = allocate_host(rows * n * size_of(dtype));
}

void Reals::take(const RowBatch& batch) {
    const auto take_as = [&]<class Real>(Real* reals) {
        visit(batch.distances.dtype(), [&](auto sample) {
            using T = decltype(sample);
            parallel_for({0, batch.rows.size()}, static_cast<double>(n_), [&](std::size_t k) {
                write_reals(reals + (batch.first + k) * n_,
                            batch.distances.row<T>(batch.rows.first + k), semiring_);
            });
        });
    };
    if (dtype_ == Dtype::f32) {
        take_as(static_cast<float*>(memory_.get()));
    } else {
        take_as(static_cast<double*>(memory_.get()));
    }
}

nb::ndarray<nb::numpy> Reals::array() && {
    auto* const kept = new HostMemory(std::move(memory_));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<HostMemory*>(p); });
    return nb::ndarray<nb::numpy>(kept->get(), {rows_, n_}, owner, {},
                                  dtype_ == Dtype::f32 ? nb::dtype<float>() : nb::dtype<double>());
}

}  // namespace apsp::python
