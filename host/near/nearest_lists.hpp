// For each vertex, a list of its nearest targets so far.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/host_memory.hpp"

namespace apsp {

template <class T>
class NearestLists {
  public:
    struct Label {
        T distance;
        std::uint32_t target;

        friend bool operator<(const Label& a, const Label& b) {
            return a.distance < b.distance || (a.distance == b.distance && a.target < b.target);
        }
    };

    /// Of n vertices, at most `most` labels in each list, which is at least 1.
    NearestLists(std::size_t n, std::size_t most)
        : most_(most),
          memory_(allocate_host(n * most * sizeof(Label))),
          labels_(static_cast<Label*>(memory_.get())),
          sizes_(n) {}

    /// In their order.
    std::span<const Label> operator[](std::size_t vertex) const {
        return {labels_ + vertex * most_, sizes_[vertex]};
    }
    /// Whether nothing that is as far as this can enter.
    bool full_before(std::size_t vertex, T distance) const {
        return sizes_[vertex] == most_ && labels_[(vertex + 1) * most_ - 1].distance < distance;
    }
    /// Takes the label into the vertex's list if it is one of the best; returns whether it is.
    bool enter(std::size_t vertex, Label label) {
        Label* const first = labels_ + vertex * most_;
        std::uint32_t& size = sizes_[vertex];
        if (size == most_ && !(label < first[most_ - 1])) return false;
        Label* place = std::find_if(
            first, first + size, [&](const Label& known) { return known.target == label.target; });
        if (place != first + size) {
            if (!(label.distance < place->distance)) return false;
        } else if (size == most_) {
            --place;  // the last one gives way
        } else {
            ++size;
        }
        for (; place != first && label < *(place - 1); --place) *place = *(place - 1);
        *place = label;
        return true;
    }

  private:
    std::size_t most_;
    HostMemory memory_;
    Label* labels_;
    std::vector<std::uint32_t> sizes_;
};

}  // namespace apsp
