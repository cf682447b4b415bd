// What statistics need of some rows of the matrix, those from `first` on, which begin at d: how
// many entries are distances, the largest, and their sum. The diagonal is left out; entries of
// no_path or more are not distances. Results are numbered as the matrix's rows.
//
// Each block reduces a row: its threads stride over it, then half of the threads add the results of
// the other half, and so on. Sums are exact for integers; floats are added up as doubles.
#include <cstdint>
#include <type_traits>

#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {
namespace {

template <class T>
using Sum = std::conditional_t<std::is_integral_v<T>, long long, double>;

template <class T>
__global__ void __launch_bounds__(kThreads)
    reduce_rows(const T* d, std::size_t ld, unsigned first, unsigned n, T no_path, unsigned* counts,
                T* largest, Sum<T>* sums) {
    __shared__ unsigned count_of[kThreads];
    __shared__ T largest_of[kThreads];
    __shared__ Sum<T> sum_of[kThreads];
    const unsigned i = first + blockIdx.x, x = threadIdx.x;
    const T* const row = d + blockIdx.x * ld;
    unsigned count = 0;
    T most = 0;
    Sum<T> sum = 0;
    for (unsigned j = x; j < n; j += kThreads) {
        const T v = row[j];
        const bool path = v < no_path && j != i;
        count += path ? 1 : 0;
        most = path && v > most ? v : most;
        sum += path ? static_cast<Sum<T>>(v) : Sum<T>{0};
    }
    count_of[x] = count;
    largest_of[x] = most;
    sum_of[x] = sum;
    for (unsigned width = kThreads / 2; width > 0; width /= 2) {
        __syncthreads();
        if (x < width) {
            const T other = largest_of[x + width];
            count_of[x] += count_of[x + width];
            largest_of[x] = other > largest_of[x] ? other : largest_of[x];
            sum_of[x] += sum_of[x + width];
        }
    }
    if (x == 0) {
        counts[i] = count_of[0];
        largest[i] = largest_of[0];
        sums[i] = sum_of[0];
    }
}

}  // namespace

NamedKernels reduction_kernels(Dtype dtype) {
    return visit(dtype, [](auto zero) {
        return NamedKernels{
            {"reduce_rows", address(reduce_rows<decltype(zero)>), {{"GROUP", kThreads}}}};
    });
}

}  // namespace apsp::cuda
