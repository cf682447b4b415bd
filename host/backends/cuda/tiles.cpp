// See tiles.hpp.
#include "backends/cuda/tiles.hpp"

#include <algorithm>

#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

constexpr std::size_t kDepth = 512;  // pivots of one product, at most, where blocks are smaller

unsigned count(std::size_t value) {
    return static_cast<unsigned>(value);
}

}  // namespace

Tiles::Tiles(const Card& card, const Kernels& kernels, const EngineOptions& options)
    : card_(card),
      kernels_(kernels),
      closer_(card, kernels, options),
      blocks_{closer_.block()},
      main_(card, false),
      ahead_(card, true),
      main_reached_(card, false),
      ahead_reached_(card, false),
      rest_done_(card, false),
      rows_(options.rows()) {
    card.check(
        cudaFuncSetAttribute(kernels.update_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(kernels.update_shared_bytes)),
        "cudaFuncSetAttribute");
}

std::size_t Tiles::depth(std::size_t ld) const {
    return std::min(std::max(blocks_.front(), kDepth), ld);
}

std::size_t Tiles::bytes(std::size_t ld) const {
    const std::size_t b = depth(ld) * ld / kernels_.columns;
    const std::size_t words = rows_ * depth(ld) + depth(ld) * depth(ld) + 2 * b;
    return words * kernels_.word_bytes + closer_.bytes();
}

void Tiles::attach(std::size_t ld, std::size_t cell_bits) {
    ld_ = ld;
    cell_bits_ = cell_bits;
    const std::size_t word = kernels_.word_bytes;
    const std::size_t b = depth(ld) * ld / kernels_.columns * word;
    main_.a = Memory(card_, rows_ * depth(ld) * word, "operands");
    main_.b = Memory(card_, b, "operands");
    ahead_.a = Memory(card_, depth(ld) * depth(ld) * word, "operands");
    ahead_.b = Memory(card_, b, "operands");
    closer_.allocate(main_.stream);
}

void Tiles::work_on(const PlacedRows& target, const PlacedRows& source) {
    join();
    target_ = target;
    source_ = source;
}

void Tiles::wait(cudaStream_t waiting, cudaStream_t running, const Event& event) {
    card_.check(cudaEventRecord(event, running), "cudaEventRecord");
    card_.check(cudaStreamWaitEvent(waiting, event, 0), "cudaStreamWaitEvent");
}

void Tiles::join() {
    if (ahead_runs_) wait(main_.stream, ahead_.stream, ahead_reached_);
    ahead_runs_ = false;
    ahead_rows_ = {};
}

void Tiles::close(Range tile) {
    join();
    close_on(main_, tile);
}

void Tiles::update(const Rows& rows, Range via, Range cols, Part part) {
    join();
    for (std::size_t k = via.first; k < via.last; k += depth(ld_)) {
        multiply(main_, rows, {k, std::min(k + depth(ld_), via.last)}, cols, part);
    }
}

void Tiles::eliminate(Range rows, Range tile, Range cols) {
    const bool alone = rows.size() == tile.size();
    const bool goes_on =
        ahead_runs_ && ahead_rows_.first == tile.first && ahead_rows_.last == tile.last;
    if (!goes_on) join();
    if (!alone && !goes_on) wait(ahead_.stream, main_.stream, main_reached_);
    Lane& lane = alone && !goes_on ? main_ : ahead_;

    close_on(lane, tile);
    if (cols.size() > tile.size()) multiply(lane, {tile}, tile, cols, Part::all);
    if (alone) return;

    const Range next = {tile.last, std::min(tile.last + tile.size(), rows.last)};
    wait(main_.stream, ahead_.stream, ahead_reached_);
    if (next.size() != 0) {
        // The main stream relaxed these rows through the block before this one.
        if (goes_on) {
            card_.check(cudaStreamWaitEvent(ahead_.stream, rest_done_, 0), "cudaStreamWaitEvent");
        }
        multiply(ahead_, {next}, tile, cols, Part::all);
    }
    if (rows.size() > tile.size() + next.size()) {
        multiply(main_, {rows, {tile.first, next.last}}, tile, cols, Part::all);
    }
    card_.check(cudaEventRecord(rest_done_, main_.stream), "cudaEventRecord");
    ahead_runs_ = true;
    ahead_rows_ = next;
}

void Tiles::close_on(const Lane& lane, Range tile) {
    const std::size_t ld = kernels_.columns == 32 ? ld_ / 32 : ld_;
    closer_.close(at(target_, tile.first, tile.first), ld, tile.size(), lane.stream);
}

/// One product; `via` is no deeper than `depth`.
void Tiles::multiply(const Lane& lane, const Rows& rows, Range via, Range cols, Part part) {
    const std::size_t pitch = ld_ / kernels_.columns;
    const Range all = rows.all;
    const bool gap = rows.gap.size() != 0;
    const std::size_t gap_first = gap ? rows.gap.first - all.first : 0;
    const std::size_t words = cols.size() / kernels_.columns;
    if (rows.size() == 0) return;

    Product product;
    product.c = at(target_, all.first, cols.first);
    product.ldc = pitch;
    product.a = lane.a.data();
    product.lda = all.size();
    product.depth = count(via.size());
    product.words = count(words);
    product.tile_rows = count(rows.size() / kernels_.tile_rows);
    product.tile_cols = count((words + kernels_.tile_words - 1) / kernels_.tile_words);
    if (gap) product.gap_at = count(gap_first / kernels_.tile_rows);
    product.gap = count(rows.gap.size() / kernels_.tile_rows);
    product.upper = part == Part::upper;
    product.row = count(all.first);
    product.col = count(cols.first);

    // B is read in place, unless this product writes its rows or they are no operands.
    const bool pivots_are_rows = via.first < all.last && all.first < via.last &&
                                 !(rows.gap.first <= via.first && via.last <= rows.gap.last);
    product.b = at(source_, via.first, cols.first);
    product.ldb = pitch;
    if (pivots_are_rows || !kernels_.rows_are_operands) {
        Copy copy;
        copy.from = product.b;
        copy.ld_from = pitch;
        copy.to = lane.b.data();
        copy.ld_to = words;
        copy.rows = count(via.size());
        copy.words = count(words);
        card_.check(kernels_.copy(copy, lane.stream), "the launch of copy");
        product.b = lane.b.data();
        product.ldb = words;
    }

    constexpr std::size_t kSquare = 32;  // kPackSquare
    Pack pack;
    pack.from = at(target_, all.first, via.first);
    pack.ld_from = pitch;
    pack.to = lane.a.data();
    pack.ld_to = product.lda;
    pack.rows = count(rows.size());
    pack.pivots = count(via.size());
    if (gap) pack.gap_at = count(gap_first);
    pack.gap = count(rows.gap.size());
    static_assert(kPadding % kSquare == 0);
    card_.check(kernels_.pack(pack, lane.stream), "the launch of pack");
    card_.check(kernels_.update(product, lane.stream), "the launch of update");
}

}  // namespace apsp::cuda
