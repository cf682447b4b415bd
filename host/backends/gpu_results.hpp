// Results computed from the distances on OpenCL and CUDA. gpu_queue.hpp describes Queue and Slabs.
//
// Predecessors are found by predecessors_gpu.cl, for a block of rows at a time. Tight arcs come
// from the host, or the device finds them from the weights that it kept (tight_arcs.cl).
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "algorithms/results.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/gpu_sums.hpp"
#include "backends/kernel_shapes.hpp"
#include "backends/predecessor_parts.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"
#include "graph/vertex_error.hpp"

namespace apsp {

/// How the search for predecessors is divided among work-items: on GPUs, unless told otherwise.
struct SearchShape {
    std::string_view file = "predecessors_gpu.cl";
    Defines defines = {
        {"MIN_TERNARY", 1}, {"LANES", kPredecessorLanes}, {"GROUP_ROWS", kPredecessorRows}};
    std::size_t across = kPredecessorLanes, down = kPredecessorRows;  ///< Work-items of a group.
    std::size_t lanes = kPredecessorLanes;  ///< Rows side by side, which `down` work-items take.
    std::size_t turned = 1;                 ///< Columns that a work-item transposes.
    std::size_t vertices = 0;               ///< Of a work-item; 0 for one, of some columns' lists.
    std::size_t word_bits = kArcWord;       ///< Of TightArcs::direct, read at a time.
    std::optional<std::size_t> iterations = {};  ///< Of a work-item, where a device limits them.
};

template <GpuQueue Queue, class Slabs>
class GpuResults final : public Results, public KeptWeights {
    using Memory = typename Queue::Memory;
    using Kernel = typename Queue::Kernel;

    /// What TightArcs holds, on the device; sources and weights are those of some columns at a
    /// time.
    struct DeviceArcs {
        Memory bounds = {}, direct = {}, sources = {}, weights = {};
    };
    /// Fills in the sources and weights; null where those of all columns are on the device already.
    using ListArcs = std::function<void(Range columns, const DeviceArcs& arcs)>;

  public:
    GpuResults(Queue& queue, Slabs& slabs, const EngineOptions& options, SearchShape shape = {})
        : queue_(queue), slabs_(slabs), options_(options), shape_(std::move(shape)) {
        if (options.paths) {
            std::tie(turn_, search_) = queue.kernels(
                shape_.file, {options.dtype, options.semiring, shape_.defines}, "turn", "search");
        }
        if (!options.keep_weights) return;
        std::tie(mark_, list_) =
            queue.kernels("tight_arcs.cl",
                          {options.dtype,
                           options.semiring,
                           {{"MIN_TERNARY", 1}, {"WORD", kArcWord}, {"ITEMS", kArcItems}}},
                          "mark", "list");
    }

    using Results::reduce_rows;

    RowReductions reduce_rows(const RowQuestion& question, std::size_t n,
                              std::span<const Stripe> stripes) override {
        if (question.needs_f64() && !queue_.description().f64) return {};
        try {
            return visit(options_.dtype,
                         [&](auto zero) { return reduce<decltype(zero)>(question, n, stripes); });
        } catch (const Error& error) {
            // Beside the matrix there may be no room for what is within many bounds.
            if (error.kind() != ErrorKind::out_of_memory || question.bounds.empty()) throw;
            return {};
        }
    }

    using Results::predecessors;

    void predecessors(const TightArcs& arcs, std::span<const Stripe> stripes,
                      Matrix& predecessors) override {
        const std::size_t element = size_of(arcs.dtype);
        DeviceArcs there = {.bounds = slabs_.on_device(arcs.first, "lists of arcs"),
                            .direct = slabs_.on_device(arcs.direct, "bits of arcs")};
        if (slabs_.in_place() || shape_.vertices != 0) {
            there.sources = slabs_.on_device(arcs.sources, "arcs");
            there.weights = slabs_.on_device(arcs.weights, "weights of arcs");
            return find(arcs, arcs.first, std::move(there), nullptr, stripes, predecessors);
        }
        const auto list = [&](Range columns, const DeviceArcs& to) {
            const std::size_t first = arcs.first[columns.first];
            const std::size_t listed = arcs.first[columns.last] - first;
            slabs_.transfer()->to_device(arcs.sources.data() + first, to.sources,
                                         listed * sizeof(std::uint32_t));
            slabs_.transfer()->to_device(arcs.weights.data() + first * element, to.weights,
                                         listed * element);
        };
        find(arcs, arcs.first, std::move(there), list, stripes, predecessors);
    }

    void keep() override {
        const std::size_t ld = padded(options_.n), bytes = ld * ld * size_of(options_.dtype);
        weights_ = queue_.allocate(bytes, "the copy of the weights");
        queue_.copy(slabs_.matrix(), weights_, bytes);
    }

    bool predecessors(const TightRule& rule, Matrix& predecessors) override {
        const std::size_t ld = predecessors.ld(), words = ld / kArcWord;
        const Memory counts = zeros(queue_, 2 * ld * sizeof(std::uint32_t), "counts of arcs");
        const Memory circles = zeros(queue_, sizeof(std::uint32_t), "a flag");
        DeviceArcs there = {.direct = queue_.allocate(ld * ld / 8, "bits of arcs")};
        const Memory near = queue_.allocate(rule.exact ? 0 : ld * ld / 8, "bits of tight arcs");
        visit(rule.dtype, [&](auto zero) {
            using T = decltype(zero);
            queue_.launch(mark_, {ld, words}, {32, 4}, weights_, slabs_.matrix(), offset(ld),
                          static_cast<T>(rule.no_path_from), static_cast<T>(rule.relative_slack),
                          count(rule.exact), there.direct, near, counts);
        });
        const auto bounds = list_bounds(rule.n, read<std::uint32_t>(queue_, counts, 2 * ld));
        there.bounds = slabs_.on_device(bounds, "bounds of lists");
        const auto list = [&](Range columns, const DeviceArcs& to) {
            visit(rule.dtype, [&](auto zero) {
                queue_.launch(list_, {columns.size() * kArcItems}, {kArcItems}, weights_,
                              slabs_.matrix(), offset(ld),
                              static_cast<decltype(zero)>(rule.no_path_from), count(rule.exact),
                              rule.exact ? to.direct : near, to.bounds, offset(columns.first),
                              to.sources, to.weights, circles);
            });
        };
        const Stripe all = whole(rule.n);
        find(rule, bounds, std::move(there), list, {&all, 1}, predecessors);
        return rule.exact && read<std::uint32_t>(queue_, circles, 1).front() != 0;
    }

  private:
    /// Finds predecessors in the rows of the stripes and all columns, with the lists of as many
    /// columns at a time as fit.
    void find(const TightRule& rule, const std::vector<std::size_t>& bounds, DeviceArcs arcs,
              const ListArcs& list, std::span<const Stripe> stripes, Matrix& predecessors) {
        if (shape_.iterations) check(bounds);
        const bool in_place = slabs_.in_place();
        const std::size_t ld = predecessors.ld(), element = size_of(rule.dtype);
        const std::size_t row_bytes = ld * sizeof(std::int32_t);
        const auto parts = column_parts(bounds, list ? listed_arcs(ld) : bounds.back());
        if (list) {
            const std::size_t longest = longest_part(bounds, parts);
            arcs.sources = queue_.allocate(longest * sizeof(std::uint32_t), "arcs");
            arcs.weights = queue_.allocate(longest * element, "weights of arcs");
        }
        const std::size_t step = predecessor_rows(ld, element, in_place);
        const Memory turned = queue_.allocate(step * ld * element, "turned rows");
        const Memory found =
            in_place ? slabs_.on_device(predecessors.data(), predecessors.bytes(), "predecessors")
                     : queue_.allocate(step * row_bytes, "predecessors");
        bool listed = false;
        for (const auto& [own, slab] : stripes) {
            for (std::size_t row = own.first; row < std::min(own.last, rule.n); row += step) {
                const Range rows = {row, std::min(row + step, own.last)};
                turn(slab, shifted(rows, own.first, 0), turned);
                for (const Range& part : parts) {
                    if (list && (!listed || parts.size() > 1)) list(part, arcs);
                    listed = true;
                    search(rule, arcs, part, rows, turned, found);
                }
                if (in_place) continue;
                void* const to = predecessors.row_data(row);
                slabs_.transfer()->to_host(found, to, rows.size() * row_bytes);
            }
        }
        slabs_.give_back(found, predecessors.bytes());
    }

    /// With one vertex per work-item, and at most 5 iterations per arc, lists may have `longest`
    /// entries.
    void check(const std::vector<std::size_t>& bounds) const {
        const std::size_t longest = *shape_.iterations / 8;
        for (std::size_t j = 0; j + 1 < bounds.size(); ++j) {
            const std::size_t length = bounds[j + 1] - bounds[j];
            if (length <= longest) continue;
            throw VertexError(
                ErrorKind::usage,
                fmt::format("paths: {} allows {} iterations per work-item, enough for {} "
                            "shortest arcs into a vertex; vertex",
                            queue_.label(), *shape_.iterations, longest),
                {j}, fmt::format(" has {}; try another device", length));
        }
    }

    /// Transposes blocks of rows, the lanes, so that lanes are neighbours in memory.
    void turn(const Slab& slab, Range rows, const Memory& turned) {
        const std::size_t ld = padded(options_.n);
        queue_.launch(turn_, {ld / shape_.turned, rows.size() / shape_.lanes * shape_.down},
                      {shape_.across, shape_.down}, slabs_.memory(slab), offset(ld),
                      offset(rows.first), turned);
    }

    void search(const TightRule& rule, const DeviceArcs& arcs, Range columns, Range rows,
                const Memory& turned, const Memory& found) {
        const std::size_t ld = padded(options_.n);
        const std::size_t each = std::max<std::size_t>(shape_.vertices, 1);
        // `which`: the first column, or how many a work-item takes.
        const auto launch = [&](auto zero, auto which) {
            using T = decltype(zero);
            queue_.launch(
                search_, {columns.size() / each, rows.size() / shape_.lanes * shape_.down},
                {shape_.across, shape_.down}, turned, offset(ld), offset(rows.first), which,
                arcs.bounds, arcs.sources, arcs.weights, arcs.direct, offset(ld / shape_.word_bits),
                static_cast<T>(rule.no_path_from), static_cast<T>(rule.relative_slack),
                count(rule.exact), found, offset(slabs_.in_place() ? rows.first * ld : 0));
        };
        visit(rule.dtype, [&](auto zero) {
            shape_.vertices != 0 ? launch(zero, count(each)) : launch(zero, offset(columns.first));
        });
    }

    template <class T>
    RowReductions reduce(const RowQuestion& question, std::size_t n,
                         std::span<const Stripe> stripes) {
        using Sums = GpuSums<Queue, Slabs, T>;
        const std::size_t last = std::min(stripes.back().rows.last, n);
        const bool gpu = queue_.description().kind == DeviceKind::gpu;
        const std::size_t group = gpu ? kReductionGroup : 64;
        auto [kernel] = queue_.kernels(
            "reduce_rows.cl",
            {kDtypeOf<T>, Semiring::min_plus, Sums::defines(question, {{"GROUP", group}})},
            "reduce_rows");
        Sums sums(queue_, slabs_, last, question, n);
        for (const auto& [own, slab] : stripes) {
            if (own.first >= n) continue;
            const std::size_t rows = std::min(own.last, n) - own.first;
            sums.launch(kernel, {rows * group}, {group}, slabs_.memory(slab), offset(slab.ld),
                        count(own.first), count(n), static_cast<T>(question.no_path));
        }
        std::vector<std::uint32_t> own;
        for (const Stripe& stripe : stripes) {
            const std::size_t end = std::min(stripe.rows.last, n);
            for (std::size_t i = stripe.rows.first; i < end; ++i) own.push_back(count(i));
        }
        return sums.read(own);
    }

    Queue& queue_;
    Slabs& slabs_;
    EngineOptions options_;
    SearchShape shape_;
    Kernel turn_, search_, mark_, list_;
    Memory weights_;
};

}  // namespace apsp
