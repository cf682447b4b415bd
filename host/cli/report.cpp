// The report of a solve. The JSON object's members are an interface: tests and sweeps rely on them.
#include "cli/report.hpp"

#include <fmt/core.h>

#include <cmath>

#include "base/text.hpp"
#include "cli/json.hpp"
#include "cli/standard_streams.hpp"
#include "measure/device_json.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

Json result_of(const Report& report) {
    if (!report.solution.summary) {
        return {{"reachable_pairs", nullptr},
                {"sum", nullptr},
                {"max", nullptr},
                {"negative_cycle", true},
                {"vertices_at_minus_infinity", 0},
                {"negative_cycle_witness",
                 {{"vertices", report.negative_cycle.vertices},
                  {"weight", json_number(report.negative_cycle.weight)}}}};
    }
    const Summary& s = *report.solution.summary;
    return {{"reachable_pairs", s.reachable_pairs},
            {"sum", s.integral ? Json(s.sum_integer) : json_number(s.sum)},
            {"max", s.reachable_pairs == 0 ? Json(nullptr) : json_number(s.max)},
            {"negative_cycle", report.solution.vertices_at_minus_infinity != 0},
            {"vertices_at_minus_infinity", report.solution.vertices_at_minus_infinity},
            {"negative_cycle_witness", nullptr}};
}

/// What stands for "no path" in the written matrix; infinities as texts.
Json no_path(const Report& report) {
    if (!report.solution.summary) return nullptr;
    if (report.asked.write.no_path) return json_number(*report.asked.write.no_path);
    return visit(report.solution.distances.dtype(), [&](auto sample) {
        return json_number(
            static_cast<double>(zero<decltype(sample)>(report.asked.options.semiring)));
    });
}

/// "30.7 G/s" for relaxations per second.
std::string rate(double per_second) {
    if (per_second >= 1e12) return fmt::format("{:.2f} T/s", per_second * 1e-12);
    if (per_second >= 1e9) return fmt::format("{:.2f} G/s", per_second * 1e-9);
    return fmt::format("{:.1f} M/s", per_second * 1e-6);
}

Json shares_of(const Report& report) {
    const std::vector<SolutionShare>& all = report.solution.shares;
    if (all.empty()) return nullptr;
    Json shares = Json::array();
    for (std::size_t k = 0; k < all.size(); ++k) {
        const SolutionShare& share = all[k];
        shares.push_back({{"device", share.device.index},
                          {"name", share.device.name},
                          {"first_row", share.made != 0 ? Json() : Json(share.rows.first)},
                          {"rows", share.made != 0 ? share.made : share.rows.size()},
                          {"compute", share.compute},
                          {"waiting", share.waiting},
                          {"panels", share.panels ? Json(name(*share.panels)) : Json()}});
        if (report.ranks.empty()) continue;
        const auto& [rank, host, communication] = report.ranks[k];
        shares.back().update({{"rank", rank}, {"host", host}, {"communication", communication}});
    }
    return shares;
}

/// "; weights and distances are rounded"
std::string rounding(const Losses& losses) {
    if (!losses.weights_rounded && !losses.distances_rounded) return "";
    const bool both = losses.weights_rounded && losses.distances_rounded;
    return fmt::format("; {}{}{} are rounded", losses.weights_rounded ? "weights" : "",
                       both ? " and " : "", losses.distances_rounded ? "distances" : "");
}

/// An integer without exponent, else nine digits.
std::string largest(const Summary& summary) {
    if (summary.reachable_pairs == 0) return "-";
    return summary.integral ? fmt::format("{}", static_cast<std::int64_t>(summary.max))
                            : fmt::format("{:.9g}", summary.max);
}

void print_json(const Report& report) {
    const Device& d = report.devices.front();
    const Solution& solution = report.solution;
    const SolveSeconds& s = solution.seconds;
    const auto& verification = report.verification;
    Json object = {
        {"graph",
         {{"source", report.graph.origin}, {"n", report.graph.n}, {"arcs", report.graph.arcs}}},
        {"algorithm", name(solution.algorithm)},
        {"variant", solution.variant},
        {"backend", d.backend},
        {"device", identity(d)},
        {"dtype", solution.summary ? Json(name(solution.distances.dtype())) : Json(nullptr)},
        {"dtype_reason", solution.dtype_reason},
        {"losses",
         {{"weights_rounded", solution.losses.weights_rounded},
          {"weights_underflow", solution.losses.weights_underflow},
          {"distances_rounded", solution.losses.distances_rounded},
          {"products_underflow", solution.losses.products_underflow}}},
        {"no_path", no_path(report)},
        {"semiring", name(report.asked.options.semiring)},
        {"symmetric", solution.symmetric},
        {"tile", or_null(solution.tile)},
        {"block", or_null(solution.block)},
        {"shares", shares_of(report)},
        {"streamed", solution.streamed},
        {"tuned", solution.tuned},
        {"estimates", estimates_json(solution)},
        {"warm", report.warm},
        {"seconds",
         {{"read", report.read_seconds},
          {"potentials", s.potentials},
          {"plan", s.plan},
          {"build", s.build},
          {"upload", s.upload},
          {"compute", s.compute},
          {"download", s.download},
          {"paths", s.paths},
          {"write", report.write_seconds},
          {"verify", report.verify_seconds},
          {"total", report.total_seconds}}},
        {"relaxations_per_second", report.relaxations_per_second()},
        {"result", result_of(report)},
        {"stats", statistics_json(solution, report.labels)},
        {"verified", verification ? Json(verification->ok) : Json(nullptr)},
        {"verification", verification ? Json({{"method", verification->method},
                                              {"rows_checked", verification->rows_checked}})
                                      : Json(nullptr)}};
    if (!report.ranks.empty()) {
        object["grid"] = report.grid;
        object["seconds"]["checkpoints"] = report.checkpoint_seconds;
    }
    print_result(object);
}

void print_text(const Report& report) {
    const Solution& solution = report.solution;
    print_subject(report);
    print_estimates(solution, report.devices.front());
    fmt::print("algorithm  {}, {}, {}{}{}{}\n", name(solution.algorithm), variant_text(solution),
               name(report.asked.options.semiring),
               solution.tile == 0 ? "" : fmt::format(", tile {}", solution.tile),
               solution.symmetric ? ", half the work: symmetric" : "",
               solution.tuned ? ", tuned" : "");
    fmt::print("type       {}: {}{}\n", name(solution.distances.dtype()), solution.dtype_reason,
               rounding(solution.losses));
    const SolveSeconds& s = solution.seconds;
    fmt::print(
        "seconds    read {:.3f}, plan {:.3f}, build {:.3f}, upload {:.3f}, compute {:.3f}, "
        "download {:.3f}, {}write {:.3f}, total {:.3f}\n",
        report.read_seconds, s.plan, s.build, s.upload, s.compute, s.download,
        report.asked.options.paths ? fmt::format("paths {:.3f}, ", s.paths) : "",
        report.write_seconds, report.total_seconds);
    const double all = std::pow(static_cast<double>(report.graph.n), 3);
    if (solution.algorithm != Algorithm::search) {
        const double done = solution.relaxations;
        fmt::print("rate       {} relaxations{}\n", rate(report.relaxations_per_second()),
                   done == all ? "" : fmt::format(", {:.2g} instead of {:.2g}", done, all));
    }
    for (std::size_t k = 0; k < solution.shares.size(); ++k) {
        const SolutionShare& share = solution.shares[k];
        const Rank* const rank = report.ranks.empty() ? nullptr : &report.ranks[k];
        fmt::print(
            "share      {} on {}device {}{}: computing {:.3f} s, waiting {:.3f} s{}{}\n",
            share.made != 0 ? fmt::format("{} rows", share.made)
                            : fmt::format("rows {} to {}", share.rows.first, share.rows.last),
            rank ? fmt::format("rank {} ({}), ", rank->rank, rank->host) : "", share.device.index,
            solution.streamed ? ", streamed through it" : "", share.compute, share.waiting,
            share.panels ? fmt::format(", panels on the {}", name(*share.panels)) : "",
            rank ? fmt::format(", communication {:.3f} s", rank->communication) : "");
    }
    if (solution.summary) {
        const Summary& r = *solution.summary;
        fmt::print("result     {} reachable pairs, sum {}, largest {}\n", r.reachable_pairs,
                   r.integral ? fmt::format("{}", r.sum_integer) : fmt::format("{:.9g}", r.sum),
                   largest(r));
    }
    if (const std::size_t v = solution.vertices_at_minus_infinity; v != 0) {
        fmt::print(
            "negative   {} vertices are on closed walks of negative weight: pairs with a path over "
            "one of them are at -inf\n",
            v);
    }
    if (solution.statistics) print_statistics(*solution.statistics, report.labels);
    if (report.verification) {
        const Verification& v = *report.verification;
        fmt::print("verified   {} ({}, {} of {} rows{}){}{}\n", v.ok ? "yes" : "NO", v.method,
                   v.rows_checked, report.graph.n,
                   report.asked.options.paths ? ", with predecessors" : "", v.ok ? "" : ": ",
                   v.failure);
    }
    // A result that was found wrong is not written.
    if (report.verification && !report.verification->ok) return;
    const SolveFields& asked = report.asked;
    for (const std::string* file : {&asked.output, &asked.paths_output, &asked.page.file}) {
        if (!file->empty()) fmt::print("written    {}\n", printable(shown_name(*file)));
    }
}

}  // namespace

GraphFacts::GraphFacts(const Graph& graph, bool from_file)
    : origin(graph.origin()),
      generated(!from_file),
      n(graph.vertices()),
      arcs(graph.arcs()),
      integral(graph.integral()),
      zeros_in_matrix(graph.dense() && graph.min_weight() == 0 && graph.max_weight() > 0) {}

double Report::relaxations_per_second() const {
    const double seconds = solution.seconds.compute;
    return seconds > 0 ? solution.relaxations / seconds : 0;
}

void end_with_cycle(Report& report, const NegativeCycle& cycle) {
    report.negative_cycle = {{}, cycle.weight()};
    for (const std::size_t v : cycle.vertices()) {
        report.negative_cycle.vertices.push_back(report.labels.name(v));
    }
    if (report.asked.json) print_json(report);
    throw Error(cycle.kind(), negative_cycle_message(report.graph.origin, cycle, report.labels));
}

void print_subject(const Report& report) {
    fmt::print("graph      {}: {} vertices, {} arcs{}\n", report.graph.origin, report.graph.n,
               report.graph.arcs,
               report.graph.generated ? " (generated; --input reads a file)" : "");
    for (const Device& d : report.devices) {
        fmt::print("device     {}  {}:{}  {} ({}){}\n", d.index, d.backend, d.index_in_backend,
                   d.name, d.platform, report.device_chosen ? ", chosen as the best here" : "");
    }
}

Json estimates_json(const SolveChoices& choices) {
    if (choices.estimates.empty()) return nullptr;
    Json estimates = Json::array();
    for (const AlgorithmEstimate& each : choices.estimates) {
        estimates.push_back({{"algorithm", name(each.algorithm)},
                             {"relaxations", each.relaxations},
                             {"seconds", each.seconds}});
    }
    return estimates;
}

std::string variant_text(const SolveChoices& choices) {
    return fmt::format("variant {}{}", choices.variant,
                       choices.tensor_limit == 0
                           ? ""
                           : fmt::format(" (distances up to {})", choices.tensor_limit));
}

std::string estimate_text(const AlgorithmEstimate& each, const AlgorithmEstimate& best,
                          bool on_gpu) {
    // Rates of processors differ by a factor of two, those between algorithms hardly do. Searches
    // take the longer the more arcs shortest paths have.
    constexpr double kNoise = 0.005;  // seconds, which launches and threads alone may take
    const char* const least = each.algorithm == Algorithm::search ? "at least " : "";
    if (!on_gpu && &each == &best) return "";
    if (!on_gpu) return fmt::format(" {}{:.2g} times as long", least, each.seconds / best.seconds);
    return each.seconds < kNoise ? " under 0.02 s"
                                 : fmt::format(" {}{:.2g} s", least, each.seconds);
}

void print_estimates(const SolveChoices& choices, const Device& device) {
    if (choices.estimates.empty()) return;
    std::string all;
    for (const AlgorithmEstimate& each : choices.estimates) {
        all += fmt::format(
            "{}{}{} ({:.2g} relaxations)", all.empty() ? "" : ", ", name(each.algorithm),
            estimate_text(each, choices.estimates.front(), device.kind == DeviceKind::gpu),
            each.relaxations);
    }
    fmt::print("expected   {}\n", all);
}

void print(const Report& report) {
    report.asked.json ? print_json(report) : print_text(report);
}

}  // namespace apsp::cli
