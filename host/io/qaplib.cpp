// QAPLIB (Burkard, Karisch, Rendl): n, then two n x n matrices, of flows and of distances in an
// order that the format leaves open. Numbers may be spread over lines as they like.
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/number_sequence.hpp"

namespace apsp {
namespace {

Matrix read_one(NumberSequence& numbers, std::size_t n) {
    Matrix matrix(n, Dtype::f64);
    for (std::size_t i = 0; i < n; ++i) {
        for (double& entry : matrix.row<double>(i)) entry = numbers.next();
    }
    return matrix;
}

}  // namespace

bool looks_qaplib(const InputFile& file) {
    constexpr std::uint64_t kMost = 1 << 12;  // vertices; the largest known has 256
    TextScanner scanner(file);
    if (!scanner.next_line()) return false;
    std::uint64_t n = 0;
    if (!parse_whole(scanner.word(), n) || n == 0 || n > kMost || !scanner.at_line_end()) {
        return false;
    }
    NumberSequence numbers(scanner);
    std::uint64_t count = 0;
    for (; count <= 2 * n * n && numbers.more(); ++count) {
        if (!is_number(scanner.word())) return false;
    }
    return count == 2 * n * n;
}

GraphFile read_qaplib(const InputFile& file, const ReadOptions& options) {
    const std::string& which = options.weight_column;
    if (!which.empty() && which != "1" && which != "2") {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: has two matrices; ReadOptions::weight_column chooses 1 or 2, "
                                "not \"{}\"",
                                file.name(), which));
    }
    TextScanner scanner(file);
    NumberSequence numbers(scanner);
    if (!numbers.more()) scanner.fail("a number of vertices");
    const std::size_t n = scanner.vertex_count();
    numbers.expect(2 * n * n);
    Matrix matrix = read_one(numbers, n), second = read_one(numbers, n);
    if (numbers.more()) scanner.fail(fmt::format("two matrices of {0} x {0} numbers", n), "more");
    if (which == "2") matrix = std::move(second);
    GraphFile result{make_graph(std::move(matrix), file.name(), options), {}, scanner.notes()};
    if (which.empty()) {
        result.notes.push_back(file.name() +
                               ": the first of two matrices is read; "
                               "ReadOptions::weight_column 2 takes the second");
    }
    return result;
}

}  // namespace apsp
