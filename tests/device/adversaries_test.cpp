// Graphs that are meant to make solvers fail, on every device, in every type and with every
// algorithm, against an oracle that rounds nothing. APSP_TEST_GRAPHS sets the number of graphs of
// each family.
#include <doctest/doctest.h>

#include <iterator>
#include <map>

#include "adversaries_by_hand.hpp"
#include "corruption.hpp"
#include "device/devices.hpp"

namespace {

using apsp::Dtype;
using apsp::Graph;

constexpr std::size_t kShown = 2;  // failures per kind, family and device that are reported in full

/// There are fewer on devices that wake other threads for each step.
std::size_t graphs_per_family(const apsp::Device& device) {
    if (is_llvmpipe(device)) return 4;
    if (const char* text = std::getenv("APSP_TEST_GRAPHS")) return std::stoul(text);
    if (slow_run()) return 3;
    return device.backend == "cpu" ? 40 : 20;
}

/// A graph in one of its forms, with its arcs and exact distances.
struct Case {
    std::string name;  ///< family, seed and form
    Weights weights;
    ExactOracle oracle;
    Graph graph;
};

Case sparse_case(const Adversary& adversary, const std::string& name) {
    return {name + ", sparse", weights_that_count(adversary.arcs),
            ExactOracle(adversary.n, adversary.arcs),
            Graph::from_arcs(adversary.n, adversary.arcs, name)};
}

/// The matrix of weights rounded to T; none if a weight is beyond T.
template <class T>
std::optional<Case> dense_case(const Adversary& adversary, const std::string& name) {
    apsp::Matrix matrix(adversary.n, apsp::kDtypeOf<T>);
    for (std::size_t i = 0; i < adversary.n; ++i) {
        std::ranges::fill(matrix.row<T>(i), apsp::infinity<T>());
    }
    std::vector<apsp::Arc> arcs;  // with the weights as rounded to T
    for (const auto& [ends, weight] : weights_that_count(adversary.arcs)) {
        const T entry = static_cast<T>(weight);
        if (std::isinf(entry)) return std::nullopt;
        matrix.row<T>(ends.first)[ends.second] = entry;
        arcs.push_back({ends.first, ends.second, static_cast<double>(entry)});
    }
    return Case{fmt::format("{}, dense {}", name, apsp::name(apsp::kDtypeOf<T>)),
                weights_that_count(arcs), ExactOracle(adversary.n, arcs),
                Graph::from_matrix(std::move(matrix), name)};
}

std::vector<Case> cases_of(const Adversary& adversary) {
    const std::string name = fmt::format("{}, seed {}", adversary.family, adversary.seed);
    std::vector<Case> cases;
    cases.push_back(sparse_case(adversary, name));
    if (auto dense = dense_case<double>(adversary, name)) cases.push_back(std::move(*dense));
    if (auto dense = dense_case<float>(adversary, name)) cases.push_back(std::move(*dense));
    return cases;
}

/// How often solves ended in which way.
struct Tally {
    std::size_t answers = 0, cycles = 0, refusals = 0;
    std::map<std::string, std::size_t> failures = {};  ///< by their kind

    std::size_t failed() const {
        std::size_t sum = 0;
        for (const auto& [kind, count] : failures) sum += count;
        return sum;
    }
    std::string text() const {
        std::string all =
            fmt::format("{} answers, {} negative cycles, {} refusals", answers, cycles, refusals);
        for (const auto& [kind, count] : failures) all += fmt::format(", {} x {}", count, kind);
        return all;
    }
};

/// How one solve is counted, and what is wrong with it, as "kind: details"; empty if nothing is.
struct Outcome {
    std::size_t Tally::*kind;
    std::string failure;
};

/// What is wrong with an answer, or with what the verifiers say about it. Leaves the answer
/// corrupted.
std::string check_answer(const Case& tested, apsp::Matrix& distances, Draw& draw) {
    if (auto wrong = wrong_distances(tested.oracle, distances); !wrong.empty()) return wrong;
    if (const auto why = rejection(tested.graph, distances); !why.empty()) {
        return "right answer rejected: " + why;
    }
    const std::string corruption = corrupt(distances, tested.oracle, draw);
    const std::string verifier = acceptance(tested.graph, distances);
    return verifier.empty() ? ""
                            : fmt::format("corruption unnoticed: by {}: {}", verifier, corruption);
}

/// A type may be refused if it is forced, or if a sum may be beyond all doubles.
bool may_refuse(const ExactOracle& oracle, const apsp::SolveOptions& options) {
    return options.dtype || oracle.largest() * (oracle.vertices() - 1) > exact(1e308);
}

/// Whether the type that would be chosen is one that the device does not have.
bool lacks_type(const Case& tested, const apsp::Device& device, const apsp::SolveOptions& options) {
    if (device.f64 || options.dtype) return false;
    Dtype chosen = Dtype::f32;
    apsp::test::error_of(
        [&] { chosen = apsp::choose_dtype(tested.graph, options.semiring, options.dtype).dtype; });
    return chosen == Dtype::f64;
}

Outcome solve_and_check(const Case& tested, const apsp::Device& device,
                        const apsp::SolveOptions& options, Draw& draw) {
    try {
        auto solution = apsp::solve(tested.graph, device, options);
        if (tested.oracle.negative_cycle()) return {nullptr, "missed cycle: it was solved"};
        return {&Tally::answers, check_answer(tested, solution.distances, draw)};
    } catch (const apsp::NegativeCycle& shown) {
        if (!tested.oracle.negative_cycle()) {
            return {nullptr, fmt::format("false cycle: {}", shown.what())};
        }
        return {&Tally::cycles, wrong_cycle(tested.weights, shown)};
    } catch (const apsp::Error& error) {
        const std::string_view message = error.what();
        const bool lack = error.kind() == apsp::ErrorKind::no_device &&
                          message.find("has no f64") != message.npos;
        const bool refusal = error.kind() == apsp::ErrorKind::bad_input &&
                             (message.find(" is not safe: ") != message.npos ||
                              message.find("beyond every type") != message.npos);
        if (lacks_type(tested, device, options) ? lack
                                                : refusal && may_refuse(tested.oracle, options)) {
            return {&Tally::refusals, ""};
        }
        return {nullptr, fmt::format("{}: {}", refusal ? "refused" : "failed", error.what())};
    } catch (const std::exception& error) {
        return {nullptr, fmt::format("failed: {}", error.what())};
    }
}

std::vector<std::optional<Dtype>> types_for(bool integral, const apsp::Device& device) {
    std::vector<std::optional<Dtype>> types = {std::nullopt, Dtype::f32};
    if (device.f64) types.push_back(Dtype::f64);
    if (integral) types.insert(types.end(), {Dtype::i32, Dtype::i16, Dtype::u8});
    return types;
}

std::string name_of(std::optional<Dtype> dtype) {
    return dtype ? std::string(apsp::name(*dtype)) : "auto";
}

/// Solves graphs on one device, and reports failures and counts.
class Trial {
  public:
    explicit Trial(const apsp::Device& device) : device_(device) {}

    void solve_all_ways(const std::string& family, const Case& tested) {
        for (const auto& dtype : types_for(tested.oracle.integral(), device_)) {
            for (const apsp::Algorithm algorithm : algorithms_of(device_)) {
                apsp::SolveOptions options;
                options.dtype = dtype;
                options.algorithm = algorithm;
                const auto where = fmt::format("{} as {} by {}", tested.name, name_of(dtype),
                                               apsp::name(algorithm));
                Draw corruption(1, where);
                const auto outcome = solve_and_check(tested, device_, options, corruption);
                if (outcome.failure.empty()) {
                    ++(families[family].*outcome.kind);
                    ++(types[name_of(dtype)].*outcome.kind);
                    continue;
                }
                tell(family, where, outcome.failure);
            }
        }
    }

    /// Prints a line for each family with failures, or for every family if APSP_TEST_GRAPHS is set.
    void summarize() const {
        for (const auto& [family, tally] : families) {
            const auto text = fmt::format("{}, {}: {}", label(device_), family, tally.text());
            if (tally.failed() > 0) {
                FAIL_CHECK(text);
            } else if (std::getenv("APSP_TEST_GRAPHS") != nullptr) {
                MESSAGE(text);
            }
        }
    }

    Tally total() const {
        Tally sum;
        for (const auto& [family, tally] : families) {
            sum.answers += tally.answers;
            sum.cycles += tally.cycles;
            sum.refusals += tally.refusals;
        }
        return sum;
    }

    std::map<std::string, Tally> families, types;

  private:
    void tell(const std::string& family, const std::string& where, const std::string& failure) {
        std::size_t& count = families[family].failures[failure.substr(0, failure.find(':'))];
        if (++count <= kShown) FAIL_CHECK(label(device_) << ", " << where << ": " << failure);
    }

    const apsp::Device& device_;
};

/// A solver that refuses too much, or a family that no longer tests anything, must be noticed.
void require_enough(Trial& trial, const apsp::Device& device, std::size_t graphs) {
    const std::size_t families = std::size(adversaries::kFamilies);
    CAPTURE(label(device));
    const std::size_t types = device.f64 ? 2 : 1;  // of floats
    REQUIRE(trial.total().answers >= 4 * types * families * graphs);
    REQUIRE(trial.total().cycles >= 2 * types * families * graphs);
    if (graphs < 20) return;  // a single family then depends on chance
    for (const adversaries::Family& family : adversaries::kFamilies) {
        CAPTURE(std::string(family.name));
        REQUIRE(trial.families[family.name].answers >= 4 * graphs);
        REQUIRE(trial.families[family.name].cycles >= graphs / 2);
    }
    for (const auto& dtype : types_for(true, device)) {
        CAPTURE(name_of(dtype));
        REQUIRE(trial.types[name_of(dtype)].answers >= graphs);
    }
}

}  // namespace

TEST_CASE("adversaries: drawn graphs are solved right in every type, or refused") {
    for (const apsp::Device& device : devices_under_test()) {
        const std::size_t graphs = graphs_per_family(device);
        Trial trial(device);
        for (const adversaries::Family& family : adversaries::kFamilies) {
            for (std::uint32_t seed = 1; seed <= graphs; ++seed) {
                for (const Case& tested : cases_of(adversaries::draw_adversary(family, seed))) {
                    trial.solve_all_ways(family.name, tested);
                }
            }
        }
        trial.summarize();
        require_enough(trial, device, graphs);
    }
}

TEST_CASE("adversaries: graphs by hand are solved right in every type, or refused") {
    for (const apsp::Device& device : devices_under_test()) {
        Trial trial(device);
        for (const Adversary& adversary : adversaries::by_hand()) {
            for (const Case& tested : cases_of(adversary)) {
                trial.solve_all_ways(adversary.family, tested);
            }
        }
        trial.summarize();
        CAPTURE(label(device));
        const std::size_t types = device.f64 ? 2 : 1;  // of floats
        REQUIRE(trial.total().answers >= 150 * types);
        REQUIRE(trial.total().cycles >= 75 * types);
    }
}
