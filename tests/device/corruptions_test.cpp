// Verifiers accept right distances, and notice when one entry of them is wrong: 10,000 corruptions,
// on graphs whose weights are not integers, where "right" leaves room for roundings.
#include <doctest/doctest.h>

#include <map>

#include "adversaries.hpp"
#include "corruption.hpp"
#include "device/devices.hpp"
#include "draw.hpp"

namespace {

using adversaries::Vertex;

constexpr std::size_t kCorruptions = 100;  // of each matrix
constexpr std::size_t kShownOfFamily = 3;  // failures of a family that are reported in full

/// Weights below 1, or of very different sizes, or beside arcs that no shortest path takes.
void unsigned_reals(Adversary& graph, Draw& draw) {
    const double decades = draw.pick({0.0, 3.0, 9.0});
    const double big = draw.pick({0.0, 0.0, 1e12});
    adversaries::connect(graph, draw, draw.density(), [&](Vertex, Vertex) {
        if (big != 0 && draw.chance(0.5)) return big;
        return draw.share() * std::pow(10, draw.signed_share() * decades);
    });
}

/// The same plus differences of potentials, so that many are negative.
void signed_reals(Adversary& graph, Draw& draw) {
    const double decades = draw.pick({0.0, 3.0, 6.0});
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) p.push_back(draw.share() * 10);
    adversaries::connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        return p[j] - p[i] + draw.share() * std::pow(10, -draw.share() * decades);
    });
}

constexpr adversaries::Family kFamilies[] = {{"unsigned reals", unsigned_reals},
                                             {"signed reals", signed_reals}};

/// The exact distances, each rounded once: no solver can do better.
apsp::Matrix rounded_distances(const ExactOracle& oracle, apsp::Dtype dtype) {
    apsp::Matrix distances(oracle.vertices(), dtype);
    apsp::visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t i = 0; i < oracle.vertices(); ++i) {
            for (std::size_t j = 0; j < oracle.vertices(); ++j) {
                const ExactPath& path = oracle.path(i, j);
                distances.row<T>(i)[j] =
                    path.exists ? static_cast<T>(nearest_double(path.length)) : apsp::infinity<T>();
            }
        }
    });
    return distances;
}

struct Counts {
    std::size_t matrices = 0, corruptions = 0, rejected = 0, unnoticed = 0;
};

void corrupt_often(const apsp::Graph& graph, const ExactOracle& oracle,
                   const apsp::Matrix& distances, Draw& draw, Counts& counts) {
    ++counts.matrices;
    if (const auto why = rejection(graph, distances); !why.empty()) {
        if (++counts.rejected <= kShownOfFamily) {
            FAIL_CHECK(graph.origin() << ": right answer rejected: " << why);
        }
        return;
    }
    for (std::size_t k = 0; k < kCorruptions; ++k) {
        apsp::Matrix wrong = distances.clone();
        const std::string corruption = corrupt(wrong, oracle, draw);
        ++counts.corruptions;
        const std::string verifier = acceptance(graph, wrong);
        if (verifier.empty() || ++counts.unnoticed > kShownOfFamily) continue;
        FAIL_CHECK(graph.origin() << ": unnoticed by " << verifier << ": " << corruption);
    }
}

/// Checks one graph, with distances that are as exact as possible, and with those of a solver.
void corrupt_graph(const adversaries::Family& family, std::uint32_t seed, apsp::Dtype dtype,
                   const apsp::Device& device, Counts& counts) {
    Draw draw(seed, family.name);
    Adversary drawn{family.name, seed, 20 + draw.below(21)};
    family.draw(drawn, draw);
    const ExactOracle oracle(drawn.n, drawn.arcs);
    if (oracle.negative_cycle()) return;
    const auto name = fmt::format("{}, seed {}, {}", family.name, seed, apsp::name(dtype));
    const auto graph = apsp::Graph::from_arcs(drawn.n, drawn.arcs, name);
    corrupt_often(graph, oracle, rounded_distances(oracle, dtype), draw, counts);
    apsp::SolveOptions options;
    options.dtype = dtype;
    const auto solution = apsp::solve(graph, device, options);
    if (const auto wrong = wrong_distances(oracle, solution.distances); !wrong.empty()) {
        FAIL_CHECK(name << ": " << wrong);
        return;
    }
    corrupt_often(graph, oracle, solution.distances, draw, counts);
}

}  // namespace

TEST_CASE("corruptions: no wrong entry is taken for right, and no right one for wrong") {
    const auto device = apsp::select_device(apsp::list_devices(), "cpu");
    std::size_t corruptions = 0;
    for (const adversaries::Family& family : kFamilies) {
        for (const apsp::Dtype dtype : {apsp::Dtype::f32, apsp::Dtype::f64}) {
            Counts counts;
            for (std::uint32_t seed = 1; seed <= draws(20); ++seed) {
                corrupt_graph(family, seed, dtype, device, counts);
            }
            CAPTURE(std::string(family.name));
            CAPTURE(apsp::name(dtype));
            CAPTURE(counts.matrices);
            CAPTURE(counts.corruptions);
            CHECK(counts.rejected == 0);
            CHECK(counts.unnoticed == 0);
            corruptions += counts.corruptions;
        }
    }
    REQUIRE(corruptions >= draws(10000));
}
