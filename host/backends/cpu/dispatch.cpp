// Chooses among the instruction sets that kernels.cpp was compiled for.
#include "backends/cpu/kernels.hpp"

namespace apsp::cpu {

// Each returns the table of one type and semiring, or null where the semiring does not exist in the
// type.
namespace avx512 {
template <class T>
const Kernels<T>* kernels(Semiring);
}
namespace avx2 {
template <class T>
const Kernels<T>* kernels(Semiring);
}
namespace baseline {
template <class T>
const Kernels<T>* kernels(Semiring);
}

template <class T>
std::vector<const Kernels<T>*> available_kernels(Semiring semiring) {
    std::vector<const Kernels<T>*> available;
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        available.push_back(avx512::kernels<T>(semiring));
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        available.push_back(avx2::kernels<T>(semiring));
    }
#endif
    available.push_back(baseline::kernels<T>(semiring));
    return available;
}

template std::vector<const Kernels<float>*> available_kernels(Semiring);
template std::vector<const Kernels<double>*> available_kernels(Semiring);
template std::vector<const Kernels<std::int32_t>*> available_kernels(Semiring);
template std::vector<const Kernels<std::int16_t>*> available_kernels(Semiring);
template std::vector<const Kernels<std::uint8_t>*> available_kernels(Semiring);
template std::vector<const Kernels<Bits>*> available_kernels(Semiring);

}  // namespace apsp::cpu
