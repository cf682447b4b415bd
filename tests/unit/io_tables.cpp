// Tables as programs and people leave them: each is read as its writer meant it, with a note where
// that is not sure.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "unit/io_support.hpp"

namespace apsp::io_test {
namespace {

using doctest::Contains;

ReadOptions with_first_line(FirstLine line) {
    ReadOptions options;
    options.first_line = line;
    return options;
}
doctest::String text(const std::string& notes) {
    return notes.c_str();
}
ReadOptions as_matrix() {
    ReadOptions options;
    options.format = GraphFormat::dense;
    return options;
}

}  // namespace

TEST_CASE("tables: headers of known names, and of names that are no vertices") {
    const char* const expected = "a|b|c|3: 0>1=1 1>2=1";
    for (const char* header : {"from_id,to_id", "node1,node2", "u,v", "Source Node,Target Node",
                               ":START_ID,:END_ID", "parent,child"}) {
        CAPTURE(header);
        const std::string text = header + std::string("\na,b\nb,c\n");
        CHECK(labelled("a.csv", text) == expected);
        CHECK(notes("a.csv", text).empty());
    }
    CHECK(labelled("a.csv", "v,u\na,b\n") == "a|b|2: 1>0=1");
    CHECK(labelled("a.csv", "von,nach\na,b\nb,c\n") == expected);
    CHECK(notes("a.csv", "von,nach\na,b\nb,c\n") ==
          "the first line is read as names of columns, since no other line has 'von' and 'nach'; "
          "ReadOptions::first_line data makes it an arc\n");
    CHECK(labelled("a.csv", "von,nach\na,b\nb,c\n", with_first_line(FirstLine::data)) ==
          "von|nach|a|b|c|5: 0>1=1 2>3=1 3>4=1");
    // Words that are vertices, too; and pairs, of which none is more of a header than another.
    CHECK(labelled("a.csv", "u,v\nv,w\n") == "u|v|w|3: 0>1=1 1>2=1");
    CHECK(labelled("a.txt", "a b\nc d\ne f\n") == "a|b|c|d|e|f|6: 0>1=1 2>3=1 4>5=1");
    CHECK(
        notes("a.txt", "a b\nc d\ne f\n") ==
        "the first line is read as an arc of 'a' and 'b'; ReadOptions::first_line header takes it "
        "for names of columns\n");
    CHECK(labelled("a.txt", "a b\nc d\n", with_first_line(FirstLine::header)) == "c|d|2: 0>1=1");
    CHECK(refusal("a.csv", "id,u,v\n1,10,20\n") == Contains("columns named source and target"));
}

TEST_CASE("tables: row names of R and pandas") {
    const char* const expected = "a|b|c|3: 0>1=3 1>2=4";
    CHECK(labelled("a.txt",
                   "\"from\" \"to\" \"weight\"\n\"1\" \"a\" \"b\" 3\n\"2\" \"b\" \"c\" 4\n") ==
          expected);
    CHECK(labelled("a.csv",
                   "\"\",\"from\",\"to\",\"weight\"\n\"1\",\"a\",\"b\",3\n\"2\",\"b\",\"c\",4\n") ==
          expected);
    CHECK(labelled("a.csv", ",x,y,km\n0,a,b,3\n1,b,c,4\n") == expected);
    CHECK(labelled("a.csv", ",x,y\n0,a,b\n1,b,c\n") == "a|b|c|3: 0>1=1 1>2=1");
    CHECK(labelled("a.csv", "Unnamed: 0,source,target,weight\n0,a,b,3\n1,b,c,4\n") == expected);
    CHECK(labelled("a.tsv", "x\ty\tkm\n1\ta\tb\t3\n2\tb\tc\t4\n") == expected);
    CHECK(labelled("a.txt", "\"New York\" \"a\\\"b\" \"1.5\"\n") == "New York|a\"b|2: 0>1=1.5");
    CHECK(labelled("a.txt", "\"x y\n") == "\"x|y|2: 0>1=1");
}

TEST_CASE("tables: Gephi's types and pgRouting's reverse costs") {
    CHECK(labelled("a.csv",
                   "Source,Target,Type,Id,Label,timeset,Weight\n1,2,Undirected,0,,,1.0\n"
                   "2,3,Directed,1,,,2.5\n") == "1|2|3|3: 0>1=1 1>0=1 1>2=2.5");
    CHECK(refusal("a.csv", "Source,Target,Type,Weight\n1,2,Directed,1\n2,3,Odd,1\n") ==
          Contains("a.csv:3: expected Directed or Undirected"));
    CHECK(labelled("a.csv", "source,target,type,weight\n1,2,road,1\n") == "1|2|2: 0>1=1");

    const std::string costs =
        "id,source,target,cost,reverse_cost\n1,1,2,5,6\n2,2,3,7,-1\n3,3,1,-4,4\n";
    CHECK(labelled("a.csv", costs) == "1|2|3|3: 0>1=5 0>2=4 1>0=6 1>2=7");
    CHECK(text(notes("a.csv", costs)) == Contains("ReadOptions::weight_column cost"));
    ReadOptions options;
    options.weight_column = "cost";
    CHECK(labelled("a.csv", costs, options) == "1|2|3|3: 0>1=5 1>2=7 2>0=-4");
    CHECK(notes("a.csv", costs, options).empty());
    options = {};
    options.unweighted = true;
    CHECK(labelled("a.csv", costs, options) == "1|2|3|3: 0>1=1 0>2=1 1>0=1 1>2=1");
    CHECK(labelled("a.csv", "source,target,cost,reverse_co\n1,2,5,\n2,3,,4\n") ==
          "1|2|3|3: 0>1=5 2>1=4");
}

TEST_CASE(
    "tables: four columns of which the first counts the lines are no matrix, unless its diagonal "
    "is 0") {
    CHECK(refusal("a.csv", "0,0,2,74.0\n1,2,1,93.5\n2,0,1,68.0\n3,1,2,60.0\n") ==
          Contains("found 4 columns"));
    CHECK(refusal("a.csv", "1,7,2,4\n2,2,1,5\n3,7,1,6\n4,1,2,7\n") == Contains("found 4 columns"));
    CHECK(arcs("a.csv", "0,1,2,3\n1,0,1,2\n2,1,0,1\n3,2,1,0\n").starts_with("4: "));
    CHECK(arcs("a.csv", "5,1,2,3\n1,5,1,2\n2,1,5,1\n3,2,1,5\n").starts_with("4: "));
}

TEST_CASE("tables: counts above the arcs") {
    CHECK(labelled("a.txt", "5 4\n1 2\n2 3\n3 4\n4 5\n") == "1|2|3|4|5|5: 0>1=1 1>2=1 2>3=1 3>4=1");
    CHECK(notes("a.txt", "5 4\n1 2\n2 3\n3 4\n4 5\n") ==
          "the first line is read as counts, 5 vertices and 4 arcs; ReadOptions::first_line data "
          "reads it as an arc\n");
    CHECK(arcs("a.txt", "3\n2\n0 1 5\n1 2 6\n") == "3: 0>1=5 1>2=6");
    CHECK(arcs("a.txt", "3 2\n0 1 5\n1 2 6\n") == "3: 0>1=5 1>2=6");
    CHECK(arcs("a.txt", "2\n0 1 5\n1 2 6\n") == "3: 0>1=5 1>2=6");
    CHECK(arcs("a.csv", "3,2\n0,1,5\n1,2,6\n") == "3: 0>1=5 1>2=6");
    CHECK(labelled("a.txt", "2 3\na b 5\nb c 6\n") == "a|b|c|3: 0>1=5 1>2=6");  // m, then n
    // Vertices without arcs, if the others tell where numbers begin.
    CHECK(arcs("a.txt", "5 2\n0 1 5\n1 2 6\n") == "5: 0>1=5 1>2=6");
    CHECK(labelled("a.txt", "5 2\n1 2 5\n2 5 6\n") == "1|2|3|4|5|5: 0>1=5 1>4=6");
    CHECK(labelled("a.txt", "6 2\n1 2 5\n2 5 6\n") == "1|2|5|3: 0>1=5 1>2=6");
    CHECK(text(notes("a.txt", "6 2\n1 2 5\n2 5 6\n")) ==
          Contains("those without arcs are left out"));
    // A way down is one; vertices beyond the count, and another number of lines, too.
    CHECK(arcs("a.txt", "3 2\n2 1\n1 0\n") == "4: 1>0=1 2>1=1 3>2=1");
    CHECK(text(notes("a.txt", "3 2\n2 1\n1 0\n")) == Contains("ReadOptions::first_line counts"));
    const std::string weighted = "4 2 1\n3 4 1\n2 3 5\n";
    CHECK(arcs("a.txt", weighted) == "3: 0>1=5 1>2=1 2>0=1");
    CHECK(text(notes("a.txt", weighted)) == Contains("ReadOptions::first_line counts"));
    CHECK(labelled("a.txt", "3 2\n1 2\n2 9\n") == "1|2|3|9|4: 0>1=1 1>3=1 2>1=1");
    CHECK(labelled("a.txt", "3 3\n1 2\n2 1\n") == "1|2|3|3: 0>1=1 1>0=1");
    CHECK(labelled("a.txt", "5 4\n1 2\n2 3\n3 4\n4 5\n", with_first_line(FirstLine::data)) ==
          "1|2|3|4|5|5: 0>1=1 1>2=1 2>3=1 3>4=1 4>3=1");
    CHECK(refusal("a.txt", "3 7\n0 1 5\n1 2 6\n") ==
          Contains("a.txt:2: expected the end of the li"));
}

TEST_CASE("tables: whole numbers as floats, hexadecimal weights, Excel's first line") {
    CHECK(labelled("a.csv", "source,target,weight\n1.0,2,3\n2.0,3,4\n") == "1|2|3|3: 0>1=3 1>2=4");
    CHECK(notes("a.csv", "source,target,weight\n1.0,2,3\n2.0,3,4\n") ==
          "vertices are whole numbers, although some are written like 1.0\n");
    CHECK(arcs("a.txt", "0.000000000000000000e+00 1.000000000000000000e+00 5.5e+00\n") ==
          "2: 0>1=5.5");
    CHECK(labelled("a.csv", "1.0,a,3\n1,b,4\n") == "1.0|a|1|b|4: 0>1=3 2>3=4");
    CHECK(notes("a.csv", "1.0,a,3\n1,b,4\n") ==
          "\"1\" and \"1.0\" are two vertices, since not all are numbers\n");
    CHECK(labelled("a.csv", "1.5,2.5,3\n") == "1.5|2.5|2: 0>1=3");
    CHECK(text(notes("a.ncol", "0 1 3\n")) == Contains("ReadOptions::undirected"));
    for (const char* name : {"a.txt", "a.edgelist", "a.ncol", "a.wel"}) {
        CHECK(arcs(name, "0 1 0x1.8p+1\n1 0 -0X1p-2\n") == "2: 0>1=3 1>0=-0.25");
    }
    CHECK(arcs("a.gr", "p sp 2 1\na 1 2 0x1.8p1\n") == "2: 0>1=3");
    CHECK(refusal("a.txt", "0 1 0x1p9999\n") == Contains("a weight"));
    CHECK(labelled("a.csv", "sep=;\nsource;target;weight\na;b;3,5\n") == "a|b|2: 0>1=3.5");
    CHECK(labelled("a.csv", "\"sep=,\"\r\na,b,3\r\n") == "a|b|2: 0>1=3");
    CHECK(labelled("a.csv", "sep=\t\nsource\ttarget\na\tb\n") == "a|b|2: 0>1=1");
}

TEST_CASE("tables: data of NetworkX's edges") {
    CHECK(arcs("a.txt", "0 1 {'weight': 3}\n1 2 {'color': 'r, }', 'weight': 4.5}\n2 0 {}\n") ==
          "3: 0>1=3 1>2=4.5 2>0=1");
    CHECK(arcs("a.csv", "0,1,{'weight': 3, 'b': 2}\n1,0,{'weight': np.float64(4.0)}\n") ==
          "2: 0>1=3 1>0=4");
    CHECK(arcs("a.edgelist", "0 1 {'km': 3}\n") == "2: 0>1=3");
    CHECK(text(notes("a.edgelist", "0 1 {'km': 3}\n")) == Contains("ReadOptions::weight_column"));
    CHECK(refusal("a.txt", "0 1 {'km': 3, 'min': 4}\n") ==
          Contains("a.txt:1: expected data named weight, found km, min; choose with"));
    ReadOptions options;
    options.weight_column = "min";
    CHECK(arcs("a.txt", "0 1 {'km': 3, 'min': 4}\n", options) == "2: 0>1=4");
    CHECK(refusal("a.txt", "0 1 {'weight': 3}\n1 2 4\n") ==
          Contains("a.txt:2: expected the edge's"));
    CHECK(refusal("a.txt", "0 1 {'weight': 'x'}\n") == Contains("a.txt:1: expected a weight"));
    CHECK(refusal("a.txt", "0 1 {'weight': 3\n") == Contains("a.txt:1: expected the edge's data"));
}

TEST_CASE("tables: matrices with names of rows and columns") {
    const char* const expected = "A|B|C|3: 0>1=1 0>2=2 1>0=3 1>2=4 2>0=5 2>1=6";
    for (const char* text :
         {".,A,B,C\nA,0,1,2\nB,3,0,4\nC,5,6,0\n", ",A,B,C\nA,,1,2\nB,3,,4\nC,5,6,\n",
          "A,B,C\nA,0,1,2\nB,3,0,4\nC,5,6,0\n",
          "\"\";\"A\";\"B\";\"C\"\n\"A\";0;1,0;2\n\"B\";3;0;4\n\"C\";5;6;0\n",
          "A,B,C\n0,1,2\n3,0,4\n5,6,0\n", "A,0,1,2\nB,3,0,4\nC,5,6,0\n",
          "x,C,A,B\nA,2,0,1\nB,4,3,0\nC,0,5,6\n", "x,A,B,C,\nA,0,1,2,\nB,3,0,4,\nC,5,6,0,\n"}) {
        CAPTURE(text);
        CHECK(labelled("d.csv", text) == expected);
    }
    CHECK(labelled("d.txt", "\"A\" \"B\" \"C\"\n\"A\" 0 1 2\n\"B\" 3 0 4\n\"C\" 5 6 0\n") ==
          expected);
    CHECK(labelled("d.txt", "3\nA 0 1 2\nB 3 0 4\nC 5 6 0\n") == expected);
    CHECK(notes("d.csv", "x,C,A,B\nA,2,0,1\nB,4,3,0\nC,0,5,6\n") ==
          "columns are in another order than rows; they are matched by name\n");
    CHECK(notes("d.csv", "A,B,C\n0,1,2\n3,0,4\n5,6,0\n") ==
          "3 lines of 3 numbers are read as a matrix; a list of arcs needs ReadOptions::format "
          "csv\n");

    CHECK(arcs("d.csv",
               ",0,1,2,3\n0,0.0,1.0,,2.0\n1,1.0,0.0,3.0,\n2,,3.0,0.0,1.0\n3,2.0,,1.0,0.0\n") ==
          "4: 0>1=1 0>3=2 1>0=1 1>2=3 2>1=3 2>3=1 3>0=2 3>2=1");
    CHECK(labelled("d.csv", ",10,20\n10,0,1\n20,2,0\n") == "10|20|2: 0>1=1 1>0=2");
    CHECK(labelled("d.csv", ",20,10\n20,0,1\n10,2,0\n") == "20|10|2: 0>1=1 1>0=2");
    CHECK(labelled("d.csv", "\"\",\"V1\",\"V2\"\n\"1\",0,1\n\"2\",2,0\n") == "1|2|2: 0>1=1 1>0=2");
    CHECK(arcs("d.csv", "0,1,2,3\n0,1,,\n1,0,1,\n,1,0,1\n,,1,0\n") ==
          "4: 0>1=1 1>0=1 1>2=1 2>1=1 2>3=1 3>2=1");
    CHECK(arcs("d.csv", "0,0,1,5\n1,1,0,2\n2,5,2,0\n") == "3: 0>1=1 0>2=5 1>0=1 1>2=2 2>0=5 2>1=2");
    // Symmetric, with nothing on its diagonal: its first row and column are no names.
    CHECK(arcs("d.csv", ",5,3,7\n5,,2,1\n3,2,,4\n7,1,4,\n") ==
          "4: 0>1=5 0>2=3 0>3=7 1>0=5 1>2=2 1>3=1 2>0=3 2>1=2 2>3=4 3>0=7 3>1=1 3>2=4");

    CHECK(refusal("d.csv", "x,A,B\nA,0,1\nC,1,0\n", as_matrix()) ==
          Contains("d.csv:1: expected the same names of rows and of columns, found 'B'"));
    CHECK(refusal("d.csv", "A,B,A\n0,1,2\n1,0,2\n2,2,0\n", as_matrix()) ==
          Contains("expected a different name for each row and column, found 'A' twice"));
}

TEST_CASE("tables: which small tables are matrices") {
    CHECK(arcs("d.csv", "0,3,inf\n3,0,1\ninf,1,0\n") == "3: 0>1=3 1>0=3 1>2=1 2>1=1");
    CHECK(arcs("d.csv", "0,\n3,0\n") == "2: 1>0=3");
    const std::string symmetric =
        "3 lines of 3 numbers are read as a matrix; a list of arcs needs ";
    CHECK(arcs("d.txt", "0 3 7\n3 0 1\n7 1 0\n") == "3: 0>1=3 0>2=7 1>0=3 1>2=1 2>0=7 2>1=1");
    CHECK(notes("d.txt", "0 3 7\n3 0 1\n7 1 0\n") == symmetric + "ReadOptions::format edges\n");
    CHECK(labelled("d.txt", "0 3 7\n4 0 1\n7 1 0\n") == "0|1|3|4|7|5: 0>2=7 3>0=1 4>1=0");
    CHECK(text(notes("d.txt", "0 3 7\n4 0 1\n7 1 0\n")) == Contains("read as a list of arcs"));
    CHECK(notes("a.txt", "0 1 5\n1 2 3\n2 0 4\n").empty());
    CHECK(arcs("d.txt", "3\n0 1 5\n1 0 2\n5 3 0\n") == "3: 0>1=1 0>2=5 1>0=1 1>2=2 2>0=5 2>1=3");
    CHECK(arcs("d.txt", "# saved\n0 1 2 3\n1 0 1 2\n2 1 0 1\n3 2 1 0\n") ==
          arcs("d.csv", "# my matrix\n0,1,2,3\n1,0,1,2\n2,1,0,1\n3,2,1,0\n"));
    ReadOptions list;
    list.format = GraphFormat::edges;
    CHECK(arcs("d.txt", "0 1 1\n1 0 2\n1 2 0\n", list) == "3: 0>1=1 1>0=2 1>2=0");
    // Four arcs with names that only lists have.
    CHECK(arcs("d.csv", "source,target,weight,x\n0,1,5,0\n1,0,5,0\n2,0,0,0\n3,0,5,0\n") ==
          "4: 0>1=5 1>0=5 2>0=0 3>0=5");
}

TEST_CASE("tables: values that mean no arc") {
    ReadOptions options;
    options.no_arc = -1;
    const std::string expected = "2: 0>1=5";
    CHECK(arcs("d.csv", "0,5\n-1,0\n", {.format = GraphFormat::dense, .no_arc = -1}) == expected);
    CHECK(arcs("d.mtx", "%%MatrixMarket matrix array integer general\n2 2\n-1\n-1\n5\n-1\n",
               options) == expected);
    options.no_arc = std::numeric_limits<double>::quiet_NaN();
    options.format = GraphFormat::dense;
    CHECK(arcs("d.csv", "NaN,5\nNA,-\n", options) == expected);
    CHECK(arcs("d.txt", "null 5\nnone -\n", options) == expected);
    options.no_arc = 1e20;
    CHECK(arcs("d.csv", "0,5\n100000000000000000000,0\n", options) == expected);
    CHECK(refusal("a.txt", "0 1 5\n", {.no_arc = -1}, ErrorKind::usage) ==
          Contains("dense matrices"));

    const auto npy = [](Dtype dtype, double none, double no_arc) {
        Matrix matrix(2, dtype);
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            matrix.row<T>(0)[0] = matrix.row<T>(1)[0] = matrix.row<T>(1)[1] = static_cast<T>(none);
            matrix.row<T>(0)[1] = 5;
        });
        write_matrix(matrix, folder() / "d.npy");
        ReadOptions read;
        read.no_arc = no_arc;
        return text_of(read_graph(folder() / "d.npy", read).graph);
    };
    CHECK(npy(Dtype::i32, -1, -1) == expected);
    CHECK(npy(Dtype::i32, 2147483647, 2147483647) == expected);
    CHECK(npy(Dtype::f32, 9999, 9999) == expected);
    CHECK(npy(Dtype::f32, 0.1, 0.1) == expected);
    CHECK(npy(Dtype::f64, 1e300, 1e300) == expected);
    CHECK(npy(Dtype::f32, NAN, NAN) == expected);
    CHECK(npy(Dtype::i16, -1, -1) == expected);
    CHECK(npy(Dtype::u8, 200, 200) == expected);
    CHECK(npy(Dtype::i32, 7, 7.5) == "2: 0>1=5 1>0=7");
}

TEST_CASE("tables: zeros that look like no arcs") {
    const auto of = [](const std::string& text) { return notes("d.csv", text, as_matrix()); };
    CHECK(of("0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n") ==
          "each 0 in the matrix is an arc of weight 0, and all entries are 0 or 1; with "
          "ReadOptions::zero_is_no_edge it is no arc\n");
    CHECK(text(of("0,7,0,0\n0,0,7,0\n0,0,0,7\n7,0,0,0\n")) == Contains("most entries are 0"));
    CHECK(of("0,7,0\n7,0,5\n1,5,0\n").empty());
    CHECK(of("0,0\n0,0\n").empty());
    CHECK(of("0,1,1\n1,0,1\n0,1,0\n").empty());
    ReadOptions options = as_matrix();
    options.zero_is_no_edge = true;
    CHECK(notes("d.csv", "0,0,0\n1,0,0\n0,1,0\n", options).empty());
}

}  // namespace apsp::io_test
