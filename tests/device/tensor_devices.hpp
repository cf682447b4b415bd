// The devices with tensor cores. Processors without AMX, but with AVX-512, emulate its tiles.
#pragma once

#include <span>

#include "backends/backend.hpp"
#include "backends/cpu/kernels.hpp"
#include "base/instruction_sets.hpp"
#include "device/devices.hpp"

#ifdef APSP_CPU_X86
void update_on_emulated_tiles(const apsp::cpu::Product<std::uint8_t>&, const apsp::Exponents&);
#endif

inline std::span<const apsp::Exponents> exponents_of(const apsp::Device& device) {
    return apsp::backend(device).exponents(device);
}

/// The devices with tensor cores, while it lives.
class TensorDevices {
  public:
    TensorDevices() {
#ifdef APSP_CPU_X86
        apsp::cpu::TensorUpdate& own = apsp::cpu::tensor_update();
        if (own == nullptr && apsp::has_avx512() && !slow_run()) own = update_on_emulated_tiles;
#endif
        for (const apsp::Device& device : devices_under_test()) {
            if (!exponents_of(device).empty()) found_.push_back(device);
        }
        if (found_.empty()) skipped("tensor cores: no device has the instructions");
    }
    ~TensorDevices() {
        apsp::cpu::tensor_update() = before_;
    }
    TensorDevices(const TensorDevices&) = delete;
    TensorDevices& operator=(const TensorDevices&) = delete;
    auto begin() const {
        return found_.begin();
    }
    auto end() const {
        return found_.end();
    }

  private:
    apsp::cpu::TensorUpdate before_ = apsp::cpu::tensor_update();
    std::vector<apsp::Device> found_;
};

/// Vertices of many blocks.
inline std::size_t large(const apsp::Device& device) {
    return device.backend == "cpu" ? 1100 : 2500;
}

/// The kernels that do not use them.
inline std::string vector_variant(const apsp::Device& device) {
    return std::string(apsp::variants(device, apsp::Algorithm::kleene).front());
}
