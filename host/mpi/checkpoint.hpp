// Checkpoints of a matrix that ranks hold: the rows, and the pivots that they have been relaxed
// through, in files that all ranks see. Any number of ranks can go on from there.
//
// There are two files of the whole matrix. A checkpoint goes into the one that does not hold the
// last checkpoint; once it is on the disk, a line of a journal says so. So whenever a job dies, one
// of the files is complete. The line also has checksums of the rows, by which damage is noticed.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"
#include "base/journal.hpp"
#include "graph/row_flow.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

struct CheckpointOptions {
    std::filesystem::path folder;  ///< Empty for none.
    bool resume = false;           ///< From the last checkpoint, if there is one.
    /// Between checkpoints; 0 for a minute, or for 20 times what writing one takes if that is
    /// longer.
    double seconds = 0;
};

/// Names the solve by its graph, of which each rank looks at a part. All ranks call it.
std::string checkpoint_name(const Comm& comm, const Graph& graph, Dtype dtype, Semiring semiring);

class Checkpoints {
  public:
    /// Opens or makes the files, of rows of `n` elements of the type with padding. All ranks call
    /// it, and all throw Ended if another solve is under way there, if there is an unfinished solve
    /// that is not to be resumed, if it is another solve or damaged, or if the system refuses (room
    /// for both files is reserved here, and all ranks open them).
    Checkpoints(const Comm& comm, CheckpointOptions options, std::string name, std::size_t n,
                Dtype dtype);
    Checkpoints(const Checkpoints&) = delete;
    Checkpoints& operator=(const Checkpoints&) = delete;

    /// Pivots that the rows of the last checkpoint have been relaxed through; 0 if there is none.
    std::size_t pivots() const { return pivots_; }
    /// The rows of the last checkpoint.
    RowSource rows() const;

    /// Whether it is time for a checkpoint, so many seconds of steps after the last one or the
    /// start. All ranks call it, and all get the first one's answer.
    bool due(double since) const { return comm_.gather(since < interval() ? 0 : 1).front() == 1; }
    /// Steps until it is, at the rate of the last steps and their seconds; 1 if there are none. All
    /// ranks call it.
    std::size_t steps_until_next(double since, double seconds, std::size_t steps) const;
    /// Writes a checkpoint of the rows that `give` passes to a sink, which need not be all rows of
    /// this rank. All ranks call it, and all throw Ended if a disk fails.
    void write(std::size_t pivots, const std::function<void(const RowSink&)>& give);
    /// Deletes the files. All ranks call it.
    void remove();

  private:
    /// Of groups of consecutive rows, so that damage can be named: sums over their rows, which any
    /// rank may add to.
    using Sums = std::array<std::uint64_t, 64>;

    double interval() const;
    std::filesystem::path matrix_file(int which) const;
    void make_files();
    void remove_files();
    void check_rows() const;
    Range group(std::size_t g) const;
    void add(Range rows, const void* bytes, Sums& sums) const;
    /// Over all ranks. All ranks call it.
    Sums total(const Sums& own) const;
    [[noreturn]] void fail(const char* what) const { fail_in_workspace(options_.folder, what); }

    const Comm& comm_;
    CheckpointOptions options_;
    Journal journal_;  // the first rank's
    std::size_t n_;
    std::size_t row_bytes_;
    std::size_t pivots_ = 0;
    int current_ = 1;     // the file that holds the last checkpoint
    Sums sums_ = {};      // of its rows
    double seconds_ = 0;  // that the last checkpoint took
};

}  // namespace apsp::mpi
