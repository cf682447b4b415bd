// A matrix that is dealt to engines by rows and columns has the same closure.
#include <doctest/doctest.h>

#include <deque>
#include <memory>
#include <thread>

#include "algorithms/distribution.hpp"
#include "base/parallel_copy.hpp"
#include "base/team.hpp"
#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "graph/padding.hpp"
#include "solve/share_worker.hpp"
#include "solve/shared_panels.hpp"

namespace {

using apsp::Device;
using apsp::Matrix;
using apsp::Range;

constexpr std::size_t kBlock = 128;

/// The closure on a grid of engines, each with so many stripes, interrupted once halfway.
Matrix close_in_grid(const apsp::Graph& graph, const Device& device, std::string_view variant,
                     apsp::Dtype dtype, apsp::Grid grid, std::size_t stripes) {
    Matrix matrix = graph.to_matrix(dtype);
    fill_padding(matrix, apsp::Semiring::min_plus);
    const apsp::Plan plan = apsp::plan(matrix.n(), dtype);
    apsp::Distribution parts = {.grid = grid};
    REQUIRE(apsp::deal_grid(parts, matrix.ld(), kBlock));
    std::deque<apsp::PartPlan> plans;
    std::vector<std::size_t> heights;
    for (std::size_t e = 0; e < grid.rows * grid.cols; ++e) {
        const Range rows = parts.rows[parts.row_of(e)], cols = parts.cols[parts.col_of(e)];
        heights.push_back(apsp::padded(rows.size() / stripes));
        apsp::PartPlan& part = plans.emplace_back();
        part.device = device;
        part.stripes = apsp::equal_stripes(rows, heights.back());
        part.engine = {.n = cols.size(),
                       .dtype = dtype,
                       .algorithm = apsp::Algorithm::kleene,
                       .variant = std::string(variant),
                       .non_negative = graph.min_weight() >= 0,
                       .stripe_rows = heights.back(),
                       .tile = device.backend == "opencl" ? std::size_t{64} : 0,
                       .block = kBlock};
    }
    parts.cut_steps(heights, kBlock);

    const std::size_t panel_bytes = kBlock * matrix.row_bytes(), element = apsp::size_of(dtype);
    std::deque<apsp::SharedPanels> down, across;  // one per column, one per row
    for (std::size_t c = 0; c < grid.cols; ++c) down.emplace_back(panel_bytes, grid.rows - 1);
    for (std::size_t r = 0; r < grid.rows; ++r) across.emplace_back(panel_bytes, grid.cols - 1);
    std::deque<apsp::ShareWorker> workers;
    const auto at = [&](std::size_t e) {
        return static_cast<unsigned char*>(matrix.row_data(parts.rows[parts.row_of(e)].first)) +
               parts.cols[parts.col_of(e)].first * element;
    };
    std::vector<unsigned char> cut(matrix.bytes());
    for (std::size_t e = 0; e < plans.size(); ++e) {
        const Range rows = parts.rows[parts.row_of(e)], cols = parts.cols[parts.col_of(e)];
        const std::size_t width = cols.size() * element;
        workers.emplace_back(plans[e], plan, cols, kBlock).open(grid.rows > 1, grid.cols > 1);
        apsp::copy_rows(cut.data(), width, at(e), matrix.row_bytes(), width, rows.size());
        workers[e].put(rows, cut.data());
    }
    const std::size_t steps = parts.steps.size();
    for (const Range turns : {Range{0, steps / 2}, Range{steps / 2, steps}}) {
        std::vector<std::jthread> threads;
        for (std::size_t e = 0; e < workers.size(); ++e) {
            threads.emplace_back([&, e] {
                const apsp::ThreadLimit alone(1);
                workers[e].compute(parts.steps, turns,
                                   grid.rows > 1 ? &down[parts.col_of(e)] : nullptr,
                                   grid.cols > 1 ? &across[parts.row_of(e)] : nullptr, {});
            });
        }
    }
    for (std::size_t e = 0; e < workers.size(); ++e) {
        const Range rows = parts.rows[parts.row_of(e)], cols = parts.cols[parts.col_of(e)];
        const std::size_t width = cols.size() * element;
        workers[e].get(rows, cut.data());
        apsp::copy_rows(at(e), matrix.row_bytes(), cut.data(), width, width, rows.size());
    }
    return matrix;
}

struct Shape {
    std::size_t rows, cols, stripes;
};

void check_grids(const apsp::Graph& graph, const Device& device, std::string_view variant,
                 apsp::Dtype dtype, std::initializer_list<Shape> shapes) {
    apsp::SolveOptions options;
    options.dtype = dtype;
    const Matrix whole = apsp::solve(graph, device, options).distances;
    for (const Shape shape : shapes) {
        CAPTURE(shape.rows);
        CAPTURE(shape.cols);
        CAPTURE(shape.stripes);
        const Matrix tiles =
            close_in_grid(graph, device, variant, dtype, {shape.rows, shape.cols}, shape.stripes);
        CHECK(apsp::equal_matrices(tiles, whole));
    }
}

}  // namespace

TEST_CASE("grid: rows and columns dealt over engines") {
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const auto variant = apsp::variants(device, apsp::Algorithm::kleene).front();
        const auto check = [&](const apsp::Graph& graph, apsp::Dtype dtype) {
            check_grids(graph, device, variant, dtype,
                        {{2, 2, 1}, {1, 3, 1}, {3, 2, 1}, {2, 2, 2}, {2, 1, 1}, {1, 2, 2}});
        };
        check(apsp::squares_graph(700), apsp::Dtype::i32);
        check(apsp::potential_graph(600, 0.3), apsp::Dtype::i32);
        check(apsp::random_graph(900, 0.01, 3), apsp::Dtype::f32);
        check(apsp::random_graph(500, 0.2, 5), apsp::Dtype::u8);
    }
}

// The operands of these kernels are planned for the rows of a stripe.
TEST_CASE("grid: kernels for GPUs, in stripes that are lower than wide") {
    for (const Device& device : devices_under_test()) {
        if (device.backend != "opencl" || too_slow(device)) continue;
        CAPTURE(label(device));
        check_grids(apsp::squares_graph(900), device, "gpu", apsp::Dtype::f32, {{1, 2, 8}});
    }
}
