// Small graphs on the processor: graphs of about the same size are closed side by side, one per
// vector lane, larger ones singly.
#pragma once

#include <cstdint>
#include <span>

#include "batch/batch_loader.hpp"
#include "batch/batch_results.hpp"

namespace apsp {

/// Closes graphs of at most kLargestOfBatch vertices, which come in the order of their sizes.
template <class T>
void close_on_cpu(std::span<const std::uint32_t> graphs, const BatchLoader<T>& loader,
                  BatchResults& results);

}  // namespace apsp
