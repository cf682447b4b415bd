// A product in tasks of about 64 x kTaskColumns elements of C, which threads take one at a time. A
// is packed into panels of some rows.
//
// kernels.cpp includes this for each instruction set, so that it has no inline functions other than
// templates.
#pragma once

#include "backends/cpu/kernels.hpp"

namespace apsp::cpu {

/// Rows of A and C without a gap, in panels, of which each task takes some.
struct RowRange {
    RowRange(Bounds bounds, std::size_t panel_rows, std::size_t panels_before);

    /// The first row of a panel. The last panel overlaps the one before it where panels do not
    /// divide the rows: relaxing a row twice is harmless, and no panel needs other code.
    std::size_t row_of(std::size_t panel) const;

    std::size_t first, rows;
    std::size_t height;  ///< Rows of a panel.
    std::size_t before;  ///< Panels of other rows, which are packed before these.
    std::size_t panels, tasks;
};

/// Some panels of A times some columns of B.
struct Task {
    const RowRange& range;
    std::size_t panel, last_panel;
    std::size_t column, last_column;
};

/// What threads do, at the same time: members are called with `of`.
struct ProductSteps {
    const void* of;
    void (*pack_b)(const void* of, std::size_t turn);
    void (*pack_a)(const void* of, std::size_t row, std::size_t panel);  ///< Its first row.
    void (*relax)(const void* of, const Task& task);
};

/// Packs the operands, B in some turns and A in panels of some rows; then relaxes C. `bytes` are
/// those of an element.
void relax_in_tasks(const ProductShape& product, std::size_t bytes, std::size_t panel_rows,
                    std::size_t turns_of_b, const ProductSteps& steps);

/// The steps that are members of an object.
template <class Work>
ProductSteps steps_of(const Work& work) {
    return {&work,
            [](const void* of, std::size_t turn) { static_cast<const Work*>(of)->pack_b(turn); },
            [](const void* of, std::size_t row, std::size_t panel) {
                static_cast<const Work*>(of)->pack_a(row, panel);
            },
            [](const void* of, const Task& task) { static_cast<const Work*>(of)->relax(task); }};
}

}  // namespace apsp::cpu
