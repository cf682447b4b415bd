// The program's own backend: the processor that it runs on, through OpenMP.
#include "backends/backend.hpp"

#include <omp.h>
#include <unistd.h>

#include <fstream>

#include "backends/cpu/engine.hpp"

namespace apsp {
namespace {

std::string cpuinfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) continue;
        const auto colon = line.find(": ");
        if (colon != std::string::npos) return line.substr(colon + 2);
    }
    return "";
}

std::size_t largest_clock_mhz() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    std::size_t khz = 0;
    if (file >> khz) return khz / 1000;
    return static_cast<std::size_t>(std::strtod(cpuinfo("cpu MHz").c_str(), nullptr));
}

class CpuBackend final : public Backend {
  public:
    std::string_view name() const override { return "cpu"; }

    std::vector<Device> devices(std::string&) const override {
        Device device;
        device.kind = DeviceKind::cpu;
        device.name = cpuinfo("model name");
        if (device.name.empty()) device.name = "processor";
        device.platform = "apsp-ocl";
        device.vendor = cpuinfo("vendor_id");
        device.driver = "OpenMP";
        device.version = cpu_instruction_sets().front();
        device.compute_units = static_cast<std::size_t>(omp_get_max_threads());
        device.clock_mhz = largest_clock_mhz();
        device.memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
        device.largest_allocation = device.memory;
        device.f64 = true;
        device.shares_host_memory = true;
        return {device};
    }

    std::vector<std::string_view> variants(const Device&, Algorithm algorithm) const override {
        if (algorithm == Algorithm::fw) return {"openmp", "serial"};
        return cpu_instruction_sets();
    }

    EnginePlan plan(const Device&, const EngineOptions& options) const override {
        return plan_cpu_engine(options);
    }

    std::unique_ptr<Engine> open(const Device&, const EngineOptions& options) const override {
        return open_cpu_engine(options);
    }
};

}  // namespace

const Backend& cpu_backend() {
    static const CpuBackend instance;
    return instance;
}

}  // namespace apsp
