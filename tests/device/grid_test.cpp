// A matrix that is dealt over engines by rows and columns has the same closure.
#include <doctest/doctest.h>
#include <omp.h>

#include <memory>
#include <thread>

#include "algorithms/shares.hpp"
#include "backends/backend.hpp"
#include "base/parallel_copy.hpp"
#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "graph/padding.hpp"
#include "solve/plan_parts.hpp"
#include "solve/shared_panels.hpp"

namespace {

using apsp::Device;
using apsp::Matrix;
using apsp::Range;

/// Multiples of 128, as equal as they can be.
std::vector<Range> deal(std::size_t all, std::size_t count) {
    return apsp::deal_rows(all, 128, std::vector<double>(count, 1));
}

/// One engine's rows and columns of the matrix.
class Tile {
  public:
    Tile(const Device& device, apsp::EngineOptions options, Range rows, Range cols,
         std::size_t stripes, Matrix& matrix)
        : cols_(cols), matrix_(matrix), element_(apsp::size_of(matrix.dtype())) {
        const std::size_t width = apsp::width_with_panels(cols, 128);
        options.n = width;
        const std::size_t height = apsp::padded(rows.size() / stripes);
        options.stripe_rows = height;
        for (std::size_t first = rows.first; first < rows.last; first += height) {
            stripes_.push_back({first, std::min(first + height, rows.last)});
        }
        engine_ = apsp::backend(device.backend).open(device, options);
        std::vector<apsp::Stripe> held;
        for (const Range stripe : stripes_) held.push_back({stripe});
        for (int k = 0; k < 2; ++k) held.push_back({{0, 128}});
        for (apsp::Stripe& stripe : held) {
            memory_.push_back(apsp::allocate_host(stripe.rows.size() * width * element_));
            stripe.host = memory_.back().get();
        }
        engine_->hold(held);
        for_each_stripe([&](std::size_t s, const apsp::Piece& piece, unsigned char* whole) {
            const std::size_t bytes = cols_.size() * element_;
            std::vector<unsigned char> cut(bytes * piece.rows.size());
            apsp::copy_rows(cut.data(), bytes, whole, matrix_.row_bytes(), bytes,
                            piece.rows.size());
            engine_->put(s, piece, cut.data(), apsp::kNoMark);
        });
    }

    void close(std::span<const Range> steps, Range turns, apsp::Panels* row_panels,
               apsp::Panels* column_panels) {
        const apsp::Share share = {.engine = *engine_,
                                   .stripes = stripes_,
                                   .cols = cols_,
                                   .element_bytes = element_,
                                   .block = 128,
                                   .row_panels = row_panels,
                                   .column_panels = column_panels};
        apsp::kleene_share(share, steps, turns, {});
        engine_->finish();
    }

    void give() {
        const apsp::Mark now = engine_->mark();
        for_each_stripe([&](std::size_t s, const apsp::Piece& piece, unsigned char* whole) {
            const std::size_t bytes = cols_.size() * element_;
            std::vector<unsigned char> cut(bytes * piece.rows.size());
            engine_->get(s, piece, cut.data(), now);
            apsp::copy_rows(whole, matrix_.row_bytes(), cut.data(), bytes, bytes,
                            piece.rows.size());
        });
    }

  private:
    /// Calls f(stripe, its columns, where they are in the matrix).
    template <class F>
    void for_each_stripe(F&& f) {
        for (std::size_t s = 0; s < stripes_.size(); ++s) {
            f(s, apsp::Piece{stripes_[s], {0, cols_.size()}},
              static_cast<unsigned char*>(matrix_.data()) +
                  stripes_[s].first * matrix_.row_bytes() + cols_.first * element_);
        }
    }

    Range cols_;
    Matrix& matrix_;
    std::size_t element_;
    std::vector<Range> stripes_;
    std::vector<apsp::HostMemory> memory_;
    std::unique_ptr<apsp::Engine> engine_;
};

/// The closure by rows x cols tiles, with a stop in between.
Matrix close_in_grid(const apsp::Graph& graph, const Device& device, std::string_view variant,
                     apsp::Dtype dtype, std::size_t rows, std::size_t cols, std::size_t stripes) {
    Matrix matrix = graph.to_matrix(dtype);
    fill_padding(matrix, apsp::Semiring::min_plus);
    apsp::EngineOptions options;
    options.dtype = dtype;
    options.algorithm = apsp::Algorithm::kleene;
    options.variant = variant;
    options.non_negative = graph.min_weight() >= 0;
    options.block = 128;
    if (device.backend == "opencl") options.tile = 64;

    const auto row_parts = deal(matrix.ld(), rows), col_parts = deal(matrix.ld(), cols);
    const std::vector<Range> all = {{0, matrix.ld()}};
    const auto steps = apsp::panel_steps(all, 128);
    const std::size_t panel_bytes = 128 * matrix.row_bytes();
    std::vector<std::unique_ptr<apsp::SharedPanels>> down, across;  // of each column, each row
    for (std::size_t c = 0; c < cols; ++c) {
        down.push_back(std::make_unique<apsp::SharedPanels>(panel_bytes, rows - 1));
    }
    for (std::size_t r = 0; r < rows; ++r) {
        across.push_back(std::make_unique<apsp::SharedPanels>(panel_bytes, cols - 1));
    }
    std::vector<std::unique_ptr<Tile>> tiles;
    for (const Range row_part : row_parts) {
        for (const Range col_part : col_parts) {
            tiles.push_back(
                std::make_unique<Tile>(device, options, row_part, col_part, stripes, matrix));
        }
    }
    for (const Range turns : {Range{0, steps.size() / 2}, Range{steps.size() / 2, steps.size()}}) {
        std::vector<std::jthread> threads;
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < cols; ++c) {
                threads.emplace_back([&, r, c] {
                    omp_set_num_threads(1);
                    tiles[r * cols + c]->close(steps, turns, rows > 1 ? down[c].get() : nullptr,
                                               cols > 1 ? across[r].get() : nullptr);
                });
            }
        }
    }
    for (const auto& tile : tiles) tile->give();
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
            close_in_grid(graph, device, variant, dtype, shape.rows, shape.cols, shape.stripes);
        CHECK(apsp::equal_matrices(tiles, whole));
    }
}

}  // namespace

TEST_CASE("grid: rows and columns dealt over engines") {
    for (const Device& device : devices_of_both_kinds()) {
        if (is_llvmpipe(device)) continue;
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

// Their operands are planned for the rows of a stripe.
TEST_CASE("grid: kernels for GPUs, in stripes that are lower than wide") {
    for (const Device& device : devices_under_test()) {
        if (device.backend != "opencl" || is_llvmpipe(device)) continue;
        CAPTURE(label(device));
        check_grids(apsp::squares_graph(900), device, "gpu", apsp::Dtype::f32, {{1, 2, 8}});
    }
}
