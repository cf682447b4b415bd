// Closed semirings over which the closure of a matrix is computed.
#pragma once

#include <string_view>

namespace apsp {

/// `min_plus`: shortest paths; "addition" is min, "multiplication" is +, zero is +infinity, one is
/// 0.
enum class Semiring { min_plus };

constexpr std::string_view name(Semiring semiring) {
    switch (semiring) {
        case Semiring::min_plus: return "min-plus";
    }
    return "?";
}

}  // namespace apsp
