// See ladder.hpp, and host/backends/opencl/steps.cpp and ladder_tiles.cpp, which this mirrors.
#include "backends/cuda/ladder.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/phases.hpp"
#include "base/text.hpp"

namespace apsp::cuda {
namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Error(ErrorKind::usage, why);
}

/// The product's own steps, and those of the ladder.
class DeviceSteps final : public Steps {
  public:
    DeviceSteps(const Card& card, const Kernels& product, Queue& queue, const Slabs& slabs,
                const EngineOptions& options)
        : card_(card),
          queue_(queue),
          slabs_(slabs),
          product_(product),
          options_(options),
          variant_(options.variant),
          ld_(padded(options.n)) {
        if (variant_ == "step") return;
        kernels_ = &ladder_kernels(options.dtype, options.semiring);
        const bool runs = variant_ == "chunked" || variant_.starts_with("persistent");
        threads_ = options.block != 0 ? options.block : runs ? kMostThreads : 128;
        if (threads_ > kMostThreads) {
            refuse(fmt::format("block {}: {} allows {} work-items a group", threads_, card_.label(),
                               kMostThreads));
        }
    }

    void relax(std::size_t k) override {
        queue_.start();
        void* const d = slabs_.matrix();
        if (kernels_ == nullptr) {
            const std::size_t pitch = options_.semiring == Semiring::or_and ? ld_ / 32 : ld_;
            card_.check(product_.fw_step(d, pitch, k, queue_.main()), "the launch of fw_step");
        } else if (variant_ == "chunked") {
            card_.check(kernels_->chunked(runs(), k, queue_.main()), "the launch of chunked");
        } else if (variant_ == "naive") {
            card_.check(kernels_->naive(d, ld_, k, queue_.main()), "the launch of naive");
        } else {
            const std::size_t segment = options_.tile != 0 ? options_.tile : 8;
            card_.check(kernels_->coalesced(d, ld_, options_.n, k, count(segment), count(threads_),
                                            variant_ == "row-shared", queue_.main()),
                        "the launch of coalesced");
        }
    }

    bool relax_all() override {
        if (variant_ == "single") {
            queue_.start();
            card_.check(kernels_->single(slabs_.matrix(), ld_, options_.n, queue_.main()),
                        "the launch of single");
            return true;
        }
        if (!variant_.starts_with("persistent")) return false;
        const bool in_register = variant_ == "persistent-register";
        const Runs p = runs();
        check_residence(p, kernels_->persistent_kernels[in_register ? 1 : 0]);
        flags_ = Memory(card_, p.groups * sizeof(unsigned), "flags");
        auto* const flags = reinterpret_cast<unsigned*>(flags_.data());
        card_.check(cudaMemsetAsync(flags, 0, p.groups * sizeof(unsigned), queue_.main()),
                    "cudaMemsetAsync");
        queue_.start();
        card_.check(kernels_->persistent(p, in_register, options_.n, flags, queue_.main()),
                    "the launch of persistent");
        return true;
    }

  private:
    /// One block per multiprocessor, unless the user's runs are shorter.
    Runs runs() const {
        const std::size_t units = std::max<std::size_t>(card_.description().compute_units, 1);
        const std::size_t cells = options_.n * ld_;
        const std::size_t items = units * threads_;
        const std::size_t run = options_.tile != 0 ? options_.tile : (cells + items - 1) / items;
        const std::size_t groups = (cells + run * threads_ - 1) / (run * threads_);
        return {slabs_.matrix(), ld_, cells, run, count(groups), count(threads_)};
    }

    void check_residence(const Runs& p, const void* kernel) const {
        int a_unit = 0;
        card_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a_unit, kernel,
                                                                  static_cast<int>(p.threads), 0),
                    "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        const std::size_t most =
            static_cast<std::size_t>(a_unit) * card_.description().compute_units;
        if (p.groups <= most) return;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} with {} groups of {}: {} runs {} of them at the "
                        "same time; try a larger SolveOptions::tile (now {} cells a thread)",
                        variant_, p.groups, p.threads, card_.label(), most, p.run));
    }

    const Card& card_;
    Queue& queue_;
    const Slabs& slabs_;
    const Kernels& product_;
    const LadderKernels* kernels_ = nullptr;  // else `step`
    EngineOptions options_;
    std::string variant_;
    std::size_t ld_;
    std::size_t threads_ = 0;  // of a block
    Memory flags_;
};

class LadderTiles final : public PhasedTiles {
  public:
    LadderTiles(const Card& card, Queue& queue, const Slabs& slabs, const EngineOptions& options)
        : PhasedTiles(choose_tile(options)),
          card_(card),
          queue_(queue),
          slabs_(slabs),
          kernels_(ladder_kernels(options.dtype, options.semiring)) {
        for (const ClassicKernels& kernels : kernels_.classic) {
            if (kernels.tile == tile_ && kernels.variant == options.variant) classic_ = &kernels;
        }
    }

    void close(const View& square) override {
        queue_.start();
        if (classic_ == nullptr) {
            return wide({square.slab, square.rows, {square.cols}, Part::all}, square.cols);
        }
        card_.check(
            classic_->close(slabs_.matrix(), square.slab.ld, square.cols.first, queue_.main()),
            "the launch of close");
    }

    void mirror(const View& view) override {
        queue_.start();
        card_.check(kernels_.mirror(rectangle({view.slab, view.rows, {view.cols}, Part::all}, {}),
                                    queue_.main()),
                    "the launch of mirror");
    }

  private:
    static std::size_t choose_tile(const EngineOptions& options) {
        const bool is_wide = options.variant == "wide";
        const auto known = is_wide ? std::vector<std::size_t>{32, 64, 128, 256, kWidest}
                                   : std::vector<std::size_t>{16, 32};
        const std::size_t tile = options.tile != 0 ? options.tile : known.back();
        if (std::ranges::find(known, tile) == known.end() ||
            (options.block != 0 && options.block != tile)) {
            refuse(fmt::format("tile {}, block {}: {} has tiles of {}, and no blocks of them",
                               options.tile, options.block, options.variant,
                               is_wide ? "32, 64, 128, 256, 512" : "16, 32"));
        }
        return tile;
    }

    Rectangle rectangle(const Cells& cells, Range via) const {
        const auto gap_at = [](const Rows& some) {
            return some.gap.size() != 0 ? some.gap.first : ~std::size_t{0};
        };
        return {.d = slabs_.matrix(),
                .ld = cells.slab.ld,
                .via = via.first,
                .pivots = count(via.size()),
                .row = cells.rows.all.first,
                .row_gap_at = gap_at(cells.rows),
                .row_gap = cells.rows.gap.size(),
                .column = cells.columns.all.first,
                .column_gap_at = gap_at(cells.columns),
                .column_gap = cells.columns.gap.size(),
                .upper = cells.part == Part::upper,
                .rows = count(cells.rows.size()),
                .columns = count(cells.columns.size())};
    }

    void phase_2(const Cells& cells, Range via) override {
        queue_.start();
        if (classic_ != nullptr) return phase_3(cells, via);
        wide(cells, via);
    }

    void phase_3(const Cells& cells, Range via) override {
        queue_.start();
        const Rectangle p = rectangle(cells, via);
        card_.check(classic_ != nullptr ? classic_->update(p, queue_.main())
                                        : kernels_.wide_all(p, width(cells.columns), queue_.main()),
                    "the launch of update");
    }

    /// Pivot by pivot.
    void wide(const Cells& cells, Range via) {
        Rectangle p = rectangle(cells, via);
        for (p.via = via.first; p.via < via.last; ++p.via) {
            card_.check(kernels_.wide_one(p, width(cells.columns), queue_.main()),
                        "the launch of wide");
        }
    }

    /// Threads of a block: the tile's edge, as far as it divides the columns.
    unsigned width(const Rows& columns) const { return count(std::gcd(tile_, columns.size())); }

    const Card& card_;
    Queue& queue_;
    const Slabs& slabs_;
    const LadderKernels& kernels_;
    const ClassicKernels* classic_ = nullptr;  // else wide
};

}  // namespace

const LadderKernels& ladder_kernels(Dtype dtype, Semiring semiring) {
    if (semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("the ladder's CUDA kernels are of min-plus, not {}; those of "
                                "OpenCL are of every semiring",
                                name(semiring)));
    }
    // In the order of kDtypes.
    static constexpr const LadderKernels* all[kDtypes.size()] = {
        &kLadderF32, &kLadderF64, &kLadderI32, &kLadderI16, &kLadderU8};
    return *all[static_cast<std::size_t>(dtype)];
}

std::unique_ptr<Steps> make_steps(const Card& card, const Kernels& kernels, Queue& queue,
                                  const Slabs& slabs, const EngineOptions& options) {
    return std::make_unique<DeviceSteps>(card, kernels, queue, slabs, options);
}

std::unique_ptr<Tiles> make_ladder_tiles(const Card& card, Queue& queue, const Slabs& slabs,
                                         const EngineOptions& options) {
    return std::make_unique<LadderTiles>(card, queue, slabs, options);
}

}  // namespace apsp::cuda
