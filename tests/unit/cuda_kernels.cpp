// The kernels of kernels_cl that CUDA compiles: those that host code asks for, with the macros that
// tell kernels of one name apart, are there, and each is another. Needs no device.
#include <doctest/doctest.h>

#include <set>
#include <string_view>
#include <vector>

#include "backends/cuda/shapes.hpp"
#include "backends/kernel_shapes.hpp"
#include "backends/opencl/sources.hpp"
#include "graph/padding.hpp"

namespace {

using apsp::Dtype;
using apsp::KernelOptions;
using apsp::Semiring;

class Lookups {
  public:
    void find(std::string_view file, const KernelOptions& options,
              std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) {
            CAPTURE(file);
            CAPTURE(name);
            CAPTURE(options.text());
            const void* kernel = nullptr;
            CHECK_NOTHROW(kernel = apsp::cuda::find_kernel(file, name, options));
            CHECK(found_.insert(kernel).second);
        }
    }

  private:
    std::set<const void*> found_;
};

void find_those_of_batches(Lookups& lookups, Dtype dtype, Semiring semiring) {
    const auto options = [&](std::size_t micro, std::size_t paths) {
        return KernelOptions{
            dtype,
            semiring,
            {{"MICRO", micro}, {"EDGES", apsp::kBatchEdges}, {"GROUP", 96}, {"PATHS", paths}}};
    };
    const std::size_t micro =
        dtype == Dtype::f64 ? apsp::kBatchMicro<8, false> : apsp::kBatchMicro<4, false>;
    lookups.find("batch_gpu.cl", options(micro, 0), {"close_batch"});
    if (semiring != Semiring::min_plus) return;
    lookups.find("batch_gpu.cl", options(apsp::kBatchMicro<4, true>, 1), {"close_batch"});
}

void find_those_of_distances(Lookups& lookups, const KernelOptions& plain) {
    KernelOptions changes = plain;
    changes.defines = apsp::change_defines();
    lookups.find("change.cl", changes,
                 {"relax_rows", "take_rows", "take_columns", "take_entries", "put_entries"});
    for (const std::size_t more : {0, 1}) {
        KernelOptions sums = plain;
        sums.defines = {{"MORE", more}};
        lookups.find("reduce_rows.cl", sums, {"reduce_rows"});
        lookups.find("descent_sums.cl", sums, {"add_up_descent"});
    }
    lookups.find("tight_arcs.cl", plain, {"mark", "list"});
    lookups.find("predecessors_gpu.cl", plain, {"turn", "search"});
}

void find_those_of_the_ladder(Lookups& lookups, const KernelOptions& plain) {
    lookups.find("ladder/single.cl", plain, {"single"});
    lookups.find("ladder/chunked.cl", plain, {"chunked"});
    lookups.find("ladder/persistent.cl", plain, {"persistent", "persistent_register"});
    lookups.find("ladder/naive.cl", plain, {"naive"});
    lookups.find("ladder/coalesced.cl", plain, {"coalesced", "row_shared"});
    lookups.find("ladder/wide.cl", plain, {"one_pivot", "all_pivots"});
    for (const std::size_t tile : {16, 32}) {
        for (const auto& [width, transposed] :
             std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}, {1, 1}, {4, 0}}) {
            KernelOptions options = plain;
            options.defines = {{"TILE", tile}, {"WIDTH", width}, {"TRANSPOSED", transposed}};
            lookups.find("ladder/classic.cl", options, {"close", "update", "mirror"});
        }
    }
}

}  // namespace

TEST_CASE("CUDA: every kernel that host code asks for is compiled, and is another") {
    Lookups lookups;
    lookups.find("bits.cl", {Dtype::u8, Semiring::or_and, {}},
                 {"pack_bits", "unpack_bits", "clear_bits", "fw_step"});
    for (const Semiring semiring : apsp::kSemirings) {
        for (const Dtype dtype : apsp::kDtypes) {
            if (!apsp::defined_in(semiring, dtype) || semiring == Semiring::or_and) continue;
            const KernelOptions plain = {dtype, semiring, {}};
            const KernelOptions descents = {
                dtype,
                semiring,
                {{"LANES", APSP_SWEEP_LANES(apsp::size_of(dtype))}, {"VECTORS", 1}, {"GROUP", 32}}};
            lookups.find("matrix.cl", plain, {"fill", "transpose"});
            lookups.find("fw.cl", plain, {"fw_step"});
            lookups.find("sweep.cl", descents, {"go_up", "go_down"});
            find_those_of_batches(lookups, dtype, semiring);
            if (semiring != Semiring::min_plus) continue;
            find_those_of_distances(lookups, plain);
            find_those_of_the_ladder(lookups, plain);
        }
    }
}

TEST_CASE("CUDA: every type and semiring has products of its own, whose tiles cut any matrix") {
    std::set<const void*> found;
    for (const Semiring semiring : apsp::kSemirings) {
        for (const Dtype dtype : apsp::kDtypes) {
            if (!apsp::defined_in(semiring, dtype)) {
                CHECK_THROWS_AS(apsp::cuda::kernels_for(dtype, semiring), apsp::Error);
                continue;
            }
            CAPTURE(name(semiring));
            CAPTURE(name(dtype));
            const apsp::cuda::Kernels kernels = apsp::cuda::kernels_for(dtype, semiring);
            CHECK(kernels.pack.address != nullptr);
            CHECK(kernels.copy.address != nullptr);
            REQUIRE(!kernels.products.empty());
            std::size_t cells = ~std::size_t{0};
            for (const apsp::cuda::CudaProductShape& shape : kernels.products) {
                CHECK(found.insert(shape.update.address).second);
                CHECK(apsp::kPadding % shape.rows == 0);
                // Only the product of bits checks where rows end.
                const bool whole = apsp::kPadding % (shape.words * kernels.layout.lanes) == 0;
                CHECK(whole == (semiring != Semiring::or_and));
                CHECK(shape.group % apsp::cuda::kWarp == 0);
                CHECK(shape.rows * shape.words < cells);
                cells = shape.rows * shape.words;
            }
            REQUIRE(!kernels.closing.empty());
            for (const apsp::cuda::ClosingShape& shape : kernels.closing) {
                CHECK(shape.kernel.address != nullptr);
                CHECK(shape.one_block == (semiring == Semiring::or_and));
                CHECK((shape.one_block || shape.rows % shape.pivots == 0));
                CHECK((shape.one_block || found.insert(shape.kernel.address).second));
                // Blocks close the squares of pivots in local memory of their own.
                const std::size_t squares = (5 * shape.pivots + 8) * shape.pivots;
                CHECK(
                    (shape.one_block || shape.shared_bytes >= squares * kernels.layout.word_bytes));
                CHECK(shape.shared_bytes <= 227 << 10);
            }
        }
    }
}

TEST_CASE("CUDA: every .cl is compiled, apart from some") {
    const std::set<std::string_view> others = {
        "close_cpu.cl",  "predecessors_cpu.cl", "update_cpu.cl",  // for processors
        "close_gpu.cl",  "panel_gpu.cl",  // for devices that cannot run close_square.cl
        "tensor_amd.cl",
    };
    std::set<std::string_view> compiled;
#define APSP_NOTE_FILES(list) \
    for (const auto& kernel : apsp::cuda::list##_kernels()) compiled.insert(kernel.file);
    APSP_FOR_KERNEL_LISTS(APSP_NOTE_FILES)
    for (const auto& [file, text] : apsp::opencl::embedded_sources()) {
        CAPTURE(file);
        if (file.ends_with(".cl")) CHECK(compiled.contains(file) != others.contains(file));
    }
}

TEST_CASE("CUDA: a kernel that is not compiled is named") {
    const KernelOptions plain = {Dtype::f32, Semiring::min_plus, {}};
    const KernelOptions others = {Dtype::f32, Semiring::max_min, {}};
    CHECK_THROWS_WITH_AS(apsp::cuda::find_kernel("sweep.cl", "go_down", plain),
                         "no CUDA kernel go_down of sweep.cl", apsp::Error);
    CHECK_THROWS_AS(apsp::cuda::find_kernel("ladder/naive.cl", "naive", others), apsp::Error);
}
