// See results.hpp.
#include "backends/opencl/results.hpp"

#include "backends/opencl/configuration.hpp"
#include "backends/opencl/quirks.hpp"
#include "base/text.hpp"
#include "graph/vertex_error.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kMostVertices = 16;   // per work-item, on CPUs
constexpr std::size_t kTurnedColumns = 32;  // transposed per work-item there

bool for_gpus(const Device& description, const EngineOptions& options) {
    const bool gpu = description.kind == DeviceKind::gpu && options.variant != "cpu";
    return gpu || options.variant == "gpu";
}

class OpenclResults : public DeviceResults {
  public:
    using DeviceResults::DeviceResults;

  private:
    /// For devices that limit the iterations of a work-item: with one vertex per work-item, and at
    /// most 5 iterations per arc, lists may have `longest` entries.
    void check(const std::vector<std::size_t>& bounds) const override {
        const auto limit = iteration_limit(queue_.description());
        if (!limit) return;
        const std::size_t longest = *limit / 8;
        for (std::size_t j = 0; j + 1 < bounds.size(); ++j) {
            const std::size_t length = bounds[j + 1] - bounds[j];
            if (length <= longest) continue;
            throw VertexError(
                ErrorKind::usage,
                fmt::format("paths: {} allows {} iterations per work-item, enough for {} "
                            "shortest arcs into a vertex; vertex",
                            queue_.label(), *limit, longest),
                {j}, fmt::format(" has {}; try another device", length));
        }
    }
};

/// All columns at once: each work-item takes some vertices, for as many rows as there are lanes.
class CpuResults final : public OpenclResults {
  public:
    CpuResults(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
        : CpuResults(launcher, slabs, options,
                     cpu_configuration(launcher.description(), options).vw) {}

  private:
    /// With vectors of `width` lanes.
    CpuResults(Launcher& launcher, Slabs& slabs, const EngineOptions& options, std::size_t width)
        : OpenclResults(launcher, slabs, options, "predecessors_cpu.cl", defines(width)),
          lanes_(width * vectors(width)),
          vertices_(iteration_limit(launcher.description()) ? 1 : kMostVertices) {}

    static std::size_t vectors(std::size_t width) { return width < 64 ? 4 : 2; }
    static Defines defines(std::size_t width) {
        Defines defines = {{"MIN_TERNARY", 1},
                           {"VW", width},
                           {"VECTORS", vectors(width)},
                           {"TURNED", kTurnedColumns},
                           {"MOST_VERTICES", kMostVertices}};
        if (width > 16) defines.emplace_back("WIDE", 1);
        return defines;
    }

    void turn(const Slab& slab, Range rows, const cl::Buffer& turned) override {
        const std::size_t ld = padded(options_.n);
        queue_.launch(turn_, {ld / kTurnedColumns, rows.size() / lanes_}, {1, 1},
                      slabs_.memory(slab), offset(ld), offset(rows.first), turned);
    }
    void search(const TightRule& rule, const DeviceArcs& arcs, Range, Range rows,
                const cl::Buffer& turned, const cl::Buffer& found) override {
        launch_search(rule, arcs, {padded(options_.n) / vertices_, rows.size() / lanes_}, {1, 1},
                      count(vertices_), 8, rows.first, turned, found);
    }
    bool lists_whole() const override { return true; }

    std::size_t lanes_;     // rows side by side
    std::size_t vertices_;  // of a work-item
};

}  // namespace

void plan_predecessors_on(const Device& description, const EngineOptions& options,
                          EnginePlan& plan) {
    const bool in_place = description.shares_host_memory;
    if (for_gpus(description, options)) return plan_predecessors(options, in_place, plan);
    const std::size_t ld = padded(options.n), element = size_of(options.dtype);
    plan.buffers.push_back({"rows of distances at a time, for predecessors",
                            predecessor_rows(ld, element, in_place) * ld * element});
}

std::unique_ptr<DeviceResults> make_results(Launcher& launcher, Slabs& slabs,
                                            const EngineOptions& options) {
    if (for_gpus(launcher.description(), options) || !options.paths) {
        return std::make_unique<OpenclResults>(launcher, slabs, options);
    }
    return std::make_unique<CpuResults>(launcher, slabs, options);
}

}  // namespace apsp::opencl
