// Labels: integers are found by subtraction or bisection, words in a hash table of (hash, vertex)
// beside one string of all of them.
#include "apsp/labels.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "apsp/errors.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

std::uint32_t hash_of(std::string_view word) {
    const std::size_t hash = std::hash<std::string_view>{}(word);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

unsigned byte_at(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

/// Bytes of the UTF-8 character at `i`, 0 if it is none (Unicode 15, table 3-7).
std::size_t character_at(std::string_view text, std::size_t i) {
    const unsigned lead = byte_at(text, i);
    if (lead < 0x80) return 1;
    const std::size_t size = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
    if (size == 0 || size > text.size() - i) return 0;
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte_at(text, i + k) & 0xC0) != 0x80) return 0;
    }
    const unsigned second = byte_at(text, i + 1);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : size;
}

}  // namespace

std::optional<std::int64_t> parse_integer_label(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || (digits[0] == '0' && text.size() > 1)) return std::nullopt;
    std::int64_t value = 0;
    return parse_whole(text, value) ? std::optional(value) : std::nullopt;
}

Labels Labels::of_integers(std::vector<std::int64_t> ascending) {
    Labels labels;
    const std::size_t n = ascending.size();
    // The difference, modulo 2^64, is the true one, as the labels ascend.
    const bool consecutive = n != 0 && static_cast<std::uint64_t>(ascending.back()) -
                                               static_cast<std::uint64_t>(ascending.front()) ==
                                           n - 1;
    if (consecutive) return counted_from(ascending.front(), n);
    labels.integers_ = std::move(ascending);
    return labels;
}

Labels Labels::counted_from(std::int64_t first, std::size_t n) {
    Labels labels;
    if (first == 0 || n == 0) return labels;
    if (first > 0 &&
        n - 1 > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max() - first)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} vertices counted from {} have numbers beyond 64 bits", n, first));
    }
    labels.first_ = first;
    labels.counted_ = n;
    return labels;
}

std::optional<std::int64_t> Labels::first() const noexcept {
    return integers_.empty() && ends_.empty() ? std::optional(first_) : std::nullopt;
}

std::optional<std::int64_t> Labels::integer(std::size_t vertex) const {
    if (!ends_.empty()) return std::nullopt;
    return integers_.empty() ? first_ + static_cast<std::int64_t>(vertex) : integers_[vertex];
}

std::string_view Labels::word(std::size_t vertex) const {
    const std::size_t begin = vertex == 0 ? 0 : ends_[vertex - 1];
    return std::string_view(text_).substr(begin, ends_[vertex] - begin);
}

std::string Labels::name(std::size_t vertex) const {
    const auto number = integer(vertex);
    return number ? fmt::format("{}", *number) : std::string(word(vertex));
}

std::optional<std::size_t> Labels::find(std::string_view name) const {
    if (!ends_.empty()) {
        const Slot& slot = slots_[slot_of(name, hash_of(name))];
        if (slot.vertex == kFree) return std::nullopt;
        return slot.vertex;
    }
    const auto number = parse_integer_label(name);
    if (!number) return std::nullopt;
    if (integers_.empty()) {
        if (*number < first_) return std::nullopt;
        const std::size_t vertex =
            static_cast<std::size_t>(*number) - static_cast<std::size_t>(first_);
        return counted_ == 0 || vertex < counted_ ? std::optional(vertex) : std::nullopt;
    }
    const auto place = std::ranges::lower_bound(integers_, *number);
    if (place == integers_.end() || *place != *number) return std::nullopt;
    return static_cast<std::size_t>(place - integers_.begin());
}

std::size_t Labels::slot_of(std::string_view wanted, std::uint32_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i].vertex != kFree &&
           (slots_[i].hash != hash || word(slots_[i].vertex) != wanted)) {
        i = (i + 1) & mask;
    }
    return i;
}

void Labels::rehash(std::size_t slots) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
    for (const Slot& slot : old) {
        if (slot.vertex == kFree) continue;
        std::size_t i = slot.hash & (slots - 1);
        while (slots_[i].vertex != kFree) i = (i + 1) & (slots - 1);
        slots_[i] = slot;
    }
}

std::uint32_t Labels::add(std::string_view word) {
    if (2 * (ends_.size() + 1) > slots_.size())
        rehash(std::max<std::size_t>(16, 2 * slots_.size()));
    const std::uint32_t hash = hash_of(word);
    Slot& slot = slots_[slot_of(word, hash)];
    if (slot.vertex == kFree) {
        slot = {hash, static_cast<std::uint32_t>(ends_.size())};
        text_ += word;
        ends_.push_back(text_.size());
    }
    return slot.vertex;
}

bool Labels::valid(std::string_view word) {
    if (word.empty()) return false;
    for (std::size_t i = 0; i < word.size();) {
        const unsigned first = byte_at(word, i);
        const std::size_t size = first < ' ' || first == 0x7F ? 0 : character_at(word, i);
        if (size == 0) return false;
        i += size;
    }
    return true;
}

}  // namespace apsp
