// The distance is the number of letters to insert, remove, replace, or swap with the next one.
//
// F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3),
// 1964; here no letter is edited twice ("optimal string alignment").
#include "base/nearest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>
#include <utility>
#include <vector>

#include "platform/file.hpp"

namespace apsp {
namespace {

bool same(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
}

std::size_t distance(std::string_view a, std::string_view b) {
    std::array<std::vector<std::size_t>, 3> rows;  // of prefixes of a: two before, before, this
    for (auto& row : rows) row.resize(b.size() + 1);
    auto& [two_before, before, now] = rows;
    for (std::size_t j = 0; j <= b.size(); ++j) now[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = before[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            now[j] = std::min({before[j] + 1, now[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
                now[j] = std::min(now[j], two_before[j - 2] + 1);
            }
        }
    }
    return now[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> known) {
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;  // an error per 3 letters
    std::string found;
    for (const std::string& candidate : known) {
        const std::size_t longer = std::max(word.size(), candidate.size());
        if (longer - std::min(word.size(), candidate.size()) >= least) continue;
        const std::size_t edits = distance(word, candidate);
        if (edits >= least || edits >= longer) continue;
        least = edits;
        found = candidate;
    }
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string found = nearest(word, known);
    return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

std::string did_you_mean_file(const std::filesystem::path& path) {
    constexpr std::size_t kMost = 10'000;  // of a larger folder, only some are checked
    const std::filesystem::path folder = path.parent_path();
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator each(folder.empty() ? "." : folder, error), end;
    while (!error && each != end && names.size() < kMost) {
        names.push_back(text_of(each->path().filename()));
        each.increment(error);
    }
    const std::string found = nearest(text_of(path.filename()), names);
    return found.empty() ? "" : fmt::format("; did you mean {}?", text_of(folder / path_of(found)));
}

}  // namespace apsp
