// See sweep_view.hpp.
#include "cli/sweep_view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

namespace apsp::cli {
namespace {

using sweep::Change;
using sweep::Row;
using sweep::Status;
using sweep::Verdict;

/// The first column, in every table, of those that only measured rows have.
constexpr std::string_view kFirstFigure = "ms";

struct Column {
    std::string_view head;
    int width;  ///< Negative where it is aligned to the left.
    std::string (*text)(const Row&);
};

/// Four digits, or a dash for what is not known.
std::string digits(double value) {
    return value > 0 ? fmt::format("{:.4g}", value) : "-";
}

std::string size(std::size_t value) {
    return value == 0 ? "-" : std::to_string(value);
}

/// A member of the row's relation to others, as text or number; a dash where there is none.
std::string related(const Row& row, const char* member) {
    if (!row.relation.contains(member)) return "-";
    const sweep::Json& value = row.relation[member];
    if (value.is_string()) return value.get<std::string>();
    return digits(value.is_null() ? 0 : value.get<double>());
}

/// Seconds of a part, of the median run.
std::string part(const Row& row, std::string_view part) {
    return fmt::format("{:.3f}", spread(row.seconds(part)).median);
}

const Column kColumns[] = {
    {"step", -20, [](const Row& r) { return related(r, "step"); }},
    {"source", -18, [](const Row& r) { return related(r, "source"); }},
    {"device", -9, [](const Row& r) { return r.cell.device; }},
    {"algo", -8, [](const Row& r) { return std::string(name(r.cell.algorithm)); }},
    {"variant", -20,
     [](const Row& r) { return r.cell.variant.empty() ? "default" : r.cell.variant; }},
    {"n", 6, [](const Row& r) { return std::to_string(r.cell.n); }},
    {"tile", 4, [](const Row& r) { return size(r.cell.tile); }},
    {"block", 5, [](const Row& r) { return size(r.cell.block); }},
    {"type", -4, [](const Row& r) { return std::string(name(r.cell.dtype)); }},
    {"semiring", -9, [](const Row& r) { return std::string(name(r.cell.semiring)); }},
    {"input", -10, [](const Row& r) { return r.cell.generator; }},
    {"ms", 10, [](const Row& r) { return digits(spread(r.seconds()).median * 1e3); }},
    {"[least most]", -23,
     [](const Row& r) {
         const Spread s = spread(r.seconds());
         return fmt::format("[{:.4g} {:.4g}]", s.least * 1e3, s.most * 1e3);
     }},
    {"G/s", 9, [](const Row& r) { return digits(r.rate() * 1e-9); }},
    {"x serial", 9, [](const Row& r) { return related(r, "speedup_over_serial"); }},
    {"x before", 9, [](const Row& r) { return related(r, "speedup_over_previous"); }},
    {"of limit", 9, [](const Row& r) { return digits(r.share().median); }},
    {"of limit [least most]", -21,
     [](const Row& r) {
         const Spread s = r.share();
         return fmt::format("{:8.4f} [{:.2f} {:.2f}]", s.median, s.least, s.most);
     }},
    {"ratio", 6, [](const Row& r) { return related(r, "time_to_first"); }},
    {"work", -4,
     [](const Row& r) { return std::string(r.configuration.at("symmetric") ? "half" : "all"); }},
    {"upload s", 8, [](const Row& r) { return part(r, "upload"); }},
    {"down s", 7, [](const Row& r) { return part(r, "download"); }},
    {"paths s", 7, [](const Row& r) { return part(r, "paths"); }},
    {"runs", -6,
     [](const Row& r) {
         const bool warm = std::ranges::all_of(r.runs, &sweep::Run::warm);
         return fmt::format("{}{}", r.runs.size(), warm ? "" : " cold");
     }},
    {"verified", -8,
     [](const Row& r) { return fmt::format("{} rows", r.verification.at("rows_checked").dump()); }},
};

std::vector<const Column*> columns_of(std::string_view names) {
    std::vector<const Column*> columns;
    std::istringstream stream{std::string(names)};
    for (std::string head; std::getline(stream, head, ',');) {
        columns.push_back(std::ranges::find(kColumns, head, &Column::head));
    }
    return columns;
}

void print_cell(const Column& column, std::string_view text) {
    if (column.width < 0) {
        fmt::print("{:<{}} ", text, -column.width);
    } else {
        fmt::print("{:>{}} ", text, column.width);
    }
}

void print_row(const Row& row, const std::vector<const Column*>& columns) {
    for (const Column* column : columns) {
        if (column->head == kFirstFigure && row.status != Status::measured) {
            fmt::print("{}: ", name(row.status));
            break;
        }
        print_cell(*column, column->text(row));
    }
    fmt::print("{}\n", row.reason);
}

void print_change(const Change& c, std::FILE* out) {
    const auto shown = [](const Spread& s) {
        return fmt::format("{:.4g} ms [{:.4g} {:.4g}]", s.median * 1e3, s.least * 1e3,
                           s.most * 1e3);
    };
    if (c.verdict == Verdict::lost) {
        fmt::print(out, "{:<8}{}: was {}, now {}\n", name(c.verdict), to_text(c.cell),
                   shown(c.before), c.reason);
    } else {
        fmt::print(out, "{:<8}{:.3f} times: {}: was {}, now {}\n", name(c.verdict), c.ratio(),
                   to_text(c.cell), shown(c.before), shown(c.after));
    }
}

}  // namespace

void print_heading(const std::vector<Device>& devices, std::string_view columns) {
    for (const Device& d : devices) {
        fmt::print("device  {}  {}  {} ({}, driver {}, {}{})\n", d.index, sweep::device_id(d),
                   d.name, d.platform, d.driver, d.version, d.pci.empty() ? "" : ", " + d.pci);
        const Limit limit = limit_of(d, Dtype::f32, Semiring::min_plus);
        if (limit.rate == 0) continue;
        fmt::print("limit   {:.1f} G/s: {}\n", limit.rate * 1e-9, limit.meaning);
    }
    fmt::print("\n");
    for (const Column* column : columns_of(columns)) print_cell(*column, column->head);
    fmt::print("\n");
    std::fflush(stdout);
}

void print_rows(const std::vector<const Row*>& rows, std::string_view columns) {
    const auto list = columns_of(columns);
    for (const Row* row : rows) print_row(*row, list);
    std::fflush(stdout);
}

void print_summary(const sweep::Results& results, std::string_view file) {
    std::string counts;
    for (Status status : sweep::kStatuses) {
        const auto count = std::ranges::count(results.rows, status, &Row::status);
        if (count == 0) continue;
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, name(status));
    }
    fmt::print("{}: {}\n", file, counts);
}

int print_comparison(const sweep::Results& before, const sweep::Results& after, std::FILE* out) {
    const auto changes = sweep::compare(before, after);
    for (const Change& change : changes) {
        const bool told = change.verdict != Verdict::same && change.verdict != Verdict::unknown;
        if (told) print_change(change, out);
    }
    const auto count = [&](Verdict verdict) {
        return std::ranges::count(changes, verdict, &Change::verdict);
    };
    fmt::print(out,
               "{} rows in both: {} slower, {} lost, {} faster, {} the same within the noise, {} "
               "undecided with fewer than three runs\n",
               changes.size(), count(Verdict::slower), count(Verdict::lost), count(Verdict::faster),
               count(Verdict::same), count(Verdict::unknown));
    return count(Verdict::slower) + count(Verdict::lost) > 0 ? 1 : 0;
}

}  // namespace apsp::cli
