// How the matrix of a solve lies; and for each of these layouts, what plans such a solve, and what
// makes it. plan_solve says which of them are tried.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/solve.hpp"

namespace apsp {

class Maker;
struct SolvePlan;

/// In one piece on one device; dealt over devices by rows, or over several allocations of one;
/// beside the device, through which its stripes are streamed; or not at all: rows of the result are
/// made of the graph.
enum class Layout { whole, shares, streamed, by_rows };

/// Why something cannot be done, or nothing where it can.
using Refusal = std::optional<std::string>;

/// Plans the layout, its memory and its maker, of a plan that has all choices, or says why the
/// layout does not fit. @throws Error usage for options that do not apply to it
using PlanLayout = Refusal(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);
/// @throws Error as `solve`
using MakeMaker = std::unique_ptr<Maker>(const SolvePlan& plan, Graph& graph, Solution& solution);

PlanLayout plan_whole;
MakeMaker make_whole_maker;

/// In proportion to the devices' rates. Devices whose share is smaller than the pivots of a step
/// are left out, with a warning.
PlanLayout plan_shares;
MakeMaker make_share_maker;

/// Stripes are as high as fit.
PlanLayout plan_streamed;
MakeMaker make_stream_maker;

PlanLayout plan_by_rows;
MakeMaker make_row_maker;

/// Of either of the last two, for a matrix in a file.
MakeMaker make_file_maker;

}  // namespace apsp
