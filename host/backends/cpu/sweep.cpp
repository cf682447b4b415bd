// Sweeps: blocks of targets, or of sources, for which each thread goes up the elimination tree from
// them, and down to all vertices. Between the two, the ways up to the core are multiplied by its
// closure, for many blocks at once.
#include <omp.h>

#include <algorithm>
#include <optional>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/transpose.hpp"
#include "base/carried_exception.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

using Vertices = std::span<const std::uint32_t>;

template <class T>
const cpu::Kernels<T>& kernels_for(const EngineOptions& options) {
    EngineOptions own = options;
    // Of bytes that are 0 or 1 the same, and not in bits.
    if (own.semiring == Semiring::or_and) own.semiring = Semiring::max_min;
    return cpu::find_kernels<T>(own);
}

template <class T>
class CpuSweep final : public RowMaker {
  public:
    CpuSweep(const EngineOptions& options, const EliminationTree& tree, EliminatedArcs<T> arcs)
        : kernels_(kernels_for<T>(options)),
          tree_(tree),
          arcs_(std::move(arcs)),
          semiring_(options.semiring),
          threads_(static_cast<std::size_t>(omp_get_max_threads())),
          edge_(padded(tree.core_size())),
          together_(edge_ == 0 ? SIZE_MAX / kWidth : std::max<std::size_t>(8, 2 * threads_)),
          depths_(tree.later.size()),
          slots_(edge_ == 0 ? threads_ : together_) {
        std::ranges::transform(tree.later, depths_.begin(),
                               [&](std::uint32_t rank) { return tree.depth[rank]; });
        if (edge_ == 0) return;
        const std::size_t columns = together_ * kWidth;
        for (HostMemory* memory : {&ways_, &core_rows_}) {
            *memory = allocate_host(edge_ * columns * sizeof(T));
        }
        std::fill_n(static_cast<T*>(ways_.get()), edge_ * columns, zero<T>(semiring_));
        workspace_ =
            allocate_host(cpu::workspace_bytes<T>(edge_, columns, std::min(edge_, kPivots)));
    }

    std::size_t batch() const override { return kWidth * threads_; }

    void make(Vertices sources, void* to) override {
        columns_.resize(threads_);
        if (from_sources_.n() == 0 && edge_ != 0) from_sources_ = transposed(arcs_.core);
        const std::size_t ld = padded(tree_.size());
        const auto down = [&](const Slot& slot, std::size_t block, Range columns) {
            HostMemory& mine = columns_[static_cast<std::size_t>(omp_get_thread_num())];
            if (!mine) mine = allocate_host(ld * cpu::kSweepBytes);
            T* const d = static_cast<T*>(mine.get());
            sweep_down(slot, block, arcs_.from, {d, kWidth, kWidth});
            write_rows(d, columns.size(), static_cast<T*>(to) + columns.first * ld);
        };
        run(sources, arcs_.to, from_sources_, {}, down);
    }

    void make_all(Matrix& distances, const RowSink& take, const Progress& progress) override {
        const std::vector<std::uint32_t> targets = all_vertices(tree_.size());
        const std::size_t ld = distances.ld();
        T* const d = distances.row<T>(0).data();
        const auto down = [&](const Slot& slot, std::size_t block, Range columns) {
            sweep_down(slot, block, arcs_.to,
                       {d + columns.first, ld, std::min(kWidth, ld - columns.first)});
        };
        run(targets, arcs_.from, arcs_.core, progress, down);
        take({0, distances.n()}, distances.data());
    }

  private:
    static constexpr std::size_t kWidth = cpu::kTargets<T>;
    static constexpr std::size_t kPivots = 256;

    /// The ways up of a block, and room for those down.
    struct Slot {
        std::optional<WaysUp<T>> up;
        HostMemory path;
    };
    /// Where columns of distances go: row v is of vertex v, and `width` of them are wanted.
    struct Out {
        T* d;
        std::size_t ld;
        std::size_t width;
    };

    /// f(block) for so many, by all threads.
    template <class F>
    void for_blocks(std::size_t count, const F& f) const {
        CarriedException error;
        const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(dynamic) num_threads(static_cast <int>(threads_))
        for (std::size_t block = 0; block < count; ++block) {
            if (!stop.stop_requested() && !error) error.keep_from([&] { f(block); });
        }
        error.rethrow();
        check_stop();
    }

    /// Goes up from the vertices, by those numbers of the lists, and through the core; then calls
    /// `down` for each block of them, with its number among those that go together.
    template <class Down>
    void run(Vertices vertices, const std::vector<T>& numbers, const Matrix& core,
             const Progress& progress, const Down& down) {
        const std::size_t batch = together_ * kWidth;
        const auto share = [&](std::size_t last) {
            return static_cast<double>(last) / static_cast<double>(vertices.size());
        };
        for (std::size_t first = 0; first < vertices.size(); first += batch) {
            const std::size_t count = std::min(batch, vertices.size() - first);
            const auto columns = [&](std::size_t block) -> Range {
                const std::size_t begin = first + block * kWidth;
                return {begin, std::min(begin + kWidth, first + count)};
            };
            const auto go_up = [&](Slot& slot, std::size_t block) {
                if (!slot.up) {
                    slot.up.emplace(tree_, semiring_, kWidth);
                    slot.path = allocate_host(tree_.height * cpu::kSweepBytes);
                }
                const Range own = columns(block);
                T* const ways =
                    edge_ == 0 ? nullptr : static_cast<T*>(ways_.get()) + block * kWidth;
                slot.up->find(vertices.subspan(own.first, own.size()), numbers, ways, batch);
            };
            const std::size_t blocks = (count + kWidth - 1) / kWidth;
            if (edge_ == 0) {
                for_blocks(blocks, [&](std::size_t block) {
                    Slot& slot = slots_[static_cast<std::size_t>(omp_get_thread_num())];
                    go_up(slot, block);
                    down(slot, block, columns(block));
                    if (omp_get_thread_num() == 0) tell(progress, share(columns(block).last));
                });
            } else {
                for_blocks(blocks, [&](std::size_t block) { go_up(slots_[block], block); });
                go_through(core, blocks * kWidth);
                for_blocks(blocks,
                           [&](std::size_t block) { down(slots_[block], block, columns(block)); });
                tell(progress, share(first + count));
            }
        }
    }

    /// The core's rows of distances, from the ways up to it.
    void go_through(const Matrix& core, std::size_t columns) {
        const std::size_t ld = together_ * kWidth;
        T* const rows = static_cast<T*>(core_rows_.get());
        std::fill_n(rows, edge_ * ld, zero<T>(semiring_));
        for (std::size_t k = 0; k < edge_; k += kPivots) {
            kernels_.update({.c = rows,
                             .ldc = ld,
                             .rows = edge_,
                             .cols = columns,
                             .a = core.row<T>(0).data() + k,
                             .lda = core.ld(),
                             .b = static_cast<const T*>(ways_.get()) + k * ld,
                             .ldb = ld,
                             .k = std::min(kPivots, edge_ - k),
                             .below = cpu::kNoneBelow,
                             .workspace = workspace_.get(),
                             .threads = static_cast<int>(threads_),
                             .stopped = cpu::stopped,
                             .stop = &stop_token()});
            check_stop();
        }
    }

    void sweep_down(const Slot& slot, std::size_t block, const std::vector<T>& numbers, Out out) {
        T* const path = static_cast<T*>(slot.path.get());
        for (std::size_t k = 0; k < tree_.core_size(); ++k) {
            const T* const row =
                static_cast<const T*>(core_rows_.get()) + (k * together_ + block) * kWidth;
            std::copy_n(row, kWidth, path + k * kWidth);
            std::copy_n(row, out.width, out.d + tree_.vertex[tree_.core + k] * out.ld);
        }
        kernels_.sweep({.n = tree_.core,
                        .first = tree_.first.data(),
                        .depths = depths_.data(),
                        .to = numbers.data(),
                        .depth = tree_.depth.data(),
                        .vertex = tree_.vertex.data(),
                        .place = slot.up->place(),
                        .up = slot.up->rows(),
                        .path = path,
                        .d = out.d,
                        .ld = out.ld,
                        .width = out.width,
                        .zero = zero<T>(semiring_)});
    }

    /// Some columns, which lie side by side, become rows. Few rows are written at a time, each in
    /// long runs: many streams would want more pages than a core keeps the addresses of.
    void write_rows(const T* columns, std::size_t count, T* to) const {
        constexpr std::size_t kLanes = cpu::Transposer<T>::kLanes, kRows = 2 * kLanes;
        constexpr std::size_t kRun = 128;  // which divides padded edges
        const std::size_t ld = padded(tree_.size());
        alignas(64) T square[kRows][kRun];
        for (std::size_t v = 0; v < ld; v += kRun) {
            for (std::size_t first = 0; first < count; first += kRows) {
                for (std::size_t j = 0; j < kRun; j += kLanes) {
                    for (std::size_t i = 0; i < kRows; i += kLanes) {
                        cpu::Transposer<T>::block(columns + (v + j) * kWidth + first + i, kWidth,
                                                  &square[i][j], kRun);
                    }
                }
                for (std::size_t i = 0; i < std::min(kRows, count - first); ++i) {
                    std::copy_n(square[i], kRun, to + (first + i) * ld + v);
                }
            }
        }
    }

    static Matrix transposed(const Matrix& matrix) {
        Matrix to(matrix.n(), matrix.dtype());
        const std::size_t ld = matrix.ld();
        for (std::size_t i = 0; i < ld; i += cpu::kSquare) {
            for (std::size_t j = 0; j < ld; j += cpu::kSquare) {
                cpu::mirror_square(static_cast<T*>(to.data()) + i * ld + j,
                                   static_cast<const T*>(matrix.data()) + j * ld + i, ld, false);
            }
        }
        return to;
    }

    const cpu::Kernels<T>& kernels_;
    const EliminationTree& tree_;
    EliminatedArcs<T> arcs_;
    Semiring semiring_;
    std::size_t threads_;
    std::size_t edge_;      // of the core, with padding
    std::size_t together_;  // blocks that go through the core
    std::vector<std::uint32_t> depths_;
    std::vector<Slot> slots_;  // for each of these, or where there is no core for each thread
    Matrix from_sources_;      // the core, transposed
    HostMemory workspace_, ways_, core_rows_;
    std::vector<HostMemory> columns_;  // of a block, for each thread
};

}  // namespace

template <class T>
std::unique_ptr<RowMaker> make_cpu_sweep(const EngineOptions& options, const EliminationTree& tree,
                                         EliminatedArcs<T> arcs) {
    return std::make_unique<CpuSweep<T>>(options, tree, std::move(arcs));
}

#define APSP_SWEEP(T)                                                       \
    template std::unique_ptr<RowMaker> make_cpu_sweep(const EngineOptions&, \
                                                      const EliminationTree&, EliminatedArcs<T>);
APSP_SWEEP(float)
APSP_SWEEP(double)
APSP_SWEEP(std::int32_t)
APSP_SWEEP(std::int16_t)
APSP_SWEEP(std::uint8_t)

}  // namespace apsp
