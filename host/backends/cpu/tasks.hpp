// A product in tasks of about 64 x kTaskColumns elements of C, which threads take one at a time.
#pragma once

#include "backends/cpu/packing.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

template <class T>
constexpr std::size_t kTaskPanels = (kTile + kRows<T> - 1) / kRows<T>;

/// Rows of A and C without a gap, in panels, of which each task takes some.
template <class T>
struct RowRange {
    RowRange(std::size_t first_row, std::size_t last_row, std::size_t panels_before)
        : first(first_row),
          rows(last_row - first_row),
          before(panels_before),
          panels((rows + kRows<T> - 1) / kRows<T>),
          tasks(panels != 0 && panels < kTaskPanels<T> ? 1 : panels / kTaskPanels<T>) {}

    std::size_t row_of(std::size_t panel) const { return first + row_of_panel<T>(panel, rows); }

    std::size_t first, rows;
    std::size_t before;  ///< Panels of other rows, which are packed before these.
    std::size_t panels, tasks;
};

/// Some panels of A times some columns of B.
template <class T>
struct Task {
    /// The last task of a range takes what is left, so that panels that overlap are in one task.
    Task(const RowRange<T>& rows, std::size_t i, std::size_t j, std::size_t cols)
        : range(rows),
          panel(i * kTaskPanels<T>),
          last_panel(i + 1 < rows.tasks ? panel + kTaskPanels<T> : rows.panels),
          column(j * kTaskColumns),
          last_column(cols - column < kTaskColumns ? cols : column + kTaskColumns) {}

    bool has_rows(Bounds rows) const {
        return range.row_of(panel) < rows.last &&
               rows.first < range.row_of(last_panel - 1) + kRows<T>;
    }
    bool wanted(const Product<T>& product) const {
        const auto diagonal = static_cast<std::ptrdiff_t>(range.row_of(panel)) + product.below;
        const bool closed = product.closed.first <= column && last_column <= product.closed.last;
        const bool stopped = product.stopped != nullptr && product.stopped(product.stop);
        return static_cast<std::ptrdiff_t>(last_column) > diagonal && !closed && !stopped;
    }

    const RowRange<T>& range;
    std::size_t panel, last_panel;
    std::size_t column, last_column;
};

/// The tasks of a product, by rows and columns of tasks.
template <class T>
struct Tasks {
    explicit Tasks(const Product<T>& product)
        : upper(0, product.gap.first, 0),
          lower(product.gap.last, product.rows, upper.panels),
          cols(product.cols),
          rows_of_tasks(upper.tasks + lower.tasks),
          cols_of_tasks(up(cols)),
          first_cols{product.first_cols.first / kTaskColumns, up(product.first_cols.last)} {
        const Bounds wanted = product.first_rows;
        for (std::size_t i = 0; i < rows_of_tasks; ++i) {
            if (!at(i, 0).has_rows(wanted)) continue;
            if (first_rows.last == 0) first_rows.first = i;
            first_rows.last = i + 1;
        }
    }

    Task<T> at(std::size_t i, std::size_t j) const {
        return i < upper.tasks ? Task<T>(upper, i, j, cols)
                               : Task<T>(lower, i - upper.tasks, j, cols);
    }
    bool comes_first(std::size_t i, std::size_t j) const {
        return first_rows.first <= i && i < first_rows.last && first_cols.first <= j &&
               j < first_cols.last;
    }
    static std::size_t up(std::size_t columns) {
        return (columns + kTaskColumns - 1) / kTaskColumns;
    }

    RowRange<T> upper, lower;  // of the gap
    std::size_t cols;
    std::size_t rows_of_tasks, cols_of_tasks;
    Bounds first_rows = {};  // of tasks that come first, and their columns
    Bounds first_cols;
};

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
