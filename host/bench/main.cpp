// apsp-bench: whole solves over sizes, types, algorithms and inputs, as shares of the device's
// limit.
//
// On CPUs the limit is measured anew beside every run, since shared machines change their speed.
#include <fmt/core.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apsp/apsp.hpp"
#include "backends/limits.hpp"
#include "base/spread.hpp"
#include "graph/generators.hpp"

namespace {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

template <class Enum>
Enum checked(std::optional<Enum> value, const std::string& text) {
    if (!value) throw apsp::Error(apsp::ErrorKind::usage, "unknown: " + text);
    return *value;
}

/// Runs one cell of the table and prints its row; the row's figures are returned, too.
Json run_cell(const apsp::Device& device, const apsp::SolveOptions& options,
              const std::string& input, std::size_t n, int repeat) {
    const apsp::Graph graph = apsp::generate({input, n});
    const apsp::Limit nominal = apsp::nominal_limit(device);
    std::vector<double> seconds, rates, shares, uploads, downloads, paths;
    std::string verified = "-";
    bool symmetric = false;
    for (int run = 0; run <= repeat; ++run) {
        const auto solution = apsp::solve(graph, device, options);
        symmetric = solution.symmetric;
        if (run == 0) {  // a warm-up, and the one that is checked
            apsp::VerifyOptions check = {5e9, options.semiring};
            if (options.paths) check.predecessors = &solution.paths.predecessors();
            const auto verification = apsp::verify(graph, solution.distances, check);
            verified = verification.ok ? "yes" : "NO";
            continue;
        }
        const double limit = nominal.rate > 0 ? nominal.rate : apsp::measured_limit(0.1).rate;
        const double edge = static_cast<double>(n);
        seconds.push_back(solution.seconds.compute);
        rates.push_back(edge * edge * edge / solution.seconds.compute);
        shares.push_back(rates.back() / limit);
        uploads.push_back(solution.seconds.upload);
        downloads.push_back(solution.seconds.download);
        paths.push_back(solution.seconds.paths);
    }
    const apsp::Spread time = apsp::spread(seconds);
    const apsp::Spread rate = apsp::spread(rates);
    const apsp::Spread share = apsp::spread(shares);
    fmt::print(
        "{:>6}  {:<10}  {:<4} {:<8}  {}  {:<7}  {:>5}  {:10.4f}  {:10.2f}  {:4.2f} [{:4.2f} "
        "{:4.2f}]  {:7.3f}  {:8.3f}  {:7.3f}  {}\n",
        n, input, name(*options.dtype), name(options.semiring), symmetric ? "half" : "all ",
        name(options.algorithm), options.block, time.median * 1e3, rate.median * 1e-9, share.median,
        share.least, share.most, apsp::spread(uploads).median, apsp::spread(downloads).median,
        apsp::spread(paths).median, verified);
    std::fflush(stdout);
    return {{"n", n},
            {"input", input},
            {"dtype", name(*options.dtype)},
            {"algorithm", name(options.algorithm)},
            {"semiring", name(options.semiring)},
            {"symmetric", symmetric},
            {"block", options.block},
            {"seconds", seconds},
            {"relaxations_per_second", rate.median},
            {"share_of_limit", shares},
            {"upload", uploads},
            {"download", downloads},
            {"paths", paths},
            {"verified", verified == "yes"}};
}

int run(int argc, char** argv) {
    cxxopts::Options options("apsp-bench",
                             "Times whole solves; the first of each kind is checked.\n\n"
                             "Example: apsp-bench -d opencl:0 --sizes 1024,4096\n");
    auto add = options.add_options();
    add("d,device", "As --device of apsp-ocl", cxxopts::value<std::string>()->default_value(""));
    add("sizes", "Vertices",
        cxxopts::value<std::vector<std::size_t>>()->default_value("1024,2048"));
    add("algos", "Algorithms", cxxopts::value<Strings>()->default_value("kleene"));
    add("dtypes", "Element types", cxxopts::value<Strings>()->default_value("f32"));
    add("inputs", "random, squares, ring, potential (negative weights), undirected",
        cxxopts::value<Strings>()->default_value("squares"));
    add("variant", "As --variant of apsp-ocl", cxxopts::value<std::string>()->default_value(""));
    add("semirings", "As --semiring of apsp-ocl",
        cxxopts::value<Strings>()->default_value("min-plus"));
    add("no-symmetric", "Do all the work for undirected graphs, too");
    add("paths", "As --paths of apsp-ocl");
    add("tile", "As --tile of apsp-ocl", cxxopts::value<std::size_t>()->default_value("0"));
    add("blocks", "Sizes as --block of apsp-ocl; 0 is the device's choice",
        cxxopts::value<std::vector<std::size_t>>()->default_value("0"));
    add("repeat", "Timed runs of each", cxxopts::value<int>()->default_value("5"));
    add("at-least", "Exit with 1 if a median rate is lower (G/s)", cxxopts::value<double>());
    add("at-least-share", "Exit with 1 if a median share is lower", cxxopts::value<double>());
    add("json", "Write all figures to this file", cxxopts::value<std::string>());
    add("h,help", "Print this");
    const auto parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
        fmt::print("{}", options.help());
        return 0;
    }

    const auto device =
        apsp::select_device(apsp::list_devices(), parsed["device"].as<std::string>());
    const auto nominal = apsp::nominal_limit(device);
    const auto limit = nominal.rate > 0 ? nominal : apsp::measured_limit(0.5);
    fmt::print("device  {}:{} {} ({}, {})\nlimit   {:.1f} G/s: {}\n\n", device.backend,
               device.index_in_backend, device.name, device.platform, device.driver,
               limit.rate * 1e-9, limit.meaning);
    fmt::print(
        "     n  input       type semiring  work  algo     block  compute ms     G/s     share "
        "[least most]  "
        "upload s    down s  paths s  verified\n");
    std::vector<std::pair<std::string, std::size_t>> algorithms;
    for (const std::string& algorithm : parsed["algos"].as<Strings>()) {
        for (std::size_t block : parsed["blocks"].as<std::vector<std::size_t>>()) {
            algorithms.emplace_back(algorithm, block);
        }
    }
    Json rows = Json::array();
    for (std::size_t n : parsed["sizes"].as<std::vector<std::size_t>>()) {
        for (const std::string& input : parsed["inputs"].as<Strings>()) {
            for (const std::string& dtype : parsed["dtypes"].as<Strings>()) {
                for (const auto& [algorithm, block] : algorithms) {
                    apsp::SolveOptions solve_options;
                    solve_options.tile = parsed["tile"].as<std::size_t>();
                    solve_options.block = block;
                    solve_options.variant = parsed["variant"].as<std::string>();
                    solve_options.algorithm = checked(apsp::parse_algorithm(algorithm), algorithm);
                    solve_options.dtype = checked(apsp::parse_dtype(dtype), dtype);
                    if (parsed.count("no-symmetric") != 0) solve_options.symmetric = false;
                    solve_options.paths = parsed.count("paths") != 0;
                    for (const std::string& semiring : parsed["semirings"].as<Strings>()) {
                        solve_options.semiring = checked(apsp::parse_semiring(semiring), semiring);
                        rows.push_back(run_cell(device, solve_options, input, n,
                                                std::max(1, parsed["repeat"].as<int>())));
                    }
                }
            }
        }
    }
    if (parsed.count("json") != 0) {
        const Json file = {{"program", apsp::kVersion},
                           {"device", device.name},
                           {"platform", device.platform},
                           {"driver", device.driver},
                           {"limit", {{"rate", limit.rate}, {"meaning", limit.meaning}}},
                           {"rows", rows}};
        std::ofstream(parsed["json"].as<std::string>()) << file.dump(1) << '\n';
    }
    for (const Json& row : rows) {
        auto shares = row["share_of_limit"].get<std::vector<double>>();
        const bool low_rate =
            parsed.count("at-least") != 0 &&
            row["relaxations_per_second"].get<double>() < parsed["at-least"].as<double>() * 1e9;
        const bool low_share = parsed.count("at-least-share") != 0 &&
                               apsp::spread(shares).median < parsed["at-least-share"].as<double>();
        if (low_rate || low_share || !row["verified"].get<bool>()) return 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "apsp-bench: {}\n", error.what());
        return 2;
    }
}
