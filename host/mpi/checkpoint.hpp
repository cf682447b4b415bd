// Checkpoints of a matrix that ranks hold: how far all rows have come, and the rows, in files that
// all ranks see. Any number of ranks can go on from there.
//
// There are two files of the whole matrix. A checkpoint goes into the one that does not hold the
// last; once it is on the disk, a line of a journal says so. So whatever the moment a job dies at,
// one of the files is whole.
#pragma once

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
    bool resume = false;           ///< From what is there, if anything.
    /// Between checkpoints; 0 for a minute, or longer where writing one takes longer than a
    /// twentieth of it.
    double seconds = 0;
};

/// What they are of: the graph, of which each rank looks at a part. All ranks call it.
std::string checkpoint_name(const Comm& comm, const Graph& graph, Dtype dtype, Semiring semiring);

class Checkpoints {
  public:
    /// Opens or makes the files, of rows of `n` elements of the type with padding. All ranks call
    /// it, and all throw Ended: when there is a solve to resume but that is not wanted, or it is
    /// another one, or the system refuses (room for both files is reserved here).
    Checkpoints(const Comm& comm, CheckpointOptions options, std::string name, std::size_t n,
                Dtype dtype);
    Checkpoints(const Checkpoints&) = delete;
    Checkpoints& operator=(const Checkpoints&) = delete;

    /// Pivots that the rows of the last checkpoint have been relaxed through; 0 if there is none.
    std::size_t pivots() const { return pivots_; }
    /// These rows.
    RowSource rows() const;

    /// Steps until the next checkpoint, by the time that steps and checkpoints have taken so far.
    /// All ranks call it with the seconds of their last steps.
    std::size_t steps_until_next(double seconds, std::size_t steps) const;
    /// Makes one of the rows that `give` brings to a sink, which need not be all that this rank
    /// has. All ranks call it, and all throw Ended when the disk does not take it.
    void write(std::size_t pivots, const std::function<void(const RowSink&)>& give);
    /// Deletes the files. All ranks call it.
    void remove();

  private:
    std::filesystem::path matrix_file(int which) const;
    void make_files();
    void read_journal();
    [[noreturn]] void fail(const char* what) const { fail_in_workspace(options_.folder, what); }

    const Comm& comm_;
    CheckpointOptions options_;
    Journal journal_;  // of the first rank; others read it
    std::size_t n_;
    std::size_t row_bytes_;
    std::size_t pivots_ = 0;
    int current_ = 1;     // the file that holds the last checkpoint
    double seconds_ = 0;  // that it took
};

}  // namespace apsp::mpi
