// See shapes.hpp.
#include "backends/cuda/shapes.hpp"

#include "base/text.hpp"

namespace apsp::cuda {
namespace {

Kernel kernel_of(const NamedKernel& named) {
    return {named.name, named.address};
}

CudaProductShape product_shape(const NamedKernel& update) {
    const auto of = [&](std::string_view macro) { return update.value(macro); };
    return {{of("TM"), of("TN"), of("TM") / of("RM") * (of("TN") / of("RN")), kernel_of(update)},
            of("RESIDENT")};
}

ClosingShape closing_shape(const NamedKernel& close, std::size_t word_bytes) {
    const auto of = [&](std::string_view macro) { return close.value(macro); };
    ClosingShape shape = {
        of("TS"), of("ROWS"), of("COLS"), of("GROUP"), of("WORDS") * word_bytes, kernel_of(close)};
    if (shape.rows * shape.cols > 128 * 128) shape.least = 1792;
    return shape;
}

}  // namespace

Kernels kernels_for(Dtype dtype, Semiring semiring) {
    if (!defined_in(semiring, dtype)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is not defined in {}", name(semiring), name(dtype)));
    }
    const bool bits = semiring == Semiring::or_and;
    const KernelOptions options = {dtype, semiring, {}};
    // The same for all semirings; of bits, words are copied as i32.
    const KernelOptions packing = {bits ? Dtype::i32 : dtype, Semiring::min_plus, {}};
    const auto first = [](std::string_view file, std::string_view name, const KernelOptions& of) {
        return kernel_of(*kernels_named(file, name, of).front());
    };
    Kernels kernels{
        .layout = {dtype, semiring},
        .pack = bits ? first("bits_gpu.cl", "pack", options) : first("pack_gpu.h", "pack", packing),
        .copy = first("pack_gpu.h", "copy", packing)};
    for (const auto* const update : kernels_named("update_gpu.cl", "update", options)) {
        kernels.products.push_back(product_shape(*update));
    }
    for (const auto* const close : kernels_named("close_square.cl", "close_square", options)) {
        kernels.closing.push_back(closing_shape(*close, kernels.layout.word_bytes));
    }
    for (const auto* const close : kernels_named("bits_gpu.cl", "close_bits", options)) {
        const std::size_t edge = close->value("TS");
        for (const std::size_t pivots : {32, 64}) {
            kernels.closing.push_back({pivots, edge, edge, edge, 0, kernel_of(*close), 0, true});
        }
    }
    return kernels;
}

}  // namespace apsp::cuda
