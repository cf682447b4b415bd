// Numbers the vertices of an edge list while it is read. There are two classes with one interface:
// integers first and, once a label turns out not to be one, words from the start of the file again.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "io/text_scanner.hpp"

namespace apsp {

/// Integer labels. Those below the file's size in bytes, which is nearly always all, are looked up
/// in a table; others in a hash table. Vertices are numbered by appearance, and at the end by
/// value.
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
    /// Renumbers the arcs' ends by ascending labels, and returns the labels.
    Labels finish(std::vector<Arc>& arcs);

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    static bool take_slowly(TextScanner& scanner, std::int64_t& label);
    std::uint32_t look_up(std::int64_t label);
    std::uint32_t& slot_of(std::int64_t label);

    std::size_t most_;                  // entries that the table may have
    std::vector<std::uint32_t> table_;  // vertex of a small label
    std::vector<std::uint32_t> slots_;  // open addressing: vertex of any other
    std::size_t in_slots_ = 0;
    std::vector<std::int64_t> labels_;  // of each vertex
};

/// Labels that are any words, numbered by appearance.
class WordIds {
  public:
    explicit WordIds(const InputFile&) {}

    bool take(TextScanner& scanner, std::uint32_t& vertex);
    std::size_t size() const { return labels_.size(); }
    Labels finish(std::vector<Arc>&) { return std::move(labels_); }

  private:
    Labels labels_;
};

}  // namespace apsp
