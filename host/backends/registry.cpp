// The list of backends, and the list of all their devices.
#include <algorithm>

#include "algorithms/sweep_schedule.hpp"
#include "backends/backend.hpp"
#include "base/text.hpp"

namespace apsp {

const std::vector<const Backend*>& backends() {
    static const std::vector<const Backend*> all = {&opencl_backend(), &cuda_backend(),
                                                    &cpu_backend()};
    return all;
}

const Backend& backend(const Device& device) {
    for (const Backend* candidate : backends()) {
        if (candidate->name() == device.backend) return *candidate;
    }
    throw Error(ErrorKind::internal, fmt::format("no backend is called {}", device.backend));
}

bool read_one_another(const std::vector<Device>& devices) {
    const Backend& first = backend(devices.front());
    for (const Device& reader : devices) {
        for (const Device& other : devices) {
            if (reader.backend != first.name() || !first.reads(reader, other)) return false;
        }
    }
    return true;
}

Settings Backend::settings(const Device& device, const EngineOptions& options) const {
    if (options.settings.empty()) return {};
    throw Error(ErrorKind::usage, fmt::format("setting {}: device {} ({}) has no settings for {}",
                                              options.settings.begin()->first, device.index,
                                              device.name, apsp::name(options.algorithm)));
}

void Backend::copy_from(const void*, std::size_t, std::size_t, std::size_t, void*) const {
    throw Error(ErrorKind::no_device, fmt::format("{}: it has no memory of its own", name()));
}

std::size_t sweep_slots(const Device& device, const EngineOptions& options) {
    return std::min(SweepSchedule::kMostSlots, backend(device).sweep_slots(device, options));
}

Device cpu_device() {
    std::string absence;
    Device device = cpu_backend().devices(absence).at(0);
    device.backend = cpu_backend().name();
    return device;
}

bool is_processor(const Device& device) {
    return device.backend == cpu_backend().name();
}

Devices list_devices() {
    Devices devices;
    for (const Backend* candidate : backends()) {
        std::string absence;
        std::vector<Device> found = candidate->devices(absence);
        for (std::size_t i = 0; i < found.size(); ++i) {
            found[i].index = devices.all.size();
            found[i].index_in_backend = i;
            found[i].backend = candidate->name();
            devices.all.push_back(std::move(found[i]));
        }
        if (!absence.empty()) devices.absent.push_back({std::string(candidate->name()), absence});
    }
    return devices;
}

}  // namespace apsp
