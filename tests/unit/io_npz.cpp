// SciPy's sparse matrices in .npz archives. tests/cross/scipy_check.py reads those that SciPy
// writes.
#include <doctest/doctest.h>

#include <cmath>

#include "io/input_file.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

struct NpzParts {
    std::string layout = "csr";
    std::vector<std::int64_t> shape = {3, 3};
    std::vector<std::int32_t> indptr = {0, 2, 2, 3}, indices = {1, 2, 0};
    std::vector<float> data = {5, 0, 2.5F};
};

std::filesystem::path write_npz(const NpzParts& parts) {
    const auto path = folder() / "sparse.npz";
    const bool coo = parts.layout == "coo";
    NpzWriter file(path, {{"format", "|S" + std::to_string(parts.layout.size()), {}},
                          {"shape", "<i8", {parts.shape.size()}},
                          {coo ? "row" : "indptr", "<i4", {parts.indptr.size()}},
                          {coo ? "col" : "indices", "<i4", {parts.indices.size()}},
                          {"data", "<f4", {parts.data.size()}}});
    file.append(0, parts.layout.data(), parts.layout.size());
    file.append(1, parts.shape.data(), parts.shape.size() * 8);
    file.append(2, parts.indptr.data(), parts.indptr.size() * 4);
    file.append(3, parts.indices.data(), parts.indices.size() * 4);
    file.append(4, parts.data.data(), parts.data.size() * 4);
    file.commit();
    return path;
}

std::string npz_graph(const NpzParts& parts) {
    return text_of(read_graph(write_npz(parts)).graph);
}

doctest::String npz_refused(const NpzParts& parts) {
    const auto path = write_npz(parts);
    return error_of(ErrorKind::bad_input, [&] { read_graph(path); });
}

}  // namespace

TEST_CASE("npz: rows, columns and coordinates; what is stored is an arc") {
    CHECK(npz_graph({}) == "3: 0>1=5 0>2=0 2>0=2.5");
    CHECK(npz_graph({.layout = "csc"}) == "3: 0>2=2.5 1>0=5 2>0=0");
    CHECK(npz_graph({.layout = "coo", .indptr = {0, 0, 2}}) == "3: 0>1=5 0>2=0 2>0=2.5");
    const float inf = infinity<float>();
    CHECK(npz_graph({.data = {inf, 1, 2}}) == "3: 0>2=1 2>0=2");
}

TEST_CASE("npz: what is no weight is refused without weights, too") {
    const auto path = write_npz({.data = {5, std::nanf(""), 2.5F}});
    CHECK(error_of(ErrorKind::bad_input, [&] { read_graph(path, {.unweighted = true}); }) ==
          Contains("arc 0 -> 2 has weight nan"));
}

TEST_CASE("npz: what is no graph") {
    CHECK(npz_refused({.layout = "bsr"}) == Contains("csr, csc or coo, found bsr; save_npz(file"));
    CHECK(npz_refused({.shape = {3, 4}}) ==
          Contains("sparse.npz: shape: expected a square matrix"));
    CHECK(npz_refused({.shape = {2, 2}}) == Contains("indptr: expected 3 places"));
    CHECK(npz_refused({.indptr = {0, 3, 2, 3}}) ==
          Contains("indptr: expected 4 places, ascending"));
    CHECK(npz_refused({.indptr = {-1, 2, 2, 3}}) ==
          Contains("indptr: expected 4 places, ascending"));
    CHECK(npz_refused({.indices = {1, 3, 0}}) ==
          Contains("indices: expected vertices 0 .. 2, found 3"));
    CHECK(npz_refused({.indices = {1, -1, 0}}) == Contains("found -1"));
    CHECK(npz_refused({.indices = {1, 2}}) == Contains("expected 3 entries"));
    CHECK(npz_refused({.layout = "coo", .indptr = {0, 0, 3}}) ==
          Contains("row: expected vertices"));
    CHECK(refusal("a.npz", "PK\x03\x04 and more") ==
          Contains("a.npz: expected a graph, found an archive (zip); unpack it"));
}

TEST_CASE("npz: paths, without those that are too long, as compressed rows") {
    const Graph line = Graph::from_arcs(4, {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}}, "line");
    const Solution solution = solve(line, {.dtype = Dtype::i32});
    const auto path = folder() / "paths.npz";
    write_matrix(solution.distances, path, {}, {}, {.max_distance = 7});
    CHECK(text_of(read_graph(path).graph) == "4: 0>1=2 0>2=5 1>2=3 1>3=7 2>3=4");

    // A part of the matrix, one batch of rows after the other.
    RowWriter rows(path, 2, 4, Dtype::i32, {3, 1, 0}, {.sources = {1, 0}});
    const Solution some = solve(line, {.dtype = Dtype::i32, .rows = {1, 0}});
    rows.write(some.distances, {0, 1});
    rows.write(some.distances, {1, 2});
    rows.commit();
    const InputFile file(path);
    const NpzReader archive(file);
    const auto integers = [&](const char* name) {
        const std::string bytes = archive.read(name);
        const std::size_t size = parse_npy_array(bytes, name).size;
        std::vector<std::int32_t> values((bytes.size() - size) / 4);
        std::memcpy(values.data(), bytes.data() + size, bytes.size() - size);
        return values;
    };
    CHECK(integers("indptr") == std::vector<std::int32_t>{0, 1, 3});
    CHECK(integers("indices") == std::vector<std::int32_t>{0, 0, 1});
    CHECK(integers("data") == std::vector<std::int32_t>{7, 9, 2});
}
