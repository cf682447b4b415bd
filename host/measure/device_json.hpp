// Parts of reports that describe the device.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "apsp/devices.hpp"

namespace apsp {

/// null for an empty text, 0, or an empty optional.
template <class T>
nlohmann::ordered_json or_null(const T& value) {
    return value == T() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
}
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// What a device says of itself.
inline nlohmann::ordered_json description(const Device& d) {
    return {{"kind", name(d.kind)},
            {"name", d.name},
            {"platform", d.platform},
            {"vendor", d.vendor},
            {"driver", d.driver},
            {"version", d.version},
            {"compute_units", d.compute_units},
            {"clock_mhz", d.clock_mhz},
            {"memory", d.memory}};
}

}  // namespace apsp
