// One step of changes: first the arcs that become longer or are removed, then those that become
// shorter or are new. All that can fail is done before anything is final.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "change/changing_graph.hpp"
#include "change/held_distances.hpp"
#include "change/repair.hpp"

namespace apsp {

/// What a step changes.
struct Changing {
    ChangingGraph& graph;
    HeldDistances& distances;
    Matrix* predecessors;  ///< Null if there are none; else distances are in_host().
    /// No distance has been larger in magnitude; for floats with negative weights.
    double& largest;
    /// Solving anew costs no more than this; see cost.hpp.
    double most_for_solve;
};

template <class T>
class ChangeStep {
  public:
    explicit ChangeStep(const Changing& all) : all_(all) {}
    /// Undoes the step if it was not kept.
    ~ChangeStep();
    ChangeStep(const ChangeStep&) = delete;
    ChangeStep& operator=(const ChangeStep&) = delete;

    /// Makes all changes in the graph. If `report.solved`, the distances must be solved anew;
    /// otherwise they have been changed. @throws as DynamicDistances::change
    void make(std::span<const ArcChange> changes, ChangeReport& report);
    void keep() { kept_ = true; }

  private:
    void read(std::span<const ArcChange> changes);
    bool lengthen(ChangeReport& report);
    bool shorten(ChangeReport& report);
    bool relax(const std::vector<ChangedArc<T>>& arcs, ChangeReport& report);
    void set(const ArcChange& change);
    void swap_for(std::vector<RepairedRow<T>> repaired);
    std::vector<ChangedArc<T>> shorter_arcs(std::vector<ChangedArc<T>> arcs) const;
    void relax_one_by_one(const std::vector<ChangedArc<T>>& arcs, bool negative);
    void save_rows(const std::vector<std::uint32_t>& rows);
    void mend();
    Slack slack() const;
    double cycle_slack(const std::vector<ChangedArc<T>>& arcs) const;
    double solve_cost() const;

    Changing all_;
    std::vector<ArcChange> longer_, shorter_;
    std::vector<ArcChange> before_;         // changed arcs, with their old weights
    std::vector<RepairedRow<T>> repaired_;  // the replaced entries
    ExchangeBuffers<T> buffers_;
    std::vector<std::uint32_t> saved_rows_;
    Matrix saved_distances_, saved_predecessors_;
    bool kept_ = false;
};

}  // namespace apsp
