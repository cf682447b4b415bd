// Numbers the vertices of an edge list while it is read. There are two classes with one interface:
// integers first and, once a label turns out not to be one, words from the start of the file again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "io/text_scanner.hpp"

namespace apsp {

/// Integer labels, which may be written as floats ("2.0"). Those below the file's size in bytes,
/// which is nearly always all, are looked up in a table; others in a hash table. Vertices are
/// numbered by appearance, and at the end by value.
class IntegerIds {
  public:
    explicit IntegerIds(const InputFile& file) : most_(file.bytes().size()) {}

    /// Takes a vertex of the line; false if its label is not an integer.
    bool take(TextScanner& scanner, std::uint32_t& vertex) {
        std::int64_t label = 0;
        if (!scanner.integer(label) && !take_slowly(scanner, label)) return false;
        const auto place = static_cast<std::uint64_t>(label);
        if (place < table_.size() && table_[place] != kNone) {
            vertex = table_[place];
        } else {
            vertex = look_up(label);
        }
        return true;
    }
    std::size_t size() const { return labels_.size(); }
    /// Whether all labels are from 0 to n - 1, or from 1 to n.
    bool fit(std::uint64_t n) const;
    /// Adds vertices that no line has, so that their labels are 0 .. n - 1 or 1 .. n; false where
    /// the labels do not tell which.
    bool fill(std::uint64_t n);
    /// Whether a vertex is called so.
    bool has(std::string_view) const { return false; }
    /// Renumbers the arcs' ends by ascending labels, and returns the labels.
    Labels finish(std::vector<Arc>& arcs);
    /// What may surprise the author of the file; "" is nothing.
    std::string note() const;

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    bool take_slowly(TextScanner& scanner, std::int64_t& label);
    std::uint32_t look_up(std::int64_t label);
    std::uint32_t& slot_of(std::int64_t label);

    std::size_t most_;                  // entries that the table may have
    std::vector<std::uint32_t> table_;  // vertex of a small label
    std::vector<std::uint32_t> slots_;  // open addressing: vertex of any other
    std::size_t in_slots_ = 0;
    std::vector<std::int64_t> labels_;  // of each vertex
    std::string float_;                 // the first label that was written as one
};

/// Labels that are any words, numbered by appearance.
class WordIds {
  public:
    explicit WordIds(const InputFile&) {}

    bool take(TextScanner& scanner, std::uint32_t& vertex);
    std::size_t size() const { return labels_.size(); }
    bool fit(std::uint64_t n) const { return size() <= n; }
    bool fill(std::uint64_t n) const { return size() == n; }
    bool has(std::string_view label) const { return labels_.find(label).has_value(); }
    Labels finish(std::vector<Arc>&) { return std::move(labels_); }
    std::string note() const;

  private:
    Labels labels_;
    std::vector<std::string> floats_;  // some labels such as "2.0"
};

}  // namespace apsp
