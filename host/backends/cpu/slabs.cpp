#include "backends/cpu/slabs.hpp"

#include <algorithm>
#include <cstring>

#include "base/parallel_copy.hpp"
#include "base/parallel_for.hpp"

namespace apsp::cpu {
namespace {

// Truth values as bits, the first one lowest, and as bytes of 0 or 1.
constexpr std::size_t kByteBits = 8;

// Both convert eight values at a time (on little-endian processors), by a multiplication that moves
// each byte's bit to its place exactly once. `count` is a multiple of eight.

/// The lowest bit of each byte.
void pack_bits(const unsigned char* bytes, unsigned char* bits, std::size_t count) {
    for (std::size_t j = 0; j < count; j += kByteBits) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes + j, sizeof eight);
        eight &= 0x0101010101010101;
        bits[j / kByteBits] = static_cast<unsigned char>(eight * 0x0102040810204080 >> 56);
    }
}
void unpack_bits(const unsigned char* bits, unsigned char* bytes, std::size_t count) {
    for (std::size_t j = 0; j < count; j += kByteBits) {
        const std::uint64_t apart =
            std::uint64_t{bits[j / kByteBits]} * 0x0101010101010101 & 0x8040201008040201;
        const std::uint64_t eight = (apart + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
        std::memcpy(bytes + j, &eight, sizeof eight);
    }
}

/// Clears these bits of a row.
void clear_bits(Bits* row, Range columns) {
    for (std::size_t w = columns.first / kBitsPerWord; w * kBitsPerWord < columns.last; ++w) {
        const std::size_t first = w * kBitsPerWord, last = first + kBitsPerWord;
        Bits keep = 0;
        if (first < columns.first) keep |= (Bits{1} << (columns.first - first)) - 1;
        if (columns.last < last) keep |= ~Bits{0} << (columns.last - first);
        row[w] &= keep;
    }
}

}  // namespace

std::size_t converted_bytes(const EngineOptions& options) {
    // So much that threads seldom wait for one another.
    constexpr std::size_t kPiece = std::size_t{16} << 20;
    if (!in_bits(options)) return 0;
    const std::size_t ld = padded(options.n);
    const std::size_t some = whole_rows(ld, options.piece != 0 ? options.piece : kPiece);
    return std::min(std::max(some, ld), options.rows() * ld);
}

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void* host) {
    if (host == nullptr || layout_.bits) {
        own_.push_back(allocate_host(rows * layout_.row_bytes(ld)));
        host = own_.back().get();
    }
    data_.push_back(host);
    return {data_.size() - 1, rows, ld};
}

void Slabs::fill(const View& view) {
    const Range rows = view.rows.all;
    if (layout_.bits) {
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            clear_bits(at<Bits>(view.slab, i, 0), view.cols);
        }
        return;
    }
    visit(options_.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            std::fill_n(at<T>(view.slab, i, view.cols.first), view.cols.size(),
                        zero<T>(options_.semiring));
        }
    });
}

unsigned char* Slabs::bytes_of(const View& view) const {
    return static_cast<unsigned char*>(data_[view.slab.id]) + view.rows.all.first * pitch(view) +
           view.cols.first * layout_.element_bytes / (layout_.bits ? kByteBits : 1);
}

void Slabs::copy_in(const View& view, const void* host) const {
    const std::size_t width = view.cols.size() * layout_.element_bytes, rows = view.rows.size();
    unsigned char* const to = bytes_of(view);
    if (to == host) return;
    if (!layout_.bits) return copy_rows(to, pitch(view), host, width, width, rows);
    parallel_for({0, rows}, static_cast<double>(width), [&](std::size_t i) {
        pack_bits(static_cast<const unsigned char*>(host) + i * width, to + i * pitch(view), width);
    });
}

void Slabs::copy_out(const View& view, void* host) const {
    const std::size_t width = view.cols.size() * layout_.element_bytes, rows = view.rows.size();
    const unsigned char* const from = bytes_of(view);
    if (from == host) return;
    if (!layout_.bits) return copy_rows(host, width, from, pitch(view), width, rows);
    parallel_for({0, rows}, static_cast<double>(width), [&](std::size_t i) {
        unpack_bits(from + i * pitch(view), static_cast<unsigned char*>(host) + i * width, width);
    });
}

void Slabs::put(const View& view, const void* host, Mark, const Pieces& readable) {
    if (readable) readable(view.rows.size() * view.cols.size() * layout_.element_bytes);
    copy_in(view, host);
}

void Slabs::get(const View& view, void* host, Mark, const Pieces& written) {
    copy_out(view, host);
    if (written) written(view.rows.size() * view.cols.size() * layout_.element_bytes);
}

template <class F>
void Slabs::converted(const Slab& slab, Range rows, F&& f) {
    const std::size_t most = converted_bytes(options_) / slab.ld;
    if (!bytes_) bytes_ = allocate_host(converted_bytes(options_));
    for (std::size_t first = rows.first; first < rows.last; first += most) {
        const Range some = {first, std::min(first + most, rows.last)};
        f(View{slab, {some}, {0, slab.ld}}, bytes_.get());
    }
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (rows.size() == 0) return;
    if (!layout_.bits) return source(rows, bytes_of({slab, {rows}, {}}));
    converted(slab, rows, [&](const View& some, void* bytes) {
        source(some.rows.all, bytes);
        copy_in(some, bytes);
    });
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (rows.size() == 0) return;
    if (!layout_.bits) return sink(rows, bytes_of({slab, {rows}, {}}));
    converted(slab, rows, [&](const View& some, void* bytes) {
        copy_out(some, bytes);
        sink(some.rows.all, bytes);
    });
}

}  // namespace apsp::cpu
