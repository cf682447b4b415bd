// The processor's products of small distances, on emulated tile registers: the operands, the order
// of the operations and the vectors' part are those of AMX. Compiled for AVX-512.
#include "backends/cpu/tensor.hpp"
#include "emulated_tiles.hpp"

void update_on_emulated_tiles(const apsp::cpu::Product<std::uint8_t>& product,
                              const apsp::Exponents& exponents) {
    apsp::cpu::APSP_ISA::update<EmulatedTiles>(product, exponents);
}
