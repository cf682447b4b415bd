// Names of vertices, for graphs whose file does not number them 0 .. n - 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/export.h"

namespace apsp {

/// A distinct label for each vertex: integers in ascending order, or words in order of appearance.
/// Consecutive integers take no memory. Empty labels mean that vertices are called by their
/// numbers, 0 .. n - 1.
class APSP_EXPORT Labels {
  public:
    Labels() = default;
    /// Integer labels, strictly ascending. Those that are 0 .. n - 1 give empty labels.
    static Labels of_integers(std::vector<std::int64_t> ascending);
    /// The labels first, first + 1, ... of n vertices; empty for 0 .. n - 1.
    /// @throws Error usage where the last would be beyond 64 bits
    static Labels counted_from(std::int64_t first, std::size_t n);

    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept { return integers_.size() + ends_.size() + counted_; }

    /// The first of labels that are consecutive integers, 0 where labels are empty; else none.
    std::optional<std::int64_t> first() const noexcept;
    /// What a vertex is called where labels are integers, its number where they are empty.
    std::optional<std::int64_t> integer(std::size_t vertex) const;
    /// What a vertex is called; its number where labels are empty.
    std::string name(std::size_t vertex) const;
    /// The vertex of that name; where labels are empty, any number.
    std::optional<std::size_t> find(std::string_view name) const;

    /// The vertex of a word; an unknown word becomes the next vertex. Only for labels that are not
    /// integers. Words are hashed, so that this takes constant time.
    std::uint32_t add(std::string_view word);
    /// Whether `word` can be told from others, printed, and written one per line: UTF-8 without
    /// control characters, and not empty.
    static bool valid(std::string_view word);

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t vertex = kFree;
    };
    static constexpr std::uint32_t kFree = ~std::uint32_t{0};

    std::string_view word(std::size_t vertex) const;
    std::size_t slot_of(std::string_view word, std::uint32_t hash) const;
    void rehash(std::size_t slots);

    std::int64_t first_ = 0;  // of consecutive integers
    std::size_t counted_ = 0;
    std::vector<std::int64_t> integers_;
    std::string text_;               // all words, one after the other
    std::vector<std::size_t> ends_;  // of each word in text_
    std::vector<Slot> slots_;        // open addressing, a power of two
};

/// The integer that `text` writes in canonical form: "-5" and "70", but not "+5" or "070", which
/// are words.
APSP_EXPORT std::optional<std::int64_t> parse_integer_label(std::string_view text);

}  // namespace apsp
