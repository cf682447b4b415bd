// The reductions of rows in a journal, for statistics of so many vertices that rows are made for
// hours: finished work survives if the process is killed. No row is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/journal.hpp"
#include "base/stopwatch.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

class SumCheckpoints {
  public:
    /// Makes the journal in the folder. With `resume`, opens the one that a solve with the same
    /// `name` has left there, and brings its reductions.
    /// @throws Error as Workspace
    SumCheckpoints(const std::filesystem::path& folder, std::string name,
                   const RowQuestion& question, std::size_t rows, bool resume);

    /// Whether there was a journal.
    bool resumed() const { return resumed_; }
    /// Rows from the first on whose reductions are known.
    std::size_t known() const { return known_; }
    /// Those, of as many rows as there are.
    RowReductions take() { return std::move(all_); }
    /// Takes the reductions of the next rows, which are on the disk a moment later.
    void add(const RowReductions& next);

  private:
    bool take_record(std::span<const std::uint64_t> record);

    Journal journal_;
    std::size_t rows_;
    RowReductions all_;
    std::size_t known_ = 0;
    bool resumed_ = false;
    std::vector<std::uint64_t> waiting_;
    Stopwatch watch_;         // since the last record
    double last_record_ = 0;  // seconds that it took
};

}  // namespace apsp
