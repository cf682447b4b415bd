// The file of a sweep: what was measured, on which machine, with which program.
// tools/results/README.md describes it.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/enumerators.hpp"
#include "base/spread.hpp"
#include "measure/cells.hpp"

namespace apsp::sweep {

using Json = nlohmann::ordered_json;

/// What became of a cell.
enum class Status {
    measured,
    unsupported,  ///< Refused before any work: the device, type or memory does not allow it.
    failed,       ///< A crash, a driver's failure, output that is not a report.
    timeout,      ///< Killed after the time limit.
    wrong,        ///< Verification failed, or a later run had another result than the first.
    skipped       ///< Beyond the budget; resuming the sweep tries it again.
};

struct StatusTraits {
    Status value;
    std::string_view name;
};
inline constexpr auto kStatusTraits = std::to_array<StatusTraits>({
    {Status::measured, "measured"},
    {Status::unsupported, "unsupported"},
    {Status::failed, "failed"},
    {Status::timeout, "timeout"},
    {Status::wrong, "wrong"},
    {Status::skipped, "skipped"},
});
static_assert(in_order(kStatusTraits));
inline constexpr auto kStatuses = enumerators(kStatusTraits);
constexpr std::string_view name(Status status) {
    return name_in(kStatusTraits, status);
}

/// The parts that the seconds of a run are split into, as `apsp-ocl solve --json` calls them.
inline constexpr std::string_view kParts[] = {"read",     "plan",  "build", "upload", "compute",
                                              "download", "paths", "write", "verify", "total"};

/// One run of a cell.
struct Run {
    std::map<std::string, double, std::less<>> seconds;  ///< By part.
    double process = 0;                                  ///< Seconds of the whole process.
    bool warm = false;                                   ///< Not the first solve of its process.
    double limit = 0;  ///< Of the device at that time, in relaxations per second; 0 if unknown.

    /// Seconds of a part; 0 if the file does not have it.
    double of(std::string_view part) const;
};

struct Row {
    Cell cell;
    Status status = Status::measured;
    std::string reason;  ///< Why it was not measured, or not as often as asked.
    std::optional<int> exit_code;
    std::optional<int> signal;
    std::string measured_at;  ///< UTC, ISO 8601.
    std::vector<Run> runs;
    std::string limit_meaning;
    Json configuration;    ///< Variant, tile, block, tuned, symmetric: what the solve chose.
    Json verification;     ///< Method and rows checked, of the first run.
    Json result;           ///< Reachable pairs, sum, largest: the same in every run.
    bool rounded = false;  ///< Its sums may be, so other algorithms may have others.
    Json relation;         ///< To the other rows of its group: see `relate`. Written, not read.

    /// Seconds of one part ("compute"), in the order of the runs.
    std::vector<double> seconds(std::string_view part = "compute") const;
    /// Relaxations per second, of the median; 0 if nothing was measured.
    double rate() const;
    /// The share of the device's limit that was reached; all 0 if the limit is not known.
    Spread share() const;
};

struct Results {
    Json head;  ///< Everything but the rows.
    std::vector<Row> rows;

    /// The row of a cell; null if there is none.
    Row* find(const Cell& cell);
};

inline constexpr std::string_view kSchema = "apsp-ocl sweep 1";

/// The text of its file.
std::string to_text(const Results& results);
/// @throws Error bad_input, naming the file and what is wrong with it
Results read_results(const std::string& path);
/// Writes the whole file or nothing. @throws Error internal
void write_results(const Results& results, const std::string& path);

}  // namespace apsp::sweep
