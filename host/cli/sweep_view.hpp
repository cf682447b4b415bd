// The tables of sweeps: what is printed of rows, as columns by name.
#pragma once

#include <cstdio>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "measure/compare.hpp"
#include "measure/sweep.hpp"

namespace apsp::cli {

/// The devices, their limits, and the heads of the columns: "n,type,ms,G/s".
void print_heading(const std::vector<Device>& devices, std::string_view columns);
/// One line for each.
void print_rows(const std::vector<const sweep::Row*>& rows, std::string_view columns);
/// How many rows were measured, skipped and so on.
void print_summary(const sweep::Results& results, std::string_view file);
/// Two sweeps against one another. @returns the exit code: 1 when something is slower or lost
int print_comparison(const sweep::Results& before, const sweep::Results& after, std::FILE* out);

}  // namespace apsp::cli
