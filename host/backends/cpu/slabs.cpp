#include "backends/cpu/slabs.hpp"

#include <algorithm>

#include "base/parallel_copy.hpp"

namespace apsp::cpu {

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void* host) {
    if (host == nullptr) {
        own_.push_back(allocate_host(rows * ld * size_of(dtype_)));
        host = own_.back().get();
    }
    data_.push_back(host);
    return {data_.size() - 1, rows, ld};
}

void Slabs::fill(const View& view) {
    visit(dtype_, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t i = view.rows.all.first; i < view.rows.all.last; ++i) {
            std::fill_n(at<T>(view.slab, i, view.cols.first), view.cols.size(), zero<T>(semiring_));
        }
    });
}

unsigned char* Slabs::bytes_of(const View& view) const {
    return static_cast<unsigned char*>(data_[view.slab.id]) +
           (view.rows.all.first * view.slab.ld + view.cols.first) * size_of(dtype_);
}

void Slabs::put(const View& view, const void* host, Mark, const Pieces& readable) {
    const std::size_t width = view.cols.size() * size_of(dtype_);
    unsigned char* const to = bytes_of(view);
    if (readable) readable(view.rows.size() * width);
    if (to == host) return;
    copy_rows(to, view.slab.ld * size_of(dtype_), host, width, width, view.rows.size());
}

void Slabs::get(const View& view, void* host, Mark, const Pieces& written) {
    const std::size_t width = view.cols.size() * size_of(dtype_);
    const unsigned char* const from = bytes_of(view);
    if (from != host) {
        copy_rows(host, width, from, view.slab.ld * size_of(dtype_), width, view.rows.size());
    }
    if (written) written(view.rows.size() * width);
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (rows.size() != 0) source(rows, bytes_of({slab, {rows}, {}}));
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (rows.size() != 0) sink(rows, bytes_of({slab, {rows}, {}}));
}

}  // namespace apsp::cpu
