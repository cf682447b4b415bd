// See held_distances.hpp.
#include "change/held_distances.hpp"

#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "change/relax_product.hpp"
#include "change/repair.hpp"
#include "change/shorter_arcs.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

std::unique_ptr<ChangeEngine> engine_of(const Matrix& distances, const Device* device) {
    if (device == nullptr || distances.n() == 0) return nullptr;
    EngineOptions options;
    options.n = distances.n();
    options.dtype = distances.dtype();
    return backend(device->backend).open_changes(*device, options);
}

}  // namespace

HeldDistances::HeldDistances(Matrix distances, const Device* device)
    : n_(distances.n()), dtype_(distances.dtype()), engine_(engine_of(distances, device)) {
    if (engine_) slab_ = engine_->memory().allocate(padded(n_), padded(n_));
    assign(std::move(distances));
}

ChangeEngine& HeldDistances::engine() const {
    if (!lost_) return *engine_;
    throw Error(ErrorKind::no_device, "the distances are lost: their device has failed");
}

/// f returns when all has been written, or throws out_of_memory or Stopped before it writes.
template <class F>
void HeldDistances::write(F&& f) {
    matrix_ = {};
    try {
        f(engine());
    } catch (const Error& error) {
        lost_ = error.kind() != ErrorKind::out_of_memory && error.kind() != ErrorKind::stopped;
        throw;
    }
}

void HeldDistances::assign(Matrix distances) {
    if (!engine_) {
        matrix_ = std::move(distances);
        return;
    }
    const NoStops whole;
    write([&](ChangeEngine& engine) {
        put_rows(engine.memory(), slab_, {0, slab_.rows}, n_, rows_of(distances));
    });
}

Matrix HeldDistances::rows(std::span<const std::uint32_t> vertices) const {
    Matrix rows(vertices.size(), n_, dtype_);
    if (engine_) {
        engine().take_rows(vertices, rows.data());
        return rows;
    }
    parallel_for({0, vertices.size()}, static_cast<double>(n_), [&](std::size_t r) {
        std::memcpy(rows.row_data(r), matrix_.row_data(vertices[r]), n_ * size_of(dtype_));
    });
    return rows;
}

const Matrix& HeldDistances::all() const {
    if (engine_ && matrix_.n() == 0) {
        Matrix copy(n_, dtype_);
        get_rows(engine().memory(), slab_, {0, slab_.rows}, n_, rows_into(copy));
        matrix_ = std::move(copy);
    }
    return matrix_;
}

Matrix HeldDistances::release() && {
    all();
    return std::move(matrix_);
}

Statistics HeldDistances::statistics(const std::vector<std::uint32_t>& roots,
                                     const StatisticsOptions& options) const {
    const RowQuestion question(dtype_, options);
    RowReductions reduced;
    if (engine_) reduced = engine().reduce_rows(question);
    if (reduced.empty()) reduced = reduce_rows(all(), question, {0, n_});
    return make_statistics(std::move(reduced), question, roots);
}

std::uint64_t HeldDistances::place(const VertexPair& pair) const {
    return std::uint64_t{pair.source} * slab_.ld + pair.target;
}

template <class T>
std::vector<T> HeldDistances::entries(std::span<const VertexPair> pairs) const {
    std::vector<T> values(pairs.size());
    if (!engine_) {
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            values[k] = matrix_.row<T>(pairs[k].source)[pairs[k].target];
        }
        return values;
    }
    std::vector<std::uint64_t> places;
    for (const VertexPair& each : pairs) places.push_back(place(each));
    if (!places.empty()) engine().take_entries(places, values.data());
    return values;
}

template <class T>
ArcEnds<T> HeldDistances::ends_of(const std::vector<ChangedArc<T>>& arcs) const {
    const std::size_t k = arcs.size();
    ArcEnds<T> ends;
    ends.to.resize(n_ * 2 * k);
    if (k == 0) return ends;
    std::vector<std::uint32_t> vertices;
    for (const ChangedArc<T>& arc : arcs) vertices.push_back(arc.source);
    for (const ChangedArc<T>& arc : arcs) vertices.push_back(arc.target);
    if (engine_) {
        ends.rows = rows(vertices);
        engine().take_columns(vertices, ends.to.data());
    } else {
        parallel_for({0, n_}, static_cast<double>(2 * k), [&](std::size_t i) {
            const T* const row = matrix_.row<T>(i).data();
            T* const to = &ends.to[i * 2 * k];
            for (std::size_t e = 0; e < 2 * k; ++e) to[e] = row[vertices[e]];
        });
    }
    for (std::size_t a = 0; a < k; ++a) {
        const auto row = [&](std::size_t e) {
            return (engine_ ? ends.rows.template row<T>(e) : matrix_.row<T>(vertices[e])).data();
        };
        ends.from_source.push_back(row(a));
        ends.from_target.push_back(row(k + a));
    }
    return ends;
}

template <class T>
double HeldDistances::largest() const {
    std::vector<std::uint32_t> sources(n_);
    std::iota(sources.begin(), sources.end(), 0);
    double largest = 0;
    for_rows<T>(sources, [&](std::span<const SourceRow<T>> rows) {
        for (const SourceRow<T>& row : rows) {
            for (std::size_t j = 0; j < n_; ++j) {
                if (row.distances[j] == infinity<T>()) continue;
                largest = std::max(largest, std::abs(static_cast<double>(row.distances[j])));
            }
        }
        return true;
    });
    return largest;
}

template <class T>
void HeldDistances::exchange(std::vector<RepairedRow<T>>& rows, ExchangeBuffers<T>& buffers) {
    if (!engine_) {
        for (RepairedRow<T>& each : rows) {
            const auto row = matrix_.row<T>(each.source);
            for (std::size_t k = 0; k < each.targets.size(); ++k) {
                std::swap(row[each.targets[k]], each.distances[k]);
            }
        }
        return;
    }
    auto& [places, before, after] = buffers;
    places.clear();
    after.clear();
    for (const RepairedRow<T>& each : rows) {
        for (const std::uint32_t j : each.targets) places.push_back(place({each.source, j}));
        after.insert(after.end(), each.distances.begin(), each.distances.end());
    }
    if (places.empty()) return;
    before.resize(places.size());
    engine().take_entries(places, before.data());
    write([&](ChangeEngine& engine) { engine.put_entries(places, after.data()); });
    auto taken = before.begin();
    for (RepairedRow<T>& each : rows) {
        std::copy_n(taken, each.distances.size(), each.distances.begin());
        taken += static_cast<std::ptrdiff_t>(each.distances.size());
    }
}

template <class T>
void HeldDistances::relax(DepthProduct<T> product, bool negative) {
    if (!engine_) return ProductRelaxation<T>(std::move(product), negative)(matrix_);
    if (product.rows.empty()) return;
    for (std::size_t a = 0; a < product.depth; ++a) {
        T* const row = product.right.template row<T>(a).data();
        std::fill(row + n_, row + slab_.ld, infinity<T>());
    }
    write([&](ChangeEngine& engine) {
        engine.relax(product.rows, product.depth, product.left.data(), product.right.data());
    });
}

#define APSP_INSTANTIATE(T)                                                                   \
    template std::vector<T> HeldDistances::entries(std::span<const VertexPair>) const;        \
    template ArcEnds<T> HeldDistances::ends_of(const std::vector<ChangedArc<T>>&) const;      \
    template double HeldDistances::largest<T>() const;                                        \
    template void HeldDistances::exchange(std::vector<RepairedRow<T>>&, ExchangeBuffers<T>&); \
    template void HeldDistances::relax(DepthProduct<T>, bool);
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
