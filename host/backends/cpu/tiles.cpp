// Closing tiles and relaxing rectangles, in slabs of the host's memory.
//
// Over or_and an element is a word of bits, and one instruction relaxes as many vertices as a
// vector has bits.
#include <utility>

#include "backends/cpu/engine.hpp"
#include "backends/exponents.hpp"
#include "base/parallel_for.hpp"

namespace apsp::cpu {
namespace {

template <class T>
class HostTiles final : public Tiles {
  public:
    HostTiles(const EngineOptions& options, const Slabs& slabs)
        : kernels_(find_kernels<T>(options)),
          exponents_(std::ranges::find(kExponents, options.terms, &Exponents::terms)),
          slabs_(slabs),
          sizes_(choose_sizes(options)),
          threads_(team_limit()),
          workspace_(allocate_host(operand_bytes<T>(options, sizes_))),
          closing_(allocate_host(closing_bytes<T>(options, sizes_))) {
        if (options.n > sizes_.tile) wake_team();
    }

    std::span<const std::size_t> blocks() const override { return {&sizes_.block, 1}; }
    std::size_t tile() const override { return sizes_.tile; }

    void close(const View& square) override {
        closed_ahead_ = false;
        close(square, threads_, workspace_);
    }

    void update(const View& c, const View& a, const View& b, Part part) override {
        closed_ahead_ = false;
        for (std::size_t k = 0; k < a.cols.size(); k += sizes_.block) {
            const Range pivots = {k, std::min(k + sizes_.block, a.cols.size())};
            relax(product(c, a, b, pivots, part));
        }
    }

    /// One thread closes the next square of pivots, if `c` has it, while others relax `c`.
    void eliminate(const View& c, const View& square) override {
        const bool closed = std::exchange(closed_ahead_, false) && same(next_, square);
        if (!closed) close(square, threads_, workspace_);
        const View own = {c.slab, square.rows, c.cols};
        if (outwards(c.cols).size() > outwards(square.cols).size()) Tiles::update(own, square, own);
        const Range pivots = square.rows.all, rows = c.rows.all;
        if (rows.size() == pivots.size()) return;

        const Rows others = {rows, pivots};
        auto rest = product({c.slab, others, c.cols}, {c.slab, others, square.cols}, own,
                            {0, pivots.size()}, Part::all);
        const Range next = {0, std::min(pivots.size(), rows.last - pivots.last)};
        next_ = {c.slab, {shifted(next, 0, pivots.last)}, shifted(next, 0, square.cols.last)};
        if (next.size() != 0 && contains(c.cols, next_.cols)) {
            const Range to = elements(next_.cols, outwards(c.cols).first);
            rest.first_rows = {pivots.last - rows.first, pivots.last - rows.first + next.size()};
            rest.first_cols = {to.first, to.last};
            rest.then = [](void* tiles) { static_cast<HostTiles*>(tiles)->close_ahead(); };
            rest.of = this;
        }
        relax(rest);
    }

    void transpose(const View& to, const View& from, bool below) override {
        constexpr std::size_t kSquare = 64;  // edge of what is transposed at a time
        if constexpr (kVertices<T> == 1) {   // bits have no form with half the work
            const Range rows = to.rows.all, cols = to.cols;
            const std::size_t diagonal = to.slab.first;
            const std::size_t parts = (rows.size() + kSquare - 1) / kSquare;
            const auto turn = [&](std::size_t part) {
                const std::size_t i = rows.first + part * kSquare;
                const std::size_t last =
                    below ? std::min(cols.last, diagonal + i + kSquare) : cols.last;
                for (std::size_t j = cols.first; j < last; j += kSquare) {
                    const T* const source =
                        slabs_.at<T>(from.slab, from.rows.all.first + j - cols.first,
                                     from.cols.first + i - rows.first);
                    T* const target = slabs_.at<T>(to.slab, i, j);
                    alignas(64) T square[kSquare * kSquare];
                    const bool part_of_it = below && diagonal + i == j;
                    kernels_.write_rows(source, from.slab.ld, kSquare, kSquare,
                                        part_of_it ? square : target,
                                        part_of_it ? kSquare : to.slab.ld, false);
                    for (std::size_t k = 0; part_of_it && k < kSquare; ++k) {
                        std::copy_n(square + k * kSquare, k, target + k * to.slab.ld);
                    }
                }
            };
            parallel_for({0, parts}, static_cast<double>(kSquare * cols.size()), turn);
        }
    }

  private:
    void close_ahead() {
        close(next_, 1, closing_);
        closed_ahead_ = true;
    }

    /// In tiles. Only places in the square's rows change, and in its columns, rounded outwards.
    void close(const View& square, std::size_t threads, const HostMemory& workspace) const {
        const Slab& slab = square.slab;
        const Range rows = square.rows.all;
        for (std::size_t first = 0; first < rows.size(); first += sizes_.tile) {
            const Range pivots = {first, std::min(first + sizes_.tile, rows.size())};
            const Range all = {0, pivots.size()};
            const View own = {slab, {shifted(pivots, 0, rows.first)}, square.cols};
            const View tile = {slab, own.rows, shifted(pivots, 0, square.cols.first)};
            kernels_.close(slabs_.at<T>(tile), row_elements<T>(slab.ld), pivots.size());
            run(product(own, tile, own, all, Part::all), threads, workspace);
            const Rows others = {rows, own.rows.all};
            run(product({slab, others, square.cols}, {slab, others, tile.cols}, own, all,
                        Part::all),
                threads, workspace);
        }
    }

    /// To whole vectors. Extra relaxations do no harm.
    static Range outwards(Range cols) {
        constexpr std::size_t width = kProductWidth<T>;
        return {cols.first / width * width, (cols.last + width - 1) / width * width};
    }
    /// Elements of a row of C that begins at column `first`, which have these columns.
    static Range elements(Range cols, std::size_t first) {
        const Range all = outwards(cols);
        return {(all.first - first) / kVertices<T>, (all.last - first) / kVertices<T>};
    }

    /// C <- C (+) A (x) B through some pivots.
    Product<T> product(const View& c, const View& a, const View& b, Range pivots, Part part) const {
        const std::size_t row = c.rows.all.first, diagonal = c.slab.first + row;
        Range cols = outwards(c.cols);
        Product<T> product;
        if (part == Part::upper) {  // left of the diagonal nothing is wanted
            cols.first = std::clamp(diagonal / kPadding * kPadding, cols.first, cols.last);
            product.below =
                static_cast<std::ptrdiff_t>(diagonal) - static_cast<std::ptrdiff_t>(cols.first);
        } else {
            const Range closed = closed_tiles(c, a, b, cols.first, kTaskColumns * kVertices<T>);
            product.closed = {closed.first * kTaskColumns, closed.last * kTaskColumns};
        }
        product.c = slabs_.at<T>(c.slab, row, cols.first);
        product.ldc = row_elements<T>(c.slab.ld);
        product.rows = c.rows.all.size();
        if (c.rows.gap.size() != 0) {
            product.gap = {c.rows.gap.first - row, c.rows.gap.last - row};
        }
        product.cols = cols.size() / kVertices<T>;
        product.a = slabs_.at<T>(a.slab, a.rows.all.first, a.cols.first + pivots.first);
        product.lda = row_elements<T>(a.slab.ld);
        product.b = slabs_.at<T>(b.slab, b.rows.all.first + pivots.first,
                                 b.cols.first + cols.first - c.cols.first);
        product.ldb = row_elements<T>(b.slab.ld);
        product.k = pivots.size();
        return product;
    }

    void relax(Product<T> product) const {
        product.stopped = stopped;
        product.stop = &stop_token();
        run(product, threads_, workspace_);
        check_stop();
    }

    void run(Product<T> product, std::size_t threads, const HostMemory& workspace) const {
        product.threads = threads;
        product.workspace = workspace.get();
        if (product.cols == 0) return;
        if constexpr (std::is_same_v<T, std::uint8_t>) {
            if (exponents_ != std::end(kExponents)) return tensor_update()(product, *exponents_);
        }
        kernels_.update(product);
    }

    const Kernels<T>& kernels_;
    const Exponents* const exponents_;  // of products on a matrix unit, or the list's end
    const Slabs& slabs_;
    Sizes sizes_;
    std::size_t threads_;
    HostMemory workspace_;       // the packed operands of one update
    HostMemory closing_;         // the same for closing a square
    View next_;                  // the next square of pivots
    bool closed_ahead_ = false;  // that is closed, and nothing has changed since
};

}  // namespace

std::unique_ptr<Tiles> make_tiles(const EngineOptions& options, const Slabs& slabs) {
    return visit_elements(options, [&](auto zero) -> std::unique_ptr<Tiles> {
        return std::make_unique<HostTiles<decltype(zero)>>(options, slabs);
    });
}

}  // namespace apsp::cpu
