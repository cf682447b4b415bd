// TSPLIB (Reinelt, "TSPLIB 95"): lines "KEYWORD : value", then sections of coordinates or weights.
// Every two vertices have an arc, whose weight is a rounded distance, or is listed. What stands on
// the diagonal has no meaning there.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/number_sequence.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;

struct Place {
    double x = 0, y = 0, z = 0;
};

/// The library's "nint", which rounds halves up.
double rounded(double x) {
    return std::floor(x + 0.5);
}

double pseudo_euclidean(const Place& a, const Place& b) {
    const double x = a.x - b.x, y = a.y - b.y;
    return std::ceil(std::sqrt((x * x + y * y) / 10));
}

/// "16.47" is 16 degrees and 47 minutes; the library counts with 3.141592.
double radians(double x) {
    const double degrees = std::trunc(x);
    return 3.141592 * (degrees + 5 * (x - degrees) / 3) / 180;
}

double geographical(const Place& a, const Place& b) {
    constexpr double kEarth = 6378.388;
    const double longitude = std::cos(radians(a.y) - radians(b.y));
    const double minus = std::cos(radians(a.x) - radians(b.x));
    const double plus = std::cos(radians(a.x) + radians(b.x));
    const double cosine = 0.5 * ((1 + longitude) * minus - (1 - longitude) * plus);
    return std::floor(kEarth * std::acos(std::clamp(cosine, -1.0, 1.0)) + 1);
}

double euclidean(const Place& a, const Place& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

double manhattan(const Place& a, const Place& b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z);
}

struct Metric {
    std::string_view name;
    int coordinates;
    double (*distance)(const Place&, const Place&);
};
constexpr Metric kMetrics[] = {
    {"EUC_2D", 2, [](const Place& a, const Place& b) { return rounded(euclidean(a, b)); }},
    {"EUC_3D", 3, [](const Place& a, const Place& b) { return rounded(euclidean(a, b)); }},
    {"CEIL_2D", 2, [](const Place& a, const Place& b) { return std::ceil(euclidean(a, b)); }},
    {"MAN_2D", 2, [](const Place& a, const Place& b) { return rounded(manhattan(a, b)); }},
    {"MAN_3D", 3, [](const Place& a, const Place& b) { return rounded(manhattan(a, b)); }},
    {"MAX_2D", 2,
     [](const Place& a, const Place& b) {
         return std::max(rounded(std::abs(a.x - b.x)), rounded(std::abs(a.y - b.y)));
     }},
    {"ATT", 2, pseudo_euclidean},
    {"GEO", 2, geographical},
};

/// Which entries of a matrix are listed, row by row. Columns of one triangle are rows of the other.
struct WeightLayout {
    std::string_view name;
    bool below, diagonal, above;
};
constexpr WeightLayout kWeightLayouts[] = {
    {"FULL_MATRIX", true, true, true},     {"UPPER_ROW", false, false, true},
    {"LOWER_ROW", true, false, false},     {"UPPER_DIAG_ROW", false, true, true},
    {"LOWER_DIAG_ROW", true, true, false}, {"LOWER_COL", false, false, true},
    {"UPPER_COL", true, false, false},     {"LOWER_DIAG_COL", false, true, true},
    {"UPPER_DIAG_COL", true, true, false},
};

template <class Row, std::size_t kCount>
const Row* find_row(const Row (&rows)[kCount], std::string_view name) {
    for (const Row& row : rows) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

class TsplibReader {
  public:
    TsplibReader(const InputFile& file, const ReadOptions& options)
        : scanner_(file), options_(options) {}

    GraphFile read() {
        Matrix matrix;
        while (matrix.n() == 0) {
            if (!scanner_.next_line()) {
                scanner_.fail("a NODE_COORD_SECTION or EDGE_WEIGHT_SECTION");
            }
            const std::string line(scanner_.rest_of_line());
            const std::string key = upper(line.substr(0, line.find_first_of(" \t:\r")));
            if (key == "NODE_COORD_SECTION") {
                matrix = measure();
            } else if (key == "EDGE_WEIGHT_SECTION") {
                matrix = listed();
            } else if (key.ends_with("_SECTION") || key == "EOF") {
                scanner_.fail("a NODE_COORD_SECTION or EDGE_WEIGHT_SECTION",
                              TextScanner::quoted(key));
            } else {
                keep(key, line);
            }
        }
        for (std::size_t i = 0; i < matrix.n(); ++i) matrix.row<double>(i)[i] = 0;
        return {make_graph(std::move(matrix), scanner_.file().name(), options_),
                {},
                scanner_.notes(),
                std::move(coordinates_)};
    }

  private:
    /// "EDGE_WEIGHT_TYPE : GEO", with or without blanks.
    void keep(const std::string& key, const std::string& line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            scanner_.fail("a line 'KEYWORD : value' or a section", TextScanner::quoted(line));
        }
        const std::size_t first = line.find_first_not_of(" \t", colon + 1);
        const std::string value = first == std::string::npos ? "" : line.substr(first);
        values_[key] = upper(value.substr(0, value.find_first_of(" \t\r")));
        if (key == "DIMENSION") {
            TextScanner number = scanner_;
            std::string_view word = number.word();
            if (word.find(':') == std::string_view::npos) word = number.word();  // the colon
            if (!word.ends_with(':')) {
                number.fail("'DIMENSION : <vertices>'", TextScanner::quoted(line));
            }
            n_ = number.vertex_count();
        }
        scanner_.skip_line();
    }

    void begin_section() {
        scanner_.skip_line();
        if (n_ == 0) scanner_.fail("a line 'DIMENSION : <vertices>' above this section", "none");
    }

    template <class Row, std::size_t kCount>
    [[noreturn]] void fail_type(const char* key, const Row (&rows)[kCount]) {
        std::string names;
        for (const auto& row : rows)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
        scanner_.fail(fmt::format("an {} of {}", key, names), TextScanner::quoted(values_[key]));
    }

    Matrix measure() {
        begin_section();
        const std::string& type = values_["EDGE_WEIGHT_TYPE"];
        if (type == "EXPLICIT") {  // the coordinates are for display
            for (std::size_t i = 0; i < n_ && scanner_.next_line(); ++i) scanner_.skip_line();
            return {};
        }
        const Metric* const metric = find_row(kMetrics, type);
        if (metric == nullptr) fail_type("EDGE_WEIGHT_TYPE", kMetrics);
        // "1 0 0\n" is 6 bytes: a header cannot make us reserve more than its file.
        if (n_ > scanner_.bytes_left() / 6 + 1) scanner_.fail(fmt::format("{} vertices", n_));
        std::vector<Place> points(n_);
        std::vector<std::uint8_t> known(n_);
        for (std::size_t k = 0; k < n_; ++k) {
            if (!scanner_.next_line()) scanner_.fail(fmt::format("{} vertices", n_));
            const std::uint32_t vertex = scanner_.vertex(n_);
            if (known[vertex] != 0) {
                scanner_.fail("each vertex once", fmt::format("{} again", vertex + 1));
            }
            known[vertex] = 1;
            points[vertex].x = scanner_.number(Number::real);
            points[vertex].y = scanner_.number(Number::real);
            if (metric->coordinates == 3) points[vertex].z = scanner_.number(Number::real);
            scanner_.end_line();
        }
        if (metric->coordinates == 2) {
            const bool earth = metric->name == "GEO";  // latitude and longitude
            for (const Place& at : points) {
                coordinates_.push_back(earth ? Coordinates{at.y, at.x} : Coordinates{at.x, at.y});
            }
        }
        Matrix matrix(n_, Dtype::f64);
        for (std::size_t i = 0; i < n_; ++i) {
            const auto row = matrix.row<double>(i);
            for (std::size_t j = 0; j < n_; ++j) row[j] = metric->distance(points[i], points[j]);
        }
        return matrix;
    }

    Matrix listed() {
        begin_section();
        if (values_["EDGE_WEIGHT_TYPE"] != "EXPLICIT") fail_type("EDGE_WEIGHT_TYPE", kExplicit);
        const WeightLayout* const layout = find_row(kWeightLayouts, values_["EDGE_WEIGHT_FORMAT"]);
        if (layout == nullptr) fail_type("EDGE_WEIGHT_FORMAT", kWeightLayouts);
        NumberSequence numbers(scanner_);
        const bool full = layout->below && layout->above;
        numbers.expect(full ? n_ * n_ : n_ * (n_ - 1) / 2 + (layout->diagonal ? n_ : 0));
        Matrix matrix(n_, Dtype::f64);
        for (std::size_t i = 0; i < n_; ++i) {
            const std::size_t first = layout->below ? 0 : i + (layout->diagonal ? 0 : 1);
            const std::size_t last = layout->above ? n_ : i + (layout->diagonal ? 1 : 0);
            for (std::size_t j = first; j < last; ++j) {
                const double weight = numbers.next();
                matrix.row<double>(i)[j] = weight;
                if (!full) matrix.row<double>(j)[i] = weight;
            }
        }
        return matrix;
    }

    static constexpr WeightLayout kExplicit[] = {{"EXPLICIT", true, true, true}};

    TextScanner scanner_;
    const ReadOptions& options_;
    std::size_t n_ = 0;
    std::map<std::string, std::string> values_;
    std::vector<Coordinates> coordinates_;
};

}  // namespace

GraphFile read_tsplib(const InputFile& file, const ReadOptions& options) {
    return TsplibReader(file, options).read();
}

}  // namespace apsp
