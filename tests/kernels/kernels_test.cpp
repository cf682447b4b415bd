// Clang compiles every file of kernels_cl as OpenCL C, with the options that the library gives to
// drivers: for GPUs and processors of several vendors, every type, semiring and variant, and what
// tuning tries.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "apsp/errors.hpp"
#include "backends/backend.hpp"
#include "backends/opencl/sources.hpp"
#include "base/parallel_for.hpp"
#include "kernels/imaginary_opencl.hpp"
#include "platform/child.hpp"
#include "temporary_folder.hpp"

namespace apsp {
namespace {

constexpr std::size_t kSmall = 128, kLarge = 2048;  // vertices

/// Opens an engine. Some settings are beyond the device's limits, and some variants beyond it.
std::unique_ptr<Engine> open(const Device& device, const EngineOptions& options) {
    try {
        return opencl_backend().open(device, options);
    } catch (const Error& error) {
        const bool tried = error.kind() == ErrorKind::usage && !options.settings.empty();
        if (!tried && error.kind() != ErrorKind::no_device) throw;
        return nullptr;
    }
}

std::vector<RowQuestion> questions(Dtype dtype) {
    StatisticsOptions more;
    more.harmonic = true;
    return {RowQuestion(dtype), RowQuestion(dtype, more)};
}

void close_matrices(const Device& device, EngineOptions options) {
    const Backend& backend = opencl_backend();
    for (const Algorithm algorithm : {Algorithm::kleene, Algorithm::fw}) {
        options.algorithm = algorithm;
        auto variants = backend.variants(device, algorithm);
        for (const std::string_view more : backend.ladder_variants(algorithm)) {
            variants.push_back(more);
        }
        for (const std::string_view variant : variants) {
            options.variant = variant;
            for (const std::size_t n : {kSmall, kLarge}) {
                options.n = n;
                open(device, options);
            }
        }
    }
}

void try_settings(const Device& device, EngineOptions options) {
    const Backend& backend = opencl_backend();
    options.n = kLarge;
    options.variant = backend.variants(device, options.algorithm).front();
    for (const auto& stage : backend.candidates(device, options)) {
        for (const Settings& settings : stage) {
            options.settings = settings;
            open(device, options);
        }
    }
}

void descend(const Device& device, EngineOptions options) {
    const Backend& backend = opencl_backend();
    options.algorithm = Algorithm::sparse;
    options.variant = backend.variants(device, options.algorithm).front();
    options.slots = 1;
    const auto engine = open(device, options);
    if (options.semiring != Semiring::min_plus) return;
    const Slab slab = engine->memory().allocate(kSmall, kSmall);
    const Stripe all = {{0, kSmall}, slab};
    for (const RowQuestion& question : questions(options.dtype)) {
        engine->results()->reduce_rows(question, kSmall, {&all, 1});
        engine->sweeps()->add_up_descent(slab, slab, question);
    }
}

void close_batches(const Device& device, const EngineOptions& options) {
    const auto engine = opencl_backend().open_batches(device, options);
    for (const std::size_t n : {1U, 30U, 60U}) {
        const std::size_t edge = engine->edge(n);
        engine->close(engine->memory().allocate(kSmall, edge * edge), 1, edge);
    }
}

/// What only distances have.
void ask_for_more(const Device& device, EngineOptions options) {
    const Backend& backend = opencl_backend();
    options.paths = true;
    close_batches(device, options);
    for (const std::string_view variant : backend.variants(device, Algorithm::kleene)) {
        options.algorithm = Algorithm::kleene;
        options.variant = variant;
        for (const bool kept : {false, true}) {
            options.keep_weights = kept;
            open(device, options);
        }
    }
    backend.open_changes(device, options);
    const EliminationTree tree = {{0}, {0}, 1, {0}, 1, {0, 0}, {}, {}};
    const std::vector<std::uint8_t> counts;
    const std::vector<double> one = {1};
    backend.open_near(device, {tree, options.dtype, nullptr, nullptr, 1, 1, counts});
    for (const Dtype dtype : {Dtype::i32, Dtype::f64}) {
        backend.open_betweenness(device, dtype, {tree, {}, {}, one, false, 1});
    }
    const std::vector<std::size_t> first = {0, 0};
    const std::vector<std::uint32_t> target;
    backend.open_levels(device, {first, target, one, 1, 1, false, false, false});
    if (options.dtype != Dtype::u8) return;
    options.variant = backend.variants(device, Algorithm::kleene).front();
    options.n = kLarge;
    for (const Exponents& exponents : backend.exponents(device)) {
        options.terms = exponents.terms;
        open(device, options);
    }
}

void build_everything() {
    std::string absence;
    auto devices = opencl_backend().devices(absence);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        Device& device = devices[i];
        device.index_in_backend = i;
        for (const Semiring semiring : kSemirings) {
            for (const Dtype dtype : kDtypes) {
                if (!defined_in(semiring, dtype)) continue;
                EngineOptions options;
                options.n = kSmall;
                options.dtype = dtype;
                options.semiring = semiring;
                options.symmetric = true;  // so that there are products
                for (const bool non_negative : {false, true}) {
                    options.non_negative = non_negative;
                    close_matrices(device, options);
                }
                descend(device, options);
                if (semiring != Semiring::or_and) close_batches(device, options);
                if (semiring != Semiring::min_plus) continue;
                ask_for_more(device, options);
                for (const Algorithm algorithm : {Algorithm::kleene, Algorithm::sparse}) {
                    options.algorithm = algorithm;
                    try_settings(device, options);
                }
            }
        }
    }
}

/// What Clang has against a program; empty if nothing.
std::string compile(const test::Program& program, const std::string& target,
                    const std::string& file) {
    // NVIDIA's compiler has asm. Kernels of one file may have parameters that only some types need.
    std::istringstream words(
        "-fsyntax-only -nogpulib -Dasm=__asm__ -Wall -Wextra -Werror -Wno-unused-parameter "
        "-Wno-unused-but-set-parameter -Wno-unused-function -target " +
        target + ' ' + program.options);
    std::vector<std::string> arguments = {file};
    for (std::string word; words >> word;) {
        if (word != "-w" && !word.starts_with("-cl-nv-")) arguments.push_back(word);
    }
    std::ofstream(file, std::ios::binary) << program.source;
    const ChildOutcome outcome = run_child(APSP_CLANG, arguments, 60);
    return outcome.exit_code == 0 ? "" : target + ' ' + program.options + '\n' + outcome.err;
}

}  // namespace

TEST_CASE("kernels: every file compiles, for every device, type and semiring") {
    build_everything();
    const auto& built = test::built_programs();
    const std::vector<std::pair<test::Program, std::string>> programs(built.begin(), built.end());
    std::string all;
    for (const auto& [program, target] : programs) all += program.source;
    for (const auto& [name, text] : opencl::embedded_sources()) {
        CAPTURE(name);
        CHECK(all.find("#line 1 \"" + name + "\"\n") != std::string::npos);
    }
    const test::TemporaryFolder folder;
    std::vector<std::string> faults(programs.size());
    parallel_for({0, programs.size()}, 1e7, [&](std::size_t i) {
        const auto& [program, target] = programs[i];
        faults[i] = compile(program, target, folder / (std::to_string(i) + ".cl"));
    });
    for (const std::string& fault : faults) CHECK_MESSAGE(fault.empty(), fault);
}

}  // namespace apsp
