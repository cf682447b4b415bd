// Small graphs on the processor: those of about the same size side by side, a lane of vectors each,
// larger ones by themselves.
#pragma once

#include <cstdint>
#include <span>

#include "solve/batch_loader.hpp"
#include "solve/batch_results.hpp"

namespace apsp {

/// Closes graphs of no more than kLargestOfBatch vertices, in the order of their sizes.
template <class T>
void close_on_cpu(std::span<const std::uint32_t> graphs, const BatchLoader<T>& loader,
                  BatchResults& results);

}  // namespace apsp
