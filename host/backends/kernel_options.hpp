// What a kernel file is built with.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apsp/semiring.hpp"

namespace apsp {

/// Macros and their values: {"WIDTH", 4}.
using Defines = std::vector<std::pair<std::string_view, std::size_t>>;

/// `text()` is what OpenCL's compilers see.
struct KernelOptions {
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    Defines defines;
    std::string extra = {};  ///< A vendor's own option, for compilers that have it.

    std::string text() const;
};

/// How bits.cl is built.
inline KernelOptions bit_options() {
    return {Dtype::u8, Semiring::or_and, {}};
}

}  // namespace apsp
