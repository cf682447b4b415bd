// See apsp/batch.hpp.
#include <algorithm>
#include <limits>
#include <utility>

#include "apsp/batch.hpp"
#include "base/host_memory.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

void check_places(std::span<const std::int64_t> places, std::size_t end, const char* what) {
    const bool right = !places.empty() && places.front() == 0 &&
                       static_cast<std::size_t>(places.back()) == end &&
                       std::ranges::is_sorted(places);
    if (right) return;
    throw Error(ErrorKind::bad_input, fmt::format("{} do not ascend from 0 to {}", what, end));
}

/// How many elements of the type can be addressed.
std::size_t most_elements(Dtype dtype) {
    return std::numeric_limits<std::size_t>::max() / size_of(dtype);
}

}  // namespace

void Elements::Free::operator()(void* memory) const noexcept {
    give_back({memory, bytes});
}

Elements::Elements(std::size_t size, Dtype dtype) : size_(size), dtype_(dtype) {
    const Pages pages = size <= most_elements(dtype) ? take_pages(size * size_of(dtype)) : Pages();
    if (pages.memory == nullptr) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("no host memory for {} elements as {}", size, name(dtype)));
    }
    data_ = std::unique_ptr<void, Free>(pages.memory, Free{pages.bytes});
}

struct GraphBatch::Owned {
    std::vector<std::int64_t> first_vertex = {0}, first_arc = {0};
    std::vector<std::int32_t> targets;
    std::vector<double> weights;
};

GraphBatch GraphBatch::from_csr(std::span<const std::int64_t> first_vertex,
                                std::span<const std::int64_t> first_arc,
                                std::span<const std::int32_t> targets, WeightView weights) {
    check_places(first_arc, targets.size(), "the first arcs of the batch's vertices");
    check_places(first_vertex, first_arc.size() - 1, "the first vertices of the batch's graphs");
    GraphBatch batch;
    batch.size_ = first_vertex.size() - 1;
    batch.first_vertex_ = first_vertex;
    batch.first_arc_ = first_arc;
    batch.targets_ = targets;
    batch.weights_ = weights;
    return batch;
}

GraphBatch GraphBatch::from_dense(std::size_t graphs, std::size_t n, WeightView weights,
                                  const MatrixReading& reading) {
    if (weights.data == nullptr && graphs != 0 && n != 0) {
        throw Error(ErrorKind::usage, "a batch of matrices has no weights");
    }
    if (n != 0 && graphs > most_elements(weights.dtype) / n / n) {
        throw Error(ErrorKind::usage, fmt::format("no memory holds {} matrices of n = {} as {}",
                                                  graphs, n, name(weights.dtype)));
    }
    GraphBatch batch;
    batch.size_ = graphs;
    batch.dense_ = true;
    batch.n_ = n;
    batch.reading_ = reading;
    batch.weights_ = weights;
    return batch;
}

GraphBatch GraphBatch::from_graphs(std::span<const Graph> graphs) {
    auto owned = std::make_shared<Owned>();
    for (const Graph& graph : graphs) {
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double w) {
                owned->targets.push_back(static_cast<std::int32_t>(j));
                owned->weights.push_back(w);
            });
            owned->first_arc.push_back(static_cast<std::int64_t>(owned->targets.size()));
        }
        owned->first_vertex.push_back(static_cast<std::int64_t>(owned->first_arc.size() - 1));
    }
    GraphBatch batch = from_csr(owned->first_vertex, owned->first_arc, owned->targets,
                                {Dtype::f64, owned->weights.data()});
    batch.owned_ = std::move(owned);
    return batch;
}

}  // namespace apsp
