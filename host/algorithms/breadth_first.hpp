// Breadth-first search from many sources at once, one bit each: what one source would read, they
// read together.
//
// M. Then, M. Kaufmann, F. Chirigati, T. Hoang-Vu, K. Pham, A. Kemper, T. Neumann, H. Vo, "The more
// the merrier: efficient multi-source graph traversal", PVLDB 8(4), 2014.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "algorithms/search_arcs.hpp"

namespace apsp {

/// Transposes 64 words of 64 bits in place: bit j of word i becomes bit i of word j.
/// H. S. Warren, "Hacker's Delight", section 7-3.
void transpose_bits(std::uint64_t* words);

/// From up to 64 * Words sources at a time. One for each thread.
template <class T, std::size_t Words>
class BreadthFirst {
  public:
    static constexpr std::size_t kSources = 64 * Words;

    /// `step` is from a path's value to that of one with one more arc, all of the same weight.
    BreadthFirst(const SearchArcs<T>& arcs, Semiring semiring)
        : arcs_(arcs),
          semiring_(semiring),
          seen_(arcs.vertices()),
          reached_(arcs.vertices()),
          reaching_(arcs.vertices()) {}

    /// The rows of these sources, one after the other, `ld` elements apart.
    void find(std::span<const std::uint32_t> sources, T* rows, std::size_t ld,
              const std::stop_token& stop) {
        begin(sources);
        while (!now_.empty()) {
            if (stop.stop_requested()) return;
            advance();
        }
        write(sources.size(), rows, ld, stop);
    }

  private:
    struct alignas(8 * Words) Bits {
        std::array<std::uint64_t, Words> words{};

        bool any() const {
            std::uint64_t all = 0;
            for (const std::uint64_t word : words) all |= word;
            return all != 0;
        }
        Bits& operator|=(const Bits& other) {
            for (std::size_t k = 0; k < Words; ++k) words[k] |= other.words[k];
            return *this;
        }
        Bits without(const Bits& other) const {
            Bits rest;
            for (std::size_t k = 0; k < Words; ++k) rest.words[k] = words[k] & ~other.words[k];
            return rest;
        }
    };

    void begin(std::span<const std::uint32_t> sources) {
        std::ranges::fill(seen_, Bits{});
        std::ranges::fill(reached_, Bits{});  // a search that was stopped leaves some
        std::ranges::fill(reaching_, Bits{});
        for (auto& plane : planes_) std::ranges::fill(plane, Bits{});
        now_.clear();
        values_ = {zero<T>(semiring_)};
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const std::uint32_t s = sources[k];
            if (!reaching_[s].any()) now_.push_back(s);
            reaching_[s].words[k / 64] |= std::uint64_t{1} << k % 64;
        }
        settle(one<T>(semiring_));
    }

    /// What is being reached has been, by paths of that value.
    void settle(T value) {
        const std::size_t code = values_.size();
        values_.push_back(value);
        if (code >> planes_.size() != 0) planes_.emplace_back(arcs_.vertices());
        for (const std::uint32_t v : now_) {
            const Bits bits = reaching_[v];
            reaching_[v] = {};
            reached_[v] = bits;
            seen_[v] |= bits;
            for (std::size_t p = 0; p < planes_.size(); ++p) {
                if (code >> p & 1) planes_[p][v] |= bits;
            }
        }
    }

    /// One arc further.
    void advance() {
        next_.clear();
        for (const std::uint32_t v : now_) {
            const Bits bits = reached_[v];
            for (const auto [u, weight] : arcs_.out_of(v)) {
                const Bits fresh = bits.without(seen_[u]);
                if (!fresh.any()) continue;
                if (!reaching_[u].any()) next_.push_back(u);
                reaching_[u] |= fresh;
            }
        }
        std::swap(now_, next_);
        if (now_.empty()) return;
        // A sum as a path's would be, and no path at all where it is beyond the type.
        settle(plus(semiring_, values_.front(), times(semiring_, values_.back(), arcs_.weight())));
    }

    /// Code 0 is of no path, 1 of a source itself, and so on, its bits each in a plane.
    void write(std::size_t sources, T* rows, std::size_t ld, const std::stop_token& stop) {
        const std::size_t n = arcs_.vertices();
        std::vector<std::array<std::uint64_t, 64>> squares(planes_.size());
        for (std::size_t first = 0; first < sources; first += 64) {
            if (stop.stop_requested()) return;
            const std::size_t count = std::min<std::size_t>(64, sources - first);
            for (std::size_t v = 0; v < n; v += 64) {
                const std::size_t width = std::min<std::size_t>(64, n - v);
                for (std::size_t p = 0; p < planes_.size(); ++p) {
                    for (std::size_t k = 0; k < 64; ++k) {
                        squares[p][k] = k < width ? planes_[p][v + k].words[first / 64] : 0;
                    }
                    transpose_bits(squares[p].data());
                }
                for (std::size_t k = 0; k < count; ++k) {
                    std::array<std::uint32_t, 64> code{};
                    for (std::size_t p = 0; p < planes_.size(); ++p) {
                        const std::uint64_t word = squares[p][k];
                        for (std::size_t b = 0; b < 64; ++b) {
                            code[b] |= static_cast<std::uint32_t>(word >> b & 1) << p;
                        }
                    }
                    T* const to = rows + (first + k) * ld + v;
                    for (std::size_t b = 0; b < width; ++b) to[b] = values_[code[b]];
                }
            }
        }
    }

    const SearchArcs<T>& arcs_;
    Semiring semiring_;
    std::vector<Bits> seen_, reached_, reaching_;
    std::vector<std::vector<Bits>> planes_;
    std::vector<T> values_;  // of each code
    std::vector<std::uint32_t> now_, next_;
};

}  // namespace apsp
