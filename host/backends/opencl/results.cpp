// See results.hpp.
#include "backends/opencl/results.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/predecessor_parts.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

constexpr std::size_t kGroupRows = 8;      // of work-items that search
constexpr std::size_t kMostVertices = 16;  // of a work-item
// Bytes of turned rows on devices that share the host's memory, to stay in caches.
constexpr std::size_t kMostTurned = std::size_t{1} << 23;

constexpr std::size_t kWord = 32;   // rows whose tight arcs are a bit each
constexpr std::size_t kItems = 32;  // work-items that list the arcs into a vertex

bool for_gpus(const Device& description, const EngineOptions& options) {
    const bool gpu = description.kind == DeviceKind::gpu && options.variant != "cpu";
    return gpu || options.variant == "gpu";
}

std::size_t rows_at_a_time(std::size_t ld, std::size_t element, bool own_memory) {
    return own_memory ? predecessor_rows(ld) : predecessor_rows(ld, ld * element, kMostTurned);
}

/// Memory for `bytes`, or for something where those are none.
cl::Buffer room_for(const Launcher& launcher, std::size_t bytes) {
    return launcher.allocate(std::max<std::size_t>(bytes, 16));
}

/// Where the iterations of a work-item are limited: at one vertex a work-item, and at most 5
/// iterations an arc, lists may be this long.
void check_iterations(const Launcher& launcher, const std::vector<std::size_t>& bounds) {
    const auto limit = iteration_limit(launcher.description());
    if (!limit) return;
    const std::size_t longest = *limit / 8;
    for (std::size_t j = 0; j + 1 < bounds.size(); ++j) {
        const std::size_t length = bounds[j + 1] - bounds[j];
        if (length <= longest) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("paths: {} allows {} iterations a work-item, enough for {} "
                                "shortest arcs into a vertex; vertex {} has {}; try another device",
                                launcher.label(), *limit, longest, j, length));
    }
}

}  // namespace

void plan_predecessors_on(const Device& description, const EngineOptions& options,
                          EnginePlan& plan) {
    const bool own_memory = !description.shares_host_memory;
    const std::size_t ld = padded(options.n), element = size_of(options.dtype);
    const std::size_t rows = rows_at_a_time(ld, element, own_memory);
    if (for_gpus(description, options)) return plan_predecessors(options, rows, own_memory, plan);
    plan.buffers.push_back({"rows of distances at a time, for predecessors", rows * ld * element});
}

DeviceResults::DeviceResults(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
    : launcher_(launcher),
      slabs_(slabs),
      options_(options),
      gpu_(for_gpus(launcher.description(), options)) {
    if (!options.paths) return;
    Defines defines = {{"MIN_TERNARY", 1}};
    if (gpu_) {
        defines.emplace_back("LANES", lanes_);
        defines.emplace_back("GROUP_ROWS", kGroupRows);
    } else {
        const std::size_t width = cpu_configuration(launcher.description(), options).vw;
        const std::size_t vectors = width < 64 ? 4 : 2;
        lanes_ = width * vectors;
        defines.emplace_back("VW", width);
        defines.emplace_back("VECTORS", vectors);
        defines.emplace_back("TURNED", turned_columns_);
        defines.emplace_back("MOST_VERTICES", kMostVertices);
        if (width > 16) defines.emplace_back("WIDE", 1);
    }
    const cl::Program program =
        launcher.build(gpu_ ? "predecessors_gpu.cl" : "predecessors_cpu.cl",
                       {options.dtype, options.semiring, std::move(defines)});
    turn_ = cl::Kernel(program, "turn");
    search_ = cl::Kernel(program, "search");
    if (!gpu_ || !options.keep_weights) return;
    const cl::Program arcs =
        launcher.build("tight_arcs.cl", {options.dtype,
                                         options.semiring,
                                         {{"MIN_TERNARY", 1}, {"WORD", kWord}, {"ITEMS", kItems}}});
    mark_ = cl::Kernel(arcs, "mark");
    list_ = cl::Kernel(arcs, "list");
}

/// Elements on the device: a copy, or the host's own memory where the device shares it.
template <class Element>
cl::Buffer DeviceResults::on_device(const std::vector<Element>& elements) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    if (bytes == 0) return room_for(launcher_, bytes);
    if (slabs_.transfer() == nullptr) {
        return cl::Buffer(launcher_.context(), CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes,
                          const_cast<Element*>(elements.data()));
    }
    const cl::Buffer buffer = launcher_.allocate(bytes);
    slabs_.transfer()->to_device(elements.data(), buffer, bytes);
    return buffer;
}

template <class Element>
cl::Buffer DeviceResults::copy_of(const std::vector<Element>& elements) {
    const std::size_t bytes = elements.size() * sizeof(Element);
    const cl::Buffer buffer = launcher_.allocate(bytes);
    launcher_.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, elements.data());
    return buffer;
}

template <class Element>
std::vector<Element> DeviceResults::read(const cl::Buffer& buffer, std::size_t count) {
    std::vector<Element> elements(count);
    launcher_.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(Element),
                                        elements.data());
    return elements;
}

template <class T>
std::vector<RowReduction> DeviceResults::reduce(T no_path) {
    using Sum = std::conditional_t<std::is_integral_v<T>, cl_long, cl_double>;
    const std::size_t n = options_.n;
    // Work-items that share a row.
    const std::size_t group = launcher_.description().kind == DeviceKind::gpu ? 256 : 64;
    cl::Kernel kernel(
        launcher_.build("reduce_rows.cl", {kDtypeOf<T>, Semiring::min_plus, {{"GROUP", group}}}),
        "reduce_rows");
    const cl::Buffer counts = launcher_.allocate(n * sizeof(cl_uint));
    const cl::Buffer largest = launcher_.allocate(n * sizeof(T));
    const cl::Buffer sums = launcher_.allocate(n * sizeof(Sum));
    launcher_.launch(kernel, cl::NDRange(n * group), cl::NDRange(group), slabs_.matrix(),
                     offset(padded(n)), count(n), no_path, counts, largest, sums);
    const auto all_counts = read<cl_uint>(counts, n);
    const auto all_largest = read<T>(largest, n);
    const auto all_sums = read<Sum>(sums, n);
    std::vector<RowReduction> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
        rows[i] = {all_counts[i], static_cast<double>(all_largest[i]),
                   static_cast<double>(all_sums[i])};
    }
    return rows;
}

std::vector<RowReduction> DeviceResults::reduce_rows(double no_path) {
    if (!is_integral(options_.dtype) && !launcher_.description().f64) return {};
    return guarded(launcher_.label(), [&] {
        return visit(options_.dtype,
                     [&](auto zero) { return reduce(static_cast<decltype(zero)>(no_path)); });
    });
}

void DeviceResults::predecessors(const TightArcs& arcs, Matrix& predecessors) {
    if (slabs_.in_place()) rest_host_threads();
    guarded(launcher_.label(), [&] {
        const std::size_t element = size_of(arcs.dtype);
        Transfer* const transfer = slabs_.transfer();
        // Kernels for CPUs take all columns at once.
        const bool whole = transfer == nullptr || !gpu_;
        const auto list = [&](Range columns, const DeviceArcs& to) {
            const std::size_t first = arcs.first[columns.first];
            const std::size_t listed = arcs.first[columns.last] - first;
            transfer->to_device(arcs.sources.data() + first, to.sources,
                                listed * sizeof(std::uint32_t));
            transfer->to_device(arcs.weights.data() + first * element, to.weights,
                                listed * element);
        };
        find(arcs, arcs.first,
             {.bounds = on_device(arcs.first),
              .sources = whole ? on_device(arcs.sources) : cl::Buffer(),
              .weights = whole ? on_device(arcs.weights) : cl::Buffer(),
              .direct = on_device(arcs.direct)},
             list, predecessors);
    });
}

void DeviceResults::keep() {
    if (mark_() == nullptr) return;
    guarded(launcher_.label(), [&] {
        const std::size_t ld = padded(options_.n), bytes = ld * ld * size_of(options_.dtype);
        weights_ = launcher_.allocate(bytes);
        launcher_.queue().enqueueCopyBuffer(slabs_.matrix(), weights_, 0, 0, bytes);
    });
}

bool DeviceResults::predecessors(const TightRule& rule, Matrix& predecessors) {
    return guarded(launcher_.label(), [&] {
        const std::size_t ld = predecessors.ld(), words = ld / kWord;
        const cl::Buffer direct = launcher_.allocate(ld * words * sizeof(cl_uint));
        const cl::Buffer tight =
            rule.exact ? direct : launcher_.allocate(ld * words * sizeof(cl_uint));
        const cl::Buffer counts = copy_of(std::vector<cl_uint>(2 * ld, 0));
        const cl::Buffer circles = copy_of(std::vector<cl_uint>{0});
        visit(rule.dtype, [&](auto sample) {
            using T = decltype(sample);
            launcher_.launch(mark_, cl::NDRange(ld, words), cl::NDRange(32, 4), weights_,
                             slabs_.matrix(), offset(ld), static_cast<T>(rule.no_path_from),
                             static_cast<T>(rule.relative_slack), count(rule.exact), direct, tight,
                             counts);
        });
        const auto bounds = list_bounds(rule.n, read<cl_uint>(counts, 2 * ld));
        const auto list = [&](Range columns, const DeviceArcs& to) {
            visit(rule.dtype, [&](auto sample) {
                launcher_.launch(list_, cl::NDRange(columns.size() * kItems), cl::NDRange(kItems),
                                 weights_, slabs_.matrix(), offset(ld),
                                 static_cast<decltype(sample)>(rule.no_path_from),
                                 count(rule.exact), tight, to.bounds, offset(columns.first),
                                 to.sources, to.weights, circles);
            });
        };
        find(rule, bounds,
             {.bounds = copy_of(bounds), .sources = {}, .weights = {}, .direct = direct}, list,
             predecessors);
        return rule.exact && read<cl_uint>(circles, 1).front() != 0;
    });
}

void DeviceResults::find(const TightRule& rule, const std::vector<std::size_t>& bounds,
                         DeviceArcs arcs, const ListArcs& list, Matrix& predecessors) {
    check_iterations(launcher_, bounds);
    Transfer* const transfer = slabs_.transfer();
    const std::size_t ld = predecessors.ld(), element = size_of(rule.dtype);
    const std::size_t row_bytes = ld * sizeof(std::int32_t);
    const bool listed = arcs.sources() != nullptr;
    const auto parts = column_parts(bounds, listed ? bounds.back() : listed_arcs(ld));
    if (!listed) {
        const std::size_t longest = longest_part(bounds, parts);
        arcs.sources = room_for(launcher_, longest * sizeof(std::uint32_t));
        arcs.weights = room_for(launcher_, longest * element);
    }
    const std::size_t step = rows_at_a_time(ld, element, transfer != nullptr);
    const cl::Buffer turned = launcher_.allocate(step * ld * element);
    const cl::Buffer found =
        transfer != nullptr
            ? launcher_.allocate(step * row_bytes)
            : cl::Buffer(launcher_.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         predecessors.bytes(), predecessors.data());

    for (std::size_t row = 0; row < rule.n; row += step) {
        const std::size_t rows = std::min(step, ld - row), blocks = rows / lanes_;
        const std::size_t groups = ld / turned_columns_;
        launcher_.launch(
            turn_,
            gpu_ ? cl::NDRange(groups * lanes_, blocks * kGroupRows) : cl::NDRange(groups, blocks),
            gpu_ ? cl::NDRange(lanes_, kGroupRows) : cl::NDRange(1, 1), slabs_.matrix(), offset(ld),
            offset(row), turned);
        for (const Range& part : parts) {
            if (!listed && (row == 0 || parts.size() > 1)) list(part, arcs);
            search(rule, arcs, part, row, blocks, turned, found);
        }
        if (transfer != nullptr) {
            void* const to = predecessors.row_data(row);
            transfer->to_host(found, to, rows * row_bytes);
        }
    }
    if (transfer == nullptr) {
        cl::CommandQueue& queue = launcher_.queue();
        void* const mapped =
            queue.enqueueMapBuffer(found, CL_TRUE, CL_MAP_READ, 0, predecessors.bytes());
        queue.enqueueUnmapMemObject(found, mapped);
    }
    launcher_.queue().finish();
}

void DeviceResults::search(const TightRule& rule, const DeviceArcs& arcs, Range columns,
                           std::size_t row, std::size_t blocks, const cl::Buffer& turned,
                           const cl::Buffer& found) {
    const std::size_t ld = padded(rule.n);
    const std::size_t vertices = iteration_limit(launcher_.description()) ? 1 : kMostVertices;
    const cl::NDRange range = gpu_ ? cl::NDRange(columns.size(), blocks * kGroupRows)
                                   : cl::NDRange(ld / vertices, blocks);
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        const auto launch = [&](const cl::NDRange& group, auto first, std::size_t word_bits) {
            launcher_.launch(search_, range, group, turned, offset(ld), offset(row), first,
                             arcs.bounds, arcs.sources, arcs.weights, arcs.direct,
                             offset(ld / word_bits), static_cast<T>(rule.no_path_from),
                             static_cast<T>(rule.relative_slack), count(rule.exact), found,
                             offset(slabs_.transfer() != nullptr ? 0 : row * ld));
        };
        if (gpu_) {
            launch(cl::NDRange(lanes_, kGroupRows), offset(columns.first), 32);
        } else {
            launch(cl::NDRange(1, 1), count(vertices), 8);
        }
    });
}

}  // namespace apsp::opencl
