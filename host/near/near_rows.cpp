// See near_rows.hpp.
#include "near/near_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {
namespace {

constexpr std::size_t kChunk = std::size_t{8} << 20;  // bytes, in huge pages
constexpr double kShareOfMemory = 0.9;                // the rest is for what else is allocated

/// The least number of the type above the one that is the cutoff in that type: a weight of 0.1 is
/// within 0.1 in f32, too.
double limit_above(double cutoff, Dtype dtype) {
    if (dtype == Dtype::f32) cutoff = static_cast<double>(static_cast<float>(cutoff));
    return RowQuestion(dtype, {.bounds = {cutoff}}).limits.front();
}

}  // namespace

void check_vertices(std::span<const std::size_t> vertices, std::size_t n, const char* what) {
    for (const std::size_t vertex : vertices) {
        if (vertex < n) continue;
        throw Error(
            ErrorKind::bad_input,
            fmt::format("{} {} is not one of the {} vertices, 0 to {}", what, vertex, n, n - 1));
    }
}

NearRows::NearRows(const NearOptions& options, std::size_t n, Dtype dtype)
    : options_(options),
      limit_(limit_above(options.cutoff, dtype)),
      most_bytes_(options.memory_limit) {
    check_vertices(options.sources, n, "source");
    answer_.n = n;
    answer_.dtype = dtype;
    answer_.rows.resize(options.sources.empty() ? n : options.sources.size());
    if (options.among) {
        check_vertices(*options.among, n, "target");
        among_.assign(n, 0);
        for (const std::size_t target : *options.among) among_[target] = 1;
    }
    if (most_bytes_ == 0) {
        const std::size_t available = available_host_memory();
        most_bytes_ =
            available == 0
                ? UINT64_MAX
                : static_cast<std::uint64_t>(kShareOfMemory * static_cast<double>(available));
    }
}

std::vector<std::size_t> NearRows::by_rank(const EliminationTree& tree) const {
    std::vector<std::size_t> rows(size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return tree.rank[source(row)]; });
    return rows;
}

std::byte* NearRows::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    if (bytes_ > most_bytes_) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("the near pairs need more than {}; take a smaller cutoff, fewer "
                                "sources, or only count them",
                                format_bytes(most_bytes_)));
    }
    answer_.memory.emplace_back(allocate_host(bytes));
    return static_cast<std::byte*>(answer_.memory.back().get());
}

std::byte* NearRows::Arena::room(std::size_t bytes) {
    constexpr std::size_t kAlign = 8;
    bytes = (bytes + kAlign - 1) / kAlign * kAlign;
    std::byte* const to = next_;
    if (bytes <= left_) {
        next_ += bytes;
        left_ -= bytes;
        return to;
    }
    const std::size_t size = std::max(bytes, kChunk);
    std::byte* const chunk =
        rows_.pass_ == Pass::gives
            ? static_cast<std::byte*>(own_.emplace_back(allocate_host(size)).get())
            : rows_.allocate(size);
    // What is left of the old chunk is only given up for a chunk with more.
    if (size - bytes > left_) {
        next_ = chunk + bytes;
        left_ = size - bytes;
    }
    return chunk;
}

template <class T>
std::pair<std::uint32_t*, T*> NearRows::Arena::take(std::size_t row, std::size_t count) {
    auto* const targets = reinterpret_cast<std::uint32_t*>(room(count * sizeof(std::uint32_t)));
    auto* const distances = reinterpret_cast<T*>(room(count * sizeof(T)));
    const NearPairs::Row pairs{targets, distances, nullptr, count};
    if (rows_.pass_ == Pass::gives) {
        taken_.emplace_back(row, pairs);
    } else {
        rows_.answer_.rows[row] = pairs;
    }
    return {targets, distances};
}

std::int32_t* NearRows::Arena::take_predecessors(std::size_t row) {
    NearPairs::Row& pairs =
        rows_.pass_ == Pass::gives ? taken_.back().second : rows_.answer_.rows[row];
    auto* const predecessors =
        reinterpret_cast<std::int32_t*>(room(pairs.size * sizeof(std::int32_t)));
    pairs.predecessors = predecessors;
    return predecessors;
}

void NearRows::Arena::give(bool few_wait) {
    if (rows_.pass_ != Pass::gives) return;
    constexpr std::size_t kFew = 4 * kChunk;
    std::size_t bytes = 0;
    for (const HostMemory& each : own_) bytes += each.get_deleter().bytes;
    if (few_wait && bytes - left_ < kFew) return;
    std::ranges::sort(taken_, {}, &std::pair<std::size_t, NearPairs::Row>::first);
    for (std::size_t k = 0; k < taken_.size();) {
        const std::size_t first = taken_[k].first;
        for (run_.clear(); k < taken_.size() && taken_[k].first == first + run_.size(); ++k) {
            run_.push_back(taken_[k].second);
        }
        rows_.options_.sink->take(first, run_);
    }
    taken_.clear();
    if (own_.size() > 1) {  // one that holds as much
        own_.clear();
        own_.push_back(allocate_host(bytes));
    }
    if (!own_.empty()) {
        next_ = static_cast<std::byte*>(own_.front().get());
        left_ = bytes;
    }
}

NearPairs NearRows::finish(Algorithm algorithm) && {
    answer_.algorithm = algorithm;
    if (options_.sink == nullptr) return std::move(answer_);
    if (pass_ == Pass::gives) {
        options_.sink->end();
    } else {
        answer_.give(*options_.sink);
        for (NearPairs::Row& row : answer_.rows) row = {.size = row.size};
        answer_.memory.clear();
    }
    return std::move(answer_);
}

std::vector<VertexPair> NearPairs::pairs(std::span<const std::size_t> sources) const {
    std::vector<VertexPair> pairs;
    pairs.reserve(size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto source = static_cast<std::uint32_t>(sources.empty() ? row : sources[row]);
        for (const std::uint32_t target : targets(row)) pairs.push_back({source, target});
    }
    return pairs;
}

void NearPairs::give(NearSink& sink) const {
    constexpr std::size_t kRows = 64;  // at a time
    constexpr double kCost = 1e3;      // ns per row, very roughly
    sink.begin(*this);
    parallel_for({0, (rows.size() + kRows - 1) / kRows}, kRows * kCost, [&](std::size_t part) {
        const std::size_t first = part * kRows;
        sink.take(first, std::span(rows).subspan(first, std::min(kRows, rows.size() - first)));
    });
    sink.end();
}

template <class T>
void NearRows::take(Arena& arena, std::size_t row,
                    std::vector<std::pair<std::uint32_t, T>>& found) {
    const std::size_t from = source(row);
    std::erase_if(found, [&](const auto& pair) { return !counts(from, pair.first); });
    if (options_.nearest != 0) {
        const auto nearer = [](const auto& a, const auto& b) {
            return a.second < b.second || (a.second == b.second && a.first < b.first);
        };
        const std::size_t count = std::min(options_.nearest, found.size());
        std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count),
                                  nearer);
        found.resize(count);
    } else if (!count_only()) {
        std::ranges::sort(found);
    }
    if (count_only()) return this->count(row, found.size());
    const auto [targets, distances] = arena.take<T>(row, found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        targets[k] = found[k].first;
        distances[k] = found[k].second;
    }
}

#define APSP_NEAR_ROWS(T)                                                                      \
    template std::pair<std::uint32_t*, T*> NearRows::Arena::take<T>(std::size_t, std::size_t); \
    template void NearRows::take(Arena&, std::size_t, std::vector<std::pair<std::uint32_t, T>>&);
APSP_FOR_DTYPES(APSP_NEAR_ROWS)

}  // namespace apsp
