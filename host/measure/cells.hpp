// What a sweep measures: its cells, planned from the options. A cell is what a user would give to
// `apsp-ocl solve`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/solve.hpp"

namespace apsp::sweep {

struct Options {
    bool ladder = false;  ///< The ladder's steps instead of algorithms, variants and tiles.
    std::vector<std::string> devices;  ///< As in `device_id`; for a ladder, its own, then `cpu`.
    std::vector<Algorithm> algorithms = {Algorithm::kleene};
    std::vector<std::string> variants = {""};  ///< Empty is the device's default.
    std::vector<std::size_t> sizes;            ///< Vertices.
    std::vector<std::size_t> tiles = {0};      ///< 0 for the device's choice.
    std::vector<std::size_t> blocks = {0};     ///< The same.
    std::vector<Dtype> dtypes = {Dtype::f32};
    std::vector<Semiring> semirings = {Semiring::min_plus};
    std::vector<std::string> generators = {"random"};  ///< See graph/generators.hpp.
    /// Whether types of one or two bytes get other graphs instead, with distances that fit.
    bool fitting = false;
    std::uint64_t seed = 1;
    bool all_work = false;   ///< All the work for undirected graphs, too.
    bool paths = false;      ///< Find predecessors, too.
    std::size_t repeat = 5;  ///< Runs of each cell.
};

struct Cell {
    std::string device = {};
    Algorithm algorithm = Algorithm::kleene;
    std::string variant = {};
    std::size_t n = 0;
    std::size_t tile = 0;
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    std::string generator = "random";
    std::uint64_t seed = 1;
    double density = 1;
    std::size_t block = 0;
    std::optional<bool> symmetric = {};  ///< Half the work or all; if empty, the solve chooses.
    bool paths = false;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Cells that take turns: they differ in their device only, or are the steps of the ladder.
using Group = std::vector<Cell>;

/// "random:256,1,1", as --generate takes it.
std::string input_of(const Cell& cell);

/// "256..8192" doubles from the first size to at most the second; "100,1074" lists sizes;
/// "100,256..1024" does both.
/// @returns the sizes in ascending order, each once
/// @throws Error usage
std::vector<std::size_t> parse_sizes(std::string_view text);

/// "opencl:0": a device within one machine.
std::string device_id(const Device& device);

/// Every combination of the options, fewer vertices first. It leaves out variants of an algorithm
/// that none of the devices has, and sizes of tiles for `fw`, which has tiles only in the ladder.
/// @throws Error usage for a variant that no algorithm of the sweep has on any of the devices, and
///         where no cell is left
///         no_device for a device that is not there
std::vector<Group> plan_cells(const Options& options, const Devices& devices);

/// Whether the device has the algorithm and variant; those of the ladder all but `cpu` may have.
bool has_variant(const Device& device, Algorithm algorithm, std::string_view variant);

/// Whether it has tiles and blocks: of the variants of `fw`, only those of the ladder do.
bool has_tiles(const Device& device, Algorithm algorithm, std::string_view variant);

/// The options of a solve that choose its algorithm and how it runs: "--algo", "fw".
std::vector<std::string> way_arguments(const Cell& cell);
/// How a cell is run: the work that verifying may take, 0 for none, and whether a solve to warm up
/// comes first, so that the second one counts.
struct RunOptions {
    double verify_work = 0;
    bool warm_up = true;
};
/// The arguments with which `apsp-ocl` runs the cell once.
std::vector<std::string> solve_arguments(const Cell& cell, const RunOptions& how);

/// "opencl:0 kleene n = 256 f32", with what is not the default.
std::string to_text(const Cell& cell);

}  // namespace apsp::sweep
