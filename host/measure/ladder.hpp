// The ladder: the steps by which the literature climbed from a serial loop to a blocked kernel.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "measure/cells.hpp"

namespace apsp::sweep {

/// A step: what a user would give to `solve` to run it.
struct LadderStep {
    std::string_view name;
    std::string_view source;
    std::string_view what;  ///< One sentence.
    Cell cell;              ///< Algorithm, variant, tile, and whether it does half the work.
    bool on_cpu = false;    ///< It runs on the program's own `cpu`, whatever the device.
    std::optional<Dtype> dtype = {};  ///< The step's own type, if it is about one.
};

/// From the bottom to the top; the last step is the program's own.
std::span<const LadderStep> ladder_steps();

/// "--algo kleene --variant classic --tile 32 --symmetric --dtype u8"
std::string options_of(const LadderStep& step);

}  // namespace apsp::sweep
