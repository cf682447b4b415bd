// Matrix Market (https://math.nist.gov/MatrixMarket/formats.html): entry (i, j) is arc i -> j.
// Coordinate files list arcs, of weight 1 in a pattern; an explicit 0 is a weight. Array files are
// dense, column by column, and every entry off the diagonal is an arc.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/mirror.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;

constexpr std::string_view kComments = "%";

struct Banner {
    bool array;
    bool pattern;
    bool symmetric;
    bool skew;  ///< Symmetric, but with the other sign, and without a diagonal.
    Number number;
};

/// One word of the banner, which must be among those that `expected` lists.
std::string keyword(TextScanner& scanner, std::initializer_list<std::string_view> accepted,
                    std::string_view expected) {
    std::string found = lower(scanner.word());
    if (std::find(accepted.begin(), accepted.end(), found) == accepted.end()) {
        scanner.fail(expected, found.empty() ? "the end of the line" : in_quotes(found));
    }
    return found;
}

Banner read_banner(TextScanner& scanner) {
    constexpr std::string_view kBanner = "a first line '%%MatrixMarket matrix ...'";
    if (!scanner.next_line()) scanner.fail(kBanner);
    const std::string_view line = scanner.rest_of_line();
    const std::string first = lower(scanner.word());
    if (first != "%%matrixmarket" && first != "%matrixmarket") {
        scanner.fail(kBanner, TextScanner::quoted(line) + format_hint(line));
    }
    keyword(scanner, {"matrix"}, "'matrix'");
    const std::string format = keyword(scanner, {"coordinate", "array"}, "'coordinate' or 'array'");
    const std::string field =
        keyword(scanner, {"real", "double", "integer", "unsigned-integer", "pattern"},
                "'real', 'integer' or 'pattern'");
    const std::string symmetry =
        keyword(scanner, {"general", "symmetric", "skew-symmetric", "hermitian"},
                "'general', 'symmetric', 'skew-symmetric' or 'hermitian'");
    const bool skew = symmetry == "skew-symmetric";
    if (field == "pattern" && (format == "array" || skew)) {
        scanner.fail(skew ? "values in a skew-symmetric matrix" : "values in an array",
                     skew ? "'pattern'; use symmetric" : "'pattern'; use coordinate");
    }
    scanner.end_line();
    // Real numbers are their own conjugates.
    return {format == "array", field == "pattern", symmetry != "general", skew,
            field.ends_with("integer") ? Number::integer : Number::real};
}

/// Refuses a first line that is an entry: "2 1" in a pattern, or "2 1 0.5", but not "4 4 3".
void check_sizes(TextScanner sizes, const Banner& banner) {
    const std::string line(sizes.rest_of_line());
    std::size_t words = 0;
    bool whole = true;
    for (std::string_view word = sizes.word(); !word.empty(); word = sizes.word(), ++words) {
        whole = whole && word.find_first_not_of("0123456789") == std::string_view::npos;
    }
    if (words == (banner.array ? 2 : 3) && whole) return;
    const std::size_t in_entry = banner.array ? 1 : banner.pattern ? 2 : 3;
    sizes.fail(
        banner.array ? "a line '<rows> <columns>'" : "a line '<rows> <columns> <entries>'",
        TextScanner::quoted(line) + (words == in_entry ? "; the line of sizes is missing" : ""));
}

/// How many lines follow that are no comments.
std::uint64_t lines_left(TextScanner scanner) {
    std::uint64_t count = 0;
    for (scanner.skip_line(); scanner.next_line(kComments); ++count) scanner.skip_line();
    return count;
}

std::size_t read_edge(TextScanner& scanner, const Banner& banner) {
    if (!scanner.next_line(kComments)) scanner.fail("a line of sizes");
    check_sizes(scanner, banner);
    const std::size_t rows = scanner.vertex_count();
    const std::size_t columns = scanner.vertex_count();
    if (rows != columns) {
        TextScanner entries = scanner;
        const bool announced = banner.array || entries.natural("") == lines_left(scanner);
        scanner.fail("a square matrix",
                     fmt::format("{} rows and {} columns{}", rows, columns,
                                 announced ? "" : "; is the line of sizes missing?"));
    }
    return rows;
}

Graph read_coordinate(TextScanner& scanner, const Banner& banner, const ReadOptions& options) {
    const std::size_t n = read_edge(scanner, banner);
    const std::size_t size_line = scanner.line();
    const std::uint64_t entries = scanner.natural("a number of entries");
    scanner.end_line();
    std::vector<Arc> arcs;
    // "1 1\n" is 4 bytes: a header cannot make us reserve more than its file.
    const std::uint64_t most = std::min<std::uint64_t>(entries, scanner.bytes_left() / 4 + 1);
    arcs.reserve(banner.symmetric ? 2 * most : most);
    std::uint64_t count = 0;
    for (; scanner.next_line(kComments); ++count) {
        if (count == entries) scanner.fail_count("entries", entries, size_line, count + 1);
        const std::uint32_t source = scanner.vertex(n);
        const std::uint32_t target = scanner.vertex(n);
        const double weight = banner.pattern ? 1 : scanner.number(banner.number);
        scanner.end_line();
        arcs.push_back({source, target, weight});
        if (banner.skew && source == target) {
            scanner.fail("no entry on the diagonal of a skew-symmetric matrix",
                         fmt::format("one of vertex {} before this line", source + 1));
        }
        if (!banner.symmetric || source == target) continue;
        arcs.push_back({target, source, banner.skew ? -weight : weight});
    }
    if (count < entries) scanner.fail_count("entries", entries, size_line, count);
    return make_graph(n, std::move(arcs), scanner.file().name(), options);
}

Graph read_array(TextScanner& scanner, const Banner& banner, const ReadOptions& options,
                 std::vector<std::string>& notes) {
    const std::size_t n = read_edge(scanner, banner);
    const std::size_t size_line = scanner.line();
    scanner.end_line();
    const std::size_t half = banner.skew ? n * (n - 1) / 2 : n * (n + 1) / 2;
    const std::size_t entries = banner.symmetric ? half : n * n;
    // "0\n" is 2 bytes: a header cannot make us allocate far more than its file.
    if (entries > scanner.bytes_left() / 2 + 1) {
        scanner.fail(fmt::format("{} entries as line {} says", entries, size_line),
                     fmt::format("a file with only {} bytes left", scanner.bytes_left()));
    }
    Matrix matrix(n, Dtype::f64);
    std::size_t count = 0;
    for (std::size_t column = 0; column < n; ++column) {
        const auto row = matrix.row<double>(column);  // transposed below
        if (banner.skew) row[column] = 0;
        for (std::size_t i = banner.symmetric ? column + (banner.skew ? 1 : 0) : 0; i < n;
             ++i, ++count) {
            if (!scanner.next_line(kComments))
                scanner.fail_count("entries", entries, size_line, count);
            // The format has no word for "no arc"; this is the one that write_matrix leaves.
            const auto infinite = [](std::string_view word) { return word == "inf"; };
            const bool absent = banner.number == Number::real && scanner.take_if(infinite);
            row[i] = absent ? infinity<double>() : scanner.number(banner.number);
            scanner.end_line();
        }
    }
    if (scanner.next_line(kComments)) scanner.fail_count("entries", entries, size_line, count + 1);
    if (banner.symmetric) {
        // Rows above the diagonal hold the columns below it.
        for_each_mirrored<double>(matrix, [&](double& above, double& below) {
            below = above;
            if (banner.skew && above != infinity<double>()) above = -above;
        });
    } else {
        transpose<double>(matrix);
    }
    return make_graph(std::move(matrix), scanner.file().name(), options, &notes);
}

}  // namespace

GraphFile read_matrix_market(const InputFile& file, const ReadOptions& options) {
    TextScanner scanner(file);
    const Banner banner = read_banner(scanner);
    std::vector<std::string> notes;
    Graph graph = banner.array ? read_array(scanner, banner, options, notes)
                               : read_coordinate(scanner, banner, options);
    std::ranges::move(scanner.notes(), std::back_inserter(notes));
    return {std::move(graph), {}, std::move(notes)};
}

}  // namespace apsp
