// See relax_product.hpp. A product of few arcs is bound by memory: each row is read and written
// once, in plain loops. Many arcs go through the processor's engine, in blocks of rows that are
// copied side by side.
#include "change/relax_product.hpp"

#include <algorithm>
#include <cstring>

#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "change/row_kernels.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kBlockRows = 256;  // multiplied at once by the engine
constexpr std::size_t kWorthEngine = 8;  // arcs

/// Relaxes columns that are not side by side.
template <class T, class F>
void relax_few(T* row, T to, const T* onwards, const std::vector<std::uint32_t>& columns,
               F&& shorter) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        T& d = row[columns[c]];
        const auto sum = static_cast<Sum<T>>(to) + sum_of(onwards[c]);
        if (!(sum < sum_of(d)) || !fits<T>(sum)) continue;
        d = static_cast<T>(sum);
        shorter(columns[c]);
    }
}

}  // namespace

template <class T>
ProductRelaxation<T>::ProductRelaxation(DepthProduct<T> product, bool negative)
    : product_(std::move(product)) {
    const std::size_t n = product_.right.n(), depth = product_.depth;
    const std::vector<std::uint32_t>& columns = product_.columns;
    constexpr std::size_t kFew = 8;  // times fewer than all, as scattered ones take longer
    few_columns_ = columns.size() * kFew < n;
    onwards_.resize(n);
    if (few_columns_) {
        for (std::size_t a = 0; a < depth; ++a) {
            const T* const row = product_.right.template row<T>(a).data();
            for (const std::uint32_t j : columns) right_.push_back(row[j]);
        }
    } else if (depth >= kWorthEngine && !(negative && std::is_integral_v<T>)) {
        open_engine();
    }
}

template <class T>
std::size_t ProductRelaxation<T>::team() const {
    const std::size_t columns = few_columns_ ? product_.columns.size() : product_.right.n();
    return team_for(static_cast<double>(product_.rows.size() * product_.depth * columns));
}

template <class T>
void ProductRelaxation<T>::operator()(Matrix& distances) noexcept {
    if (engine_) return by_engine(distances);
    const std::size_t depth = product_.depth, n = distances.n();
    take_turns(team(), product_.rows.size(), [&](std::size_t r, std::size_t) {
        T* const row = distances.row<T>(product_.rows[r]).data();
        for (std::size_t a = 0; a < depth; ++a) {
            const T to = product_.left[r * depth + a];
            if (to == infinity<T>()) continue;
            if (few_columns_) {
                const T* const right = right_.data() + a * product_.columns.size();
                relax_few(row, to, right, product_.columns, [](std::size_t) {});
            } else {
                const T* const right = product_.right.template row<T>(a).data();
                row_kernels<T>(to < 0).relax(row, to, right, n);
            }
        }
    });
}

template <class T>
void ProductRelaxation<T>::operator()(Matrix& distances, Matrix& predecessors,
                                      const ChangedArc<T>& arc) noexcept {
    std::ranges::copy(predecessors.row<std::int32_t>(arc.target), onwards_.begin());
    onwards_[arc.target] = static_cast<std::int32_t>(arc.source);
    const T* const right = product_.right.template row<T>(0).data();
    take_turns(team(), product_.rows.size(), [&](std::size_t r, std::size_t) {
        T* const row = distances.row<T>(product_.rows[r]).data();
        std::int32_t* const last = predecessors.row<std::int32_t>(product_.rows[r]).data();
        const T to = product_.left[r];
        if (to == infinity<T>()) return;
        if (few_columns_) {
            relax_few(row, to, right_.data(), product_.columns,
                      [&](std::size_t j) { last[j] = onwards_[j]; });
        } else {
            row_kernels<T>(to < 0).relax_paths(row, last, to, right, onwards_.data(),
                                               distances.n());
        }
    });
}

template <class T>
void ProductRelaxation<T>::open_engine() {
    const std::size_t n = product_.right.n(), ld = product_.right.ld();
    EngineOptions options;
    options.n = n;
    options.dtype = kDtypeOf<T>;
    options.algorithm = Algorithm::kleene;
    options.stripe_rows = kBlockRows;
    engine_ = cpu_backend().open(Device(), options);  // which has one device
    const std::size_t deep = whole_tiles(product_.depth);
    operands_ = allocate_host(sizeof(T) * (kBlockRows * (ld + deep) + deep * ld));
    T* const block = static_cast<T*>(operands_.get());
    T* const left = block + kBlockRows * ld;
    T* const right = left + kBlockRows * deep;
    std::fill_n(right, deep * ld, infinity<T>());
    for (std::size_t a = 0; a < product_.depth; ++a) {
        std::ranges::copy(product_.right.template row<T>(a), right + a * ld);
    }
    DeviceMemory& memory = engine_->memory();
    c_ = memory.allocate(kBlockRows, ld, block);
    a_ = memory.allocate(kBlockRows, deep, left);
    b_ = memory.allocate(deep, ld, right);
}

template <class T>
std::size_t ProductRelaxation<T>::whole_tiles(std::size_t count) const {
    const std::size_t tile = engine_->tiles()->tile();
    return (count + tile - 1) / tile * tile;
}

template <class T>
void ProductRelaxation<T>::by_engine(Matrix& distances) {
    const NoStops whole;
    const std::size_t depth = product_.depth, n = distances.n(), ld = b_.ld;
    const std::size_t deep = b_.rows;
    T* const block = static_cast<T*>(operands_.get());
    T* const left = block + kBlockRows * ld;
    for (std::size_t first = 0; first < product_.rows.size(); first += kBlockRows) {
        const std::size_t count = std::min(kBlockRows, product_.rows.size() - first);
        const std::size_t rows = whole_tiles(count);
        std::fill(left, left + rows * deep, infinity<T>());
        for (std::size_t r = 0; r < rows; ++r) {
            T* const to = block + r * ld;
            if (r >= count) {
                std::fill(to, to + ld, infinity<T>());
                continue;
            }
            std::copy_n(&product_.left[(first + r) * depth], depth, left + r * deep);
            std::ranges::copy(distances.row<T>(product_.rows[first + r]), to);
            std::fill(to + n, to + ld, infinity<T>());
        }
        engine_->tiles()->update({c_, {{0, rows}}, {0, ld}}, {a_, {{0, rows}}, {0, deep}},
                                 {b_, {{0, deep}}, {0, ld}});
        for (std::size_t r = 0; r < count; ++r) {
            std::copy_n(block + r * ld, n, distances.row<T>(product_.rows[first + r]).data());
        }
    }
}

#define APSP_RELAX_PRODUCT(T) template class ProductRelaxation<T>;
APSP_FOR_DTYPES(APSP_RELAX_PRODUCT)

}  // namespace apsp
