// Parts of a matrix that changes on a device, and rows relaxed there, against plain loops.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "backends/backend.hpp"
#include "device/devices.hpp"
#include "draw.hpp"
#include "same_sums.hpp"
#include "statistics/statistics.hpp"

namespace {

using apsp::Range;

/// No path, integers near its value, or a small number, which may be negative in a signed type.
template <class T>
T draw_element(Draw& draw) {
    constexpr T kNoPath = apsp::infinity<T>();
    if (draw.chance(0.2)) return kNoPath;
    const int small = static_cast<int>(draw.below(60)) - (std::is_signed_v<T> ? 25 : 0);
    if (std::is_floating_point_v<T> || draw.chance(0.7)) return static_cast<T>(small);
    return static_cast<T>(kNoPath - 1 - static_cast<T>(draw.below(60)));
}

template <class T>
std::vector<T> draw_elements(Draw& draw, std::size_t count) {
    std::vector<T> elements(count);
    for (T& element : elements) element = draw_element<T>(draw);
    return elements;
}

/// The first `count` indices of a random order.
template <class Index>
std::vector<Index> draw_indices(Draw& draw, std::size_t count, std::size_t of) {
    const auto order = draw.permutation(of);
    return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(std::min(count, of))};
}

/// A device's matrix, and the same matrix in the host's memory.
template <class T>
class Changed {
  public:
    Changed(const apsp::Device& device, std::size_t n)
        : n_(n),
          ld_(apsp::padded(n)),
          draw_(static_cast<std::uint32_t>(n), "changes"),
          expected_(draw_elements<T>(draw_, ld_ * ld_)) {
        apsp::EngineOptions options;
        options.n = n;
        options.dtype = apsp::kDtypeOf<T>;
        options.paths = true;  // has no effect here
        engine_ = apsp::backend(device).open_changes(device, options);
        if (engine_ == nullptr) return;
        slab_ = engine_->memory().allocate(ld_, ld_);
        engine_->memory().put(slab_, {0, ld_}, [&](Range rows, void* to) {
            std::copy_n(row(rows.first), rows.size() * ld_, static_cast<T*>(to));
        });
    }

    bool is_there() const { return engine_ != nullptr; }

    void relax(std::size_t count, std::size_t depth) {
        const auto rows = draw_indices<std::uint32_t>(draw_, count, n_);
        const auto left = draw_elements<T>(draw_, rows.size() * depth);
        const auto right = draw_elements<T>(draw_, depth * ld_);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (std::size_t a = 0; a < depth; ++a) {
                for (std::size_t j = 0; j < ld_; ++j) {
                    relax(row(rows[r])[j], left[r * depth + a], right[a * ld_ + j]);
                }
            }
        }
        engine_->relax(rows, depth, left.data(), right.data());
        check_all();
    }

    void take_rows(std::size_t count) {
        const auto rows = draw_indices<std::uint32_t>(draw_, count, n_);
        std::vector<T> expected, found(rows.size() * ld_);
        for (const std::size_t i : rows) expected.insert(expected.end(), row(i), row(i) + ld_);
        engine_->take_rows(rows, found.data());
        CHECK(found == expected);
    }

    void take_columns(std::size_t count) {
        const auto columns = draw_indices<std::uint32_t>(draw_, count, n_);
        std::vector<T> expected, found(n_ * columns.size());
        for (std::size_t i = 0; i < n_; ++i) {
            for (const std::size_t j : columns) expected.push_back(row(i)[j]);
        }
        engine_->take_columns(columns, found.data());
        CHECK(found == expected);
    }

    void entries(std::size_t count) {
        const auto places = draw_indices<std::uint64_t>(draw_, count, ld_ * ld_);
        std::vector<T> old, found(places.size());
        for (const std::size_t place : places) old.push_back(expected_[place]);
        engine_->take_entries(places, found.data());
        CHECK(found == old);
        const auto put = draw_elements<T>(draw_, places.size());
        for (std::size_t e = 0; e < places.size(); ++e) expected_[places[e]] = put[e];
        engine_->put_entries(places, put.data());
        check_all();
    }

    void reduce() {
        const apsp::RowQuestion question(apsp::kDtypeOf<T>, {.harmonic = n_ % 2 != 0});
        const auto found = engine_->reduce_rows(question);
        if (found.empty()) return;  // left to the host
        apsp::Matrix matrix(n_, apsp::kDtypeOf<T>);
        for (std::size_t i = 0; i < n_; ++i) std::copy_n(row(i), n_, matrix.row<T>(i).begin());
        CHECK(apsp::test::same_sums(found, apsp::reduce_rows(matrix, question, {0, n_})));
    }

  private:
    T* row(std::size_t i) { return expected_.data() + i * ld_; }

    static void relax(T& own, T to, T from) {
        if (to == apsp::infinity<T>() || from == apsp::infinity<T>()) return;
        const double through = static_cast<double>(to) + static_cast<double>(from);
        if (through < static_cast<double>(own)) own = static_cast<T>(through);
    }

    void check_all() {
        std::vector<T> found;
        engine_->memory().get(slab_, {0, ld_}, [&](Range rows, const void* from) {
            const T* const first = static_cast<const T*>(from);
            found.insert(found.end(), first, first + rows.size() * ld_);
        });
        CHECK(found == expected_);
    }

    std::size_t n_, ld_;
    Draw draw_;
    std::vector<T> expected_;
    std::unique_ptr<apsp::ChangeEngine> engine_;
    apsp::Slab slab_;
};

/// On every device under test that has such engines, with matrices of every type.
void on_every_device(const std::vector<std::size_t>& sizes, auto test) {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        CAPTURE(label(device));
        for (const apsp::Dtype dtype : types_of(device)) {
            CAPTURE(apsp::name(dtype));
            apsp::visit(dtype, [&](auto zero) {
                for (const std::size_t n : sizes) {
                    CAPTURE(n);
                    Changed<decltype(zero)> changed(device, n);
                    if (changed.is_there()) test(changed, n);
                }
            });
        }
    }
}

TEST_CASE("changes: rows relaxed on every device") {
    on_every_device(sizes_under_test(), [](auto& changed, std::size_t n) {
        for (const std::size_t depth : {1, 2, 33}) {
            for (const std::size_t count : {std::size_t{1}, std::size_t{7}, std::size_t{8},
                                            std::size_t{9}, n, std::size_t{0}}) {
                changed.relax(count, depth);
            }
        }
        changed.relax(n, 0);
    });
}

TEST_CASE("changes: parts of the matrix taken out and put back on every device") {
    on_every_device(sizes_under_test(), [](auto& changed, std::size_t n) {
        for (const std::size_t count :
             {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{9}, n}) {
            changed.take_rows(count);
            changed.take_columns(count);
            changed.entries(20 * count);
        }
        changed.reduce();
    });
}

// For a simulator that looks for races: see solve_test.cpp.
TEST_CASE("simulator: changes, each kernel once" * doctest::skip()) {
    on_every_device({11}, [](auto& changed, std::size_t n) {
        changed.relax(9, 2);
        changed.take_rows(n);
        changed.take_columns(3);
        changed.entries(5);
        changed.reduce();
    });
}

}  // namespace
