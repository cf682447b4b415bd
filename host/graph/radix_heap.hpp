// A heap for keys that never fall below the last one taken: an entry is in the bucket of the
// highest bit in which its key differs from that one, and only ever moves to lower buckets.
//
// R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, "Faster algorithms for the shortest path
// problem", J. ACM 37(2), 1990.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace apsp {

/// A heap of vertices by key; among equal keys, first in, first out. A vertex may be in it several
/// times.
class RadixHeap {
  public:
    using Key = std::uint32_t;
    struct Entry {
        std::uint32_t vertex;
        Key key;
    };

    bool empty() const { return filled_ == 0; }

    void clear() {
        for (auto& bucket : buckets_) bucket.clear();
        filled_ = 0;
        last_ = 0;
        taken_ = 0;
    }

    void push(Key key, std::size_t vertex) {
        const auto bucket = static_cast<std::size_t>(std::bit_width(key ^ last_));
        buckets_[bucket].push_back({static_cast<std::uint32_t>(vertex), key});
        filled_ |= std::uint64_t{1} << bucket;
    }

    Entry pop() {
        if ((filled_ & 1) == 0) refill();
        std::vector<Entry>& equal = buckets_[0];
        const Entry next = equal[taken_++];
        if (taken_ == equal.size()) {
            equal.clear();
            taken_ = 0;
            filled_ &= ~std::uint64_t{1};
        }
        return next;
    }

  private:
    void refill() {
        std::vector<Entry>& lowest = buckets_[static_cast<std::size_t>(std::countr_zero(filled_))];
        filled_ &= filled_ - 1;
        last_ = std::numeric_limits<Key>::max();
        for (const Entry& entry : lowest) last_ = std::min(last_, entry.key);
        for (const Entry& entry : lowest) push(entry.key, entry.vertex);
        lowest.clear();
    }

    std::array<std::vector<Entry>, std::numeric_limits<Key>::digits + 1> buckets_;
    std::uint64_t filled_ = 0;  // a bit for each bucket that has entries
    Key last_ = 0;
    std::size_t taken_ = 0;  // of bucket 0
};

}  // namespace apsp
