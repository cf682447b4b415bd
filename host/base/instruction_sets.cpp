// See instruction_sets.hpp. CPUID is asked here, since not every compiler's own library knows what
// __builtin_cpu_supports asks it: Zig's says no to everything.
#include "base/instruction_sets.hpp"

#ifdef APSP_CPU_X86
#include <cpuid.h>

namespace apsp {
namespace {

struct Features {
    unsigned basic = 0, extended = 0, more = 0;  // bits of CPUID
    unsigned saved = 0;  // the registers that the system keeps for each thread
};

Features ask() {
    Features found;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) found.basic = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
        found.extended = b;
        found.more = d;
    }
    if ((found.basic & bit_OSXSAVE) != 0) asm("xgetbv" : "=a"(found.saved), "=d"(d) : "c"(0));
    return found;
}

const Features& features() {
    static const Features known = ask();
    return known;
}

constexpr bool has_all(unsigned bits, unsigned wanted) {
    return (bits & wanted) == wanted;
}

}  // namespace

bool has_avx512() {
    constexpr unsigned kSets = bit_AVX512F | bit_AVX512DQ | bit_AVX512VL | bit_AVX512BW;
    return has_all(features().extended, kSets) && has_all(features().saved, 0xe6);
}

bool has_avx2() {
    return has_all(features().basic, bit_FMA) && has_all(features().extended, bit_AVX2) &&
           has_all(features().saved, 6);
}

bool has_amx() {
    constexpr unsigned kBoth = 1u << 22 | 1u << 24;  // bf16, and tiles
    return has_avx512() && has_all(features().more, kBoth);
}

}  // namespace apsp
#endif
