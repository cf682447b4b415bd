// Matrix Market .mtx: every supported combination, and each refusal.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "unit/io_support.hpp"

namespace {

std::string banner(const char* rest) {
    return std::string("%%MatrixMarket matrix ") + rest + "\n";
}
std::string mtx_arcs(const char* rest, const std::string& body) {
    return apsp::io_test::arcs("m.mtx", banner(rest) + body);
}
doctest::String mtx_refusal(const char* rest, const std::string& body) {
    return apsp::io_test::refusal("m.mtx", banner(rest) + body);
}

}  // namespace

using apsp::io_test::arcs;
using apsp::io_test::refusal;
using doctest::Contains;

TEST_CASE("matrix market: coordinate") {
    CHECK(mtx_arcs("coordinate real general", "% note\n\n3 3 3\n1 2 .5\n% more\n3 1 0\n2 2 7\n") ==
          "3: 0>1=0.5 2>0=0");
    CHECK(mtx_arcs("coordinate integer general", "2 2 2\n1 2 5\n1 2 -3\n") == "2: 0>1=-3");
    CHECK(mtx_arcs("coordinate unsigned-integer general", "2 2 1\n1 2 5\n") == "2: 0>1=5");
    CHECK(mtx_arcs("coordinate pattern general", "2 2 1\n2 1\n") == "2: 1>0=1");
    CHECK(mtx_arcs("coordinate real general", "1 1 0\n") == "1:");
    CHECK(mtx_arcs("coordinate real general", "2 2 0") == "2:");
}

TEST_CASE("matrix market: symmetric files list one half") {
    CHECK(mtx_arcs("coordinate real symmetric", "3 3 3\n2 1 4\n3 2 0\n3 3 -1\n") ==
          "3: 0>1=4 1>0=4 1>2=0 2>1=0 2>2=-1");
    CHECK(mtx_arcs("coordinate pattern symmetric", "2 2 2\n1 1\n2 1\n") == "2: 0>1=1 1>0=1");
}

TEST_CASE("matrix market: arrays go column by column, and 0 is a weight") {
    CHECK(mtx_arcs("array real general", "2 2\n0\n5\n0\n0\n") == "2: 0>1=0 1>0=5");
    CHECK(mtx_arcs("array integer symmetric", "3 3\n0\n1\n2\n0\n3\n0\n") ==
          "3: 0>1=1 0>2=2 1>0=1 1>2=3 2>0=2 2>1=3");
    CHECK(mtx_arcs("array real general", "1 1\n4\n") == "1:");
}

TEST_CASE("matrix market: an array larger than a tile is transposed as a whole") {
    // Entry (i, j) is 1000 * i + j, except that the diagonal is dropped.
    const int n = 150;
    std::string body = std::to_string(n) + " " + std::to_string(n) + "\n";
    std::string list = body.substr(0, body.size() - 1) + " " + std::to_string(n * n) + "\n";
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            const std::string value = std::to_string(1000 * i + j) + "\n";
            body += value;
            list += std::to_string(i + 1) + " " + std::to_string(j + 1) + " " + value;
        }
    }
    CHECK(mtx_arcs("array integer general", body) == mtx_arcs("coordinate integer general", list));
}

TEST_CASE("matrix market: CRLF, byte order mark, case, missing last newline") {
    CHECK(apsp::io_test::arcs("m.mtx",
                              "\xef\xbb\xbf%%matrixmarket MATRIX Coordinate Real General\r\n"
                              "%\r\n2 2 1\r\n1 2 3") == "2: 0>1=3");
}

TEST_CASE("matrix market: the banner") {
    CHECK(refusal("m.mtx", "2 2 1\n1 2 3\n") ==
          Contains("m.mtx:1: expected a first line '%%MatrixMarket matrix ...'"));
    CHECK(refusal("m.mtx", "%%MatrixMarket vector coordinate real general\n") ==
          Contains("m.mtx:1: expected 'matrix', found 'vector'"));
    CHECK(refusal("m.mtx", "%%MatrixMarket matrix\n") ==
          Contains("m.mtx:1: expected 'coordinate' or 'array', found the end of the line"));
    CHECK(refusal("m.mtx", banner("coordinate complex general")) ==
          Contains("m.mtx:1: expected 'real', 'integer' or 'pattern'"));
    CHECK(refusal("m.mtx", banner("coordinate complex general")) == Contains("found 'complex'"));
    CHECK(refusal("m.mtx", banner("coordinate real banded")) ==
          Contains("m.mtx:1: expected 'general', 'symmetric', 'skew-symmetric' or 'hermitian'"));
    CHECK(refusal("m.mtx", banner("array pattern general")) ==
          Contains("m.mtx:1: expected values in an array, found 'pattern'"));
}

TEST_CASE("matrix market: sizes") {
    CHECK(mtx_refusal("coordinate real general", "") ==
          Contains("m.mtx:2: expected a line of sizes"));
    CHECK(mtx_refusal("coordinate real general", "2 3 0\n") ==
          Contains("m.mtx:2: expected a square matrix, found 2 rows and 3 columns"));
    CHECK(mtx_refusal("coordinate real general", "0 0 0\n") ==
          Contains("m.mtx:2: expected at least one vertex, found '0'"));
    CHECK(mtx_refusal("coordinate real general", "2 2\n") ==
          Contains("m.mtx:2: expected a line '<rows> <columns> <entries>', found '2 2'"));
    CHECK(mtx_refusal("array real general", "2 2 4\n") ==
          Contains("m.mtx:2: expected a line '<rows> <columns>', found '2 2 4'"));
    CHECK(mtx_refusal("array real general", "1000000 1000000\n1\n") ==
          Contains("m.mtx:3: expected 1000000000000 entries as line 2 says, found a file with"));
}

TEST_CASE("matrix market: entries") {
    CHECK(mtx_refusal("coordinate real general", "2 2 1\n1 3 1\n") ==
          Contains("m.mtx:3: expected a vertex from 1 to 2, found '3'"));
    CHECK(mtx_refusal("coordinate real general", "2 2 1\n1 2\n") ==
          Contains("m.mtx:3: expected a finite number, found the end of the line"));
    CHECK(mtx_refusal("coordinate real general", "2 2 1\n1 2 nan\n") ==
          Contains("m.mtx:3: expected a finite number, found 'nan'"));
    CHECK(mtx_refusal("coordinate integer general", "2 2 1\n1 2 1.5\n") ==
          Contains("m.mtx:3: expected an integer of at most 2^53"));
    CHECK(mtx_refusal("coordinate unsigned-integer general", "2 2 1\n1 2 1.5\n") ==
          Contains("m.mtx:3: expected an integer of at most 2^53"));
    CHECK(mtx_refusal("coordinate pattern general", "2 2 1\n1 2 1\n") ==
          Contains("m.mtx:3: expected the end of the line, found '1'"));
    // What write_matrix writes for no path.
    CHECK(mtx_arcs("array real general", "2 2\n0\n1\ninf\n0\n") == "2: 1>0=1");
    for (const char* word : {"nan", "-inf", "infinity"}) {
        CHECK(mtx_refusal("array real general", "2 2\n0\n1\n" + std::string(word) + "\n0\n") ==
              Contains("m.mtx:5: expected a finite number"));
    }
    CHECK(mtx_refusal("array integer general", "2 2\n0\n1\ninf\n0\n") ==
          Contains("m.mtx:5: expected an integer"));
}

TEST_CASE("matrix market: counts that differ from the sizes") {
    CHECK(
        mtx_refusal("coordinate real general", "2 2 2\n1 2 1\n") ==
        Contains("m.mtx:4: expected 2 entries as line 2 says, found the end of the file after 1"));
    CHECK(mtx_refusal("coordinate real general", "2 2 1\n1 2 1\n2 1 1\n") ==
          Contains("m.mtx:4: expected no more than the 1 entries of line 2, found another"));
    CHECK(
        mtx_refusal("array real general", "2 2\n0\n1000\n1\n") ==
        Contains("m.mtx:6: expected 4 entries as line 2 says, found the end of the file after 3"));
    CHECK(mtx_refusal("array real general", "1 1\n0\n1\n") ==
          Contains("m.mtx:4: expected no more than the 1 entries of line 2"));
}

TEST_CASE("matrix market: one percent sign, skew-symmetric and hermitian") {
    CHECK(arcs("a.mtx", "%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n") ==
          "3: 0>1=1 1>0=1");
    CHECK(arcs("a", "%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n") ==
          "3: 0>1=1 1>0=1");
    const std::string list = "%%MatrixMarket matrix coordinate real ";
    CHECK(arcs("a.mtx", list + "skew-symmetric\n3 3 2\n2 1 4\n3 2 -1\n") ==
          "3: 0>1=-4 1>0=4 1>2=1 2>1=-1");
    CHECK(arcs("a.mtx", list + "hermitian\n2 2 1\n2 1 4\n") == "2: 0>1=4 1>0=4");
    CHECK(arcs("a.mtx", "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n4\n5\n6\n") ==
          "3: 0>1=-4 0>2=-5 1>0=4 1>2=-6 2>0=5 2>1=6");
    CHECK(arcs("a.mtx", "%%MatrixMarket matrix array real skew-symmetric\n2 2\ninf\n") == "2:");
    CHECK(refusal("a.mtx", list + "skew-symmetric\n3 3 1\n1 1 4\n") ==
          Contains("no entry on the diagonal"));
    CHECK(refusal("a.mtx", "%%MatrixMarket matrix coordinate pattern skew-symmetric\n") ==
          Contains("'pattern'; use symmetric"));
    CHECK(refusal("a.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n") ==
          Contains("'complex'"));
}

TEST_CASE("matrix market: a missing line of sizes is named") {
    const std::string list = "%%MatrixMarket matrix coordinate ";
    for (const std::string& text :
         {list + "pattern symmetric\n2 1\n3 1\n4 3\n", list + "real general\n2 1 0.5\n",
          std::string("%%MatrixMarket matrix array real general\n0\n1\n")}) {
        CHECK(refusal("a.mtx", text) == Contains("the line of sizes is missing"));
    }
    CHECK(refusal("a.mtx", list + "real general\n2 1 4\n3 1 7\n") ==
          Contains("2 rows and 1 columns; is the line of sizes missing?"));
    const doctest::String plain = refusal("a.mtx", list + "real general\n2 1 1\n2 1 7\n");
    CHECK(plain == Contains("2 rows and 1 columns"));
    CHECK(plain != Contains("missing"));
}
