// See row_reduction.hpp.
#include "backends/opencl/row_reduction.hpp"

#include <type_traits>

#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

// Work-items that share a row.
constexpr std::size_t kGpuGroup = 256;
constexpr std::size_t kCpuGroup = 64;

template <class T>
std::vector<T> read(Launcher& launcher, const cl::Buffer& buffer, std::size_t n) {
    std::vector<T> values(n);
    launcher.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, n * sizeof(T), values.data());
    return values;
}

template <class T>
std::vector<RowReduction> reduce(Launcher& launcher, const cl::Buffer& matrix, std::size_t n,
                                 T no_path) {
    using Sum = std::conditional_t<std::is_integral_v<T>, cl_long, cl_double>;
    const std::size_t group =
        launcher.description().kind == DeviceKind::gpu ? kGpuGroup : kCpuGroup;
    cl::Kernel kernel(
        launcher.build("reduce_rows.cl", {kDtypeOf<T>, Semiring::min_plus, {{"GROUP", group}}}),
        "reduce_rows");
    const cl::Buffer counts = launcher.allocate(n * sizeof(cl_uint));
    const cl::Buffer largest = launcher.allocate(n * sizeof(T));
    const cl::Buffer sums = launcher.allocate(n * sizeof(Sum));
    launcher.launch(kernel, cl::NDRange(n * group), cl::NDRange(group), matrix, offset(padded(n)),
                    count(n), no_path, counts, largest, sums);
    const auto all_counts = read<cl_uint>(launcher, counts, n);
    const auto all_largest = read<T>(launcher, largest, n);
    const auto all_sums = read<Sum>(launcher, sums, n);
    std::vector<RowReduction> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
        rows[i] = {all_counts[i], static_cast<double>(all_largest[i]),
                   static_cast<double>(all_sums[i])};
    }
    return rows;
}

}  // namespace

std::vector<RowReduction> reduce_rows(Launcher& launcher, const cl::Buffer& matrix, std::size_t n,
                                      Dtype dtype, double no_path) {
    return visit(dtype, [&](auto zero) {
        return reduce(launcher, matrix, n, static_cast<decltype(zero)>(no_path));
    });
}

}  // namespace apsp::opencl
