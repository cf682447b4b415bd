// The processor's kernels against plain loops, in every instruction set that this processor has.
#include <algorithm>
#include <limits>
#include <random>

#include "backends/cpu/kernels.hpp"
#include "base/host_memory.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

template <class T>
std::vector<T> random_elements(std::size_t count, Semiring semiring) {
    std::mt19937 generator(7);
    std::vector<T> elements(count);
    for (T& element : elements) {
        const auto draw = generator();
        const T number = semiring == Semiring::max_times ? static_cast<T>(1.0 / (1 << draw % 4))
                                                         : static_cast<T>(draw % 250);
        element = draw % 5 == 0 ? zero<T>(semiring) : number;
    }
    return elements;
}

/// One product over part of a matrix that also contains the operands: with a gap, with closed
/// columns, and with a part that comes first.
template <class T>
void check_update(Semiring semiring, std::ptrdiff_t below) {
    constexpr std::size_t ld = 896, rows = 448, cols = 640, k = 64, row = 64, column = 128;
    constexpr cpu::Bounds gap = {128, 192}, closed = {256, 512}, first_rows = {192, 320},
                          first_cols = {512, 576};
    constexpr std::size_t via = row + gap.first;
    const auto within = [](std::size_t i, cpu::Bounds all) {
        return all.first <= i && i < all.last;
    };
    const std::vector<T> before = random_elements<T>(ld * ld, semiring);
    std::vector<T> after = before;
    for (std::size_t i = 0; i < rows; ++i) {
        if (within(i, gap)) continue;
        for (std::size_t p = via; p < via + k; ++p) {
            for (std::size_t j = 0; j < cols; ++j) {
                T& to = after[(row + i) * ld + column + j];
                to = plus(semiring, to,
                          times(semiring, before[(row + i) * ld + p], before[p * ld + column + j]));
            }
        }
    }
    const auto wrong_in = [&](const std::vector<T>& d, cpu::Bounds some, cpu::Bounds columns) {
        std::size_t wrong = 0;
        for (std::size_t i = some.first; i < some.last; ++i) {
            for (std::size_t j = columns.first; j < columns.last; ++j) {
                wrong += d[(row + i) * ld + column + j] != after[(row + i) * ld + column + j];
            }
        }
        return wrong;
    };
    for (const auto* kernels : cpu::available_kernels<T>(semiring)) {
        CAPTURE(kernels->isa);
        CAPTURE(name(semiring));
        std::vector<T> d = before;
        const HostMemory workspace = allocate_host(cpu::workspace_bytes<T>(rows, cols, k));
        int calls = 0;
        std::size_t wrong_when_called = 0;
        auto look = [&] {
            ++calls;
            wrong_when_called = wrong_in(d, first_rows, first_cols);
        };
        cpu::Product<T> product{{.rows = rows,
                                 .gap = gap,
                                 .cols = cols,
                                 .k = k,
                                 .below = below,
                                 .closed = closed,
                                 .threads = 2,
                                 .first_rows = first_rows,
                                 .first_cols = first_cols,
                                 .then = [](void* to) { (*static_cast<decltype(look)*>(to))(); },
                                 .of = &look}};
        product.c = &d[row * ld + column];
        product.a = &d[row * ld + via];
        product.b = &d[via * ld + column];
        product.ldc = product.lda = product.ldb = ld;
        product.workspace = workspace.get();
        kernels->update(product);
        CHECK(calls == 1);
        CHECK(wrong_when_called == 0);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < ld; ++i) {
            for (std::size_t j = 0; j < ld; ++j) {
                const auto in_row = static_cast<std::ptrdiff_t>(i - row);
                const auto in_column = static_cast<std::ptrdiff_t>(j - column);
                const bool closed_here = within(j - column, closed);
                // Below the diagonal, whole tasks may be left out.
                const bool unchanged = d[i * ld + j] == before[i * ld + j];
                if (unchanged && (closed_here || in_column < in_row + below)) continue;
                wrong += d[i * ld + j] != after[i * ld + j] || (closed_here && i - row < rows);
            }
        }
        CHECK(wrong == 0);
    }
}

template <class T>
void check_type() {
    for (Semiring semiring : kSemirings) {
        if (!defined_in(semiring, kDtypeOf<T>) || semiring == Semiring::or_and) continue;
        check_update<T>(semiring, cpu::kNoneBelow);
        check_update<T>(semiring, -64);
    }
}

}  // namespace

TEST_CASE("cpu kernels: a product equals plain loops, and nothing beside it changes") {
    check_type<float>();
    check_type<double>();
    check_type<std::int32_t>();
    check_type<std::int16_t>();
    check_type<std::uint8_t>();
}

TEST_CASE("cpu kernels: a product of bits equals plain loops") {
    constexpr std::size_t words = 32, n = words * cpu::kBitsPerWord, rows = 128, k = 64, via = 192;
    std::mt19937 generator(3);
    std::vector<cpu::Bits> before(n * words);
    for (cpu::Bits& word : before)
        word = static_cast<cpu::Bits>(generator() & generator() & generator());
    const auto bit = [&](const std::vector<cpu::Bits>& m, std::size_t i, std::size_t j) {
        return (m[i * words + j / cpu::kBitsPerWord] >> j % cpu::kBitsPerWord & 1) != 0;
    };
    for (const auto* kernels : cpu::available_kernels<cpu::Bits>(Semiring::or_and)) {
        CAPTURE(kernels->isa);
        std::vector<cpu::Bits> d = before;
        const HostMemory workspace = allocate_host(cpu::workspace_bytes<cpu::Bits>(rows, words, k));
        cpu::Product<cpu::Bits> product{{.rows = rows, .cols = words, .k = k, .threads = 1}};
        product.c = d.data();
        product.a = &d[via / cpu::kBitsPerWord];
        product.b = &d[via * words];
        product.ldc = product.lda = product.ldb = words;
        product.workspace = workspace.get();
        kernels->update(product);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                bool expected = bit(before, i, j);
                for (std::size_t p = via; i < rows && p < via + k; ++p) {
                    expected = expected || (bit(before, i, p) && bit(before, p, j));
                }
                wrong += bit(d, i, j) != expected;
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("cpu kernels: a candidate that is NaN replaces nothing") {
    constexpr std::size_t n = 64;
    for (const auto* kernels : cpu::available_kernels<float>()) {
        CAPTURE(kernels->isa);
        std::vector<float> d(n * n, std::numeric_limits<float>::infinity());
        d[1] = -std::numeric_limits<float>::infinity();  // 0 -> 1 -> anywhere: -inf + inf
        for (std::size_t i = 0; i < n; ++i) d[i * n + i] = 0;
        kernels->close(d.data(), n, n);
        CHECK(std::ranges::none_of(d, [](float value) { return value != value; }));
    }
}

TEST_CASE("cpu kernels: columns become rows, of every count, and nothing beside them changes") {
    constexpr std::size_t ld = 192, vertices = 192, rows = 160;
    const auto check = [&](auto zero) {
        using T = decltype(zero);
        const auto columns = random_elements<T>(vertices * ld, Semiring::min_plus);
        for (const auto* kernels : cpu::available_kernels<T>()) {
            CAPTURE(kernels->isa);
            for (const std::size_t count : {0, 1, 15, 17, 64, 160}) {
                const HostMemory memory = allocate_host(rows * vertices * sizeof(T));
                T* const to = static_cast<T*>(memory.get());
                std::fill_n(to, rows * vertices, T{1});
                const std::size_t some = count == 17 ? vertices / 3 : vertices;
                kernels->write_rows(columns.data(), ld, some, count, to, vertices, count % 2 == 0);
                std::size_t wrong = 0;
                for (std::size_t r = 0; r < rows; ++r) {
                    for (std::size_t v = 0; v < vertices; ++v) {
                        const bool written = r < count && v < some;
                        wrong += to[r * vertices + v] != (written ? columns[v * ld + r] : T{1});
                    }
                }
                CHECK(wrong == 0);
            }
        }
    };
    for (Dtype dtype : kDtypes) visit(dtype, check);
}

}  // namespace apsp
