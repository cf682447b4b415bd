// Potentials for the graphs of a batch that have negative weights and are closed in floats: as in
// single solves, matrices are made of costs, so that no rounding makes a cycle negative, and
// distances are restored from them.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>

#include "negative/restoration.hpp"

namespace apsp {

class BatchCosts {
  public:
    struct Entry {
        Graph graph;
        std::unique_ptr<const Restoration> restoration;
    };

    /// Keeps a graph of the batch, which has potentials.
    void add(std::size_t number, Graph graph, Dtype dtype) {
        Entry& entry = entries_[number];
        entry.graph = std::move(graph);
        entry.restoration = Restoration::of(entry.graph, dtype);
    }
    /// Null for graphs whose matrices are made of weights. Several threads may ask.
    const Entry* find(std::size_t number) const {
        const auto found = entries_.find(number);
        return found == entries_.end() ? nullptr : &found->second;
    }

  private:
    std::unordered_map<std::size_t, Entry> entries_;  // which stay where they are
};

}  // namespace apsp
