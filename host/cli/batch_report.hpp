// What `batch` prints at its end.
#pragma once

#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "cli/batch_output.hpp"
#include "cli/shared_options.hpp"
#include "io/batch_file.hpp"

namespace apsp::cli {

/// What `batch` is asked to do.
struct BatchFields {
    std::string input;
    BatchReadOptions read;
    DeviceFields devices;
    BatchOptions options;  ///< In the end with the types that were chosen.
    BatchFiles files;
    bool json = false;
};

struct BatchReport {
    explicit BatchReport(BatchFields& fields) : asked(fields) {}

    BatchFields& asked;
    std::vector<std::size_t> sizes;
    std::vector<Device> devices;
    std::vector<BatchShare> shares;  // summed over the slices, as BatchSolution has them
    std::size_t failed = 0;
    std::vector<BatchFailure> failures;  // the first of them
    double read = 0, solve = 0, write = 0, total = 0;
    double device_seconds = 0;  // as BatchSolution has them

    /// Adds the shares, the times and the failures of a slice that begins with `first_graph`.
    void add(const BatchSolution& slice, std::size_t first_graph);
    std::size_t graphs() const { return sizes.size(); }
    double rate() const { return solve > 0 ? static_cast<double>(graphs()) / solve : 0; }
};

/// Prints the report. @throws Error negative_cycle afterwards, if some graphs have one
void print(const BatchReport& report);

}  // namespace apsp::cli
