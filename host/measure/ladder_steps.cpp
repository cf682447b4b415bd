// The steps of the ladder, with their sources.
#include "measure/ladder.hpp"

namespace apsp {
namespace {

constexpr std::string_view kCarrega = "Carrega, Ferreira";
constexpr std::string_view kGirardi = "Girardi";
constexpr std::string_view kOezdemir = "Özdemir";
constexpr std::string_view kPandey = "Pandey, Sharma";
constexpr std::string_view kHw4 = "HW4 report";

constexpr LadderStep kSteps[] = {
    {.name = "serial",
     .source = kCarrega,
     .what = "three loops on one core",
     .variant = "serial",
     .on_cpu = true},
    {.name = "single",
     .source = kCarrega,
     .what = "one work-item does it all",
     .variant = "single"},
    {.name = "chunked",
     .source = kCarrega,
     .what = "each work-item a run of neighbouring cells, one launch a k",
     .variant = "chunked"},
    {.name = "persistent",
     .source = kCarrega,
     .what = "the same in one launch, whose groups meet at a flag array after each k",
     .variant = "persistent"},
    {.name = "persistent-register",
     .source = kCarrega,
     .what = "the same with d[i][k] held in a register for all cells of a row",
     .variant = "persistent-register"},
    {.name = "openmp",
     .source = kGirardi,
     .what = "the rows of a step shared among all cores",
     .variant = "openmp",
     .on_cpu = true},
    {.name = "naive",
     .source = kGirardi,
     .what = "a cell a work-item, in two dimensions, one launch a k",
     .variant = "naive"},
    {.name = "coalesced",
     .source = kGirardi,
     .what = "a segment of cells a work-item, neighbouring work-items at neighbouring cells",
     .variant = "coalesced"},
    {.name = "row-shared",
     .source = kGirardi,
     .what = "the same with d[i][k] through local memory",
     .variant = "row-shared"},
    {.name = "blocked",
     .source = kGirardi,
     .what = "three phases, a cell a work-item, tile 16 in local memory",
     .algorithm = Algorithm::kleene,
     .variant = "classic",
     .tile = 16},
    {.name = "fw",
     .source = kPandey,
     .what = "plain Floyd-Warshall in OpenCL, one launch a k; here four cells or more a work-item",
     .variant = ""},
    {.name = "rkleene",
     .source = kPandey,
     .what = "recursion on quadrants; here on the product's own kernels",
     .algorithm = Algorithm::rkleene},
    {.name = "classic",
     .source = kPandey,
     .what = "three phases, a cell a work-item, tile 32 in local memory",
     .algorithm = Algorithm::kleene,
     .variant = "classic",
     .tile = 32},
    {.name = "classic-vector",
     .source = kPandey,
     .what = "the same with four cells a work-item, as vectors",
     .algorithm = Algorithm::kleene,
     .variant = "classic-vector",
     .tile = 32},
    {.name = "classic-transposed",
     .source = kHw4,
     .what = "classic with the indices the other way round: all of a bank at once, rows apart",
     .algorithm = Algorithm::kleene,
     .variant = "classic-transposed",
     .tile = 32},
    {.name = "wide",
     .source = kHw4,
     .what = "a group a row of a block of up to 512; phases 1 and 2 launched pivot by pivot",
     .algorithm = Algorithm::kleene,
     .variant = "wide"},
    {.name = "bytes-triangle",
     .source = kOezdemir,
     .what = "classic, tile 32, with padding, distances of one byte, the upper triangle only",
     .algorithm = Algorithm::kleene,
     .variant = "classic",
     .tile = 32,
     .dtype = Dtype::u8,
     .symmetric = true},
    {.name = "kleene",
     .source = "apsp-ocl",
     .what = "tiles in registers, blocks within blocks: the default",
     .algorithm = Algorithm::kleene},
};

}  // namespace

std::span<const LadderStep> ladder_steps() {
    return kSteps;
}

}  // namespace apsp
