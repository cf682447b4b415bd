// Which of parallel arcs readers keep: the smallest, or the largest for semirings that want it.
#include "unit/helpers.hpp"
#include "unit/io_support.hpp"

namespace apsp::io_test {
namespace {

std::string both(const std::string& name, std::string_view content, ReadOptions options = {}) {
    options.parallel = Parallel::smallest;
    const std::string smallest = arcs(name, content, options);
    options.parallel = Parallel::largest;
    return smallest + " | " + arcs(name, content, options);
}

}  // namespace

TEST_CASE("parallel arcs: the smallest or the largest, in every format that lists arcs") {
    CHECK(both("p.gr", "p sp 2 3\na 1 2 5\na 1 2 3\na 1 2 4\n") == "2: 0>1=3 | 2: 0>1=5");
    CHECK(both("p.csv", "0,1,5\n0,1,3\n") == "2: 0>1=3 | 2: 0>1=5");
    CHECK(both("p.txt", "0 1 0.5\n0 1 0.25\n") == "2: 0>1=0.25 | 2: 0>1=0.5");
    CHECK(both("p.mtx",
               "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.5\n1 2 0.25\n") ==
          "2: 0>1=0.25 | 2: 0>1=0.5");
}

TEST_CASE("parallel arcs: --undirected makes some of the two directions") {
    ReadOptions undirected;
    undirected.undirected = true;
    CHECK(both("u.gr", "p sp 2 2\na 1 2 5\na 2 1 3\n", undirected) ==
          "2: 0>1=3 1>0=3 | 2: 0>1=5 1>0=5");
    // In a dense matrix, too: "no arc" loses to any arc.
    const std::string_view dense = "0,5,inf,7\n3,0,2,inf\ninf,inf,0,inf\n8,inf,inf,0\n";
    CHECK(both("u.csv", dense, undirected) ==
          "4: 0>1=3 0>3=7 1>0=3 1>2=2 2>1=2 3>0=7 | 4: 0>1=5 0>3=8 1>0=5 1>2=2 2>1=2 3>0=8");
}

}  // namespace apsp::io_test
