// See device_sweep.hpp.
#include "algorithms/device_sweep.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/all_at_once.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_copy.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

Range all(std::size_t count) {
    return {0, count};
}
View whole(const Slab& slab) {
    return {slab, {all(slab.rows)}, all(slab.ld)};
}

template <class T>
class DeviceSweep final : public RowMaker {
  public:
    DeviceSweep(std::unique_ptr<Engine> engine, const EngineOptions& options, Semiring semiring,
                bool adds_up, const SweepSizes& sizes, const EliminationTree& tree,
                SweepSchedule schedule, const std::function<EliminatedArcs<T>()>& arcs)
        : symmetric_(options.symmetric),
          adds_up_(adds_up),
          sizes_(sizes),
          tree_(tree),
          one_(one<T>(semiring)),
          none_(zero<T>(semiring)),
          tables_(tree),
          schedule_(std::move(schedule)),
          engine_(std::move(engine)),
          memory_(engine_->memory()),
          sweeps_(*engine_->sweeps()),
          n_(padded(tree.size())) {
        sweeps_.load(tables_);
        if (!adds_up) sweeps_.load(schedule_);
        const std::size_t edge = padded(tree.core_size());
        ways_ = memory_.allocate(tables_.core_row + edge, sizes_.columns);
        if (edge != 0 || adds_up) {
            through_ = memory_.allocate(adds_up ? ways_.rows : edge, sizes_.columns);
        }
        if (edge != 0) core_ = memory_.allocate(edge, edge);
        arcs_ = arcs();
        if (edge != 0) {
            memory_.put(core_, all(edge), [&](Range rows, void* to) {
                std::memcpy(to, arcs_.core.row_data(rows.first), rows.size() * edge * sizeof(T));
            });
        }
        engine_->begin();
        if (edge != 0) kleene(*engine_->tiles(), core_, symmetric_, {});
        engine_->finish();
        seconds_ = engine_->compute_seconds();
        arcs_.core = Matrix();
    }

    std::size_t batch() const override { return sizes_.rows; }
    std::size_t least() const override { return sizes_.least; }
    std::optional<double> device_seconds() override { return std::exchange(seconds_, 0); }

    void make(std::span<const std::uint32_t> sources, void* to) override {
        make_rows(sources);
        finish();
        memory_.get(rows_, all(sources.size()), [&](Range rows, const void* from) {
            parallel_copy(static_cast<T*>(to) + rows.first * n_, from, rows.size() * n_ * sizeof(T),
                          NextRead::late);
        });
    }

    RowReductions reduce(const RowQuestion& question, Range vertices) override {
        if (!adds_up_) return {};
        turn(false);
        engine_->begin();
        go_up(vertices_in(vertices));
        RowQuestion by_rank = question;
        by_rank.weights = tree_.by_rank(question.weights);
        RowReductions reduced = sweeps_.add_up_descent(ways_, through_, by_rank);
        finish();
        return reduced;
    }

    void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                  PathsBeside* beside) override {
        if (!sizes_.whole) return RowMaker::make_all(distances, take, progress, beside);
        const bool in_place = memory_.in_place();
        std::vector<Slab> slabs;
        if (in_place) slabs = {memory_.allocate(n_, n_, distances.data())};
        const std::size_t columns = sizes_.columns;
        for (std::size_t first = 0; !in_place && first < n_; first += columns) {
            slabs.push_back(memory_.allocate(n_, std::min(columns, n_ - first)));
        }
        sweep_all(slabs, progress);
        if (slabs.size() == 1) return memory_.get(slabs.front(), all(tree_.size()), take);
        for (std::size_t k = 0; k < slabs.size(); ++k) {
            const std::size_t width = slabs[k].ld * sizeof(T);
            memory_.get(slabs[k], all(tree_.size()), [&](Range rows, const void* from) {
                T* const to = static_cast<T*>(distances.row_data(rows.first)) + k * columns;
                copy_rows(to, n_ * sizeof(T), from, width, width, rows.size(), NextRead::late);
            });
        }
        take(all(tree_.size()), distances.data());
    }

    ReleasedMemory make_all_there(const Progress& progress) override {
        if (memory_.in_place() || !sizes_.whole) return {};
        const Slab all_rows = memory_.allocate(n_, n_);
        sweep_all({all_rows}, progress);
        return memory_.release(all_rows);
    }

  private:
    /// Makes all columns, in one slab, or in slabs of sizes_.columns each.
    void sweep_all(const std::vector<Slab>& slabs, const Progress& progress) {
        turn(true);
        const std::vector<std::uint32_t> targets = vertices_in({0, tree_.size()});
        const std::size_t columns = sizes_.columns;
        const bool one = slabs.size() == 1;
        engine_->begin();
        for (std::size_t first = 0; first < targets.size(); first += columns) {
            const auto some =
                std::span(targets).subspan(first, std::min(columns, targets.size() - first));
            sweep(some, slabs[one ? 0 : first / columns], one ? first : 0);
            engine_->throttle();
            tell(progress,
                 static_cast<double>(first + some.size()) / static_cast<double>(targets.size()));
        }
        finish();
    }

    /// The rows of these sources, one after the other in rows_.
    void make_rows(std::span<const std::uint32_t> sources) {
        turn(false);
        if (columns_.ld == 0) {
            columns_ = memory_.allocate(n_, padded(sizes_.rows));
            rows_ = memory_.allocate(padded(sizes_.rows), n_);
            memory_.fill(whole(columns_));  // its padding is transposed, too
        }
        engine_->begin();
        sweep(sources, columns_, 0);
        sweeps_.transpose(columns_, rows_);
    }

    /// Prepares for a sweep of targets, or for one of sources, which runs on the reversed graph.
    void turn(bool to_targets) {
        if (turned_ && (symmetric_ || *turned_ == to_targets)) return;
        climb_ = to_targets ? arcs_.from : arcs_.to;
        const std::vector<T>& down = to_targets ? arcs_.to : arcs_.from;
        climb_.push_back(one_);
        descent_.clear();
        if (adds_up_) descent_ = down;
        descent_.reserve(schedule_.entry.size());
        for (const std::size_t entry : schedule_.entry) {
            descent_.push_back(entry == SweepSchedule::kNothing ? none_ : down[entry]);
        }
        sweeps_.load_numbers(climb_.data(), descent_.data());
        // At first the core is laid out for targets.
        const bool turn_core =
            core_.rows != 0 && !symmetric_ && turned_.value_or(true) != to_targets;
        if (turn_core) {
            const Slab turned = memory_.allocate(core_.rows, core_.ld);
            sweeps_.transpose(core_, turned);
            core_ = turned;
        }
        turned_ = to_targets;
    }

    void sweep(std::span<const std::uint32_t> targets, const Slab& result, std::size_t column) {
        go_up(targets);
        sweeps_.go_down(ways_, through_, result, column);
    }

    /// The rows of the core become the last of through_, in as many columns as there are targets.
    void go_up(std::span<const std::uint32_t> targets) {
        engine_->finish();
        targets_.emplace(tree_, targets);
        sweeps_.load(*targets_);
        const Range columns = all(padded(targets.size()));
        memory_.fill({ways_, {all(ways_.rows)}, columns});
        sweeps_.go_up(ways_);
        if (core_.rows != 0) {
            const View through = {through_, {{through_.rows - core_.rows, through_.rows}}, columns};
            memory_.fill(through);
            engine_->tiles()->update(through, whole(core_),
                                     {ways_, {{tables_.core_row, ways_.rows}}, columns});
        }
    }

    void finish() {
        engine_->finish();
        seconds_ += engine_->compute_seconds();
    }

    bool symmetric_;
    bool adds_up_;  // rows as they are found, and makes none
    SweepSizes sizes_;
    const EliminationTree& tree_;
    EliminatedArcs<T> arcs_;
    T one_, none_;
    ClimbTables tables_;
    SweepSchedule schedule_;
    std::optional<Targets> targets_;
    std::vector<T> climb_, descent_;
    // Declared after all that its kernels may be reading: its destructor waits for them.
    std::unique_ptr<Engine> engine_;
    DeviceMemory& memory_;
    Sweeps& sweeps_;
    std::size_t n_;  // with padding
    Slab ways_, core_;
    Slab through_;                // the core's rows; where rows are added up, also those above
    Slab columns_, rows_;         // of sources
    std::optional<bool> turned_;  // whether for targets
    double seconds_ = 0;
};

}  // namespace

SweepSizes::SweepSizes(const EliminationTree& tree, Dtype dtype, const Device& device, SweepRows to,
                       std::size_t bounds) {
    const std::size_t element = size_of(dtype), n = padded(tree.size());
    const std::size_t edge = padded(tree.core_size());
    const std::size_t height = padded(tree.height - tree.core_size());
    const std::uint64_t memory = device.memory != 0 ? device.memory : std::uint64_t{1} << 32;
    const std::uint64_t one =
        device.largest_allocation != 0 ? std::min(device.largest_allocation, memory) : memory / 4;
    const bool gpu = device.kind == DeviceKind::gpu;
    // The share of the device's memory that the ways up, or rows, may take; and bytes of rows that
    // the host takes, or that a processor's caches may as well not hold.
    const std::uint64_t share = memory / 8;
    const std::uint64_t row_bytes = std::min(share, std::uint64_t{1} << 30);
    const auto whole_tiles = [&](std::uint64_t count, std::size_t most) {
        return std::clamp<std::size_t>(count / kPadding * kPadding, kPadding, most);
    };
    const std::uint64_t result = std::uint64_t{n} * n * element;
    const std::uint64_t core = 2 * std::uint64_t{edge} * edge * element;
    if (to == SweepRows::device) {
        const std::uint64_t column = 2 * (height + edge) * element + bounds * sizeof(double);
        columns = rows = whole_tiles(share / std::max<std::uint64_t>(column, 1), n);
        // With fewer, a GPU waits for one step after the other.
        if (gpu) least = device.compute_units * 1024;
        bytes = columns * column + core;
        return;
    }
    const std::uint64_t column = (height + 2 * edge) * element;
    columns =
        whole_tiles(std::min(share / std::max<std::uint64_t>(column, 1), one / (n * element)), n);
    rows = std::min(columns, whole_tiles(row_bytes / (n * element), n));
    bytes = columns * column + core;
    whole = to == SweepRows::matrix &&
            (device.shares_host_memory ? result <= one : (bytes + result) / 95 <= memory / 100);
    if (!whole) {
        columns = rows;
        bytes = columns * column + core;
    }
    // Kernels use few registers and wait for memory, so each unit needs many work-items at a time.
    constexpr std::size_t kBusy = 4096;
    if (gpu) {
        parts = std::clamp<std::size_t>(device.compute_units * kBusy / columns, 1, 64);
    }
    bytes += 2 * std::uint64_t{rows} * n * element;
}

template <class T>
std::unique_ptr<RowMaker> make_device_sweep(const std::function<std::unique_ptr<Engine>()>& open,
                                            const EngineOptions& options, Semiring semiring,
                                            bool adds_up, const SweepSizes& sizes,
                                            const EliminationTree& tree,
                                            const std::function<EliminatedArcs<T>()>& arcs) {
    std::unique_ptr<Engine> engine;
    SweepSchedule schedule;
    all_at_once(adds_up ? 1 : 2, {}, [&](std::size_t k) {
        if (k == 0) engine = open();
        if (k == 1) schedule = make_sweep_schedule(tree, options.slots, sizes.parts);
    });
    return std::make_unique<DeviceSweep<T>>(std::move(engine), options, semiring, adds_up, sizes,
                                            tree, std::move(schedule), arcs);
}

#define APSP_DEVICE_SWEEP(T)                                                                   \
    template std::unique_ptr<RowMaker> make_device_sweep(                                      \
        const std::function<std::unique_ptr<Engine>()>&, const EngineOptions&, Semiring, bool, \
        const SweepSizes&, const EliminationTree&, const std::function<EliminatedArcs<T>()>&);
APSP_FOR_DTYPES(APSP_DEVICE_SWEEP)

}  // namespace apsp
