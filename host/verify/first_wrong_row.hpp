// Checks rows in parallel, up to the first wrong one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "apsp/verify.hpp"
#include "verify/row_proof.hpp"

namespace apsp {

/// Some rows out of a range, evenly spaced.
struct RowSample {
    Range rows;
    std::size_t count;
    double steps;  ///< For each row.
};

/// Calls check(proof, row), which returns what is wrong, for each row of the sample. make() gives
/// each thread a RowProof. Rows after a wrong one are not looked at. Returns the first wrong row,
/// and fills in the result, all but its `row`.
std::optional<std::size_t> first_wrong_row(
    const RowSample& sample, const std::function<void(double)>& progress,
    const std::function<RowProof()>& make,
    const std::function<std::optional<WrongEntry>(RowProof&, std::size_t)>& check,
    Verification& result);

}  // namespace apsp
