// One step of changes: arcs that become longer or are removed first, then those that become shorter
// or are new. All that can fail is done before anything is written for good.
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
    Matrix* predecessors;  ///< Null where there are none; else distances are in_host().
    /// No distance was larger, in magnitude; of floats with negative weights.
    double& largest;
    /// A solve anew costs no more than this: see cost.hpp.
    double most_for_solve;
};

template <class T>
class ChangeStep {
  public:
    explicit ChangeStep(const Changing& all) : all_(all) {}
    /// Takes back what was not kept.
    ~ChangeStep();
    ChangeStep(const ChangeStep&) = delete;
    ChangeStep& operator=(const ChangeStep&) = delete;

    /// The graph has all changes then. Where `report.solved`, the distances are to be solved anew,
    /// or else have been changed. @throws as DynamicDistances::change
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
    double solve_cost() const;
    void find_largest() const;

    Changing all_;
    std::vector<ArcChange> longer_, shorter_;
    std::vector<ArcChange> before_;         // what was changed, with the weights of before
    std::vector<RepairedRow<T>> repaired_;  // what was there before
    std::vector<std::uint32_t> saved_rows_;
    Matrix saved_distances_, saved_predecessors_;
    bool kept_ = false;
};

}  // namespace apsp
