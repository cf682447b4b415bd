// See vertex_ids.hpp.
#include "io/vertex_ids.hpp"

#include <algorithm>
#include <numeric>

#include "base/text.hpp"
#include "io/hints.hpp"
#include "io/table_lines.hpp"

namespace apsp {

bool IntegerIds::take_slowly(TextScanner& scanner, std::int64_t& label) {
    const std::string_view field = scanner.field();
    auto parsed = parse_integer_label(field);
    if (!parsed) {
        parsed = whole_float(scanner.separator() == ';' ? with_point(field) : field);
        if (parsed && float_.empty()) float_ = field;
    }
    if (parsed) label = *parsed;
    return parsed.has_value();
}

bool IntegerIds::fit(std::uint64_t n) const {
    const auto [least, most] = std::ranges::minmax(labels_);
    return least >= 0 && static_cast<std::uint64_t>(most) <= n - (least == 0);
}

bool IntegerIds::fill(std::uint64_t n) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 20;  // unless the file is as large
    if (size() == n) return true;
    const auto [least, most] = std::ranges::minmax(labels_);
    const bool one = most == static_cast<std::int64_t>(n);
    if ((least != 0 && !one) || n > std::max<std::uint64_t>(most_, kMost)) return false;
    for (std::uint64_t k = 0; k < n; ++k) look_up(static_cast<std::int64_t>(k + one));
    return true;
}

std::string IntegerIds::note() const {
    if (float_.empty()) return "";
    return fmt::format("vertices are whole numbers, although some are written like {}", float_);
}

/// The slot of a label in the hash table, which is never full.
std::uint32_t& IntegerIds::slot_of(std::int64_t label) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = (static_cast<std::uint64_t>(label) * 0x9E3779B97F4A7C15U >> 32) & mask;
    while (slots_[i] != kNone && labels_[slots_[i]] != label) i = (i + 1) & mask;
    return slots_[i];
}

std::uint32_t IntegerIds::look_up(std::int64_t label) {
    const auto next = static_cast<std::uint32_t>(labels_.size());
    const auto place = static_cast<std::uint64_t>(label);
    if (place < most_) {
        if (place >= table_.size()) {
            table_.resize(std::min<std::uint64_t>(most_, std::max(place + 1, place + place / 2)),
                          kNone);
        }
        if (table_[place] == kNone) {
            table_[place] = next;
            labels_.push_back(label);
        }
        return table_[place];
    }
    if (2 * (in_slots_ + 1) > slots_.size()) {
        const std::vector<std::uint32_t> old = std::exchange(
            slots_,
            std::vector<std::uint32_t>(std::max<std::size_t>(16, 2 * slots_.size()), kNone));
        for (const std::uint32_t vertex : old) {
            if (vertex != kNone) slot_of(labels_[vertex]) = vertex;
        }
    }
    std::uint32_t& slot = slot_of(label);
    if (slot == kNone) {
        slot = next;
        labels_.push_back(label);
        ++in_slots_;
    }
    return slot;
}

Labels IntegerIds::finish(std::vector<Arc>& arcs) {
    if (!std::ranges::is_sorted(labels_)) {
        std::vector<std::uint32_t> by_label(labels_.size());
        std::iota(by_label.begin(), by_label.end(), 0U);
        std::ranges::sort(by_label, {}, [this](std::uint32_t v) { return labels_[v]; });
        std::vector<std::uint32_t> number(labels_.size());
        for (std::uint32_t k = 0; k < by_label.size(); ++k) number[by_label[k]] = k;
        for (Arc& arc : arcs) arc = {number[arc.source], number[arc.target], arc.weight};
        std::ranges::sort(labels_);
    }
    return Labels::of_integers(std::move(labels_));
}

bool WordIds::take(TextScanner& scanner, std::uint32_t& vertex) {
    const std::string_view word = scanner.field();
    const std::size_t before = labels_.size();
    if (word.empty()) {
        if (scanner.at_line_end()) scanner.fail("a vertex");
        scanner.fail("a vertex", fmt::format("an empty field in column {}", scanner.column()));
    }
    vertex = labels_.add(word);
    constexpr std::size_t kRemembered = 1000;
    if (labels_.size() != before && floats_.size() < kRemembered && whole_float(word)) {
        floats_.emplace_back(word);
    }
    if (labels_.size() != before && !Labels::valid(word)) {
        scanner.fail("a vertex in UTF-8 without control characters",
                     TextScanner::quoted(word) +
                         "; save the file as UTF-8, or convert it: iconv -f LATIN1 -t UTF-8");
    }
    return true;
}

std::string WordIds::note() const {
    for (const std::string& label : floats_) {
        const std::string integer = fmt::format("{}", *whole_float(label));
        if (!labels_.find(integer)) continue;
        return fmt::format("\"{}\" and \"{}\" are two vertices, since not all are numbers", integer,
                           label);
    }
    return "";
}

}  // namespace apsp
