// The names that files usually give an edge's ends and weight, in lower case.
#pragma once

#include <string_view>

namespace apsp {

inline constexpr std::string_view kSourceNames[] = {"source", "src",    "from",      "fromnodeid",
                                                    "tail",   "origin", "start_node"};
inline constexpr std::string_view kTargetNames[] = {"target", "dst",  "to",          "tonodeid",
                                                    "head",   "dest", "destination", "end_node"};
inline constexpr std::string_view kWeightNames[] = {"weight", "cost", "distance", "dist", "length"};
/// Too short to be sure of: they count only where the weight is named, too.
inline constexpr std::string_view kShortSourceNames[] = {"u"};
inline constexpr std::string_view kShortTargetNames[] = {"v"};

}  // namespace apsp
