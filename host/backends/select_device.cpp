// Finds the device that a user names after --device.
#include <algorithm>
#include <cctype>
#include <sstream>

#include "apsp/devices.hpp"
#include "apsp/errors.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string describe(const std::vector<const Device*>& devices) {
    std::string text;
    for (const Device* d : devices) {
        text += fmt::format("\n  {}  {}:{}  {} ({})", d->index, d->backend, d->index_in_backend,
                            d->name, d->platform);
    }
    return text;
}

/// Orders devices by how fast they promise to be.
double promise(const Device& device) {
    const double rank = device.kind == DeviceKind::gpu           ? 1e12
                        : device.kind == DeviceKind::accelerator ? 1e11
                                                                 : 0;
    const double size = static_cast<double>(std::max<std::size_t>(device.compute_units, 1)) *
                        static_cast<double>(std::max<std::size_t>(device.clock_mhz, 1));
    // Among CPUs the library's own code comes first: it needs no driver and compiles nothing.
    return rank + (device.kind == DeviceKind::cpu && device.compiled ? 1e10 : size);
}

/// Of those that are the same card as this one, the device whose kernels are compiled, if there is
/// one: it starts at once, and CUDA's hand panels to one another directly.
const Device& fastest_way(const std::vector<const Device*>& devices, const Device& card) {
    if (card.compiled) return card;
    const auto found = std::ranges::find_if(
        devices, [&](const Device* d) { return d->compiled && same_card(*d, card); });
    return found == devices.end() ? card : **found;
}

const Device& best(const std::vector<const Device*>& devices) {
    return fastest_way(devices, **std::ranges::max_element(
                                    devices, {}, [](const Device* d) { return promise(*d); }));
}

std::vector<const Device*> of_backend(const Devices& devices, std::string_view backend) {
    std::vector<const Device*> own;
    for (const Device& device : devices.all) {
        if (device.backend == backend) own.push_back(&device);
    }
    return own;
}

}  // namespace

const Device& select_device(const Devices& devices, std::string_view selector) {
    std::vector<const Device*> all;
    for (const Device& device : devices.all) all.push_back(&device);
    if (selector.empty() && !all.empty()) return best(all);

    std::vector<const Device*> matches;
    const auto colon = selector.find(':');
    std::size_t index = 0;
    if (parse_whole(selector, index)) {
        if (index < all.size()) return *all[index];
    } else if (colon != std::string_view::npos && parse_whole(selector.substr(colon + 1), index)) {
        const std::string backend = lower(selector.substr(0, colon));
        std::ranges::copy_if(all, std::back_inserter(matches), [&](const Device* d) {
            return d->backend == backend && d->index_in_backend == index;
        });
    } else {
        const std::string wanted = lower(selector);
        if (const auto own = of_backend(devices, wanted); !own.empty()) return best(own);
        std::ranges::copy_if(all, std::back_inserter(matches), [&](const Device* d) {
            return lower(d->name).find(wanted) != std::string::npos ||
                   lower(d->platform).find(wanted) != std::string::npos;
        });
    }
    const bool one = !matches.empty() &&
                     std::ranges::all_of(matches.begin() + 1, matches.end(), [&](const Device* d) {
                         return same_card(*d, *matches.front());
                     });
    if (one) return fastest_way(matches, *matches.front());

    std::string message;
    if (matches.empty()) {
        message = fmt::format("no device matches \"{}\"; choose from:{}", selector, describe(all));
        for (const AbsentBackend& absent : devices.absent) {
            message += fmt::format("\n  {}: {}", absent.backend, absent.reason);
        }
    } else {
        message = fmt::format("\"{}\" matches several devices; choose one by its index:{}",
                              selector, describe(matches));
    }
    throw Error(ErrorKind::no_device, message);
}

std::vector<Device> select_devices(const Devices& devices, const std::string& list) {
    std::vector<Device> chosen;
    const auto take = [&](const std::vector<Device>& more) {
        chosen.insert(chosen.end(), more.begin(), more.end());
        return !more.empty();
    };
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        if (word == "all") {
            take(devices.all);
        } else if (word == "gpus") {
            if (!take(distinct_gpus(devices))) {
                throw Error(ErrorKind::no_device, "gpus: there is no GPU");
            }
        } else {
            std::vector<Device> gpus;
            for (const Device* device : of_backend(devices, lower(word))) {
                if (device->kind == DeviceKind::gpu) gpus.push_back(*device);
            }
            if (!take(gpus)) chosen.push_back(select_device(devices, word));
        }
    }
    return chosen;
}

std::vector<Device> distinct_gpus(const Devices& devices) {
    std::vector<const Device*> all;
    for (const Device& device : devices.all) all.push_back(&device);
    std::vector<Device> gpus;
    for (const Device& device : devices.all) {
        const bool known =
            std::ranges::any_of(gpus, [&](const Device& gpu) { return same_card(device, gpu); });
        if (device.kind == DeviceKind::gpu && !known) gpus.push_back(fastest_way(all, device));
    }
    return gpus;
}

bool same_card(const Device& a, const Device& b) {
    if (!a.uuid.empty() && !b.uuid.empty()) return a.uuid == b.uuid;
    if (!a.pci.empty() && !b.pci.empty()) return a.pci == b.pci;
    return a.backend == b.backend && a.index_in_backend == b.index_in_backend;
}

}  // namespace apsp
