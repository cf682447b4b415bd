// Breadth-first search from many sources at once, with one bit per source: all of them share each
// read that a single search would make.
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
#include "base/write_past_caches.hpp"

namespace apsp {

/// These registers, which every processor has, are twice as fast as words.
typedef std::uint64_t WordPair __attribute__((vector_size(16)));

/// A square of 64 columns and 64 rows of numbers, with each bit of the numbers in its own plane. At
/// first a plane has one word per column with one bit per row; `transpose` exchanges the two.
class BitSquares {
  public:
    explicit BitSquares(std::size_t planes) : words_(64 * planes) {}

    std::uint64_t* plane(std::size_t p) { return words_.data() + 64 * p; }
    void transpose();
    /// The values that the numbers in a row stand for.
    template <class T>
    std::array<T, 64> find_values(std::size_t row, const std::vector<T>& values) const {
        std::array<T, 64> found;
        const auto low = bytes(row, 0);
        if (words_.size() <= 64 * 8) {
            for (std::size_t k = 0; k < 64; ++k) found[k] = values[low[k]];
            return found;
        }
        const auto second = bytes(row, 8), third = bytes(row, 16), fourth = bytes(row, 24);
        for (std::size_t k = 0; k < 64; ++k) {
            found[k] = values[low[k] + (second[k] << 8) + (third[k] << 16) +
                              (std::size_t{fourth[k]} << 24)];
        }
        return found;
    }

  private:
    /// The 8 bits from `first_plane` on of each number in a row.
    std::array<std::uint8_t, 64> bytes(std::size_t row, std::size_t first_plane) const;

    std::vector<std::uint64_t> words_;
};

/// Searches from up to 64 * Words sources at a time. Each thread needs its own object.
template <class T, std::size_t Words>
class BreadthFirst {
  public:
    static constexpr std::size_t kSources = 64 * Words;

    /// All arcs must have the same weight.
    BreadthFirst(const SearchArcs<T>& arcs, Semiring semiring)
        : arcs_(arcs),
          semiring_(semiring),
          seen_(arcs.vertices()),
          reached_(arcs.vertices()),
          reaching_(arcs.vertices()) {}

    /// Makes the rows of up to kSources sources; their content is undefined once a stop is
    /// requested.
    void find(std::span<const SearchSource<T>> sources, const std::stop_token& stop) {
        begin(sources);
        while (!now_.empty()) {
            if (stop.stop_requested()) return;
            advance();
        }
        write(sources, stop);
    }

  private:
    struct alignas(8 * Words) Bits {
        WordPair pairs[Words / 2] = {};

        std::uint64_t word(std::size_t k) const { return pairs[k / 2][k % 2]; }
        void set(std::size_t k) { pairs[k / 128][k / 64 % 2] |= std::uint64_t{1} << k % 64; }
        bool any() const {
            WordPair all{};
#pragma GCC unroll 4
            for (const WordPair& pair : pairs) all |= pair;
            return (all[0] | all[1]) != 0;
        }
        Bits& operator|=(const Bits& other) {
#pragma GCC unroll 4
            for (std::size_t k = 0; k < Words / 2; ++k) pairs[k] |= other.pairs[k];
            return *this;
        }
        Bits without(const Bits& other) const {
            Bits rest;
#pragma GCC unroll 4
            for (std::size_t k = 0; k < Words / 2; ++k) rest.pairs[k] = pairs[k] & ~other.pairs[k];
            return rest;
        }
    };

    void begin(std::span<const SearchSource<T>> sources) {
        std::ranges::fill(seen_, Bits{});
        std::ranges::fill(reached_, Bits{});  // a search that was stopped leaves bits behind
        std::ranges::fill(reaching_, Bits{});
        for (auto& plane : planes_) std::ranges::fill(plane, Bits{});
        now_.clear();
        values_.assign(1, zero<T>(semiring_));
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const std::uint32_t s = sources[k].number;
            if (!reaching_[s].any()) now_.push_back(s);
            reaching_[s].set(k);
        }
        settle(one<T>(semiring_));
    }

    /// The vertices that are being reached have now been reached, by paths of this value.
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

    /// Follows one more arc.
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
        // The value of a path's sum, or of no path where the sum exceeds the type.
        settle(plus(semiring_, values_.front(), times(semiring_, values_.back(), arcs_.weight())));
    }

    /// Code 0 stands for no path, 1 for the source itself, and so on; each bit of a code has its
    /// own plane.
    void write(std::span<const SearchSource<T>> sources, const std::stop_token& stop) {
        const std::size_t n = arcs_.vertices();
        BitSquares squares(planes_.size());
        for (std::size_t first = 0; first < sources.size(); first += 64) {
            if (stop.stop_requested()) return;
            const auto group =
                sources.subspan(first, std::min<std::size_t>(64, sources.size() - first));
            for (std::size_t v = 0; v < n; v += 64) {
                const std::size_t width = std::min<std::size_t>(64, n - v);
                for (std::size_t p = 0; p < planes_.size(); ++p) {
                    std::uint64_t* const words = squares.plane(p);
                    for (std::size_t k = 0; k < width; ++k) {
                        words[k] = planes_[p][arcs_.number(v + k)].word(first / 64);
                    }
                    std::fill(words + width, words + 64, 0);
                }
                squares.transpose();
                for (std::size_t k = 0; k < group.size(); ++k) {
                    const auto part = squares.find_values(k, values_);
                    write_past_caches(group[k].row + v, part.data(), width);
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
