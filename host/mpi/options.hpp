// What apsp-ocl-mpi is asked to do.
#pragma once

#include <cxxopts.hpp>

#include "cli/report.hpp"
#include "mpi/checkpoint.hpp"
#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

cxxopts::Options make_options();

/// The options that do not depend on the graph. @throws Error usage
cli::Report begin_report(const cxxopts::ParseResult& parsed);
/// @throws Error usage
RankOptions rank_options(const cxxopts::ParseResult& parsed, std::size_t ranks);
/// @throws Error usage
CheckpointOptions checkpoint_options(const cxxopts::ParseResult& parsed);

}  // namespace apsp::mpi
