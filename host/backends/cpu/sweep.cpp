// Sweeps: for each block of targets, or of sources, a thread goes up the elimination tree from
// them, and then down to all vertices. Between the two, the ways up to the core are multiplied by
// its closure, for many blocks at once.
#include <algorithm>
#include <optional>

#include "backends/cpu/bins.hpp"
#include "backends/cpu/engine.hpp"
#include "backends/processor.hpp"
#include "base/all_dtypes.hpp"
#include "base/carried_exception.hpp"
#include "base/parallel_for.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

using Vertices = std::span<const std::uint32_t>;

template <class T>
class CpuSweep final : public RowMaker {
  public:
    CpuSweep(const EngineOptions& options, const EliminationTree& tree, EliminatedArcs<T> arcs,
             SweepColumns wanted)
        : kernels_(*cpu::number_kernels<T>(options.semiring, options)),
          tree_(tree),
          arcs_(std::move(arcs)),
          column_(std::move(wanted)),
          semiring_(options.semiring),
          threads_(team_limit()),
          edge_(padded(tree.core_size())),
          together_(edge_ == 0 ? SIZE_MAX / kWidth : blocks_through_core(threads_)),
          depths_(tree.depths_of_lists()),
          slots_(edge_ == 0 ? threads_ : together_) {
        if (edge_ == 0) return;
        const std::size_t columns = together_ * kWidth;
        for (HostMemory* memory : {&ways_, &core_rows_}) {
            *memory = allocate_host(edge_ * columns * sizeof(T));
        }
        std::fill_n(static_cast<T*>(ways_.get()), edge_ * columns, zero<T>(semiring_));
        workspace_ =
            allocate_host(cpu::workspace_bytes<T>(edge_, columns, std::min(edge_, kPivots)));
    }

    /// See cpu_sweep_bytes.
    static std::uint64_t bytes(const EliminationTree& tree, std::size_t threads, std::size_t rows,
                               bool in_matrix) {
        const std::uint64_t edge = padded(tree.core_size()), blocks = (rows + kWidth - 1) / kWidth;
        const std::uint64_t together = blocks_through_core(threads), columns = together * kWidth;
        const std::uint64_t slot = WaysUp<T>::bytes(tree, kWidth) + tree.height * cpu::kSweepBytes;
        std::uint64_t all = tree.later.size() * sizeof(std::uint32_t) +
                            std::min(edge == 0 ? threads : together, blocks) * slot;
        if (!in_matrix) {
            const std::uint64_t busy = std::min<std::uint64_t>(threads, blocks);
            all += busy * padded(tree.size()) * cpu::kSweepBytes + edge * edge * sizeof(T);
        }
        if (edge == 0) return all;
        return all + 2 * edge * columns * sizeof(T) +
               cpu::workspace_bytes<T>(edge, columns, std::min<std::uint64_t>(edge, kPivots));
    }

    std::size_t batch() const override { return cpu_sweep_batch(kDtypeOf<T>, threads_); }

    void make(Vertices sources, void* to) override {
        make_columns(sources, {}, [&](const T* d, Range columns) {
            const std::size_t ld = padded(column_.count);
            kernels_.write_rows(d, kWidth, ld, columns.size(),
                                static_cast<T*>(to) + columns.first * ld, ld, false);
        });
    }

    RowReductions reduce(const RowQuestion& question, Range vertices) override {
        return add_up(question, vertices_in(vertices));
    }

    void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                  PathsBeside* beside) override {
        // Where costs may be 0, predecessors cannot be chosen one by one.
        if (beside != nullptr && semiring_ == Semiring::min_plus && beside->graph.min_cost() > 0) {
            make_with_paths(distances, progress, *beside);
            return take({0, distances.n()}, distances.data());
        }
        const std::vector<std::uint32_t> targets = vertices_in({0, tree_.size()});
        const std::size_t ld = distances.ld();
        T* const d = distances.row<T>(0).data();
        const auto down = [&](const Slot& slot, std::size_t block, Range columns, std::size_t) {
            sweep_down(slot, block, arcs_.to,
                       {d + columns.first, ld, std::min(kWidth, ld - columns.first), true});
        };
        run(targets, arcs_.from, arcs_.core, progress, down);
        take({0, distances.n()}, distances.data());
    }

  private:
    static constexpr std::size_t kWidth = cpu::kTargets<T>;
    static constexpr std::size_t kPivots = 256;
    static constexpr std::size_t kCached = std::size_t{8} << 20;  // about a thread's share of L3
    static std::size_t blocks_through_core(std::size_t threads) {
        return std::max<std::size_t>(8, 2 * threads);
    }

    /// The ways up of a block, and memory for its ways down.
    struct Slot {
        std::optional<WaysUp<T>> up;
        HostMemory path;
    };
    /// Where columns of distances go: row v belongs to vertex v, and `width` columns are wanted.
    struct Out {
        T* d;
        std::size_t ld;
        std::size_t width;
        bool past_caches;
    };

    RowReductions add_up(const RowQuestion& question, Vertices sources) {
        RowReductions all = no_reductions(question, sources.size());
        const std::vector<T> limits(question.limits.begin(), question.limits.end());
        const std::vector<double> weights = tree_.by_rank(question.weights);
        const cpu::Bins<T> bins(limits);
        const bool in_bins = bins.pays(!weights.empty());
        const auto down = [&](const Slot& slot, std::size_t block, Range columns, std::size_t) {
            cpu::ColumnSums<T> sums;
            std::vector<double> within((in_bins ? bins.rows() : limits.size()) * kWidth);
            std::vector<double> own(limits.size());
            sweep_and_add(slot, block, [&](const T* rows, std::size_t rank, std::size_t count) {
                const T none = static_cast<T>(question.no_path);
                kernels_.add_columns(rows, count, none, sums);
                if (question.harmonic) kernels_.add_inverses(rows, count, none, sums);
                const double* const some = weights.empty() ? nullptr : &weights[rank];
                if (in_bins) {
                    bins.template add<kWidth>(rows, count, some, within.data());
                } else if (!own.empty()) {
                    kernels_.add_within(rows, count, limits, some, within.data());
                }
            });
            if (in_bins) bins.template sum_up<kWidth>(within.data());
            for (std::size_t k = 0; k < columns.size(); ++k) {
                // A vertex's distance to itself, 0, is no pair.
                const std::uint32_t vertex = sources[columns.first + k];
                for (std::size_t b = 0; b < own.size(); ++b) {
                    const double weight = question.weights.empty() ? 1 : question.weights[vertex];
                    own[b] = within[b * kWidth + k] - (question.bounds[b] < 0 ? 0 : weight);
                }
                all.take_within(columns.first + k, own);
                all.rows[columns.first + k] = {sums.pairs[k] - 1,
                                               static_cast<double>(sums.largest[k]),
                                               static_cast<double>(sums.sum[k]), sums.harmonic[k]};
            }
        };
        run(sources, arcs_.to, core_from_sources(), {}, down);
        return all;
    }

    /// Calls f(block, place) for `count` blocks; see take_turns.
    template <class F>
    void for_blocks(std::size_t count, const F& f) const {
        CarriedException error;
        const std::stop_token& stop = stop_token();
        const double work = static_cast<double>(count * arcs_.to.size() * kWidth) / 4;
        const std::size_t team = std::min(threads_, team_for(work));
        take_turns(team, count, [&](std::size_t block, std::size_t place) {
            if (!stop.stop_requested() && !error) error.keep_from([&] { f(block, place); });
        });
        error.rethrow();
        check_stop();
    }

    /// Goes up from the vertices, with these numbers of the lists, and through the core; then calls
    /// `down` for each block of vertices, with its index among the blocks that go together.
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
                for_blocks(blocks, [&](std::size_t block, std::size_t place) {
                    Slot& slot = slots_[place];
                    go_up(slot, block);
                    down(slot, block, columns(block), place);
                    if (place == 0) tell(progress, share(columns(block).last));
                });
            } else {
                for_blocks(blocks,
                           [&](std::size_t block, std::size_t) { go_up(slots_[block], block); });
                go_through(core, blocks * kWidth);
                for_blocks(blocks, [&](std::size_t block, std::size_t place) {
                    down(slots_[block], block, columns(block), place);
                });
                tell(progress, share(first + count));
            }
        }
    }

    void make_with_paths(Matrix& distances, const Progress& progress, PathsBeside& beside) {
        const std::size_t n = distances.n(), ld = distances.ld(), together = kernels_.rows;
        const TightArcs arcs = all_arcs(beside.graph, distances.dtype());
        beside.predecessors = Matrix(n, Dtype::i32);
        beside.lack.assign(n, 0);
        T* const rows = distances.row<T>(0).data();
        make_columns(vertices_in({0, n}), progress, [&](const T* d, Range columns) {
            kernels_.write_rows(d, kWidth, ld, columns.size(), rows + columns.first * ld, ld, true);
            for (std::size_t row = columns.first; row < columns.last; row += together) {
                const bool all_found = kernels_.predecessors(cpu::search_of(
                    arcs, d + row - columns.first, kWidth, row, beside.predecessors));
                if (!all_found) std::fill_n(&beside.lack[row], std::min(together, n - row), 1);
            }
        });
    }

    /// Rows of the sources, side by side: calls use(d, columns) for some sources at a time. Row v
    /// of `d` has their distances to v.
    template <class Use>
    void make_columns(Vertices sources, const Progress& progress, const Use& use) {
        columns_.resize(threads_);
        const auto down = [&](const Slot& slot, std::size_t block, Range columns,
                              std::size_t place) {
            HostMemory& mine = columns_[place];
            const std::size_t n = column_.count, ld = padded(n);
            const bool is_new = !mine, all = n == tree_.size();
            // One row more is for what is not wanted: it stays in caches.
            if (is_new) mine = allocate_host((ld + 1) * cpu::kSweepBytes);
            T* const d = static_cast<T*>(mine.get());
            if (is_new) std::fill_n(d + n * kWidth, (ld - n) * kWidth, zero<T>(semiring_));
            sweep_down(slot, block, arcs_.from,
                       {d, kWidth, kWidth, all && n * cpu::kSweepBytes > kCached});
            use(d, columns);
        };
        run(sources, arcs_.to, core_from_sources(), progress, down);
    }

    const Matrix& core_from_sources() {
        if (from_sources_.n() == 0 && edge_ != 0) from_sources_ = transposed(arcs_.core);
        return from_sources_;
    }

    /// Computes the core's rows of distances from the ways up to it.
    void go_through(const Matrix& core, std::size_t columns) {
        const std::size_t ld = together_ * kWidth;
        T* const rows = static_cast<T*>(core_rows_.get());
        std::fill_n(rows, edge_ * ld, zero<T>(semiring_));
        cpu::Product<T> product;
        product.c = rows;
        product.ldc = product.ldb = ld;
        product.rows = edge_;
        product.cols = columns;
        product.lda = core.ld();
        product.workspace = workspace_.get();
        product.threads = threads_;
        product.stopped = cpu::stopped;
        product.stop = &stop_token();
        for (std::size_t k = 0; k < edge_; k += kPivots) {
            product.a = core.row<T>(0).data() + k;
            product.b = static_cast<const T*>(ways_.get()) + k * ld;
            product.k = std::min(kPivots, edge_ - k);
            kernels_.update(product);
            check_stop();
        }
    }

    void sweep_down(const Slot& slot, std::size_t block, const std::vector<T>& numbers, Out out) {
        T* const path = begin_path(slot, block);
        for (std::size_t k = 0; k < tree_.core_size(); ++k) {
            std::copy_n(path + k * kWidth, out.width, out.d + column_.of[tree_.core + k] * out.ld);
        }
        sweep(slot, {0, tree_.core}, numbers, column_.of.data(), out);
    }

    /// The same, of which only sums are wanted: calls add(rows, rank of the first, count).
    template <class Add>
    void sweep_and_add(const Slot& slot, std::size_t block, const Add& add) {
        constexpr std::size_t kRows = cpu::kSummedRows<T>;
        const T* const path = begin_path(slot, block);
        for (std::size_t k = 0; k < tree_.core_size(); k += kRows) {
            add(path + k * kWidth, tree_.core + k, std::min(kRows, tree_.core_size() - k));
        }
        alignas(64) T rows[kRows * kWidth];
        for (std::size_t last = tree_.core; last > 0;) {
            const Range ranks = {last - std::min(kRows, last), last};
            sweep(slot, ranks, arcs_.from, nullptr, {rows, kWidth, kWidth, false});
            add(rows, ranks.first, ranks.size());
            last = ranks.first;
        }
    }

    /// The core's rows of the block, with which every path begins.
    T* begin_path(const Slot& slot, std::size_t block) const {
        T* const path = static_cast<T*>(slot.path.get());
        for (std::size_t k = 0; k < tree_.core_size(); ++k) {
            std::copy_n(static_cast<const T*>(core_rows_.get()) + (k * together_ + block) * kWidth,
                        kWidth, path + k * kWidth);
        }
        return path;
    }

    void sweep(const Slot& slot, Range ranks, const std::vector<T>& numbers,
               const std::uint32_t* vertex, Out out) const {
        kernels_.sweep({.n = ranks.last,
                        .end = ranks.first,
                        .first = tree_.first.data(),
                        .depths = depths_.data(),
                        .to = numbers.data(),
                        .depth = tree_.depth.data(),
                        .vertex = vertex,
                        .place = slot.up->place(),
                        .up = slot.up->rows(),
                        .path = static_cast<T*>(slot.path.get()),
                        .d = out.d,
                        .ld = out.ld,
                        .width = out.width,
                        .past_caches = out.past_caches,
                        .zero = zero<T>(semiring_)});
    }

    Matrix transposed(const Matrix& matrix) const {
        Matrix to(matrix.n(), matrix.dtype());
        const std::size_t ld = matrix.ld();
        kernels_.write_rows(static_cast<const T*>(matrix.data()), ld, ld, ld,
                            static_cast<T*>(to.data()), ld, false);
        return to;
    }

    const cpu::Kernels<T>& kernels_;
    const EliminationTree& tree_;
    EliminatedArcs<T> arcs_;
    SweepColumns column_;
    Semiring semiring_;
    std::size_t threads_;
    std::size_t edge_;      // of the core, with padding
    std::size_t together_;  // blocks that go through the core at a time
    std::vector<std::uint32_t> depths_;
    std::vector<Slot> slots_;  // one per block at a time or, without a core, per thread
    Matrix from_sources_;      // the core, transposed
    HostMemory workspace_, ways_, core_rows_;
    std::vector<HostMemory> columns_;  // of a block, for each thread
};

}  // namespace

std::size_t cpu_sweep_batch(Dtype dtype, std::size_t threads) {
    return visit(dtype, [&](auto zero) { return 2 * threads * cpu::kTargets<decltype(zero)>; });
}

std::uint64_t cpu_sweep_bytes(const EliminationTree& tree, Dtype dtype, std::size_t threads,
                              std::size_t rows, bool in_matrix) {
    return visit(dtype, [&](auto zero) {
        return CpuSweep<decltype(zero)>::bytes(tree, threads, rows, in_matrix);
    });
}

template <class T>
std::unique_ptr<RowMaker> make_cpu_sweep(const EngineOptions& options, const EliminationTree& tree,
                                         EliminatedArcs<T> arcs, SweepColumns columns) {
    return std::make_unique<CpuSweep<T>>(options, tree, std::move(arcs), std::move(columns));
}

#define APSP_SWEEP(T)                                  \
    template std::unique_ptr<RowMaker> make_cpu_sweep( \
        const EngineOptions&, const EliminationTree&, EliminatedArcs<T>, SweepColumns);
APSP_FOR_DTYPES(APSP_SWEEP)

}  // namespace apsp
