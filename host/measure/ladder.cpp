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

Cell way(Algorithm algorithm, std::string variant = "", std::size_t tile = 0) {
    return {.algorithm = algorithm, .variant = std::move(variant), .tile = tile};
}

const LadderStep kSteps[] = {
    {"serial", kCarrega, "three loops on one core", way(kFw, "serial"), true},
    {"single", kCarrega, "one work-item does it all", way(kFw, "single")},
    {"chunked", kCarrega, "each work-item has a run of neighbouring cells, one launch per pivot",
     way(kFw, "chunked")},
    {"persistent", kCarrega,
     "the same in one launch, with a barrier of flags between its groups after each pivot",
     way(kFw, "persistent")},
    {"persistent-register", kCarrega,
     "the same with d[i][k] held in a register for all cells of a row",
     way(kFw, "persistent-register")},
    {"openmp", kGirardi, "the rows of each pivot shared among all cores", way(kFw, "openmp"), true},
    {"naive", kGirardi, "one cell per work-item, in two dimensions, one launch per pivot",
     way(kFw, "naive")},
    {"coalesced", kGirardi,
     "a segment of cells per work-item, neighbouring work-items at neighbouring cells",
     way(kFw, "coalesced")},
    {"row-shared", kGirardi, "the same with d[i][k] through local memory", way(kFw, "row-shared")},
    {"blocked", kGirardi, "three phases, one cell per work-item, tiles of 16 in local memory",
     way(kKleene, "classic", 16)},
    {"fw", kPandey,
     "plain Floyd-Warshall, one launch per pivot; here four or more cells per work-item", way(kFw)},
    {"rkleene", kPandey, "recursion on quadrants; here on the product's own kernels",
     way(Algorithm::rkleene)},
    {"classic", kPandey, "three phases, one cell per work-item, tiles of 32 in local memory",
     way(kKleene, "classic", 32)},
    {"classic-vector", kPandey, "the same with four cells per work-item, as vectors",
     way(kKleene, "classic-vector", 32)},
    {"classic-transposed", kHw4,
     "classic with the indices swapped: neighbours read rows apart, and one bank at once",
     way(kKleene, "classic-transposed", 32)},
    {"wide", kHw4,
     "one group per row of a block of up to 512; phases 1 and 2 launched pivot by pivot",
     way(kKleene, "wide")},
    {"bytes-triangle",
     kOezdemir,
     "classic, tile 32, with padding, distances of one byte, the upper triangle only",
     {.algorithm = kKleene, .variant = "classic", .tile = 32, .symmetric = true},
     false,
     Dtype::u8},
    {"kleene", "apsp-ocl", "tiles in registers, blocks within blocks: the default", way(kKleene)},
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
