// The names that files usually give an edge's ends and weight, in lower case.
#pragma once

#include <string_view>

namespace apsp {

inline constexpr std::string_view kSourceNames[] = {"source",     "src",  "from",
                                                    "fromnodeid", "tail", "origin"};
inline constexpr std::string_view kTargetNames[] = {"target", "dst",  "to",         "tonodeid",
                                                    "head",   "dest", "destination"};
inline constexpr std::string_view kWeightNames[] = {"weight", "cost", "distance", "dist", "length"};

}  // namespace apsp
