// Finds the kernels of a type and a semiring.
#include "backends/cuda/kernels.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace apsp::cuda {

namespace {

/// Of one semiring and type, in the order in which they were compiled.
std::vector<const NamedKernel*> named(std::string_view file, std::string_view name,
                                      const KernelOptions& options) {
    std::vector<const NamedKernel*> found;
    for (const auto* const list :
         {&batch_kernels(), &distance_kernels(), &ladder_kernels(), &small_close_kernels(),
          &large_close_kernels(), &large_update_kernels(), &small_update_kernels(),
          &matrix_kernels(), &or_and_kernels(), &sweep_kernels()}) {
        for (const NamedKernel& kernel : *list) {
            if (kernel.file == file && kernel.name == name &&
                kernel.options.dtype == options.dtype &&
                kernel.options.semiring == options.semiring) {
                found.push_back(&kernel);
            }
        }
    }
    return found;
}

/// The value of a macro that tells kernels apart.
unsigned value(const NamedKernel& kernel, std::string_view macro) {
    const auto is_it = [&](const Defines::value_type& define) { return define.first == macro; };
    const auto found = std::ranges::find_if(kernel.options.defines, is_it);
    return static_cast<unsigned>(found->second);
}

ProductShape product_shape(const NamedKernel& update) {
    const auto of = [&](std::string_view macro) { return value(update, macro); };
    return {of("TM"), of("TN"), of("TM") / of("RM") * (of("TN") / of("RN")), of("RESIDENT"),
            update.address};
}

ClosingShape closing_shape(const NamedKernel& close, std::size_t word_bytes) {
    const auto of = [&](std::string_view macro) { return value(close, macro); };
    ClosingShape shape = {
        of("TS"), of("ROWS"), of("COLS"), of("GROUP"), of("WORDS") * word_bytes, close.address};
    if (shape.rows * shape.cols > 128 * 128) shape.least = 1792;
    return shape;
}

}  // namespace

Kernels kernels_for(Dtype dtype, Semiring semiring) {
    if (!defined_in(semiring, dtype)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is not defined in {}", name(semiring), name(dtype)));
    }
    Kernels kernels{.layout = {dtype, semiring}};
    const KernelOptions options = {dtype, semiring, {}};
    for (const NamedKernel* const update : named("update_gpu.cl", "update", options)) {
        kernels.products.push_back(product_shape(*update));
    }
    if (semiring == Semiring::or_and) {
        kernels.copy = find_kernel("pack_gpu.h", "copy", {Dtype::i32, Semiring::min_plus, {}});
        kernels.pack = named("bits_gpu.cl", "pack", options).front()->address;
        for (const NamedKernel* const close : named("bits_gpu.cl", "close_bits", options)) {
            const unsigned edge = value(*close, "TS");
            for (const unsigned pivots : {32, 64}) {
                kernels.closing.push_back({pivots, edge, edge, edge, 0, close->address, 0, true});
            }
        }
    } else {
        const KernelOptions type = {dtype, Semiring::min_plus, {}};  // the same for all semirings
        kernels.copy = find_kernel("pack_gpu.h", "copy", type);
        kernels.pack = find_kernel("pack_gpu.h", "pack", type);
        for (const NamedKernel* const close : named("close_square.cl", "close_square", options)) {
            kernels.closing.push_back(closing_shape(*close, kernels.layout.word_bytes));
        }
    }
    return kernels;
}

const void* find_kernel(std::string_view file, std::string_view name,
                        const KernelOptions& options) {
    const auto defined = [&](const Defines::value_type& macro) {
        return std::ranges::find(options.defines, macro) != options.defines.end();
    };
    for (const NamedKernel* const kernel : named(file, name, options)) {
        if (std::ranges::all_of(kernel->options.defines, defined)) return kernel->address;
    }
    if (file.starts_with("ladder/") && options.semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("the ladder's CUDA kernels are for min-plus, not {}; those of "
                                "OpenCL are for every semiring",
                                apsp::name(options.semiring)));
    }
    throw Error(ErrorKind::internal, fmt::format("no CUDA kernel {} of {}", name, file));
}

}  // namespace apsp::cuda
