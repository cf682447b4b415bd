// What becomes of graphs with cycles of negative weight.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "apsp/enumerators.hpp"

namespace apsp {

/// `refuse`: the solve throws NegativeCycle. `minus_infinity`: pairs between which a walk may go
/// round such a cycle are at minus infinity, and all others at their right distances.
enum class NegativeCycles { refuse, minus_infinity };

struct NegativeCyclesTraits {
    NegativeCycles value;
    std::string_view name;
};
inline constexpr auto kNegativeCyclesTraits = std::to_array<NegativeCyclesTraits>({
    {NegativeCycles::refuse, "refuse"},
    {NegativeCycles::minus_infinity, "minus-infinity"},
});
static_assert(in_order(kNegativeCyclesTraits));
inline constexpr auto kNegativeCycles = enumerators(kNegativeCyclesTraits);

constexpr std::string_view name(NegativeCycles treatment) {
    return name_in(kNegativeCyclesTraits, treatment);
}
constexpr std::optional<NegativeCycles> parse_negative_cycles(std::string_view text) {
    return parse_in(kNegativeCyclesTraits, text);
}

}  // namespace apsp
