// DIMACS .gr: what is read, and each refusal, with file, line and expectation. Numbers and their
// messages are the same in every text format.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "apsp/errors.hpp"
#include "unit/io_support.hpp"

using apsp::io_test::arcs;
using apsp::io_test::labelled;
using apsp::io_test::refusal;
using doctest::Contains;

TEST_CASE("dimacs: arcs, comments, blank lines") {
    CHECK(arcs("a.gr", "c hello\n\np sp 3 2\nc\na 1 2 5\n\n  a\t3 1   7 \n") == "3: 0>1=5 2>0=7");
    CHECK(arcs("a.gr", "p sp 2 1\na 1 2 5") == "2: 0>1=5");
    CHECK(arcs("A.GR", "p sp 2 1\na 1 2 5\n") == "2: 0>1=5");
}

TEST_CASE("dimacs: CRLF line ends and a byte order mark") {
    CHECK(arcs("a.gr",
               "\xef\xbb\xbf"
               "c\r\np sp 2 2\r\na 1 2 5\r\na 2 1 1.5\r\n\r\n") == "2: 0>1=5 1>0=1.5");
    CHECK(refusal("a.gr", "c\r\np sp 2 1\r\na 1 2\r\n") == Contains("a.gr:3: expected a weight"));
    CHECK(refusal("a.gr", "p sp 2 1\r\na 1 2\r\n") == Contains("found the end of the line"));
}

TEST_CASE("dimacs: parallel arcs, self-loops, weight 0, nothing at all") {
    CHECK(arcs("a.gr", "p sp 2 3\na 1 2 5\na 1 2 3\na 1 2 4\n") == "2: 0>1=3");
    CHECK(arcs("a.gr", "p sp 2 3\na 1 1 5\na 1 1 0\na 2 2 -1\n") == "2: 1>1=-1");
    CHECK(arcs("a.gr", "p sp 2 2\na 1 2 0\na 2 1 -0\n") == "2: 0>1=0 1>0=0");
    CHECK(arcs("a.gr", "p sp 1 0\n") == "1:");
    CHECK(arcs("a.gr", "p sp 1000000 0\n") == arcs("a.gr", "p sp 1000000 1\na 7 7 1\n"));
}

TEST_CASE("dimacs: weights") {
    const auto weight = [](const std::string& text) {
        return arcs("a.gr", "p sp 2 1\na 1 2 " + text + "\n").substr(7);
    };
    CHECK(weight("-3") == "-3");
    CHECK(weight("+3") == "3");
    CHECK(weight("007") == "7");
    CHECK(weight("00000000000000000000007") == "7");
    CHECK(weight("1e3") == "1000");
    CHECK(weight("-.25") == "-0.25");
    CHECK(weight("123456789012345") == "1.23457e+14");
    CHECK(weight("9007199254740992") == weight("9.007199254740992e15"));
    CHECK(weight("1e300") == "1e+300");

    const auto refused = [](const std::string& text) {
        return refusal("a.gr", "p sp 2 1\na 1 2 " + text + "\n");
    };
    for (const char* text :
         {"nan", "inf", "-inf", "1e999", "9007199254740993", "-9007199254740993",
          "99999999999999999999", "0x10", "1,5", "12a", "--1", "+-1", "-", "+"}) {
        CAPTURE(text);
        CHECK(refused(text) == Contains("a.gr:2: expected a weight: a finite number, an integer of "
                                        "at most 2^53"));
        CHECK(refused(text) == Contains(("found '" + std::string(text) + "'").c_str()));
    }
}

TEST_CASE("dimacs: counts that differ from the header") {
    CHECK(refusal("a.gr", "p sp 2 2\na 1 2 5\n") ==
          Contains("a.gr:3: expected 2 arcs as line 1 says, found the end of the file after 1"));
    CHECK(refusal("a.gr", "c\np sp 2 1\na 1 2 5\na 2 1 5\n") ==
          Contains("a.gr:4: expected no more than the 1 arcs of line 2, found another"));
    // The header claims far more than the file holds: the refusal names what is missing, not a lack
    // of memory.
    CHECK(refusal("a.gr", "p sp 2 18446744073709551615\na 1 2 5\n") ==
          Contains("a.gr:3: expected 18446744073709551615 arcs"));
    CHECK(refusal("a.gr", "p sp 2 18446744073709551616\n") ==
          Contains("a.gr:1: expected a number of arcs, found '18446744073709551616'"));
}

TEST_CASE("dimacs: vertices out of range") {
    for (const char* vertex : {"0", "4", "-1", "1.0", "4294967297", "18446744073709551617", "x"}) {
        const std::string text = vertex;
        CAPTURE(text);
        const std::string message = "a.gr:2: expected a vertex from 1 to 3, found '" + text + "'";
        CHECK(refusal("a.gr", "p sp 3 1\na " + text + " 2 5\n") == Contains(message.c_str()));
        CHECK(refusal("a.gr", "p sp 3 1\na 2 " + text + " 5\n") == Contains(message.c_str()));
    }
    CHECK(refusal("a.gr", "p sp 1 1\na 1 2 5\n") ==
          Contains("a.gr:2: expected vertex 1, the only"));
    CHECK(refusal("a.gr", "p sp 0 0\n") == Contains("a.gr:1: expected at least one vertex"));
    CHECK_THROWS_AS(arcs("a.gr", "p sp 99999999999 0\n"), apsp::Error);
}

TEST_CASE("dimacs: the problem line") {
    CHECK(refusal("a.gr", "c only\n") ==
          Contains("a.gr:2: expected a line 'p sp <vertices> <arcs>', found the end of the file"));
    CHECK(refusal("a.gr", "c\na 1 2 3\n") ==
          Contains("a.gr:2: expected a line 'p sp <vertices> <arcs>', found an arc before it"));
    CHECK(refusal("a.gr", "p sp 2 0\nc\np sp 2 0\n") ==
          Contains("a.gr:3: expected only the 'p' line 1, found a second one"));
    CHECK(refusal("a.gr", "p max 2 0\n") ==
          Contains("a.gr:1: expected a line 'p sp <vertices> <arcs>', found another kind"));
    CHECK(refusal("a.gr", "p sp 2\n") == Contains("a.gr:1: expected a number of arcs"));
    CHECK(refusal("a.gr", "p sp -2 1\n") == Contains("a.gr:1: expected a number of vertices"));
    CHECK(refusal("a.gr", "p sp 2 0 0\n") == Contains("a.gr:1: expected the end of the line"));
}

TEST_CASE("dimacs: garbage and a truncated last line") {
    CHECK(refusal("a.gr", "p sp 2 1\na 1 2 5 6\n") ==
          Contains("a.gr:2: expected the end of the line, found '6'"));
    CHECK(refusal("a.gr", "p sp 2 1\na1 2 5\n") ==
          Contains("a.gr:2: expected a blank after 'a', found 'a1'"));
    CHECK(refusal("a.gr", "p sp 2 1\nalpha\n") == Contains("after 'a', found 'alpha'"));
    CHECK(refusal("a.gr", "p sp 2 1\n1 2 5\n") ==
          Contains("a.gr:2: expected a line that begins with 'c', 'p' or 'a', found '1 2 5'"));
    for (const char* line : {"a", "a 1", "a 1 ", "a 1 2", "a 1 2 ", "a 1 2 -"}) {
        const std::string content = std::string("p sp 2 2\na 1 2 5\n") + line;
        CAPTURE(content);
        CHECK(refusal("a.gr", content) == Contains("a.gr:3: expected a "));
    }
    CHECK(refusal("a.gr", "p sp 2 2\na 1 2 5\na 1 2") == Contains("found the end of the file"));
    // Messages contain nothing that upsets a terminal, and are not endless.
    CHECK(refusal("a.gr", "\x1b[2J" + std::string(1000, 'x')) ==
          Contains("found '\\x1b[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"));
    CHECK(refusal("a.gr", std::string("\0\0\0", 3)) == Contains("found binary data"));
}

TEST_CASE("dimacs: edges of other challenges lead both ways") {
    CHECK(labelled("a.gr", "c g\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n") ==
          "1|2|3|4|4: 0>1=1 1>0=1 1>2=1 2>1=1 2>3=1 3>2=1");
    CHECK(arcs("a.col", "p col 3 2\nn 1 4\ne 1 2\ne 2 3\n") == "3: 0>1=1 1>0=1 1>2=1 2>1=1");
    CHECK(arcs("a", "p edge 2 1\ne 1 2 2.5\n") == "2: 0>1=2.5 1>0=2.5");
    CHECK(arcs("a.gr", "c PACE\np tw 3 2\n1 2\n2 3\n") == "3: 0>1=1 1>0=1 1>2=1 2>1=1");
    // Some headers count each edge twice, and some files list it twice.
    CHECK(arcs("a.gr", "p edge 2 2\ne 1 2\n") == "2: 0>1=1 1>0=1");
    CHECK(arcs("a.gr", "p edge 2 1\ne 1 2\ne 2 1\n") == "2: 0>1=1 1>0=1");
    const auto refused = [](const char* text) { return refusal("a.gr", text); };
    CHECK(refused("p edge 3 9\ne 1 2\n") == Contains("9 edges as line 1 says"));
    CHECK(refused("p edge 3 1\na 1 2 5\n") == Contains("a.gr:2: expected a line that begins"));
    CHECK(refused("p edge 3 1\ne 1 4\n") == Contains("a.gr:2: expected a vertex from 1 to 3"));
    CHECK(refused("p edge 3 1\ne 1\n") == Contains("a.gr:2"));
    CHECK(refused("p tw 3 1\ne 1 2\n") == Contains("a.gr:2"));
    CHECK(refused("p sp 3 1\ne 1 2\n") == Contains("a.gr:2: expected a line that begins"));
    CHECK(refused("p edge 3 1\np edge 3 1\n") == Contains("a second one"));
    CHECK(refused("p max 3 1\n") == Contains("another kind of problem"));
}
