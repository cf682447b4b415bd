// What a solve prints: one JSON object, or lines for people.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apsp/apsp.hpp"
#include "cli/json.hpp"
#include "cli/solve_options.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {

/// A negative cycle's vertices, by their labels, and weight.
struct Cycle {
    std::vector<std::string> vertices;
    double weight = 0;
};

/// In apsp-ocl-mpi: the process that had a share, its host, and the seconds that its panels took.
struct Rank {
    int rank = 0;
    std::string host;
    double communication = 0;
};

/// Facts about a graph for the report, by which time its matrix may have been given up.
struct GraphFacts {
    GraphFacts() = default;
    GraphFacts(const Graph& graph, bool from_file);

    std::string origin;
    bool generated = false;  ///< Rather than read from a file.
    std::size_t n = 0;
    std::size_t arcs = 0;
    bool integral = false;         ///< Every weight is an integer.
    bool zeros_in_matrix = false;  ///< A matrix with arcs of weight 0, and no negative ones.
};

/// Everything that a solve reports; optional fields are empty.
struct Report {
    explicit Report(SolveFields& fields) : asked(fields) {}

    SolveFields& asked;
    GraphFacts graph;
    std::vector<Device> devices;        ///< To solve on.
    bool device_chosen = false;         ///< By the program rather than the user.
    Solution solution;                  ///< Without a summary when there is a negative cycle.
    std::vector<Rank> ranks;            ///< Of the shares, if these are processes'.
    std::array<std::size_t, 2> grid{};  ///< Rows and columns of ranks.
    bool warm = false;                  ///< Not the first solve of the process.
    double read_seconds = 0;
    double checkpoint_seconds = 0;
    double write_seconds = 0;
    double verify_seconds = 0;
    double total_seconds = 0;
    Cycle negative_cycle;
    Labels labels;
    std::optional<Verification> verification;
    std::vector<Coordinates> coordinates;  ///< Of the vertices, for --stats-output, if given.
    std::vector<Coordinates> places;       ///< The same, or what the graph's file says, for a page.

    double relaxations_per_second() const;
};

/// Records the cycle, prints the JSON object if asked for, and throws the error.
[[noreturn]] void end_with_cycle(Report& report, const NegativeCycle& cycle);

void print(const Report& report);
/// Its first two lines: the graph and the device.
void print_subject(const Report& report);
/// The estimates by which the algorithm was chosen for the device, if there was a choice.
void print_estimates(const SolveChoices& choices, const Device& device);
/// "variant gpu", and what limits it.
std::string variant_text(const SolveChoices& choices);
Json estimates_json(const SolveChoices& choices);
/// Notes on what may be surprising in the result, one line each on stderr.
void print_notes(const Report& report);
/// Writes what --stats-output and --labels-output name. @throws Error
void write_tables(const Report& report);
/// The statistics, without those of single vertices, which --stats-output writes. Null if none were
/// asked for.
Json statistics_json(const Solution& solution, const Labels& labels);
void print_statistics(const Statistics& statistics, const Labels& labels);
/// What --dry-run prints; the report has the graph and the device.
void print_plan(const Report& report, const SolvePlan& plan);

}  // namespace apsp::cli
