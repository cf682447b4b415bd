// What the host's processor does beside any device: work on the host's memory that is not behind
// Engine. Each operation is done when it returns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/elimination.hpp"
#include "algorithms/engine_options.hpp"
#include "algorithms/row_maker.hpp"
#include "backends/limits.hpp"
#include "backends/processor_kernels.hpp"
#include "base/host_memory.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

namespace cpu {
template <class T>
struct Kernels;
}

/// Additions and minima of f32 on AVX2 registers, on all threads, measured for a tenth of a second.
Limit processor_limit();

/// As Results::predecessors, but only for the rows that `arcs` names, and without an engine.
void find_cpu_predecessors(Matrix& distances, const TightArcs& arcs, Matrix& predecessors);

/// Sources of one call of a sweep on so many threads.
std::size_t cpu_sweep_batch(Dtype dtype, std::size_t threads);

/// Upper bound for the bytes that a sweep for so many rows needs besides the rows and the
/// eliminated arcs. `in_matrix`: make_all, without predecessors, makes the rows.
std::uint64_t cpu_sweep_bytes(const EliminationTree& tree, Dtype dtype, std::size_t threads,
                              std::size_t rows, bool in_matrix);

/// Where rows of a sweep have their entries.
struct SweepColumns {
    std::vector<std::uint32_t> of;  ///< Of each rank; padded(count) for those that are not wanted.
    std::size_t count = 0;
};
/// All ranks, in the order of vertices.
inline SweepColumns all_columns(const EliminationTree& tree) {
    return {tree.vertex, tree.size()};
}

/// The closure of an eliminated graph, by the kernels of the engine's variant. The core must be
/// closed, and the tree must outlive the result. With other than all columns, it can only `make`
/// rows, padded(count) elements apart.
template <class T>
std::unique_ptr<RowMaker> make_cpu_sweep(const EngineOptions& options, const EliminationTree& tree,
                                         EliminatedArcs<T> arcs, SweepColumns columns);

/// Descents that leave out what is beyond a limit, over min_plus without negative weights, from
/// kSources sources at a time, which should be neighbours in the tree. The tree, which has no core,
/// must outlive them.
template <class T>
class NearDescent {
  public:
    static constexpr std::size_t kSources = kNearTargets<T>;

    NearDescent(const EliminationTree& tree, EliminatedArcs<T> arcs);

    /// What each thread needs of its own.
    class Thread {
      public:
        explicit Thread(const NearDescent& descent);
        /// Finds the vertices that are nearer than `limit`, their ranks descending. For each
        /// source, adds to `counts` how many there are.
        std::span<NearFound> find(std::span<const std::uint32_t> sources, T limit,
                                  std::uint32_t* counts);
        /// Of what was found, kSources in a row.
        const T* distances() const { return static_cast<const T*>(distances_.get()); }

      private:
        const NearDescent& descent_;
        WaysUp<T> up_;
        HostMemory path_;
        std::vector<unsigned char> near_above_;
        HostMemory found_, distances_;
    };

  private:
    const EliminationTree& tree_;
    EliminatedArcs<T> arcs_;
    const cpu::Kernels<T>& kernels_;
    std::vector<std::uint32_t> depths_, below_;
};

/// In the instruction set of this processor.
template <class T>
const SmallKernels<T>& small_kernels(Semiring semiring);

}  // namespace apsp
