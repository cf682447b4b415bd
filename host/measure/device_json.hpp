// Parts of reports that say which device something was done on.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apsp/devices.hpp"

namespace apsp {

inline nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
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
