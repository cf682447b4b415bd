// The steps of the ladder, with their sources.
#include "measure/ladder.hpp"

#include "base/text.hpp"

namespace apsp::sweep {
namespace {

constexpr std::string_view kCarrega = "Carrega, Ferreira";
constexpr std::string_view kGirardi = "Girardi";
constexpr std::string_view kOezdemir = "Özdemir";
constexpr std::string_view kPandey = "Pandey, Sharma";
constexpr std::string_view kHw4 = "HW4 report";

constexpr Algorithm kFw = Algorithm::fw, kKleene = Algorithm::kleene;

const LadderStep kSteps[] = {
    {.name = "serial",
     .source = kCarrega,
     .what = "three loops on one core",
     .cell = {.algorithm = kFw, .variant = "serial"},
     .on_cpu = true},
    {.name = "single",
     .source = kCarrega,
     .what = "one work-item does it all",
     .cell = {.algorithm = kFw, .variant = "single"}},
    {.name = "chunked",
     .source = kCarrega,
     .what = "each work-item has a run of neighbouring cells, one launch per pivot",
     .cell = {.algorithm = kFw, .variant = "chunked"}},
    {.name = "persistent",
     .source = kCarrega,
     .what = "the same in one launch, with a barrier of flags between its groups after each pivot",
     .cell = {.algorithm = kFw, .variant = "persistent"}},
    {.name = "persistent-register",
     .source = kCarrega,
     .what = "the same with d[i][k] held in a register for all cells of a row",
     .cell = {.algorithm = kFw, .variant = "persistent-register"}},
    {.name = "openmp",
     .source = kGirardi,
     .what = "the rows of each pivot shared among all cores",
     .cell = {.algorithm = kFw, .variant = "openmp"},
     .on_cpu = true},
    {.name = "naive",
     .source = kGirardi,
     .what = "one cell per work-item, in two dimensions, one launch per pivot",
     .cell = {.algorithm = kFw, .variant = "naive"}},
    {.name = "coalesced",
     .source = kGirardi,
     .what = "a segment of cells per work-item, neighbouring work-items at neighbouring cells",
     .cell = {.algorithm = kFw, .variant = "coalesced"}},
    {.name = "row-shared",
     .source = kGirardi,
     .what = "the same with d[i][k] through local memory",
     .cell = {.algorithm = kFw, .variant = "row-shared"}},
    {.name = "blocked",
     .source = kGirardi,
     .what = "three phases, one cell per work-item, tiles of 16 in local memory",
     .cell = {.algorithm = kKleene, .variant = "classic", .tile = 16}},
    {.name = "fw",
     .source = kPandey,
     .what = "plain Floyd-Warshall, one launch per pivot; here four or more cells per work-item",
     .cell = {.algorithm = kFw}},
    {.name = "rkleene",
     .source = kPandey,
     .what = "recursion on quadrants; here on the product's own kernels",
     .cell = {.algorithm = Algorithm::rkleene}},
    {.name = "classic",
     .source = kPandey,
     .what = "three phases, one cell per work-item, tiles of 32 in local memory",
     .cell = {.algorithm = kKleene, .variant = "classic", .tile = 32}},
    {.name = "classic-vector",
     .source = kPandey,
     .what = "the same with four cells per work-item, as vectors",
     .cell = {.algorithm = kKleene, .variant = "classic-vector", .tile = 32}},
    {.name = "classic-transposed",
     .source = kHw4,
     .what = "classic with the indices swapped: neighbours read rows apart, and one bank at once",
     .cell = {.algorithm = kKleene, .variant = "classic-transposed", .tile = 32}},
    {.name = "wide",
     .source = kHw4,
     .what = "one group per row of a block of up to 512; phases 1 and 2 launched pivot by pivot",
     .cell = {.algorithm = kKleene, .variant = "wide"}},
    {.name = "bytes-triangle",
     .source = kOezdemir,
     .what = "classic, tile 32, with padding, distances of one byte, the upper triangle only",
     .cell = {.algorithm = kKleene, .variant = "classic", .tile = 32, .symmetric = true},
     .dtype = Dtype::u8},
    {.name = "kleene",
     .source = "apsp-ocl",
     .what = "tiles in registers, blocks within blocks: the default",
     .cell = {.algorithm = kKleene}},
};

}  // namespace

std::span<const LadderStep> ladder_steps() {
    return kSteps;
}

std::string options_of(const LadderStep& step) {
    std::string text;
    for (const std::string& word : way_arguments(step.cell)) text += word + " ";
    if (step.on_cpu) text += "--device cpu ";
    if (step.dtype) text += fmt::format("--dtype {} ", name(*step.dtype));
    text.pop_back();
    return text;
}

}  // namespace apsp::sweep
