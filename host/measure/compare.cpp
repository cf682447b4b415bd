// See compare.hpp.
#include "measure/compare.hpp"

#include <algorithm>
#include <map>

namespace apsp::sweep {
namespace {

constexpr std::size_t kEnoughRuns = 3;
constexpr double kNoticeable = 1.02;

/// A name for each device that is the same in all sweeps; devices of the same kind are numbered.
std::map<std::string, std::string> device_names(const Results& results) {
    std::map<std::string, std::string> names;
    std::map<std::string, int> seen;
    for (const Json& device : results.head.at("devices")) {
        std::string kind;
        for (const char* member : {"backend", "platform", "name"}) {
            kind += device.at(member).get<std::string>() + '\n';
        }
        names[device.at("id").get<std::string>()] = kind + std::to_string(seen[kind]++);
    }
    return names;
}

Verdict judge(const Row& before, const Row& after) {
    if (std::min(before.runs.size(), after.runs.size()) < kEnoughRuns) return Verdict::unknown;
    const Spread a = spread(before.seconds("compute"));
    const Spread b = spread(after.seconds("compute"));
    if (b.least > a.most && b.median > kNoticeable * a.median) return Verdict::slower;
    if (b.most < a.least && a.median > kNoticeable * b.median) return Verdict::faster;
    return Verdict::same;
}

Change change(const Row& before, const Row& after) {
    Change c{after.cell, Verdict::lost, spread(before.seconds("compute")), {}, ""};
    if (after.status != Status::measured) {
        c.reason = std::string(name(after.status)) + ": " + after.reason;
        return c;
    }
    c.verdict = judge(before, after);
    c.after = spread(after.seconds("compute"));
    return c;
}

}  // namespace

std::string_view name(Verdict verdict) {
    constexpr std::string_view kNames[] = {"same", "slower", "faster", "lost", "unknown"};
    return kNames[static_cast<std::size_t>(verdict)];
}

std::vector<Change> compare(const Results& before, const Results& after) {
    const auto old_names = device_names(before);
    const auto new_names = device_names(after);
    std::vector<Change> changes;
    for (const Row& now : after.rows) {
        const auto was = std::ranges::find_if(before.rows, [&](const Row& row) {
            Cell same = row.cell;
            same.device = now.cell.device;
            return same == now.cell &&
                   old_names.at(row.cell.device) == new_names.at(now.cell.device);
        });
        if (was == before.rows.end() || was->status != Status::measured) continue;
        if (now.status != Status::skipped) changes.push_back(change(*was, now));
    }
    std::ranges::stable_sort(changes, [](const Change& a, const Change& b) {
        const bool a_lost = a.verdict == Verdict::lost;
        const bool b_lost = b.verdict == Verdict::lost;
        return a_lost != b_lost ? a_lost : !a_lost && a.ratio() > b.ratio();
    });
    return changes;
}

}  // namespace apsp::sweep
