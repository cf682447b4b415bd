// A product in tasks of about 64 x kTaskColumns elements of C, which threads take one at a time. A
// is packed into panels of kPanel rows.
#pragma once

#include "backends/cpu/kernels.hpp"
#include "base/instruction_sets.hpp"
#include "base/team.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

// Smaller products (100 us of one thread) do not pay for waking other threads.
constexpr std::size_t kWorthThreads = std::size_t{16} << 20;  // bytes

template <std::size_t kPanel>
constexpr std::size_t kTaskPanels = (kTile + kPanel - 1) / kPanel;

/// The first row of a panel. The last panel overlaps the one before it where its rows do not divide
/// `rows`: relaxing a row twice is harmless, and no panel needs other code.
template <std::size_t kPanel>
std::size_t row_of_panel(std::size_t panel, std::size_t rows) {
    return panel * kPanel < rows - kPanel ? panel * kPanel : rows - kPanel;
}

/// Rows of A and C without a gap, in panels, of which each task takes some.
template <std::size_t kPanel>
struct RowRange {
    RowRange(std::size_t first_row, std::size_t last_row, std::size_t panels_before)
        : first(first_row),
          rows(last_row - first_row),
          before(panels_before),
          panels((rows + kPanel - 1) / kPanel),
          tasks(panels != 0 && panels < kTaskPanels<kPanel> ? 1 : panels / kTaskPanels<kPanel>) {}

    std::size_t row_of(std::size_t panel) const {
        return first + row_of_panel<kPanel>(panel, rows);
    }

    std::size_t first, rows;
    std::size_t before;  ///< Panels of other rows, which are packed before these.
    std::size_t panels, tasks;
};

/// Some panels of A times some columns of B.
template <std::size_t kPanel>
struct Task {
    /// The last task of a range takes what is left, so that panels that overlap are in one task.
    Task(const RowRange<kPanel>& rows, std::size_t i, std::size_t j, std::size_t cols)
        : range(rows),
          panel(i * kTaskPanels<kPanel>),
          last_panel(i + 1 < rows.tasks ? panel + kTaskPanels<kPanel> : rows.panels),
          column(j * kTaskColumns),
          last_column(cols - column < kTaskColumns ? cols : column + kTaskColumns) {}

    bool has_rows(Bounds rows) const {
        return range.row_of(panel) < rows.last &&
               rows.first < range.row_of(last_panel - 1) + kPanel;
    }
    template <class T>
    bool wanted(const Product<T>& product) const {
        const auto diagonal = static_cast<std::ptrdiff_t>(range.row_of(panel)) + product.below;
        const bool closed = product.closed.first <= column && last_column <= product.closed.last;
        const bool stopped = product.stopped != nullptr && product.stopped(product.stop);
        return static_cast<std::ptrdiff_t>(last_column) > diagonal && !closed && !stopped;
    }

    const RowRange<kPanel>& range;
    std::size_t panel, last_panel;
    std::size_t column, last_column;
};

/// The tasks of a product, by rows and columns of tasks.
template <std::size_t kPanel>
struct Tasks {
    template <class T>
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

    Task<kPanel> at(std::size_t i, std::size_t j) const {
        return i < upper.tasks ? Task<kPanel>(upper, i, j, cols)
                               : Task<kPanel>(lower, i - upper.tasks, j, cols);
    }
    bool comes_first(std::size_t i, std::size_t j) const {
        return first_rows.first <= i && i < first_rows.last && first_cols.first <= j &&
               j < first_cols.last;
    }
    static std::size_t up(std::size_t columns) {
        return (columns + kTaskColumns - 1) / kTaskColumns;
    }

    RowRange<kPanel> upper, lower;  // of the gap
    std::size_t cols;
    std::size_t rows_of_tasks, cols_of_tasks;
    Bounds first_rows = {};  // of tasks that come first, and their columns
    Bounds first_cols;
};

/// Packs the operands, B by pack_b(turn) and A by pack_a(row, panel), of which `row` is the first;
/// then relax(task) relaxes C.
template <std::size_t kPanel, class T, class PackB, class PackA, class Relax>
void relax_in_tasks(const Product<T>& product, std::size_t turns_of_b, const PackB& pack_b,
                    const PackA& pack_a, const Relax& relax) {
    const Tasks<kPanel> tasks(product);
    const std::size_t rows_first = tasks.first_rows.last - tasks.first_rows.first;
    const std::size_t cols_first = tasks.first_cols.last - tasks.first_cols.first;
    const std::size_t come_first = rows_first * cols_first;
    const std::size_t bytes = product.rows * product.cols * product.k * sizeof(T);
    const std::size_t team = bytes >= kWorthThreads ? product.threads : 1;

    const std::size_t panels = tasks.upper.panels + tasks.lower.panels;
    const auto pack = [&](std::size_t turn, std::size_t) {
        if (turn < turns_of_b) return pack_b(turn);
        const std::size_t all = turn - turns_of_b;
        const RowRange<kPanel>& range = all < tasks.upper.panels ? tasks.upper : tasks.lower;
        pack_a(range.row_of(all - range.before), all);
    };

    std::size_t to_come = come_first;
    const std::size_t every = tasks.rows_of_tasks * tasks.cols_of_tasks;
    const auto relax_task = [&](std::size_t turn, std::size_t) {
        if (turn < come_first) {
            const Task<kPanel> task = tasks.at(tasks.first_rows.first + turn / cols_first,
                                               tasks.first_cols.first + turn % cols_first);
            if (task.wanted(product)) relax(task);
            if (__atomic_sub_fetch(&to_come, 1, __ATOMIC_ACQ_REL) == 0) product.then(product.of);
            return;
        }
        // Down the columns, so that a thread's panels of B stay in its L2 cache.
        const std::size_t other = turn - come_first;
        const std::size_t i = other % tasks.rows_of_tasks, j = other / tasks.rows_of_tasks;
        const Task<kPanel> task = tasks.at(i, j);
        if (tasks.comes_first(i, j) || !task.wanted(product)) return;
        relax(task);
    };
    take_turns(team, turns_of_b + panels, pack, come_first + every, relax_task);
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
