// Chooses among the instruction sets that kernels.cpp was compiled for.
#include "backends/cpu/kernels.hpp"

namespace apsp::cpu {

#define APSP_DECLARE_KERNELS(isa)              \
    namespace isa {                            \
    extern const Kernels<float> kFloat;        \
    extern const Kernels<double> kDouble;      \
    extern const Kernels<std::int32_t> kInt32; \
    }
#ifdef APSP_CPU_X86
APSP_DECLARE_KERNELS(avx512)
APSP_DECLARE_KERNELS(avx2)
#endif
APSP_DECLARE_KERNELS(baseline)
#undef APSP_DECLARE_KERNELS

namespace {

/// How many of the instruction sets, from the front, this processor lacks.
std::size_t missing() {
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        return 0;
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 2;
#else
    return 0;
#endif
}

#ifdef APSP_CPU_X86
#define APSP_ALL_SETS(name) \
    { &avx512::name, &avx2::name, &baseline::name }
#else
#define APSP_ALL_SETS(name) \
    { &baseline::name }
#endif
constexpr const Kernels<float>* kFloats[] = APSP_ALL_SETS(kFloat);
constexpr const Kernels<double>* kDoubles[] = APSP_ALL_SETS(kDouble);
constexpr const Kernels<std::int32_t>* kInts[] = APSP_ALL_SETS(kInt32);

}  // namespace

template <>
std::span<const Kernels<float>* const> available_kernels() {
    return std::span(kFloats).subspan(missing());
}
template <>
std::span<const Kernels<double>* const> available_kernels() {
    return std::span(kDoubles).subspan(missing());
}
template <>
std::span<const Kernels<std::int32_t>* const> available_kernels() {
    return std::span(kInts).subspan(missing());
}

}  // namespace apsp::cpu
