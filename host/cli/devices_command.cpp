// apsp-ocl devices: what --device can choose from.
#include <fmt/core.h>

#include <memory>

#include "apsp/devices.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "measure/device_json.hpp"

namespace apsp::cli {
namespace {

/// The first device that is the same card as this one, or its own index.
std::size_t card_of(const Devices& devices, const Device& device) {
    for (const Device& other : devices.all) {
        if (other.index < device.index && same_card(other, device)) return other.index;
    }
    return device.index;
}

Json to_json(const Devices& devices) {
    Json list = Json::array();
    for (const Device& d : devices.all) {
        Json device = {
            {"index", d.index}, {"backend", d.backend}, {"index_in_backend", d.index_in_backend}};
        device.update(description(d));
        device.update({{"largest_allocation", d.largest_allocation},
                       {"local_memory", d.local_memory},
                       {"largest_work_group", d.largest_work_group},
                       {"f64", d.f64},
                       {"pci", or_null(d.pci)},
                       {"uuid", or_null(d.uuid)},
                       {"card", card_of(devices, d)}});
        list.push_back(std::move(device));
    }
    Json absent = Json::array();
    for (const AbsentBackend& a : devices.absent) {
        absent.push_back({{"backend", a.backend}, {"reason", a.reason}});
    }
    return {{"devices", list}, {"absent", absent}};
}

void print_device(const Devices& devices, const Device& d) {
    fmt::print("{:>3}  {}:{}  {}\n", d.index, d.backend, d.index_in_backend, d.name);
    fmt::print("     platform    {}, {}\n", d.platform, d.vendor);
    fmt::print("     driver      {}{}{}\n", d.driver, d.version.empty() ? "" : ", ", d.version);
    fmt::print("     compute     {} {} units at {} MHz, f64 {}\n", d.compute_units, name(d.kind),
               d.clock_mhz, d.f64 ? "yes" : "no");
    fmt::print("     memory      {}, up to {} per allocation\n", format_bytes(d.memory),
               format_bytes(d.largest_allocation));
    if (d.largest_work_group != 0) {
        fmt::print("     work-group  up to {} items, {} local memory\n", d.largest_work_group,
                   format_bytes(d.local_memory));
    }
    if (!d.pci.empty() || !d.uuid.empty()) {
        const std::size_t card = card_of(devices, d);
        fmt::print("     card        {}{}{}{}\n", d.pci,
                   d.pci.empty() || d.uuid.empty() ? "" : ", ",
                   d.uuid.empty() ? "" : "uuid " + d.uuid,
                   card == d.index ? "" : fmt::format(" (the card of device {})", card));
    }
}

}  // namespace

int list_all_devices(bool json) {
    const Devices devices = list_devices();
    if (json) {
        print_object(to_json(devices));
        return 0;
    }
    // Absent backends stand where their devices would: before the processor, which is last.
    for (const Device& device : devices.all) {
        if (&device == &devices.all.back()) {
            for (const AbsentBackend& absent : devices.absent) {
                fmt::print("  -  {}: {}\n", absent.backend, absent.reason);
            }
        }
        print_device(devices, device);
    }
    return 0;
}

std::function<int()> devices_command(OptionList& list) {
    const auto json = std::make_shared<bool>(false);
    list.describe(
        "Lists every device with the index that --device takes.\n\n"
        "Examples:\n  $ apsp-ocl devices --json\n");
    list.add_json(*json);
    return [json] { return list_all_devices(*json); };
}

}  // namespace apsp::cli
