// See tiles.hpp.
#include "backends/cuda/tiles.hpp"

#include <algorithm>
#include <span>

#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

constexpr std::size_t kDepth = 512;  // pivots of one product, at most, where blocks are smaller

std::size_t depth_of(const Closer& closer, std::size_t ld) {
    return std::min(std::max(closer.block(), kDepth), ld);
}

}  // namespace

std::size_t BlockedTiles::bytes(const Kernels& kernels, const Closer& closer,
                                const EngineOptions& options) {
    const std::size_t ld = padded(options.n), depth = depth_of(closer, ld);
    const std::size_t b = depth * ld / kernels.layout.lanes;
    const std::size_t rows = options.rows() + options.rows() / 2;
    const std::size_t words =
        rows * depth + depth * depth + (kernels.layout.in_words() ? 2 : 3) * b;
    return words * kernels.layout.word_bytes + closer.bytes();
}

BlockedTiles::BlockedTiles(const Kernels& kernels, Closer& closer, Queue& queue, Slabs& slabs,
                           const EngineOptions& options)
    : card_(queue.card()),
      kernels_(kernels),
      closer_(closer),
      queue_(queue),
      slabs_(slabs),
      product_(slabs, kernels.layout, kernels.pack),
      blocks_{closer.block()},
      depth_(depth_of(closer, padded(options.n))),
      main_{queue.main(), {}, {}},
      upper_{queue.second(), {}, {}},
      ahead_{queue.ahead(), {}, {}},
      later_done_(card_, false),
      upper_done_(card_, false) {
    if (options.terms != 0) tensor_.emplace(queue, slabs, options.terms);
    const std::size_t word = kernels.layout.word_bytes;
    const std::size_t b = depth_ * padded(options.n) / kernels.layout.lanes * word;
    main_.a = Memory(card_, options.rows() * depth_ * word, "operands");
    main_.b = Memory(card_, b, "operands");
    ahead_.a = Memory(card_, depth_ * depth_ * word, "operands");
    ahead_.b = Memory(card_, b, "operands");
    upper_.a = Memory(card_, options.rows() / 2 * depth_ * word, "operands");
    if (!kernels.layout.in_words()) upper_.b = Memory(card_, b, "operands");
}

BlockedTiles::Lane& BlockedTiles::begin() {
    queue_.start();
    if (queue_.order() == Queue::Order::ahead) return ahead_;
    if (queue_.order() == Queue::Order::joined) queue_.join();
    return main_;
}

void BlockedTiles::begin_ahead() {
    next_.reset();
    queue_.begin_ahead();
}

void BlockedTiles::close(const View& square) {
    close_on(begin(), square);
}

void BlockedTiles::update(const View& c, const View& a, const View& b, Part part) {
    Lane& lane = begin();
    if (&lane == &ahead_ && c.rows.all.size() > depth_) {
        throw Error(ErrorKind::internal, "look-ahead concerns a block's rows at most");
    }
    for (std::size_t k = 0; k < a.cols.size(); k += depth_) {
        const Range pivots = {k, std::min(k + depth_, a.cols.size())};
        multiply(lane, c, columns_of(a, pivots), rows_of(b, pivots), part);
    }
}

void BlockedTiles::eliminate(const View& c, const View& square) {
    if (queue_.order() != Queue::Order::joined) return Tiles::eliminate(c, square);
    queue_.start();
    const Range rows = c.rows.all, tile = square.rows.all;
    const View own = {c.slab, square.rows, c.cols};
    const bool alone = rows.size() == tile.size();
    const bool goes_on = queue_.runs_ahead() && next_ && same(*next_, {c.slab, {tile}, c.cols});
    if (!goes_on) queue_.join();
    if (!alone && !goes_on) queue_.let_ahead_wait();
    Lane& lane = alone && !goes_on ? main_ : ahead_;

    close_on(lane, square);
    if (c.cols.size() > tile.size()) multiply(lane, own, square, own, Part::all);
    if (alone) return;

    const auto relax = [&](const Lane& on, Range some) {
        multiply(on, {c.slab, {some}, c.cols}, {c.slab, {some}, square.cols}, own, Part::all);
    };
    const auto await = [&](const Lane& on, const Event& event) {
        card_.check(cudaStreamWaitEvent(on.stream, event, 0), "cudaStreamWaitEvent");
    };
    const auto done = [&](const Lane& on, const Event& event) {
        card_.check(cudaEventRecord(event, on.stream), "cudaEventRecord");
    };
    // Rows are the next block's, those of later ones, and those that were pivots, cut in the
    // middle. The block before is among these; everything that has read its rows comes first.
    const Range next = {tile.last, std::min(tile.last + tile.size(), rows.last)};
    const std::size_t middle = rows.first + rows.size() / 2 / kPadding * kPadding;
    const std::size_t cut = std::min(tile.first, middle);
    queue_.let_main_wait();
    queue_.let_second_wait();
    if (goes_on) {
        await(ahead_, later_done_);
        await(upper_, later_done_);
    }
    relax(ahead_, next);
    relax(main_, {next.last, rows.last});
    done(main_, later_done_);
    if (goes_on) await(main_, upper_done_);
    relax(upper_, {rows.first, cut});
    done(upper_, upper_done_);
    relax(main_, {cut, tile.first});
    queue_.run_ahead();
    next_ = View{c.slab, {next}, c.cols};
}

void BlockedTiles::transpose(const View& to, const View& from, bool below) {
    begin();
    slabs_.transpose(to, from, below);
}

const CudaProductShape& BlockedTiles::product_shape(std::size_t rows, std::size_t words) const {
    const auto& shapes = kernels_.products;
    for (const CudaProductShape& shape : std::span(shapes).first(shapes.size() - 1)) {
        const std::size_t tiles = rows / shape.rows * (words / shape.words);
        const std::size_t places = card_.description().compute_units * shape.resident;
        if (2 * tiles >= places) return shape;
    }
    return shapes.back();
}

void BlockedTiles::multiply(const Lane& lane, const View& c, const View& a, const View& b,
                            Part part) {
    const WordLayout& layout = kernels_.layout;
    const OnStream stream = {card_, lane.stream};
    if (tensor_ && tensor_->takes(c, a)) {
        return tensor_->update(stream, c, a, b, part, lane.a, lane.b, a.cols.size());
    }
    const Range words = {c.cols.first / layout.lanes, c.cols.last / layout.lanes};
    const CudaProductShape& shape = product_shape(c.rows.size(), words.size());
    const Range closed = closed_tiles(c, a, b, c.cols.first, shape.words * layout.lanes);
    // B is read in place, unless this product writes its rows or they are no operands.
    const auto place = [&](const Words<Memory>& right, std::uint64_t at, std::size_t row) {
        if (!writes(c, b) && layout.in_words()) return Operands<Memory>{lane.a};
        const std::size_t per_block = kPackItems * 16 / layout.word_bytes;
        stream.launch(kernels_.copy,
                      {(row + per_block - 1) / per_block * kPackItems, b.rows.size()}, {kPackItems},
                      right.memory, at, offset(right.ld), lane.b, offset(row), count(row));
        return Operands<Memory>{lane.a, 0, &lane.b};
    };
    product_.launch(stream, shape, c, a, b, part, words, closed, place, count(words.size()));
}

}  // namespace apsp::cuda
