// An engine that runs schedules element by element, over min-plus in doubles, and checks each rule
// of their contract.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/tiles.hpp"
#include "graph/padding.hpp"

/// Slabs of doubles, none of which has been written at first.
class ReferenceMemory final : public apsp::DeviceMemory {
    using View = apsp::View;
    using Slab = apsp::Slab;
    using Range = apsp::Range;

  public:
    explicit ReferenceMemory(bool asynchronous) : asynchronous_(asynchronous) {}

    bool in_place() const override { return false; }
    bool asynchronous() const override { return asynchronous_; }
    Slab allocate(std::size_t rows, std::size_t ld, void* = nullptr) override {
        data_.emplace_back(rows * ld, std::nan(""));
        return {data_.size() - 1, rows, ld};
    }
    void fill(const View& v) override {
        each(v, [](double& x) { x = INFINITY; });
    }
    apsp::Mark mark() override { return 0; }
    using apsp::DeviceMemory::get;
    using apsp::DeviceMemory::put;
    void put(const View& v, const void* host, apsp::Mark, const apsp::Pieces& readable) override {
        if (readable) readable(v.rows.size() * v.cols.size() * sizeof(double));
        each(v, [from = static_cast<const double*>(host)](double& x) mutable { x = *from++; });
    }
    void get(const View& v, void* host, apsp::Mark, const apsp::Pieces& written) override {
        std::size_t bytes = 0;
        each(v, [to = static_cast<double*>(host)](double& x) mutable { *to++ = x; });
        while (written && bytes < v.rows.size() * v.cols.size() * sizeof(double)) {
            written(bytes += v.cols.size() * sizeof(double));
        }
    }
    void put(const Slab& s, Range r, const apsp::RowSource& f) override { f(r, row(s, r.first)); }
    void get(const Slab& s, Range r, const apsp::RowSink& f) override { f(r, row(s, r.first)); }

    double* row(const Slab& s, std::size_t i) { return &data_[s.id].at(i * s.ld); }
    template <class F>
    void each(const View& v, F&& f) {
        for (std::size_t i = v.rows.all.first; i < v.rows.all.last; ++i) {
            if (v.rows.gap.first <= i && i < v.rows.gap.last) continue;
            for (std::size_t j = v.cols.first; j < v.cols.last; ++j) f(row(v.slab, i)[j]);
        }
    }
    std::vector<double> list(const View& v) {
        std::vector<double> all;
        each(v, [&](double& x) { all.push_back(x); });
        return all;
    }

  private:
    bool asynchronous_;
    std::vector<std::vector<double>> data_;
};

class ReferenceTiles final : public apsp::Tiles {
    using View = apsp::View;
    using Range = apsp::Range;

  public:
    ReferenceTiles(ReferenceMemory& memory, std::vector<std::size_t> blocks)
        : memory_(memory), blocks_(std::move(blocks)) {}
    std::size_t launches = 0;

    std::span<const std::size_t> blocks() const override { return blocks_; }
    void close(const View& v) override {
        ++launches;
        REQUIRE((v.rows.size() == v.cols.size() && v.cols.size() <= tile()));
        for (std::size_t k = 0; k < v.cols.size(); ++k) relax(v, v, v, {k, k + 1});
    }
    void update(const View& c, const View& a, const View& b, apsp::Part part) override {
        ++launches;
        for (const Range r : {c.rows.all, c.rows.gap, a.rows.all, a.cols, b.rows.all}) {
            REQUIRE(r.first % tile() + r.last % tile() == 0);
        }
        REQUIRE(c.cols.first % apsp::kPadding + c.cols.last % apsp::kPadding == 0);
        REQUIRE((a.rows.size() == c.rows.size() && a.cols.size() == b.rows.size()));
        const auto in_a = [&](Range r) { return shifted(r, c.rows.all.first, a.rows.all.first); };
        const auto in_b = [&](Range r) { return shifted(r, c.cols.first, b.cols.first); };
        if (writes(c, b)) require_closed({a.slab, {in_a(b.rows.all)}, a.cols});
        if (writes(c, a)) require_closed({b.slab, b.rows, in_b(a.cols)});
        relax(c, a, b, {0, a.cols.size()});
        if (part == apsp::Part::upper) spoil_below_diagonal(c);
    }
    void transpose(const View& to, const View& from, bool below) override {
        ++launches;
        REQUIRE((to.rows.size() == from.cols.size() && to.cols.size() == from.rows.size()));
        for (const Range r : {to.rows.all, to.cols, from.rows.all, from.cols}) {
            REQUIRE(r.first % tile() + r.last % tile() == 0);
        }
        for (std::size_t i = 0; i < to.rows.size(); ++i) {
            const std::size_t diagonal = to.slab.first + to.rows.all.first + i;
            for (std::size_t j = 0; j < to.cols.size(); ++j) {
                if (below && to.cols.first + j >= diagonal) break;
                memory_.row(to.slab, to.rows.all.first + i)[to.cols.first + j] =
                    memory_.row(from.slab, from.rows.all.first + j)[from.cols.first + i];
            }
        }
    }

  private:
    /// No schedule may rely on what an update need not relax.
    void spoil_below_diagonal(const View& c) {
        for (std::size_t i = c.rows.all.first; i < c.rows.all.last; ++i) {
            if (c.rows.gap.first <= i && i < c.rows.gap.last) continue;
            const std::size_t last = std::min(c.cols.last, c.slab.first + i);
            for (std::size_t j = c.cols.first; j < last; ++j) memory_.row(c.slab, i)[j] = -1e6;
        }
    }
    void require_closed(const View& square) {
        const std::vector<double> before = memory_.list(square);
        relax(square, square, square, {0, square.cols.size()});
        REQUIRE(memory_.list(square) == before);
    }
    void relax(const View& c, const View& a, const View& b, Range pivots) {
        const std::vector<double> left = memory_.list(a), right = memory_.list(b);
        const std::size_t depth = a.cols.size(), width = b.cols.size();
        std::size_t cell = 0;
        memory_.each(c, [&](double& x) {
            for (std::size_t k = pivots.first; k < pivots.last; ++k) {
                x = std::fmin(x, left[cell / width * depth + k] + right[k * width + cell % width]);
            }
            ++cell;
        });
    }
    ReferenceMemory& memory_;
    std::vector<std::size_t> blocks_;
};
