// The instruction sets for each of which some files are compiled once; apsp_cpu_kernels, in CMake,
// has their flags. What such a file defines is in the namespace APSP_ISA, so that the linker cannot
// merge a function compiled for one set with its twin for another.
#pragma once

/// DO(set) for each set of this build, the best first.
#if defined(APSP_CPU_X86)
#define APSP_FOR_INSTRUCTION_SETS(DO) DO(avx512) DO(avx2) DO(baseline)
#elif defined(__aarch64__)
#define APSP_FOR_INSTRUCTION_SETS(DO) DO(neon)
#else
#define APSP_FOR_INSTRUCTION_SETS(DO) DO(baseline)
#endif

// The set that a file is compiled for. APSP_MULTIPLY_ADD is one of the flags of two more sets,
// which differ in products, and in sweeps of floats. Another one is for small distances.
#if defined(__AMX_TILE__) || defined(__AMXTILE__)
#define APSP_ISA amx
#elif defined(__AVX512F__) && defined(APSP_MULTIPLY_ADD)
#define APSP_ISA avx512_fma
#define APSP_ISA_OF_ADDITIONS avx512
#define APSP_ISA_NAME "avx512-fma"
#elif defined(__AVX512F__)
#define APSP_ISA avx512
#define APSP_ISA_NAME "avx512"
#elif defined(__AVX2__) && defined(APSP_MULTIPLY_ADD)
#define APSP_ISA avx2_fma
#define APSP_ISA_OF_ADDITIONS avx2
#define APSP_ISA_NAME "avx2-fma"
#elif defined(__AVX2__)
#define APSP_ISA avx2
#define APSP_ISA_NAME "avx2"
#elif defined(__aarch64__)
#define APSP_ISA neon
#define APSP_ISA_NAME "neon"
#else
#define APSP_ISA baseline
#define APSP_ISA_NAME "baseline"
#endif
#if defined(__AVX512F__)
#define APSP_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define APSP_VECTOR_BYTES 32
#else
#define APSP_VECTOR_BYTES 16
#endif

namespace apsp {

// Whether this processor has a set.
#ifdef APSP_CPU_X86
bool has_avx512();
bool has_avx2();
/// Whether the system lets a process use it is another question: see allow_tile_registers.
bool has_amx();
#endif
constexpr bool has_neon() {
    return true;
}
constexpr bool has_baseline() {
    return true;
}

}  // namespace apsp
