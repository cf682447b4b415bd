// Planning of sweeps: sizes, cells, and estimated times.
#include <algorithm>

#include "measure/cells.hpp"
#include "measure/estimate.hpp"
#include "measure/ladder.hpp"
#include "unit/helpers.hpp"

namespace apsp::sweep {
namespace {

using Sizes = std::vector<std::size_t>;
using test::error_of;

Devices two_devices() {
    Devices devices;
    devices.all.resize(2);
    devices.all[0].backend = "opencl";
    devices.all[0].kind = DeviceKind::gpu;
    devices.all[1].backend = "cpu";
    devices.all[1].index = 1;
    return devices;
}

Options two_sizes() {
    Options options;
    options.devices = {"opencl:0", "cpu:0"};
    options.sizes = {64, 128};
    return options;
}

/// A row whose runs took that long to compute, and that long in all.
Row measured(const Cell& cell, double compute, double process, std::size_t runs = 1) {
    Row row;
    row.cell = cell;
    for (std::size_t i = 0; i < runs; ++i) {
        Run& run = row.runs.emplace_back();
        for (std::string_view part : kParts) run.seconds[std::string(part)] = 0;
        run.seconds["compute"] = compute;
        run.process = process;
    }
    return row;
}

Cell cell_of(std::size_t n) {
    Cell cell;
    cell.device = "cpu:0";
    cell.n = n;
    return cell;
}

}  // namespace

TEST_CASE("sweep: sizes are lists and doubling ranges") {
    CHECK(parse_sizes("256..2048") == Sizes{256, 512, 1024, 2048});
    CHECK(parse_sizes("100..500") == Sizes{100, 200, 400});
    CHECK(parse_sizes("1272,100,1074") == Sizes{100, 1074, 1272});
    CHECK(parse_sizes("100,64..128,100") == Sizes{64, 100, 128});
    CHECK(parse_sizes("7..7") == Sizes{7});
    for (const std::string text : {"", "0", "x", "5,", ",5", "5..", "..5", "8..4", "1...4", "-1",
                                   "5 ", "1e3", "99999999999999999999", "0..4"}) {
        CAPTURE(text);
        CHECK(error_of([&] { parse_sizes(text); }).kind == ErrorKind::usage);
    }
}

TEST_CASE("sweep: cells are every combination, few vertices first, devices side by side") {
    Options options = two_sizes();
    options.algorithms = {Algorithm::kleene, Algorithm::fw};
    options.dtypes = {Dtype::f32, Dtype::i16};
    options.tiles = {0, 32};
    const auto groups = plan_cells(options, two_devices());
    // kleene with two tiles, fw without any, in two types and two sizes
    REQUIRE(groups.size() == 2 * 2 * 3);
    for (const Group& group : groups) {
        REQUIRE(group.size() == 2);
        CHECK(group[0].device == "opencl:0");
        CHECK(group[1].device == "cpu:0");
        CHECK((group[0].algorithm != Algorithm::fw || group[0].tile == 0));
        Cell other = group[1];
        other.device = group[0].device;
        CHECK(other == group[0]);
    }
    CHECK(groups.front()[0].n == 64);
    CHECK(groups.back()[0].n == 128);
}

TEST_CASE("sweep: variants are those of an algorithm that a device has") {
    Options options = two_sizes();
    options.sizes = {64};
    options.algorithms = {Algorithm::kleene, Algorithm::fw};
    options.variants = {"", "serial", "naive"};
    options.tiles = {0, 16};
    std::vector<std::string> ways;
    for (const Group& group : plan_cells(options, two_devices())) {
        ways.push_back(std::string(name(group[0].algorithm)) + "/" + group[0].variant + "/" +
                       std::to_string(group[0].tile));
    }
    // "serial" is a variant of cpu and "naive" of OpenCL's ladder; only the ladder's fw has tiles.
    CHECK(ways == std::vector<std::string>{"kleene//0", "kleene//16", "fw//0", "fw/serial/0",
                                           "fw/naive/0", "fw/naive/16"});
    options.variants = {"serial"};
    options.tiles = {16};
    CHECK(error_of([&] { plan_cells(options, two_devices()); }).kind == ErrorKind::usage);
    options.variants = {"", "parallel"};
    CHECK(error_of([&] { plan_cells(options, two_devices()); }).kind == ErrorKind::usage);
    options.variants = {""};
    options.devices = {"cuda:7"};
    CHECK(error_of([&] { plan_cells(options, two_devices()); }).kind == ErrorKind::no_device);
}

TEST_CASE("sweep: a cell is what a user would call") {
    Cell cell = cell_of(100);
    cell.generator = "squares";
    cell.seed = 7;
    using Words = std::vector<std::string>;
    CHECK(solve_arguments(cell, {}) == Words{"solve", "--json", "--device", "cpu:0", "--generate",
                                             "squares:100,7", "--dtype", "f32", "--semiring",
                                             "min-plus", "--algo", "kleene", "--warm-up"});
    cell.variant = "avx2";
    cell.tile = 32;
    const Words words = solve_arguments(cell, {.verify_work = 5e9});
    for (const std::string word : {"--variant", "avx2", "--tile", "32", "--verify"}) {
        CHECK(std::ranges::count(words, word) == 1);
    }
    CHECK(to_text(cell) == "cpu:0 kleene avx2 tile 32 n = 100 f32 squares");
    cell.block = 128;
    cell.symmetric = false;
    cell.paths = true;
    const Words more = solve_arguments(cell, {});
    for (const std::string word : {"--block", "128", "--no-symmetric", "--paths"}) {
        CHECK(std::ranges::count(more, word) == 1);
    }
    cell.symmetric = true;
    CHECK(solve_arguments(cell, {}).at(more.size() - 3) == "--symmetric");
    CHECK(std::ranges::count(solve_arguments(cell, {.warm_up = false}), "--warm-up") == 0);
}

TEST_CASE("sweep: blocks, work and paths are of the cell; small types get graphs that fit them") {
    Options options = two_sizes();
    options.devices = {"cpu:0"};
    options.sizes = {64};
    options.blocks = {0, 128};
    options.all_work = true;
    options.paths = true;
    options.generators = {"squares"};
    options.dtypes = {Dtype::f32, Dtype::i16};
    options.fitting = true;
    const auto groups = plan_cells(options, two_devices());
    REQUIRE(groups.size() == 4);
    CHECK(groups[0][0].block == 0);
    CHECK(groups[1][0].block == 128);
    CHECK(groups[1][0].symmetric == false);
    CHECK(groups[1][0].paths);
    CHECK(input_of(groups[1][0]) == "squares:64,1");
    CHECK(input_of(groups[2][0]) == "random:64,0.25,1");
}

TEST_CASE("sweep: the ladder is one group, with its cpu steps on cpu and its own types") {
    Options options = two_sizes();
    options.ladder = true;
    options.sizes = {64};
    options.generators = {"ring"};
    const Devices devices = two_devices();
    const auto groups = plan_cells(options, devices);
    REQUIRE(groups.size() == 1);
    const Group& steps = groups[0];
    REQUIRE(steps.size() == ladder_steps().size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const LadderStep& step = ladder_steps()[i];
        CAPTURE(step.name);
        CHECK(steps[i].device == (step.on_cpu ? "cpu:0" : "opencl:0"));
        CHECK(steps[i].dtype == step.dtype.value_or(Dtype::f32));
        CHECK(steps[i].variant == step.cell.variant);
        CHECK(steps[i].generator == (step.cell.symmetric ? "undirected" : "ring"));
        CHECK(std::ranges::count(steps, steps[i]) == 1);
        const Device& device = devices.all[step.on_cpu ? 1 : 0];
        CHECK(has_variant(device, steps[i].algorithm, steps[i].variant) ==
              (test::kOpenMp || step.name != "openmp"));
    }
    CHECK(options_of(ladder_steps()[16]) ==
          "--algo kleene --variant classic --tile 32 --symmetric --dtype u8");
    CHECK(options_of(ladder_steps()[0]) == "--algo fw --variant serial --device cpu");
}

TEST_CASE("sweep: what a cell takes, from fewer vertices") {
    std::vector<Row> rows = {measured(cell_of(100), 1, 1.5), measured(cell_of(200), 6, 6.5, 2)};
    const auto expected = estimate(cell_of(400), rows);
    REQUIRE(expected);
    CHECK(expected->from == 200);
    CHECK(expected->further == doctest::Approx(6 * 8 + 0.5));
    CHECK(expected->all(3) == doctest::Approx(3 * 48.5));
    rows[1].runs[0].seconds["verify"] = 0.25;  // out of the process's other 0.5 s
    CHECK(estimate(cell_of(400), rows)->first == doctest::Approx(6 * 8 + 0.25 * 4 + 0.25));
    rows[0].runs[0].seconds["compute"] = 0.1;
    rows[0].runs[0].warm = true;  // then a solve came before, but none of more than 1 s
    CHECK(estimate(cell_of(150), rows)->first == doctest::Approx(0.2 * 1.5 * 1.5 * 1.5 + 1.3));
    CHECK(estimate(cell_of(1000), {rows[0]})->first == doctest::Approx(0.1 * 1000 + 1.3));

    CHECK(!estimate(cell_of(100), rows));
    Cell other = cell_of(400);
    other.dtype = Dtype::i32;
    CHECK(!estimate(other, rows));
}

TEST_CASE("sweep: what is beyond the limit or the budget is known before") {
    std::vector<Row> rows = {measured(cell_of(100), 1, 1.5)};
    CHECK(beyond_reach(cell_of(200), rows, 3, 10, 100) == "");
    CHECK(beyond_reach(cell_of(200), rows, 3, 8, 100) ==
          "estimated 8.5 s per run, from n = 100; the limit is 8 s");
    CHECK(beyond_reach(cell_of(200), rows, 3, 10, 25) ==
          "estimated 25.5 s of runs, from n = 100; 25 s of the budget are left");
    CHECK(beyond_reach(cell_of(50), rows, 3, 10, 0) == "the budget is spent");
    CHECK(beyond_reach(cell_of(50), rows, 3, 1, 1) == "");
    rows.push_back(measured(cell_of(150), 0, 0, 0));
    rows.back().status = Status::timeout;
    CHECK(beyond_reach(cell_of(200), rows, 3, 100, 100) == "n = 150 already took too long");
}

}  // namespace apsp::sweep
