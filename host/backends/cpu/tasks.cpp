// See tasks.hpp.
#include "backends/cpu/tasks.hpp"

#include <algorithm>

#include "base/team.hpp"

namespace apsp::cpu {
namespace {

// Smaller products (100 us of one thread) do not pay for waking other threads.
constexpr std::size_t kWorthTeam = std::size_t{16} << 20;  // bytes

std::size_t panels_of_task(const RowRange& range) {
    return (kTile + range.height - 1) / range.height;
}

/// The last task of a range takes what is left, so that panels that overlap are in one task.
Task make_task(const RowRange& range, std::size_t i, std::size_t j, std::size_t cols) {
    const std::size_t each = panels_of_task(range), panel = i * each, column = j * kTaskColumns;
    return {range, panel, i + 1 < range.tasks ? panel + each : range.panels, column,
            std::min(cols, column + kTaskColumns)};
}

/// The tasks of a product, by rows and columns of tasks.
class Tasks {
  public:
    Tasks(const ProductShape& product, std::size_t panel_rows)
        : upper({0, product.gap.first}, panel_rows, 0),
          lower({product.gap.last, product.rows}, panel_rows, upper.panels),
          rows(upper.tasks + lower.tasks),
          cols(up(product.cols)),
          first_cols{product.first_cols.first / kTaskColumns, up(product.first_cols.last)},
          product_(product) {
        const Bounds first = product.first_rows;
        for (std::size_t i = 0; i < rows; ++i) {
            const Task task = at(i, 0);
            const std::size_t end = task.range.row_of(task.last_panel - 1) + panel_rows;
            if (task.range.row_of(task.panel) >= first.last || first.first >= end) continue;
            if (first_rows.last == 0) first_rows.first = i;
            first_rows.last = i + 1;
        }
    }

    Task at(std::size_t i, std::size_t j) const {
        return i < upper.tasks ? make_task(upper, i, j, product_.cols)
                               : make_task(lower, i - upper.tasks, j, product_.cols);
    }
    bool comes_first(std::size_t i, std::size_t j) const {
        return first_rows.first <= i && i < first_rows.last && first_cols.first <= j &&
               j < first_cols.last;
    }
    bool wanted(const Task& task) const {
        const auto diagonal =
            static_cast<std::ptrdiff_t>(task.range.row_of(task.panel)) + product_.below;
        const Bounds closed = product_.closed;
        const bool stopped = product_.stopped != nullptr && product_.stopped(product_.stop);
        return static_cast<std::ptrdiff_t>(task.last_column) > diagonal && !stopped &&
               !(closed.first <= task.column && task.last_column <= closed.last);
    }

    const RowRange upper, lower;  // of the gap
    const std::size_t rows, cols;
    Bounds first_rows = {};  // of tasks that come first, and their columns
    const Bounds first_cols;

  private:
    static std::size_t up(std::size_t columns) {
        return (columns + kTaskColumns - 1) / kTaskColumns;
    }

    const ProductShape& product_;
};

}  // namespace

RowRange::RowRange(Bounds bounds, std::size_t panel_rows, std::size_t panels_before)
    : first(bounds.first),
      rows(bounds.last - bounds.first),
      height(panel_rows),
      before(panels_before),
      panels((rows + height - 1) / height),
      tasks(panels != 0 ? std::max<std::size_t>(panels / panels_of_task(*this), 1) : 0) {}

std::size_t RowRange::row_of(std::size_t panel) const {
    return first + std::min(panel * height, rows - height);
}

void relax_in_tasks(const ProductShape& product, std::size_t bytes, std::size_t panel_rows,
                    std::size_t turns_of_b, const ProductSteps& steps) {
    const Tasks tasks(product, panel_rows);
    const std::size_t rows_first = tasks.first_rows.last - tasks.first_rows.first;
    const std::size_t cols_first = tasks.first_cols.last - tasks.first_cols.first;
    const std::size_t come_first = rows_first * cols_first;
    const bool large = product.rows * product.cols * product.k * bytes >= kWorthTeam;

    const auto pack = [&](std::size_t turn, std::size_t) {
        if (turn < turns_of_b) return steps.pack_b(steps.of, turn);
        const std::size_t panel = turn - turns_of_b;
        const RowRange& range = panel < tasks.upper.panels ? tasks.upper : tasks.lower;
        steps.pack_a(steps.of, range.row_of(panel - range.before), panel);
    };

    std::size_t to_come = come_first;
    const auto relax = [&](std::size_t turn, std::size_t) {
        if (turn < come_first) {
            const Task task = tasks.at(tasks.first_rows.first + turn / cols_first,
                                       tasks.first_cols.first + turn % cols_first);
            if (tasks.wanted(task)) steps.relax(steps.of, task);
            if (__atomic_sub_fetch(&to_come, 1, __ATOMIC_ACQ_REL) == 0) product.then(product.of);
            return;
        }
        // Down the columns, so that a thread's panels of B stay in its L2 cache.
        const std::size_t other = turn - come_first, i = other % tasks.rows, j = other / tasks.rows;
        const Task task = tasks.at(i, j);
        if (!tasks.comes_first(i, j) && tasks.wanted(task)) steps.relax(steps.of, task);
    };
    take_turns(large ? product.threads : 1, turns_of_b + tasks.upper.panels + tasks.lower.panels,
               pack, come_first + tasks.rows * tasks.cols, relax);
}

}  // namespace apsp::cpu
