// The engine of the ladder's variants: the product's, with other kernels between upload and
// download. See host/backends/opencl/ladder_steps.cpp and ladder_tiles.cpp, which it mirrors.
#include "backends/cuda/ladder.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/phases.hpp"
#include "backends/cuda/cuda_engine.hpp"

namespace apsp::cuda {
namespace {

unsigned count(std::size_t value) {
    return static_cast<unsigned>(value);
}

/// What the product's part is opened with: it moves the matrix and is not asked for more.
EngineOptions transfers_only(EngineOptions options) {
    options.algorithm = Algorithm::fw;
    options.symmetric = false;
    options.tile = 0;
    options.block = 0;
    return options;
}

class LadderEngine final : public CudaEngine {
  public:
    LadderEngine(const Device& device, const EngineOptions& options)
        : CudaEngine(device, transfers_only(options)),
          kernels_(ladder_kernels(options.dtype, options.semiring)),
          options_(options),
          variant_(options.variant) {
        if (options.algorithm == Algorithm::kleene) {
            choose_tile();
        } else {
            const bool runs = variant_ == "chunked" || variant_.starts_with("persistent");
            threads_ = options.block != 0 ? options.block : runs ? kMostThreads : 128;
            if (threads_ > kMostThreads) {
                refuse(fmt::format("block {}: {} allows {} work-items a group", threads_,
                                   card().label(), kMostThreads));
            }
        }
    }

    std::span<const std::size_t> blocks() const override { return {&tile_, tile_ == 0 ? 0u : 1u}; }
    std::size_t tile() const override { return tile_; }

    void relax(std::size_t k) override {
        start();
        if (variant_ == "chunked") {
            check(kernels_.chunked(runs(), k, stream()), "the launch of chunked");
        } else if (variant_ == "naive") {
            check(kernels_.naive(data(), ld(), k, stream()), "the launch of naive");
        } else {
            const std::size_t segment = options_.tile != 0 ? options_.tile : 8;
            check(kernels_.coalesced(data(), ld(), n(), k, count(segment), count(threads_),
                                     variant_ == "row-shared", stream()),
                  "the launch of coalesced");
        }
    }

    bool close_all() override {
        if (variant_ == "single") {
            start();
            check(kernels_.single(data(), ld(), n(), stream()), "the launch of single");
            return true;
        }
        if (!variant_.starts_with("persistent")) return false;
        const bool in_register = variant_ == "persistent-register";
        const Runs p = runs();
        check_residence(p, kernels_.persistent_kernels[in_register ? 1 : 0]);
        flags_ = Memory(card(), p.groups * sizeof(unsigned), "flags");
        auto* const flags = reinterpret_cast<unsigned*>(flags_.data());
        check(cudaMemsetAsync(flags, 0, p.groups * sizeof(unsigned), stream()), "cudaMemsetAsync");
        start();
        check(kernels_.persistent(p, in_register, n(), flags, stream()),
              "the launch of persistent");
        return true;
    }

    void close(Range tile) override {
        start();
        if (classic_ == nullptr) return wide({tile}, tile, {tile}, Part::all);
        check(classic_->close(data(), ld(), tile.first, stream()), "the launch of close");
    }

    void update(const Rows& rows, Range via, Range cols, Part part) override {
        start();
        in_phases(
            rows, via, cols, [&](const Rows& r, const Rows& c) { phase_2(r, via, c, part); },
            [&](const Rows& r, const Rows& c) { phase_3(r, via, c, part); });
    }

    void eliminate(Range rows, Range tile, Range cols) override {
        close(tile);
        update({rows}, tile, cols, Part::all);
    }

    void mirror(Range rows, Range cols) override {
        start();
        check(kernels_.mirror(rectangle({rows}, {}, {cols}, Part::all), stream()),
              "the launch of mirror");
    }

  private:
    [[noreturn]] static void refuse(const std::string& why) { throw Error(ErrorKind::usage, why); }

    void choose_tile() {
        const bool is_wide = variant_ == "wide";
        const auto known = is_wide ? std::vector<std::size_t>{32, 64, 128, 256, kWidest}
                                   : std::vector<std::size_t>{16, 32};
        tile_ = options_.tile != 0 ? options_.tile : known.back();
        if (std::ranges::find(known, tile_) == known.end() ||
            (options_.block != 0 && options_.block != tile_)) {
            refuse(fmt::format("tile {}, block {}: {} has tiles of {}, and no blocks of them",
                               options_.tile, options_.block, variant_,
                               is_wide ? "32, 64, 128, 256, 512" : "16, 32"));
        }
        for (const ClassicKernels& kernels : kernels_.classic) {
            if (kernels.tile == tile_ && kernels.variant == variant_) classic_ = &kernels;
        }
    }

    /// One block a multiprocessor, unless the user's runs are shorter.
    Runs runs() const {
        const std::size_t units = std::max<std::size_t>(card().description().compute_units, 1);
        const std::size_t cells = n() * ld();
        const std::size_t items = units * threads_;
        const std::size_t run = options_.tile != 0 ? options_.tile : (cells + items - 1) / items;
        const std::size_t groups = (cells + run * threads_ - 1) / (run * threads_);
        return {data(), ld(), cells, run, count(groups), count(threads_)};
    }

    void check_residence(const Runs& p, const void* kernel) const {
        int a_unit = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a_unit, kernel,
                                                            static_cast<int>(p.threads), 0),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        const std::size_t most =
            static_cast<std::size_t>(a_unit) * card().description().compute_units;
        if (p.groups <= most) return;
        throw Error(
            ErrorKind::no_device,
            fmt::format("unsupported: {} with {} groups of {}: {} runs {} of them at the "
                        "same time; try a larger SolveOptions::tile (now {} cells a thread)",
                        variant_, p.groups, p.threads, card().label(), most, p.run));
    }

    Rectangle rectangle(const Rows& rows, Range via, const Rows& columns, Part part) const {
        Rectangle p;
        p.d = data();
        p.ld = ld();
        p.via = via.first;
        p.pivots = count(via.size());
        p.row = rows.all.first;
        p.column = columns.all.first;
        if (rows.gap.size() != 0) p.row_gap_at = rows.gap.first;
        if (columns.gap.size() != 0) p.column_gap_at = columns.gap.first;
        p.row_gap = rows.gap.size();
        p.column_gap = columns.gap.size();
        p.upper = part == Part::upper;
        p.rows = count(rows.size());
        p.columns = count(columns.size());
        return p;
    }

    void phase_2(const Rows& rows, Range via, const Rows& columns, Part part) {
        if (classic_ != nullptr) return phase_3(rows, via, columns, part);
        wide(rows, via, columns, part);
    }

    void phase_3(const Rows& rows, Range via, const Rows& columns, Part part) {
        const Rectangle p = rectangle(rows, via, columns, part);
        check(classic_ != nullptr ? classic_->update(p, stream())
                                  : kernels_.wide_all(p, width(columns), stream()),
              "the launch of update");
    }

    /// Pivot by pivot.
    void wide(const Rows& rows, Range via, const Rows& columns, Part part) {
        Rectangle p = rectangle(rows, via, columns, part);
        for (p.via = via.first; p.via < via.last; ++p.via) {
            check(kernels_.wide_one(p, width(columns), stream()), "the launch of wide");
        }
    }

    /// Threads of a block: the tile's edge, as far as it divides the columns.
    unsigned width(const Rows& columns) const { return count(std::gcd(tile_, columns.size())); }

    const LadderKernels& kernels_;
    EngineOptions options_;
    std::string variant_;
    std::size_t threads_ = 0;                  // of a block, in fw
    std::size_t tile_ = 0;                     // in kleene
    const ClassicKernels* classic_ = nullptr;  // else wide
    Memory flags_;
};

}  // namespace

std::vector<std::string_view> ladder_variants(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::fw:
            return {"single", "chunked",   "persistent", "persistent-register",
                    "naive",  "coalesced", "row-shared"};
        case Algorithm::kleene: return {"classic", "classic-transposed", "wide"};
        case Algorithm::rkleene: return {};
    }
    return {};
}

const LadderKernels& ladder_kernels(Dtype dtype, Semiring semiring) {
    if (semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("the ladder's CUDA kernels are of min-plus, not {}; those of "
                                "OpenCL are of every semiring",
                                name(semiring)));
    }
    switch (dtype) {
        case Dtype::f32: return kLadderF32;
        case Dtype::f64: return kLadderF64;
        case Dtype::i32: return kLadderI32;
        case Dtype::i16: return kLadderI16;
        case Dtype::u8: return kLadderU8;
    }
    throw Error(ErrorKind::internal, "unknown element type");
}

std::unique_ptr<Engine> open_ladder_engine(const Device& device, const EngineOptions& options) {
    return std::make_unique<LadderEngine>(device, options);
}

}  // namespace apsp::cuda
