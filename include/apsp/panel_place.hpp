// Where devices that share one matrix hand over what all of them need: the rows (and columns) of
// the next pivots.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "apsp/enumerators.hpp"

namespace apsp {

/// `host`: through the host's memory; `device`: from one device's memory to another's, for CUDA
/// devices that can read one another's.
enum class PanelPlace { host, device };

struct PanelPlaceTraits {
    PanelPlace value;
    std::string_view name;
};
inline constexpr auto kPanelPlaceTraits =
    std::to_array<PanelPlaceTraits>({{PanelPlace::host, "host"}, {PanelPlace::device, "device"}});
static_assert(in_order(kPanelPlaceTraits));

inline constexpr auto kPanelPlaces = enumerators(kPanelPlaceTraits);

constexpr std::string_view name(PanelPlace place) {
    return name_in(kPanelPlaceTraits, place);
}

constexpr std::optional<PanelPlace> parse_panel_place(std::string_view text) {
    return parse_in(kPanelPlaceTraits, text);
}

}  // namespace apsp
