// The parts of a page that can be judged without a browser; tests/page opens pages in one.
#include "apsp/page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "backends/backend.hpp"
#include "page/html.hpp"
#include "page/page_parts.hpp"
#include "page/page_rows.hpp"
#include "unit/helpers.hpp"
#include "unit/io_support.hpp"

namespace apsp {
namespace {

using io_test::error_of;

TEST_CASE("page: base64 as in RFC 4648") {
    const auto coded = [](std::string_view text) { return base64(text.data(), text.size()); };
    CHECK(coded("").empty());
    CHECK(coded("f") == "Zg==");
    CHECK(coded("fo") == "Zm8=");
    CHECK(coded("foo") == "Zm9v");
    CHECK(coded("foobar") == "Zm9vYmFy");
    CHECK(coded("\xff\xef\xbe") == "/+++");
}

TEST_CASE("page: texts stay texts, and numbers can be read") {
    CHECK(html_text("<b a='\"'>&\x1b") == "&lt;b a=&#39;&quot;&#39;&gt;&amp;\\x1b");
    CHECK(page_number(0) == "0");
    CHECK(page_number(999) == "999");
    CHECK(page_number(-999) == "-999");
    CHECK(page_number(-1000) == "-1,000");
    CHECK(page_number(1234567) == "1,234,567");
    CHECK(page_number(0.1234567) == "0.123457");
    CHECK(page_number(-13382.44) == "-13,382.4");
    CHECK(page_number(1e300) == "1e+300");
}

TEST_CASE("page: bounds ascend, and reach a quarter beyond the largest distance that is known") {
    std::mt19937 random(1);
    for (int k = 0; k < 200; ++k) {
        const bool integral = random() % 2 == 0;
        double largest =
            std::ldexp(static_cast<double>(random() % 1000), static_cast<int>(random() % 40) - 20);
        if (integral) largest = std::floor(largest);
        const double least = random() % 2 == 0 ? 0 : -std::floor(largest / 3);
        const std::vector<double> bounds = histogram_bounds(least, largest, integral);
        CAPTURE(largest);
        REQUIRE(!bounds.empty());
        CHECK(bounds.size() <= 52);
        CHECK(std::ranges::adjacent_find(bounds, std::greater_equal()) == bounds.end());
        CHECK(bounds.back() >= 1.25 * largest);
        if (largest > 0)
            CHECK(std::ranges::count_if(bounds, [&](double b) { return b <= largest; }) >=
                  std::min(15.0, integral ? largest : 15.0));
        if (!integral) continue;
        for (const double bound : bounds) CHECK(bound == std::floor(bound));
    }
}

TEST_CASE("page: bins have all pairs, and there is no empty one at an end") {
    std::mt19937 random(2);
    for (int k = 0; k < 100; ++k) {
        Statistics statistics;
        for (std::size_t b = 0; b < 1 + random() % 300; ++b) {
            statistics.options.bounds.push_back(3.0 * static_cast<double>(b));
        }
        for (std::size_t b = 0; b <= statistics.options.bounds.size(); ++b) {
            statistics.histogram.push_back(random() % 3 == 0 ? random() % 100 : 0);
        }
        const Bins bins = bins_of(statistics);
        CHECK(std::reduce(bins.pairs.begin(), bins.pairs.end()) + bins.beyond ==
              std::reduce(statistics.histogram.begin(), statistics.histogram.end()));
        if (bins.pairs.empty()) continue;
        CHECK(bins.edges.size() == bins.pairs.size() + 1);
        CHECK(std::ranges::adjacent_find(bins.edges, std::greater_equal()) == bins.edges.end());
        CHECK(bins.pairs.front() > 0);
        CHECK(bins.pairs.back() > 0);
    }
}

/// Rows of a whole graph of at most kMostSampled vertices.
PageRows rows_of(const Graph& graph, const std::vector<Coordinates>& at = {},
                 std::size_t most = kMostPageRows) {
    PageRows rows(graph.vertices(), at, most);
    solve(graph, {.rows = rows.sample, .take_rows = [&](const RowBatch& b) { rows.take(b); }});
    return rows;
}

TEST_CASE("page: groups of near vertices are next to one another in the order") {
    // Vertices of a group have numbers that are equal modulo the number of groups.
    constexpr std::size_t kGroups = 5, kVertices = 60;
    std::vector<Arc> arcs;
    std::mt19937 random(3);
    for (std::uint32_t i = 0; i < kVertices; ++i) {
        for (std::uint32_t j = 0; j < kVertices; ++j) {
            const bool same = i % kGroups == j % kGroups;
            const auto drawn = static_cast<double>(random() % 5);
            arcs.push_back({i, j, (same ? 1 : 1000) + drawn});
        }
    }
    const PageRows rows = rows_of(Graph::from_arcs(kVertices, arcs, "groups"));
    std::vector<std::size_t> order = order_to_show(rows);
    std::size_t changes = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
        changes += order[k - 1] % kGroups != order[k] % kGroups ? 1 : 0;
    }
    CHECK(changes == kGroups - 1);
    std::ranges::sort(order);
    for (std::size_t k = 0; k < order.size(); ++k) CHECK(order[k] == k);
}

TEST_CASE("page: rows that it keeps are spread over the map") {
    const Graph line = Graph::from_arcs(101, {{0, 100, 7}}, "line");
    std::vector<Coordinates> at;
    for (int v = 0; v <= 100; ++v) at.push_back({static_cast<double>(v), 0});
    const PageRows rows = rows_of(line, at, 3);
    CHECK(rows.sources == std::vector<std::size_t>{0, 50, 100});
    REQUIRE(rows.rows.size() == 303);
    CHECK(rows.rows[100] == 7);
    CHECK(std::isinf(rows.rows[202]));
    CHECK(rows.largest == 7);
    const std::vector<Coordinates> one_place(101);
    const PageRows same = rows_of(line, one_place);
    CHECK(same.sources.size() == kMostPageRows);
    CHECK(std::ranges::adjacent_find(same.sources) == same.sources.end());
}

TEST_CASE("page: refuses coordinates of some vertices, and other semirings") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 3}}, "line");
    CHECK(error_of(ErrorKind::usage, [&] {
              make_page(graph, {cpu_device()}, {.coordinates = {{0, 0}}});
          }) == doctest::Contains("2 vertices have 1 coordinates"));
    CHECK(error_of(ErrorKind::usage, [&] {
              make_page(graph, {cpu_device()}, {.solve = {.semiring = Semiring::max_min}});
          }) == doctest::Contains("min-plus"));
}

}  // namespace
}  // namespace apsp
