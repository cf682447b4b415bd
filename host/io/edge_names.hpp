// The names that files usually give an edge's ends and weight: in lower case, without blanks and
// underscores (see `plain_name`).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "io/ascii.hpp"

namespace apsp {

inline constexpr std::string_view kSourceNames[] = {
    "source",    "src",      "from",       "fromnodeid", "fromnode", "fromid",  "tail", "origin",
    "startnode", "sourceid", "sourcenode", "srcid",      "nodefrom", "startid", "orig"};
inline constexpr std::string_view kTargetNames[] = {
    "target",      "dst",     "to",       "tonodeid",   "tonode", "toid",   "head",  "dest",
    "destination", "endnode", "targetid", "targetnode", "dstid",  "nodeto", "endid", "destid"};
inline constexpr std::string_view kWeightNames[] = {"weight", "cost", "distance", "dist", "length"};

/// Not enough alone: both of a pair must be there, and the weight be named, too, or no vertex be
/// called so.
struct EndNames {
    std::string_view source, target;
};
inline constexpr EndNames kPairedNames[] = {
    {"u", "v"},     {"node1", "node2"}, {"vertex1", "vertex2"}, {"v1", "v2"},    {"n1", "n2"},
    {"id1", "id2"}, {"nodea", "nodeb"}, {"parent", "child"},    {"start", "end"}};

/// Costs of the way back in pgRouting's tables; the second as shapefiles cut it.
inline constexpr std::string_view kReverseNames[] = {"reversecost", "reverseco", "rcost"};
/// "Directed" or "Undirected", line by line, in Gephi's tables.
inline constexpr std::string_view kTypeNames[] = {"type"};

/// The name of a column as the tables above have it: "From Node_ID" -> "fromnodeid".
inline std::string plain_name(std::string_view text) {
    std::string name = lower(text);
    std::erase_if(name, [](char c) { return c == ' ' || c == '_' || c == ':'; });
    return name;
}

}  // namespace apsp
