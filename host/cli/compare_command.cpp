// apsp-ocl compare: one card through OpenCL and through CUDA, on the same input, in turns.
#include <fmt/core.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apsp/apsp.hpp"
#include "backends/limits.hpp"
#include "base/spread.hpp"
#include "cli/commands.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {
namespace {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

/// Both ways to one card.
struct Card {
    Device opencl, cuda;
};

Card find_card(const std::string& selector) {
    const Devices devices = list_devices();
    const auto chosen_is = [&](const Device& chosen, const Device& other) {
        return chosen.index == other.index || same_card(chosen, other);
    };
    const Device chosen = [&] {
        if (!selector.empty()) return select_device(devices, selector);
        for (const Device& device : devices.all) {
            if (device.backend == "cuda") return device;
        }
        return select_device(devices, "");
    }();
    Card card;
    for (const Device& device : devices.all) {
        if (!chosen_is(chosen, device)) continue;
        if (device.backend == "opencl") card.opencl = device;
        if (device.backend == "cuda") card.cuda = device;
    }
    for (const auto& [found, backend] :
         {std::pair{&card.opencl, "opencl"}, std::pair{&card.cuda, "cuda"}}) {
        if (!found->backend.empty()) continue;
        std::string reason = "see apsp-ocl devices";
        for (const AbsentBackend& absent : devices.absent) {
            if (absent.backend == backend) reason = absent.reason;
        }
        throw Error(ErrorKind::no_device,
                    fmt::format("device {} ({}) has no {} row to compare with: {}", chosen.index,
                                chosen.name, backend, reason));
    }
    return card;
}

/// The runs of one backend on one input.
struct Runs {
    const Device* device = nullptr;
    std::vector<double> seconds;
    bool verified = false;

    double median() const { return spread(seconds).median; }
};

void check(const Graph& graph, const Solution& solution, Runs& runs) {
    const Verification verification = verify(graph, solution.distances, {.budget = 2e9});
    if (!verification.ok) {
        throw Error(ErrorKind::verification,
                    fmt::format("{} is wrong: {}", runs.device->backend, verification.failure));
    }
    runs.verified = true;
}

Json row_of(const Runs& runs, std::size_t n, const std::string& input, Dtype dtype, double ratio) {
    const auto [least, most] = std::ranges::minmax(runs.seconds);
    const double edge = static_cast<double>(n);
    const double rate = edge * edge * edge / runs.median();
    const Limit limit = nominal_limit(*runs.device, dtype);
    return {{"n", n},
            {"input", input},
            {"dtype", name(dtype)},
            {"backend", runs.device->backend},
            {"seconds", runs.seconds},
            {"median_seconds", runs.median()},
            {"least_seconds", least},
            {"most_seconds", most},
            {"relaxations_per_second", rate},
            {"share_of_limit", limit.rate > 0 ? Json(rate / limit.rate) : Json(nullptr)},
            {"time_to_opencl", ratio},
            {"verified", runs.verified}};
}

void print_row(const Json& row) {
    const auto number = [&](const char* key) {
        return row[key].is_null() ? 0 : row[key].get<double>();
    };
    fmt::print("{:>6}  {:<4}  {:<6}  {:10.4f} [{:.4f} {:.4f}]  {:8.3f}  {:5.2f}  {:5.3f}\n",
               row["n"].get<std::size_t>(), row["dtype"].get<std::string>(),
               row["backend"].get<std::string>(), number("median_seconds") * 1e3,
               number("least_seconds") * 1e3, number("most_seconds") * 1e3,
               number("relaxations_per_second") * 1e-12, number("share_of_limit"),
               number("time_to_opencl"));
    std::fflush(stdout);
}

/// One size and type: a first run of each, which is verified, then runs in turns.
void compare(const Card& card, std::size_t n, SolveOptions options, int repeat, Json& rows,
             bool json) {
    // Distances of the harder input pass 16 bits.
    const bool small = options.dtype && size_of(*options.dtype) < 4;
    const Graph graph = small ? random_graph(n) : squares_graph(n);
    options.dtype = choose_dtype(graph, options.semiring, options.dtype).dtype;
    Runs runs[] = {{&card.opencl, {}, false}, {&card.cuda, {}, false}};
    for (int round = 0; round <= repeat; ++round) {
        for (Runs& each : runs) {
            const Solution solution = solve(graph, *each.device, options);
            if (round == 0) {
                check(graph, solution, each);
            } else {
                each.seconds.push_back(solution.seconds.compute);
            }
        }
    }
    for (const Runs& each : runs) {
        rows.push_back(row_of(each, n, small ? "random" : "squares", *options.dtype,
                              each.median() / runs[0].median()));
        if (!json) print_row(rows.back());
    }
}

template <class Value>
Value known(std::optional<Value> value, const std::string& text) {
    if (!value) throw Error(ErrorKind::usage, fmt::format("compare: unknown \"{}\"", text));
    return *value;
}

cxxopts::Options make_options() {
    cxxopts::Options options(
        "apsp-ocl compare",
        "Runs one card through OpenCL and through CUDA, on the same input, in turns.\n\n"
        "Example: apsp-ocl compare --device h200 --sizes 1024,8192 --dtypes f32,i16\n");
    auto add = options.add_options();
    add("d,device", "Either row of the card; default: the first CUDA device",
        cxxopts::value<std::string>()->default_value(""), "DEVICE");
    add("sizes", "Vertices", cxxopts::value<std::vector<std::size_t>>()->default_value("1024,4096"),
        "N,...");
    add("dtypes", "Element types", cxxopts::value<Strings>()->default_value("f32"), "TYPE,...");
    add("a,algo", "Algorithm", cxxopts::value<std::string>()->default_value("kleene"), "NAME");
    add("repeat", "Timed runs of each", cxxopts::value<int>()->default_value("5"), "COUNT");
    add("json", "Print one JSON object");
    add("h,help", "Print this");
    return options;
}

}  // namespace

int compare_command(int argc, char** argv) {
    auto options = make_options();
    const auto parsed = options.parse(argc, argv);
    if (!parsed.unmatched().empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("compare takes no argument \"{}\"", parsed.unmatched().front()));
    }
    if (parsed.count("help") != 0) {
        std::cout << options.help();
        return 0;
    }
    const bool json = parsed.count("json") != 0;
    const Card card = find_card(parsed["device"].as<std::string>());
    if (!json) {
        fmt::print("card  {} {}\n      OpenCL driver {}, {}; CUDA driver {}, {}\n\n",
                   card.cuda.name, card.cuda.pci, card.opencl.driver, card.opencl.version,
                   card.cuda.driver, card.cuda.version);
        fmt::print("     n  type  backend compute ms [least most]            T/s  share  ratio\n");
    }
    Json rows = Json::array();
    for (const std::size_t n : parsed["sizes"].as<std::vector<std::size_t>>()) {
        for (const std::string& dtype : parsed["dtypes"].as<Strings>()) {
            SolveOptions solve_options;
            const auto& algorithm = parsed["algo"].as<std::string>();
            solve_options.algorithm = known(parse_algorithm(algorithm), algorithm);
            solve_options.dtype = known(parse_dtype(dtype), dtype);
            for (const Device* device : {&card.opencl, &card.cuda}) {
                check_plan(plan(n, *solve_options.dtype), *device);
            }
            compare(card, n, solve_options, std::max(1, parsed["repeat"].as<int>()), rows, json);
        }
    }
    if (json) {
        const Json object = {{"program", kVersion},
                             {"card", card.cuda.name},
                             {"pci", card.cuda.pci},
                             {"opencl_driver", card.opencl.driver},
                             {"cuda_version", card.cuda.version},
                             {"limit", nominal_limit(card.cuda).meaning},
                             {"rows", rows}};
        std::cout << object.dump(1) << '\n';
    }
    return 0;
}

}  // namespace apsp::cli
