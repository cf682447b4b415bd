// Lists of paths, chosen pairs, and coordinates.
#include <doctest/doctest.h>

#include "io/npy_header.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

GraphFile towns() {
    return read_graph(write_file("towns.csv", "Bern,\"Thun, See\",2\n\"Thun, See\",Brig,3\n"));
}

std::string pairs_in(const std::string& name, const std::string& content, const Labels& labels,
                     std::size_t n = 3) {
    std::string text;
    for (const auto& [source, target] : read_pairs(write_file(name, content), labels, n)) {
        text += std::to_string(source) + ">" + std::to_string(target) + " ";
    }
    return text;
}

template <class T>
std::string npy_array(const std::vector<std::size_t>& shape, const std::vector<T>& values,
                      const char* type) {
    return make_npy_header(shape, type) +
           std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace

TEST_CASE("lists: a line per path, by labels") {
    const GraphFile file = towns();
    const Matrix distances = solve(file.graph, {.dtype = Dtype::i32}).distances;
    const auto path = folder() / "list.csv";
    const auto list = [&](const Selection& selection, double most = infinity<double>()) {
        write_matrix(distances, path, {}, selection,
                     {.list = true, .max_distance = most, .labels = &file.labels});
        return read_file(path);
    };
    const std::string header = "source,target,distance\n";
    CHECK(list({}) == header + "Bern,\"Thun, See\",2\nBern,Brig,5\n\"Thun, See\",Brig,3\n");
    CHECK(list({}, 3) == header + "Bern,\"Thun, See\",2\n\"Thun, See\",Brig,3\n");
    CHECK(list({.rows = {1, 0}, .columns = {2}}) == header + "\"Thun, See\",Brig,3\nBern,Brig,5\n");
    // A list can be read as a graph, which has the same distances.
    CHECK(text_of(read_graph(path).graph) == "3: 0>1=3 2>1=5");

    const auto refused = [](const char* name, const WriteOptions& options) {
        return error_of(ErrorKind::usage, [&] { check_writable(name, options); });
    };
    CHECK(refused("d.npy", {.list = true}) ==
          Contains("a list of paths is written as .csv or .tsv"));
    CHECK(refused("d.npy", {.max_distance = 1}) == Contains("WriteOptions::max_distance"));
    CHECK(refused("d.npz.gz", {}) == Contains("neither a pipe nor compressed"));
}

TEST_CASE("lists: labels with blanks and quotes are read as they were written") {
    const std::vector<std::string> words = {" a ", "\"q", "\"b\"", "c", "d, e"};
    Labels labels;
    for (const std::string& word : words) labels.add(word);
    const Matrix distances = solve(random_graph(5, 1, 1), {.dtype = Dtype::i32}).distances;
    for (const char* name : {"quoted.csv", "quoted.tsv"}) {
        CAPTURE(name);
        const auto path = folder() / name;
        write_matrix(distances, path, {}, {}, {.list = true, .labels = &labels});
        const Labels read = read_graph(path).labels;
        CHECK(read_pairs(path, labels, 5).size() == 20);
        REQUIRE(read.size() == 5);
        for (std::size_t v = 0; v < 5; ++v) CHECK(read.name(v) == words[v]);
    }
}

TEST_CASE("lists: no path is the semiring's zero") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 4}, {1, 2, 2}}, "line");
    const Matrix widest =
        solve(graph, {.semiring = Semiring::max_min, .dtype = Dtype::f32}).distances;
    const auto path = folder() / "widest.tsv";
    write_matrix(widest, path, {}, {}, {.list = true, .semiring = Semiring::max_min});
    CHECK(read_file(path) == "source\ttarget\tdistance\n0\t1\t4\n0\t2\t2\n1\t2\t2\n");
}

TEST_CASE("output: what stands for no path over min-plus is a number over other semirings") {
    const auto sentinel = infinity<std::int16_t>();
    Matrix matrix(2, Dtype::i16);
    for (std::size_t k = 0; k < 4; ++k) matrix.row<std::int16_t>(k / 2)[k % 2] = sentinel;
    const auto text = [&](const char* name, Semiring semiring) {
        write_matrix(matrix, folder() / name, {}, {}, {.semiring = semiring});
        RowWriter rows(folder() / "rows.csv", 2, 2, Dtype::i16, {}, {.semiring = semiring});
        rows.write(matrix, {0, 2});
        rows.commit();
        write_pairs({{0, 1}}, {sentinel}, Dtype::i16, folder() / "p.csv", {.semiring = semiring});
        return read_file(folder() / name) + read_file(folder() / "rows.csv") +
               read_file(folder() / "p.csv");
    };
    const std::string header = "source,target,distance\n0,1,";
    CHECK(text("d.csv", Semiring::min_plus) ==
          "inf,inf\ninf,inf\ninf,inf\ninf,inf\n" + header + "inf\n");
    for (const Semiring semiring : {Semiring::max_min, Semiring::min_max}) {
        CHECK(text("d.tsv", semiring) ==
              "16383\t16383\n16383\t16383\n16383,16383\n16383,16383\n" + header + "16383\n");
        CHECK(text("d.mtx", semiring)
                  .starts_with("%%MatrixMarket matrix array integer general\n2 2\n16383\n"));
    }
}

TEST_CASE("output: rows other than those announced are refused, and no file appears") {
    const Matrix matrix(2, Dtype::i16);
    for (const char* name : {"few.npy", "few.csv", "few.npz"}) {
        const auto path = folder() / name;
        const auto refused = [&](const auto& f) { return error_of(ErrorKind::usage, f); };
        {
            RowWriter rows(path, 3, 2, Dtype::i16);
            CHECK(refused([&] {
                      rows.write(Matrix(2, Dtype::i32), {0, 2});
                  }) == Contains("expected rows of 2 i16, found 2 i32"));
            CHECK(refused([&] {
                      rows.write(Matrix(3, Dtype::i16), {0, 2});
                  }) == Contains("expected rows of 2 i16, found 3 i16"));
            CHECK(refused([&] {
                      rows.write(matrix, {1, 3});
                  }) == Contains("cannot take rows 1 to 3 of a matrix of 2; 3 are missing"));
            rows.write(matrix, {0, 2});
            CHECK(refused([&] { rows.commit(); }) == Contains("1 rows are missing"));
            CHECK(refused([&] { rows.write(matrix, {0, 2}); }) == Contains("1 are missing"));
        }
        CHECK(!std::filesystem::exists(path));
        CHECK(refused([&] {
                  RowWriter(path, 2, 2, Dtype::i16, {0, 2});
              }) == Contains("there is no row or column 2 of 2"));
    }
}

TEST_CASE("pairs: lines and arrays") {
    const Labels labels = towns().labels;
    CHECK(pairs_in("p.csv", "Brig,Bern\nBern,\"Thun, See\"\n", labels) == "2>0 0>1 ");
    CHECK(pairs_in("p.csv", "from,to,note\nBrig,Bern,x\n\nBern,Bern\n", labels) == "2>0 0>0 ");
    CHECK(pairs_in("p.txt", "0 2\n2 1\n", {}) == "0>2 2>1 ");
    CHECK(pairs_in("p.tsv", "source\ttarget\n0\t2\n", {}) == "0>2 ");
    CHECK(pairs_in("p.tsv", "Thun, See\tBern\nBern\tBrig\n", labels) == "1>0 0>2 ");
    CHECK(pairs_in("p.csv", "\nBrig;Bern\nBern;Thun, See;1,5\n", labels) == "2>0 0>1 ");
    CHECK(pairs_in("p.npy", npy_array<std::int64_t>({2, 2}, {0, 2, 2, 1}, "<i8"), {}) ==
          "0>2 2>1 ");
    CHECK(pairs_in("p.npy", npy_array<std::int32_t>({1, 2}, {7, 5}, "<i4"),
                   Labels::of_integers({5, 7}), 2) == "1>0 ");
    const auto refused = [&](const char* name, const std::string& content) {
        return error_of(ErrorKind::bad_input, [&] { pairs_in(name, content, {}); });
    };
    CHECK(refused("p.csv", "0,2\n0,3\n") == Contains("p.csv:2: expected a vertex of the graph"));
    CHECK(refused("p.csv", "0,2\n0\n") == Contains("p.csv:2"));
    CHECK(refused("p.npy", npy_array<std::int64_t>({1, 2}, {0, -1}, "<i8")) ==
          Contains("-1 in row 0"));
    CHECK(refused("p.npy", npy_array<std::int64_t>({2}, {0, 1}, "<i8")) ==
          Contains("k x 2 integers"));
    CHECK(refused("p.npy", npy_array<float>({1, 2}, {0, 1}, "<f4")) == Contains("k x 2 integers"));
}

TEST_CASE("pairs: their distances") {
    const Labels labels = towns().labels;
    const std::vector<VertexPair> pairs = {{2, 0}, {0, 1}};
    const double none = infinity<std::int32_t>();
    write_pairs(pairs, {none, 2}, Dtype::i32, folder() / "d.csv", {.labels = &labels});
    CHECK(read_file(folder() / "d.csv") ==
          "source,target,distance\nBrig,Bern,inf\nBern,\"Thun, See\",2\n");
    write_pairs(pairs, {none, 2}, Dtype::i32, folder() / "d.npy");
    CHECK(read_file(folder() / "d.npy") ==
          npy_array<std::int32_t>({2}, {infinity<std::int32_t>(), 2}, "<i4"));
    CHECK(error_of(ErrorKind::usage, [&] {
              write_pairs(pairs, {1, 2}, Dtype::i32, folder() / "d.mtx");
          }) == Contains(".npy, .csv or .tsv"));
    for (const char* name : {"few.csv", "few.npy"}) {
        CHECK(error_of(ErrorKind::usage, [&] {
                  write_pairs(pairs, {1}, Dtype::i32, folder() / name);
              }) == Contains("2 pairs have 1 distances"));
        CHECK(!std::filesystem::exists(folder() / name));
    }
}

TEST_CASE("coordinates: in tables, by label") {
    const Labels labels = towns().labels;
    const auto read = [&](const char* name, const char* content) {
        return read_coordinates(write_file(name, content), labels, 3);
    };
    for (const auto& [name, content] :
         {std::pair("c.csv",
                    "town,x,y,people\nBrig,7.5,46.25,13\nBern,-7,47,134\n\"Thun, See\",1,2,44\n"),
          {"c.tsv", "Bern\t-7\t47\nBrig\t7.5\t46.25\nThun, See\t1\t2\n"}}) {
        const std::vector<Coordinates> all = read(name, content);
        CHECK(all[0].x == -7);
        CHECK(all[1].y == 2);
        CHECK(all[2].y == 46.25);
    }
    const auto refused = [&](const char* content) {
        return error_of(ErrorKind::bad_input, [&] { read("c.csv", content); });
    };
    CHECK(refused("Bern,1,2\n") == Contains("none for 'Thun, See'"));
    CHECK(refused("Bern,1,2\nChur,1,2\n") == Contains("c.csv:2: expected a vertex of the graph"));
    CHECK(refused("Bern,1\n") == Contains("c.csv:1"));
}

TEST_CASE("coordinates: of every vertex, and beside statistics") {
    const auto path = write_file("c.co", "c map\np aux sp co 2\nv 2 -7.5 40\nv 1 1 2\n");
    const std::vector<Coordinates> all = read_coordinates(path, {}, 2);
    CHECK(all[0].x == 1);
    CHECK(all[1].x == -7.5);
    CHECK(all[1].y == 40);
    const Graph graph = Graph::from_arcs(2, {{0, 1, 3}}, "line");
    const Solution solution = solve(graph, SolveOptions{.statistics = true});
    write_statistics(*solution.statistics, {}, folder() / "s.csv", all);
    CHECK(read_file(folder() / "s.csv") ==
          "vertex,eccentricity,closeness,reachable,x,y\n0,3,0.3333333333333333,1,1,2\n"
          "1,0,0,0,-7.5,40\n");
    CHECK(error_of(ErrorKind::usage, [&] {
              write_statistics(*solution.statistics, {}, folder() / "few.csv", {all[0]});
          }) == Contains("2 vertices have 1 coordinates"));
    const auto refused = [](const std::string& content) {
        const auto file = write_file("c.co", content);
        return error_of(ErrorKind::bad_input, [&] { read_coordinates(file, {}, 2); });
    };
    CHECK(refused("v 1 1 2\n") == Contains("c.co:1: expected a line 'p aux sp co"));
    CHECK(refused("p aux sp co 3\n") == Contains("expected 2 vertices, as the graph has, found 3"));
    CHECK(refused("p aux sp co 2\nv 1 1 2\nv 1 3 4\n") == Contains("2 vertices"));
    CHECK(refused("p aux sp co 2\nv 1 1\n") == Contains("c.co:2"));
    CHECK(refused("p aux sp co 2\nv 3 1 1\n") == Contains("c.co:2"));
}
