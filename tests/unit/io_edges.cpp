// Edge lists: SNAP, CSV and TSV; headers, columns, labels, and each refusal.
#include <doctest/doctest.h>

#include <string>

#include "unit/io_support.hpp"

using apsp::ErrorKind;
using apsp::ReadOptions;
using apsp::io_test::arcs;
using apsp::io_test::labelled;
using apsp::io_test::refusal;
using doctest::Contains;

TEST_CASE("edges: blanks, tabs, comments, weights or none") {
    CHECK(arcs("a.txt", "# FromNodeId\tToNodeId\n0\t1\n1 2\r\n\n% more\n2   0\n") ==
          "3: 0>1=1 1>2=1 2>0=1");
    CHECK(arcs("a.edges", "0 1 5\n1 0 -2.5") == "2: 0>1=5 1>0=-2.5");
    CHECK(arcs("a.el", "\xef\xbb\xbf  0 1\n") == "2: 0>1=1");
    CHECK(arcs("a.snap", "0 1 3\n0 1 2\n1 1 4\n") == "2: 0>1=2");
}

TEST_CASE("edges: integers are numbered in ascending order, words by appearance") {
    CHECK(labelled("a.txt", "9 5\n5 100\n") == "5|9|100|3: 0>2=1 1>0=1");
    CHECK(labelled("a.txt", "-3 9000000000000000000\n7 -3\n") ==
          "-3|7|9000000000000000000|3: 0>2=1 1>0=1");
    CHECK(labelled("a.txt", "0 2\n2 1\n") == "3: 0>2=1 2>1=1");  // 0 .. n - 1 need no labels
    CHECK(labelled("a.txt", "1 2\n") == "1|2|2: 0>1=1");
    CHECK(labelled("a.txt", "b 5\n5 a\n") == "b|5|a|3: 0>1=1 1>2=1");
    // Integers in an unusual form are words, so that no two of them become one.
    CHECK(labelled("a.txt", "7 07\n+7 -0\n") == "7|07|+7|-0|4: 0>1=1 2>3=1");
    CHECK(labelled("a.txt", "99999999999999999999 1\n") == "99999999999999999999|1|2: 0>1=1");
    CHECK(labelled("a.csv", "\"10\",\"9\",\"1.5\"\n") == "9|10|2: 1>0=1.5");
}

TEST_CASE("edges: many labels, dense, sparse and words, keep their order") {
    std::string dense;
    std::string sparse;
    std::string words;
    for (int i = 2000; i > 0; --i) {
        dense += std::to_string(i) + " " + std::to_string(i - 1) + "\n";
        sparse += std::to_string(1'000'000'000LL * i) + " " + std::to_string(-i) + "\n";
        words += "v" + std::to_string(i) + " v" + std::to_string(i - 1) + "\n";
    }
    const auto read = [](const char* name, const std::string& text) {
        return apsp::read_graph(apsp::io_test::write_file(name, text));
    };
    const auto a = read("a.txt", dense);
    CHECK(a.labels.empty());
    CHECK(a.graph.vertices() == 2001);
    CHECK(a.graph.arcs() == 2000);
    const auto b = read("a.txt", sparse);
    CHECK(b.graph.vertices() == 4000);
    for (std::size_t v = 0; v < 2000; ++v) {
        CHECK(b.labels.name(v) == std::to_string(static_cast<long long>(v) - 2000));
        CHECK(b.labels.find(std::to_string(1'000'000'000LL * static_cast<long long>(v + 1))) ==
              v + 2000);
        b.graph.for_each_arc(v + 2000, [&](std::size_t j, double) { CHECK(j == 1999 - v); });
    }
    const auto c = read("a.txt", words);
    CHECK(c.labels.size() == 2001);
    for (std::size_t v = 0; v < 2001; ++v) {
        CHECK(c.labels.find("v" + std::to_string(2000 - v)) == v);
    }
    CHECK(!c.labels.find("v2001"));
}

TEST_CASE("edges: CSV with quotes, blanks, UTF-8 and commas in labels") {
    CHECK(labelled("a.csv", "Bern,Genève,2\n\"Aix, \"\"les\"\" Bains\", Bern ,3\n") ==
          "Bern|Genève|Aix, \"les\" Bains|3: 0>1=2 2>0=3");
    CHECK(labelled("a.tsv", "New York\tLos Angeles\t5\r\nLos Angeles\tNew York\t6\r\n") ==
          "New York|Los Angeles|2: 0>1=5 1>0=6");
    CHECK(labelled("a.csv", "12 Main St,5,1\n") == "12 Main St|5|2: 0>1=1");
    CHECK(labelled("a.csv", "# made by hand\na,#b,1\n#b,a,2\n") == "a|#b|2: 0>1=1 1>0=2");
}

TEST_CASE("edges: headers") {
    const char* const expected = "2: 0>1=5";
    CHECK(arcs("a.csv", "source,target,weight\n0,1,5\n") == expected);
    CHECK(arcs("a.csv", "From,To,Cost\n0,1,5\n") == expected);
    CHECK(arcs("a.csv", "weight,dst,src\n5,1,0\n") == expected);
    CHECK(arcs("a.csv", "u,v,w\n0,1,5\n") == expected);
    CHECK(arcs("a.txt", "FromNodeId ToNodeId weight\n0 1 5\n") == expected);
    CHECK(labelled("a.csv", "a,b,minutes\nx,y,5\n") == "x|y|2: 0>1=5");
    CHECK(labelled("a.csv", "id1,id2\n3,4\n") == "3|4|2: 0>1=1");
    // A line with words and a number is data, whatever the words are.
    CHECK(labelled("a.csv", "from,to,5\n") == "from|to|2: 0>1=5");
    CHECK(labelled("a.csv", "x,y\ny,z\n") == "x|y|z|3: 0>1=1 1>2=1");
}

TEST_CASE("edges: headers that name more columns, and ends as u and v") {
    const char* const expected = "10|20|2: 0>1=3";
    CHECK(labelled("a.csv", "id,u,v,length\n1,10,20,3\n") == expected);
    CHECK(labelled("a.csv", "u,v,key,length\n10,20,0,3\n") == expected);
    CHECK(labelled("a.csv", "weight,U,V\n3,10,20\n") == expected);
    CHECK(labelled("a.csv", "v,u,weight\n20,10,3\n") == expected);
    CHECK(labelled("a.csv", "edge_id,start_node,end_node,cost\n1,10,20,3\n") == expected);
    CHECK(labelled("a.csv", "a,b,weight\n10,20,3\n") == expected);
    CHECK(labelled("a.csv", "source,b,weight\n10,20,3\n") == expected);
    CHECK(labelled("a.csv", "id,u,v,km\n1,10,20,3\n", {.weight_column = "km"}) == expected);
    CHECK(labelled("a.csv", "id,target,b,weight\n1,20,10,3\n", {.source_column = "b"}) == expected);
}

TEST_CASE("edges: ends that a header leaves open are taken from no other column") {
    for (const char* table :
         {"id,source,dest_node,weight\n1,10,20,3\n", "sink,source,weight\n20,10,3\n",
          "target,start,weight\n20,10,3\n", "u,v,source\n10,20,3\n", "v,source\n20,10\n",
          "id,a,b,length\n1,10,20,3\n", "weight,a,b\n3,10,20\n", "id,weight\n1,3\n",
          "u,v,source,length\n10,20,1,3\n"}) {
        CAPTURE(table);
        CHECK(refusal("a.csv", table) ==
              Contains("a.csv:1: expected columns named source and target, found '"));
        CHECK(refusal("a.csv", table) ==
              Contains("choose with ReadOptions::source_column and ReadOptions::target_column"));
    }
    CHECK(labelled("a.csv", "id,a,b,length\n1,x,y,3\n",
                   {.source_column = "a", .target_column = "3"}) == "x|y|2: 0>1=3");
    CHECK(labelled("a.txt", "to be\nbe or\n") == "to|be|or|3: 0>1=1 1>2=1");
}

TEST_CASE("edges: a first line with a number, or whose weight is no name, is no header") {
    CHECK(labelled("a.csv", "A,B,3\n1,2,4\n") == "A|B|1|2|4: 0>1=3 2>3=4");
    CHECK(labelled("a.csv", "08,09,5\n10,11,3\n11,08,1\n") == "08|09|10|11|4: 0>1=5 2>3=3 3>0=1");
    CHECK(labelled("a.txt", "08 09\n10 11\n11 08\n") == "08|09|10|11|4: 0>1=1 2>3=1 3>0=1");
    CHECK(labelled("a.txt", "18446744073709551615 18446744073709551614 7\n1 2 3\n") ==
          "18446744073709551615|18446744073709551614|1|2|4: 0>1=7 2>3=3");
    for (const char* weight : {"NA", "", "-", "None"}) {
        CAPTURE(weight);
        CHECK(refusal("a.csv", std::string("A,B,") + weight + "\nC,D,5\n") ==
              Contains("a.csv:1: expected a weight"));
    }
}

TEST_CASE("edges: columns by name and number") {
    const std::string table = "id,a,b,km,h\n1,x,y,5,2\n2,y,x,6,3\n";
    const auto options = [](const char* s, const char* t, const char* w) {
        ReadOptions o;
        o.source_column = s;
        o.target_column = t;
        o.weight_column = w;
        return o;
    };
    CHECK(labelled("a.csv", table, options("a", "b", "km")) == "x|y|2: 0>1=5 1>0=6");
    CHECK(labelled("a.csv", table, options("2", "3", "5")) == "x|y|2: 0>1=2 1>0=3");
    CHECK(labelled("a.csv", table, options("b", "2", "h")) == "x|y|2: 0>1=3 1>0=2");
    ReadOptions hops = options("a", "b", "");
    hops.unweighted = true;
    CHECK(labelled("a.csv", table, hops) == "x|y|2: 0>1=1 1>0=1");
    CHECK(arcs("a.txt", "9 0 1 7\n9 1 0 8\n", options("2", "3", "4")) == "2: 0>1=7 1>0=8");
    const auto refused = [&](const ReadOptions& o) {
        return refusal("a.csv", table, o, ErrorKind::usage);
    };
    CHECK(refused(options("a", "c", "")) ==
          Contains("a.csv:1: no column \"c\" for ReadOptions::target_column; there are 1 to 5: "
                   "'id, a, b"));
    CHECK(refused(options("a", "6", "")) == Contains("no column \"6\""));
    CHECK(refused(options("0", "a", "")) == Contains("no column \"0\""));
    CHECK(refused(options("a", "2", "")) == Contains("source and target are both column 2"));
    CHECK(refusal("a.csv", table) == Contains("a.csv:1: expected source, target and weight, found "
                                              "5 columns; choose with ReadOptions::source_column"));
    CHECK(refusal("a.csv", "source,target,minutes\n1,2,3\n") ==
          Contains("a.csv:1: expected a column named weight"));
    CHECK(refusal("a.gr", "p sp 1 0\n", options("a", "b", ""), ErrorKind::usage) ==
          Contains("no columns to choose from"));
}

TEST_CASE("edges: undirected, unweighted, transposed") {
    ReadOptions options;
    options.undirected = true;
    CHECK(arcs("a.txt", "0 1 5\n2 1 3\n1 2 4\n", options) == "3: 0>1=5 1>0=5 1>2=3 2>1=3");
    options = {};
    options.unweighted = true;
    CHECK(arcs("a.txt", "0 1 x\n1 2 4\n", options) == "3: 0>1=1 1>2=1");
    options = {};
    options.transpose = true;
    CHECK(arcs("a.txt", "0 1 5\n1 2 3\n", options) == "3: 1>0=5 2>1=3");
    options = {};
    options.zero_is_no_edge = true;
    CHECK(refusal("a.txt", "0 1 5\n", options, ErrorKind::usage) == Contains("dense matrices"));
}

TEST_CASE("edges: every damage is refused with its line") {
    CHECK(refusal("a.txt", "0 1 5\n1 2\n") == Contains("a.txt:2: expected a weight"));
    CHECK(refusal("a.txt", "0 1 5\n1 2 3 4\n") == Contains("a.txt:2: expected the end of the li"));
    CHECK(refusal("a.txt", "0 1\n1\n") == Contains("a.txt:2: expected a vertex, found the end"));
    CHECK(refusal("a.txt", "0 1\n1") == Contains("a.txt:2: expected a vertex, found the end of"));
    CHECK(refusal("a.txt", "7\n") == Contains("a.txt:1: expected two or more columns"));
    CHECK(refusal("a.txt", "# only\n") == Contains("a.txt:2: expected a line 'source target'"));
    CHECK(refusal("a.csv", "source,target\n") == Contains("a.csv:2: expected a line 'source"));
    for (const char* weight : {"nan", "inf", "1e999", "9007199254740993", "x", ""}) {
        CAPTURE(weight);
        const std::string line = std::string("1,2,") + weight + "\n";
        CHECK(refusal("a.csv", "0,1,5\n" + line) == Contains("a.csv:2: expected a weight"));
        CHECK(refusal("a.csv", line + "0,1,5\n") == Contains("a.csv:1: expected a weight"));
    }
    CHECK(refusal("a.csv", "0,1,5\n1 2,3\n") == Contains("a.csv:2: expected a ',' and another"));
    CHECK(refusal("a.csv", "a,b\n,c\n") == Contains("a.csv:2: expected a vertex, found an empty"));
    CHECK(refusal("a.csv", "a,b\nc,\n") == Contains("a.csv:2: expected a vertex"));
    CHECK(refusal("a.csv", "a,\"b\nc,d\n") == Contains("a.csv:1: expected a closing quote"));
    CHECK(refusal("a.csv", "a,b\nc,\"d\"e\n") == Contains("a.csv:2: expected a ',' and another"));
    CHECK(refusal("a.csv", "a,b\nc,\"d\x1b[2J\"\n") ==
          Contains("a.csv:2: expected a vertex in UTF-8 without control characters, found "
                   "'d\\x1b[2J'"));
}

TEST_CASE("edges: labels that are not UTF-8") {
    for (const char* label : {"\xff", "a\xe9", "\xc3", "\xc0\x80", "\xe0\x80\xaf", "\xed\xa0\x80",
                              "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\x80", "caf\xe9 noir"}) {
        CAPTURE(label);
        CHECK(refusal("a.csv", std::string("a,b\nb,") + label + "\n") ==
              Contains("a.csv:2: expected a vertex in UTF-8"));
    }
    CHECK(labelled("a.txt", "\xf0\x9f\x9a\x80 \xe2\x82\xac\n") ==
          "\xf0\x9f\x9a\x80|\xe2\x82\xac|2: 0>1=1");
}
