// The tiles of Intel's AMX, for tensor.hpp: eight registers of up to 16 rows of 64 bytes. Of these,
// 0 to 3 are sums, 4 and 5 of A, 6 and 7 of B. Their lines in memory are 64 bytes apart, those of
// sums 256.
#include "backends/cpu/tensor.hpp"

namespace apsp::cpu {
namespace amx {
namespace {

// Assembler, since GCC's intrinsics take literals only, and do not say that they read memory.
class Tiles {
  public:
    explicit Tiles(std::size_t depth) {
        struct alignas(64) {
            std::uint8_t palette = 1, first_row = 0, none[14] = {};
            std::uint16_t row_bytes[16] = {};
            std::uint8_t rows[16] = {};
        } shapes;
        for (std::size_t t = 0; t < 8; ++t) {
            const bool of_a = t == 4 || t == 5, of_b = t > 5;
            shapes.row_bytes[t] = static_cast<std::uint16_t>(of_a ? depth * 2 : 64);
            shapes.rows[t] = static_cast<std::uint8_t>(of_b ? depth / 2 : kEdge);
        }
        asm volatile("ldtilecfg %0" : : "m"(shapes));
    }
    ~Tiles() { asm volatile("tilerelease"); }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;

    template <int kTile>
    void zero() {
        asm volatile("tilezero %%tmm%c0" : : "i"(kTile));
    }
    template <int kTile>
    void load(const void* from) {
        asm volatile("tileloadd (%0,%1,1), %%tmm%c2"
                     :
                     : "r"(from), "r"(std::ptrdiff_t{64}), "i"(kTile)
                     : "memory");
    }
    template <int kTile>
    void store(void* to) {
        asm volatile("tilestored %%tmm%c2, (%0,%1,1)"
                     :
                     : "r"(to), "r"(std::ptrdiff_t{256}), "i"(kTile)
                     : "memory");
    }
    template <int kTo, int kA, int kB>
    void multiply() {
        asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(kTo), "i"(kA), "i"(kB));
    }
};

}  // namespace

void update_tensor(const Product<std::uint8_t>& product, const Exponents& exponents) {
    update<Tiles>(product, exponents);
}

}  // namespace amx
}  // namespace apsp::cpu
