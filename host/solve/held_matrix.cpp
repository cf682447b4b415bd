// See held_matrix.hpp.
#include "solve/held_matrix.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

/// Null if the device has no kernels for it.
std::unique_ptr<ChangeEngine> engine_of(std::size_t n, Dtype dtype, const Device& device) {
    EngineOptions options;
    options.n = n;
    options.dtype = dtype;
    return backend(device).open_changes(device, options);
}

void check_vertex(std::size_t vertex, std::size_t vertices) {
    if (vertex < vertices) return;
    throw Error(ErrorKind::bad_input,
                fmt::format("{} is not among the vertices 0 .. {}", vertex, vertices - 1));
}

}  // namespace

HeldMatrix::HeldMatrix(Matrix distances, const Device* device)
    : n_(distances.n()), dtype_(distances.dtype()) {
    if (device != nullptr && n_ != 0) engine_ = engine_of(n_, dtype_, *device);
    if (engine_) {
        device_ = *device;
        slab_ = engine_->memory().allocate(padded(n_), padded(n_));
    }
    assign(std::move(distances));
}

HeldMatrix::HeldMatrix(std::size_t n, Dtype dtype, const Device& device, ReleasedMemory memory)
    : n_(n), dtype_(dtype), device_(device), released_(std::move(memory)) {}

ChangeEngine& HeldMatrix::engine() const {
    if (lost_) {
        throw Error(ErrorKind::no_device, "the distances are lost: their device has failed");
    }
    if (!engine_) {
        engine_ = engine_of(n_, dtype_, *device_);
        slab_ = engine_->memory().adopt(std::exchange(released_, {}), padded(n_), padded(n_));
    }
    return *engine_;
}

void* HeldMatrix::address() const {
    if (!on_device()) return matrix_.data();
    return engine_ ? engine_->memory().address(slab_) : released_.address;
}

void HeldMatrix::assign(Matrix distances) {
    if (!on_device()) {
        matrix_ = std::move(distances);
        return;
    }
    const NoStops whole;
    write([&](ChangeEngine& engine) {
        put_rows(engine.memory(), slab_, {0, slab_.rows}, n_, rows_of(distances));
    });
}

Matrix HeldMatrix::rows(std::span<const std::uint32_t> vertices) const {
    for (const std::uint32_t v : vertices) check_vertex(v, n_);
    Matrix rows(vertices.size(), n_, dtype_);
    if (on_device()) {
        for (std::size_t first = 0; first < vertices.size(); first += most_rows()) {
            const std::size_t count = std::min(most_rows(), vertices.size() - first);
            engine().take_rows(vertices.subspan(first, count), rows.row_data(first));
        }
        return rows;
    }
    parallel_for({0, vertices.size()}, static_cast<double>(n_), [&](std::size_t r) {
        std::memcpy(rows.row_data(r), matrix_.row_data(vertices[r]), n_ * size_of(dtype_));
    });
    return rows;
}

Matrix HeldMatrix::copy() const {
    if (!on_device()) return matrix_.clone();
    Matrix copy(n_, dtype_);
    ChangeEngine& engine = this->engine();
    get_rows(engine.memory(), slab_, {0, slab_.rows}, n_, rows_into(copy));
    return copy;
}

const Matrix& HeldMatrix::all() const {
    if (on_device() && matrix_.n() == 0) matrix_ = copy();
    return matrix_;
}

Matrix HeldMatrix::release() && {
    all();
    return std::move(matrix_);
}

std::uint64_t HeldMatrix::place(const VertexPair& pair) const {
    return std::uint64_t{pair.source} * ld() + pair.target;
}

template <class T>
std::vector<T> HeldMatrix::entries(std::span<const VertexPair> pairs) const {
    for (const auto& [source, target] : pairs) check_vertex(std::max(source, target), n_);
    std::vector<T> values(pairs.size());
    if (!on_device()) {
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

std::vector<double> HeldMatrix::real_entries(std::span<const VertexPair> pairs) const {
    return visit(dtype_, [&](auto zero) {
        using T = decltype(zero);
        std::vector<double> values;
        for (const T d : entries<T>(pairs)) {
            values.push_back(d == infinity<T>() ? infinity<double>() : static_cast<double>(d));
        }
        return values;
    });
}

RowReductions HeldMatrix::reduce(const RowQuestion& question) const {
    RowReductions reduced;
    if (on_device()) reduced = engine().reduce_rows(question);
    return reduced.empty() ? reduce_rows(all(), question, {0, n_}) : reduced;
}

Summary HeldMatrix::summary(bool integral) const {
    return summary_of(reduce(RowQuestion(dtype_)), integral);
}

Statistics HeldMatrix::statistics(const StatisticsOptions& options) const {
    check_statistics(options, n_);
    const RowQuestion question(dtype_, options);
    RowReductions reduced = reduce(question);
    if (!on_device()) return make_statistics(std::move(reduced), question, matrix_);
    const auto roots =
        component_roots(reduced.rows, most_rows(),
                        [&](std::span<const std::uint32_t> vertices) { return rows(vertices); });
    return make_statistics(std::move(reduced), question, roots);
}

#define APSP_INSTANTIATE(T) \
    template std::vector<T> HeldMatrix::entries(std::span<const VertexPair>) const;
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
