// Real graphs with answers that were computed by other programs: every row of EXPECTED.tsv.
#include <fstream>
#include <map>
#include <sstream>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

struct Row {
    std::string file;
    std::size_t n = 0;
    std::size_t arcs = 0;
    bool negative_cycle = false;
    std::string reachable_pairs;
    std::string sum;
    std::string max;
};

std::vector<Row> expected_rows() {
    std::vector<Row> rows;
    const auto table = real_graph("EXPECTED.tsv");
    if (!table) return rows;
    std::ifstream stream(*table);
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line)) {
        std::istringstream fields(line);
        Row row;
        std::string wmin;
        std::string wmax;
        std::string directed;
        std::string cycle;
        fields >> row.file >> row.n >> row.arcs >> wmin >> wmax >> directed >> cycle >>
            row.reachable_pairs >> row.sum >> row.max;
        row.negative_cycle = cycle == "yes";
        rows.push_back(row);
    }
    REQUIRE(rows.size() > 10);
    return rows;
}

void check_value(const Json& found, const std::string& expected) {
    if (has(expected, ".")) {
        CHECK(found.get<double>() == doctest::Approx(std::stod(expected)).epsilon(1e-5));
    } else {
        CHECK(found.dump() == expected);
    }
}

/// The weight of a cycle in a DIMACS file, in which vertices count from 1; of parallel arcs, the
/// lightest counts.
int weight_of_cycle(const std::string& file, const std::vector<std::string>& vertices) {
    std::map<std::pair<int, int>, int> weights;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream fields(line);
        char kind = 0;
        int u = 0, v = 0, w = 0;
        if (!(fields >> kind >> u >> v >> w) || kind != 'a') continue;
        const auto [place, added] = weights.try_emplace({u, v}, w);
        if (!added) place->second = std::min(place->second, w);
    }
    int sum = 0;
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        const std::pair arc(std::stoi(vertices[k]), std::stoi(vertices[(k + 1) % vertices.size()]));
        REQUIRE(weights.contains(arc));
        sum += weights[arc];
    }
    return sum;
}

void check_row(const Row& row, const std::string& file, const std::string& device) {
    CAPTURE(row.file);
    CAPTURE(device);
    const Outcome outcome = run({"--input", file, "--device", device, "--json"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == (row.negative_cycle ? 5 : 0));
    const Json report = Json::parse(outcome.out, nullptr, false);
    REQUIRE(report.is_object());
    CHECK(report["graph"]["source"] == file);
    CHECK(report["graph"]["n"] == row.n);
    CHECK(report["graph"]["arcs"] == row.arcs);
    CHECK(report["result"]["negative_cycle"] == row.negative_cycle);
    if (row.negative_cycle) {
        CHECK(report["result"]["sum"].is_null());
        CHECK(has(outcome.err, "negative cycle"));
        CHECK(has(outcome.err, row.file));
        const Json& witness = report["result"]["negative_cycle_witness"];
        CHECK(witness["weight"] < 0);
        CHECK(witness["weight"] == weight_of_cycle(file, witness["vertices"]));
        return;
    }
    CHECK(outcome.err == "");
    check_value(report["result"]["reachable_pairs"], row.reachable_pairs);
    check_value(report["result"]["sum"], row.sum);
    check_value(report["result"]["max"], row.max);
}

constexpr std::size_t kSmall = 1200;

}  // namespace

TEST_CASE("real graphs: small ones have their answer on every device") {
    for (const Row& row : expected_rows()) {
        if (row.n > kSmall) continue;
        const auto file = real_graph(row.file);
        if (!file) continue;
        for (const std::string& device : device_indices()) check_row(row, *file, device);
    }
}

TEST_CASE("real graphs: large ones have their answer on the processor") {
    for (const Row& row : expected_rows()) {
        if (row.n <= kSmall) continue;
        if (const auto file = real_graph(row.file)) check_row(row, *file, "cpu");
    }
}

TEST_CASE("real graphs: Rome has its answer by Floyd-Warshall on every device but the slowest") {
    const auto file = real_graph("rome99.gr");
    if (!file) return;
    for (const Json& device : devices().at("devices")) {
        if (has(device["name"].get<std::string>(), "llvmpipe")) continue;  // four minutes
        const Json report =
            solve({"--input", *file, "--algo", "fw", "--device", device["index"].dump()});
        CHECK(report["result"]["sum"] == 160839610183);
        CHECK(report["result"]["reachable_pairs"] == 11239256);
        CHECK(report["result"]["max"] == 77403);
    }
}

TEST_CASE("real graphs: each gets the smallest type that holds its distances") {
    const std::vector<std::tuple<std::string, std::string, bool>> choices = {
        {"rome99.gr", "i32", false},
        {"minnesota_dist.gr", "i32", true},
        {"USAir97.gr", "i16", false},
        {"metis_power.gr", "u8", true},
        {"snap_p2p-Gnutella08.gr", "u8", false},
        {"tsplib_rbg403.npy", "u8", false},
        {"PlanetLabData_1.npy", "f32", false},
        {"rcpspmax_ubo500_psp31.gr", "i16", false},
    };
    for (const auto& [name, dtype, symmetric] : choices) {
        const auto file = real_graph(name);
        if (!file) continue;
        CAPTURE(name);
        const Json report = solve({"--input", *file, "--device", "cpu", "--verify"});
        CHECK(report["dtype"] == dtype);
        CHECK(report["symmetric"] == symmetric);
        CHECK(report["verified"] == true);
    }
}

TEST_CASE("real graphs: integers have the same answer in every type") {
    for (const std::string name : {"rcpspmax_ubo500_psp31.gr", "tsplib_rbg403.npy"}) {
        const auto file = real_graph(name);
        if (!file) return;
        const Json expected = solve({"--input", *file, "--device", "cpu"})["result"];
        for (const std::string dtype : {"i32", "f64"}) {
            CAPTURE(dtype);
            const Json report = solve({"--input", *file, "--device", "cpu", "--dtype", dtype});
            CHECK(report["result"] == expected);
        }
    }
}

TEST_CASE("real graphs: --verify finds them right") {
    for (const std::string name :
         {"rcpspmax_ubo200_psp1.gr", "PlanetLabData_1.npy", "jagmesh7.mtx"}) {
        const auto file = real_graph(name);
        if (!file) return;
        CHECK(solve({"--input", *file, "--device", "cpu", "--verify"})["verified"] == true);
    }
}

TEST_CASE("real graphs: predecessors of small ones are right on every device") {
    for (const Row& row : expected_rows()) {
        if (row.n > kSmall || row.negative_cycle) continue;
        const auto file = real_graph(row.file);
        if (!file) continue;
        for (const std::string& device : device_indices()) {
            CAPTURE(row.file);
            CAPTURE(device);
            const Json report =
                solve({"--input", *file, "--device", device, "--paths", "--verify"});
            CHECK(report["verified"] == true);
            check_value(report["result"]["sum"], row.sum);
        }
    }
}

}  // namespace apsp::cli_test
