// Chooses among the instruction sets that kernels.cpp was compiled for.
#include "backends/cpu/kernels.hpp"
#include "base/all_dtypes.hpp"
#include "base/instruction_sets.hpp"
#include "platform/machine.hpp"

namespace apsp::cpu {

// Each returns the table of one type and semiring, or null where the semiring does not exist in the
// type.
#define APSP_KERNELS_OF(isa)             \
    namespace isa {                      \
    template <class T>                   \
    const Kernels<T>* kernels(Semiring); \
    }
APSP_FOR_INSTRUCTION_SETS(APSP_KERNELS_OF)
#ifdef APSP_CPU_X86
APSP_KERNELS_OF(avx512_fma)
APSP_KERNELS_OF(avx2_fma)
namespace amx {
void update_tensor(const Product<std::uint8_t>& product, const Exponents& exponents);
}
#endif

template <class T>
std::vector<const Kernels<T>*> available_kernels(Semiring semiring) {
    std::vector<const Kernels<T>*> available;
#ifdef APSP_CPU_X86
    // AMD's pipes suit multiply-adds, others' additions.
    const auto add = [&](const Kernels<T>* additions, const Kernels<T>* multiply_adds) {
        static const bool amd = this_processor().vendor == "AuthenticAMD";
        available.push_back(amd ? multiply_adds : additions);
        available.push_back(amd ? additions : multiply_adds);
    };
    if (has_avx512()) add(avx512::kernels<T>(semiring), avx512_fma::kernels<T>(semiring));
    if (has_avx2()) add(avx2::kernels<T>(semiring), avx2_fma::kernels<T>(semiring));
    available.push_back(baseline::kernels<T>(semiring));
#else
#define APSP_ADD_KERNELS(set) \
    if (has_##set()) available.push_back(set::kernels<T>(semiring));
    APSP_FOR_INSTRUCTION_SETS(APSP_ADD_KERNELS)
#endif
    return available;
}

TensorUpdate& tensor_update() {
#ifdef APSP_CPU_X86
    static TensorUpdate update = has_amx() && allow_tile_registers() ? amx::update_tensor : nullptr;
#else
    static TensorUpdate update = nullptr;
#endif
    return update;
}

std::size_t panel_bytes() {
    static const std::size_t bytes = cache_bytes(1) >= 49152 ? 32768 : 16384;
    return bytes;
}

std::size_t l2_bytes() {
    static const std::size_t bytes = cache_bytes(2);
    return bytes;
}

#define APSP_DISPATCH(T) template std::vector<const Kernels<T>*> available_kernels(Semiring);
APSP_FOR_DTYPES(APSP_DISPATCH)
template std::vector<const Kernels<Bits>*> available_kernels(Semiring);

}  // namespace apsp::cpu
