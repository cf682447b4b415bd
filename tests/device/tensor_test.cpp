// Products of small distances on tensor cores, beside the same solves on vector units: bit for bit,
// for distances just below, at and above what each encoding holds. A message says so where no
// device has them.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "device/closure.hpp"
#include "device/tensor_devices.hpp"
#include "draw.hpp"

namespace {

using apsp::Algorithm;

struct Shape {
    std::size_t n;
    std::size_t parts = 1;     ///< Strong components, with arcs of weight 0 to the next ones.
    std::size_t largest = 18;  ///< Distance that some pairs have; none is proven to have more.
    bool undirected = false;
    std::size_t more = 3;  ///< Arcs per vertex besides, of all weights, 0 and 254 included.
};

/// In each component, all paths but the short ones lead through a hub, of which the bound is.
apsp::Graph hubs(const Shape& shape) {
    std::uint64_t state = shape.n * 977 + shape.largest * 31 + shape.parts;
    const auto draw = [&](std::size_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state >> 33) % bound);
    };
    // Where there is a way from part to part, the bounds of the parts add up.
    const std::size_t own = shape.largest / shape.parts;
    const std::size_t in = shape.undirected ? own / 2 : own / 3,
                      out = shape.undirected ? in : own - in;
    std::vector<apsp::Arc> arcs;
    const auto add = [&](std::uint32_t i, std::uint32_t j, std::size_t weight) {
        if (i == j) return;
        arcs.push_back({i, j, static_cast<double>(weight)});
        if (shape.undirected) arcs.push_back({j, i, static_cast<double>(weight)});
    };
    const std::size_t size = shape.n / shape.parts;
    for (std::uint32_t i = 0; i < shape.n; ++i) {
        const std::size_t part = std::min(i / size, shape.parts - 1);
        const auto first = static_cast<std::uint32_t>(part * size);
        const std::size_t last = part + 1 == shape.parts ? shape.n : first + size;
        // Some are as far from the hub as can be, others at it.
        add(i, first, draw(3) == 0 ? draw(in + 1) : in);
        if (!shape.undirected) add(first, i, draw(3) == 0 ? draw(out + 1) : out);
        for (std::size_t e = 0; e < shape.more; ++e) {
            const std::uint32_t j = first + draw(last - first);
            add(i, j, draw(4) == 0 ? draw(own + 1) : own + draw(255 - own));
        }
        if (last < shape.n && draw(8) == 0 && !shape.undirected) {
            add(i, static_cast<std::uint32_t>(last) + draw(size), 0);
        }
    }
    return apsp::Graph::from_arcs(shape.n, std::move(arcs), "hubs", apsp::Parallel::smallest);
}

/// Components in a row, each a hub with neighbours and a trail, and one-way arcs from the end of a
/// trail to a neighbour of the next hub. Searches from the hubs prove about twice the largest
/// distance, and find only those within components.
apsp::Graph trails(std::size_t n, std::size_t longest, std::size_t components) {
    std::mt19937 random(static_cast<unsigned>(n * 31 + longest));
    const std::size_t own = (longest + 1) / components - 1;  // largest distance of each
    std::vector<std::uint32_t> vertex(n);
    std::iota(vertex.begin(), vertex.end(), 0);
    std::shuffle(vertex.begin(), vertex.end(), random);
    std::vector<apsp::Arc> arcs;
    const auto add = [&](std::size_t i, std::size_t j, std::size_t weight) {
        if (i != j) arcs.push_back({vertex[i], vertex[j], static_cast<double>(weight)});
    };
    const std::size_t size = n / components;
    for (std::size_t c = 0; c < components; ++c) {
        const std::size_t hub = c * size;
        for (std::size_t i = hub + 1; i < hub + size; ++i) {
            const std::size_t before = i < hub + own ? i - 1 : hub;
            add(i, before, 1);
            add(before, i, 1);
            add(i, hub + random() % size, own + random() % (255 - own));
        }
        if (c + 1 < components) add(hub + own - 1, hub + size + own, 1);
    }
    return apsp::Graph::from_arcs(n, std::move(arcs), "trails");
}

/// Solves on the devices with both kinds of products; `limit` is what the encoding should hold.
void check(const std::vector<apsp::Device>& devices, const Shape& shape, std::size_t limit,
           apsp::SolveOptions options) {
    CAPTURE(limit);
    CAPTURE(shape.n);
    CAPTURE(shape.parts);
    CAPTURE(shape.largest);
    CAPTURE(shape.undirected);
    CAPTURE(options.block);
    const apsp::Graph graph = hubs(shape);
    options.dtype = apsp::Dtype::u8;
    options.use_tuning = false;
    if (options.algorithm == Algorithm::automatic) options.algorithm = Algorithm::kleene;
    options.variant = vector_variant(devices.front());
    const apsp::Solution expected = apsp::solve(graph, devices, options);
    CHECK(expected.variant == options.variant);
    options.variant = "tensor";
    const apsp::Solution solution = apsp::solve(graph, devices, options);
    CHECK(solution.variant == "tensor");
    // Many arcs make ways past the hub, so that less may be proven.
    const bool many = shape.more > 3;
    CHECK((solution.tensor_limit == limit || (many && solution.tensor_limit < limit)));
    std::size_t wrong = 0, farthest = 0;
    for (std::size_t i = 0; i < shape.n; ++i) {
        const auto found = solution.distances.row<std::uint8_t>(i);
        const auto right = expected.distances.row<std::uint8_t>(i);
        for (std::size_t j = 0; j < shape.n; ++j) {
            wrong += found[j] != right[j];
            if (right[j] != 255) farthest = std::max<std::size_t>(farthest, right[j]);
        }
    }
    CHECK(wrong == 0);
    if (shape.parts == 1 && !shape.undirected && !many) CHECK(farthest == shape.largest);
}

}  // namespace

TEST_CASE("tensor: bit for bit the distances of vector units, at every bound") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        std::size_t smallest = 1;  // that no encoding before holds
        for (const apsp::Exponents& e : exponents_of(device)) {
            for (const std::size_t largest : {smallest, e.limit - 1, e.limit}) {
                for (const std::size_t n : {130, 300, 641, 1000}) {
                    for (const std::size_t block : {0, 128, 256}) {
                        check({device}, {n, 1, largest}, e.limit, {.block = block});
                    }
                }
                check({device}, {900, 1, largest, false, 0}, e.limit, {.block = 512});
                check({device}, {900, 1, largest, false, 60}, e.limit, {.block = 384});
                check({device}, {large(device), 1, largest}, e.limit,
                      {.algorithm = Algorithm::rkleene});
                check({device}, {large(device), 1, largest}, e.limit, {});
            }
            smallest = e.limit + 1;
        }
        // More pivots than a sum may have terms.
        if (device.backend == "cpu") check({device}, {2400, 1, 18}, 18, {.block = 1152});
    }
}

TEST_CASE("tensor: drawn shapes, with distances below, at and above what each encoding holds") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        const auto encodings = exponents_of(device);
        Draw draw(54, "tensor");
        for (std::size_t k = 0; k < draws(12); ++k) {
            const std::size_t bound = encodings[draw.below(encodings.size())].limit;
            Shape shape{130 + draw.below(600), 1,
                        std::min(bound - 1 + draw.below(3), encodings.back().limit),
                        draw.chance(0.3), draw.pick<std::size_t>({0, 1, 3})};
            if (shape.undirected) shape.largest &= ~std::size_t{1};  // there and back
            const auto* const holds = exponents_for(encodings, static_cast<double>(shape.largest));
            check({device}, shape, holds->limit,
                  {.algorithm = draw.chance(0.2) ? Algorithm::rkleene : Algorithm::kleene,
                   .block = draw.pick<std::size_t>({0, 128, 256, 384})});
        }
    }
}

TEST_CASE("tensor: several components, half the work, several devices, and stripes") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        for (const apsp::Exponents& e : exponents_of(device)) {
            const std::size_t limit = e.limit;
            for (const std::size_t parts : {1, 2, 3}) {
                const std::size_t largest = limit / (2 * parts) * (2 * parts);
                check({device}, {700, parts, largest}, limit, {.block = 256});
                check({device}, {large(device), parts, largest}, limit, {});
                // Of components without arcs between them, each has its bound.
                check({device}, {700, parts, limit * parts, true}, limit, {.block = 128});
                check({device}, {large(device), parts, limit * parts, true}, limit,
                      {.symmetric = true});
            }
            check({device, device}, {1000, 1, limit}, limit, {.block = 128});
            check({device, device}, {large(device), 1, limit, true}, limit, {});
            check({device}, {2500, 1, limit}, limit, {.block = 256, .memory_limit = 12'000'000});
        }
    }
}

TEST_CASE("tensor: distances that are not proven to be small are looked through") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        const std::string vectors = vector_variant(device);
        struct Case {
            std::size_t longest, components;
            bool told;
        };
        for (const auto& [longest, components, told] :
             {Case{30, 1, true}, {44, 1, true}, {44, 3, true}, {47, 3, false}, {122, 3, false}}) {
            for (const std::size_t n : {std::size_t{700}, large(device)}) {
                for (const bool paths : {false, true}) {
                    CAPTURE(n);
                    CAPTURE(longest);
                    CAPTURE(components);
                    const apsp::Graph graph = trails(n, longest, components);
                    apsp::SolveOptions options{.algorithm = Algorithm::kleene, .variant = vectors};
                    options.paths = paths;
                    const auto expected = apsp::solve(graph, device, options);
                    options.variant = "tensor";
                    const auto solution = apsp::solve(graph, device, options);
                    CHECK(solution.variant == (told ? "tensor" : vectors));
                    CHECK(solution.tensor_limit == (told ? 44 : 0));
                    CHECK(solution.warnings.size() == (told ? 0 : 1));
                    std::size_t wrong = 0;
                    for (std::size_t i = 0; i < n; ++i) {
                        wrong += !std::ranges::equal(solution.distances.row<std::uint8_t>(i),
                                                     expected.distances.row<std::uint8_t>(i));
                    }
                    CHECK(wrong == 0);
                    const apsp::Matrix* const before =
                        paths ? &solution.paths.predecessors() : nullptr;
                    CHECK(apsp::prove(graph, solution.distances, before).ok);
                }
            }
        }
        const auto two = apsp::test::error_of([&] {
            apsp::solve(trails(700, 40, 1), {device, device}, {.variant = "tensor"});
        });
        CHECK(two.kind == apsp::ErrorKind::usage);
    }
}

TEST_CASE("tensor: up to a cutoff, whatever is beyond it") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        const apsp::Graph graph = hubs({900, 1, 200});
        for (const apsp::Exponents& e : exponents_of(device)) {
            apsp::SolveOptions options{.algorithm = Algorithm::kleene,
                                       .variant = vector_variant(device)};
            options.cutoff = static_cast<double>(e.limit);
            const auto expected = apsp::solve(graph, device, options);
            options.variant = "tensor";
            const auto solution = apsp::solve(graph, device, options);
            CHECK(solution.tensor_limit == e.limit);
            std::size_t wrong = 0, near = 0, far = 0;
            for (std::size_t i = 0; i < 900; ++i) {
                const auto found = solution.distances.row<std::uint8_t>(i);
                const auto right = expected.distances.row<std::uint8_t>(i);
                for (std::size_t j = 0; j < 900; ++j) {
                    const bool within = right[j] <= e.limit;
                    wrong += within ? found[j] != right[j] : found[j] <= e.limit;
                    ++(within ? near : far);
                }
            }
            CHECK(wrong == 0);
            CHECK(near > 900);
            CHECK(far > 0);
        }
    }
}

TEST_CASE("tensor: where distances are not proven to be small, it is refused, and not chosen") {
    for (const apsp::Device& device : TensorDevices()) {
        CAPTURE(label(device));
        const apsp::Graph graph = hubs({2500, 1, 90});
        const auto refusal =
            apsp::test::error_of([&] { apsp::solve(graph, device, {.variant = "tensor"}); });
        CHECK(refusal.kind == apsp::ErrorKind::bad_input);
        CHECK(refusal.has("variant tensor is not safe: no distance exceeds 90"));
        const std::string vectors = vector_variant(device);
        CHECK(refusal.has("use SolveOptions::variant " + vectors));
        CHECK(apsp::solve(graph, device, {.algorithm = Algorithm::kleene}).variant == vectors);
        const auto f32 = apsp::test::error_of(
            [&] { apsp::solve(graph, device, {.variant = "tensor", .dtype = apsp::Dtype::f32}); });
        CHECK(f32.kind == apsp::ErrorKind::usage);
        const bool measured = device.backend == "cpu" || device.compute_capability >= 90;
        const auto chosen =
            apsp::plan_solve(hubs({4096, 1, 44}), {device}, {.algorithm = Algorithm::kleene})
                .choices;
        CHECK((chosen.variant == "tensor") == measured);
    }
}
