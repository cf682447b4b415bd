// Every format, damaged in every place, is either refused with the file's name or read as a graph.
// Harmless differences between systems change nothing.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

struct Sample {
    std::string name;
    std::string content;
};

std::string npy_sample() {
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
    const float elements[] = {0, 1, 2, 0};
    std::string text("\x93NUMPY\x01\x00", 8);
    text += static_cast<char>(header.size());
    text += '\0';
    text += header;
    text.append(reinterpret_cast<const char*>(elements), sizeof elements);
    return text;
}

std::vector<Sample> samples() {
    return {
        {"s.gr", "c x\np sp 3 2\na 1 2 5\na 2 3 -1.5\n"},
        {"s.mtx", "%%MatrixMarket matrix coordinate real general\n% x\n3 3 2\n2 1 4\n3 2 0.5\n"},
        {"a.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n1\ninf\n0\n"},
        {"s.npy", npy_sample()},
        {"s.txt", "# x\n0\t1\t5\n1 2 7\n"},
        {"s.csv", "source,target,weight\nBern,\"Aix, \"\"les\"\" Bains\",2\nThun,Gen\u00e8ve,3\n"},
        {"s.tsv", "a\tb\t2.5\nb\tc\t-1\n"},
        {"s.graph", "% x\n3 2 11\n9 2 5\n9 1 5 3 6\n9 2 6\n"},
        {"d.csv", "0,5,inf,\n1,0,2.5,inf\n3,3,0,-1\n,7,7,0\n"},
    };
}

/// Reads the file; whatever is wrong must be reported as bad input of this file, or as too large.
void survive(const std::string& name, const std::string& content) {
    const auto path = write_file(name, content);
    try {
        const GraphFile file = read_graph(path);
        CHECK(file.graph.vertices() > 0);
    } catch (const Error& error) {
        CHECK((error.kind() == ErrorKind::bad_input || error.kind() == ErrorKind::out_of_memory));
        CHECK(std::string(error.what()).find(path.string()) == 0);
    }
}

}  // namespace

TEST_CASE("damage: cut short anywhere") {
    for (const auto& [name, content] : samples()) {
        CAPTURE(name);
        for (std::size_t size = 0; size < content.size(); ++size) {
            CAPTURE(size);
            survive(name, content.substr(0, size));
        }
    }
}

TEST_CASE("damage: any byte replaced, doubled or lost") {
    for (const auto& [name, content] : samples()) {
        CAPTURE(name);
        for (std::size_t at = 0; at < content.size(); ++at) {
            CAPTURE(at);
            for (const char c : {'\0', '\xff', '\x1b', '9', '-', ' ', ',', '"', '\n'}) {
                std::string damaged = content;
                damaged[at] = c;
                survive(name, damaged);
            }
            survive(name, content.substr(0, at) + content.substr(at + 1));
            survive(name, content.substr(0, at + 1) + content.substr(at));
        }
    }
}

TEST_CASE("damage: CRLF, a byte order mark and leading blank lines change nothing") {
    for (const auto& [name, content] : samples()) {
        if (name == "s.npy") continue;
        CAPTURE(name);
        const std::string expected = labelled(name, content);
        std::string crlf;
        for (const char c : content) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        CHECK(labelled(name, crlf) == expected);
        CHECK(labelled(name, "\xef\xbb\xbf" + content) == expected);
        CHECK(labelled(name, "\n \n" + content) == expected);
        CHECK(labelled(name, content + "\n\n") == expected);
    }
}

TEST_CASE("damage: headers that claim far more than their file") {
    CHECK(refusal("h.gr", "p sp 4000000 10000000000\na 1 2 3\n") == Contains("h.gr:3: expected"));
    CHECK(refusal("h.mtx", "%%MatrixMarket matrix array real general\n36000 36000\n1\n") ==
          Contains("h.mtx:3: expected 1296000000 entries"));
    CHECK(refusal("h.mtx",
                  "%%MatrixMarket matrix coordinate real general\n9 9 9000000000\n1 2 3\n") ==
          Contains("h.mtx:4: expected 9000000000 entries"));
    CHECK(refusal("h.graph", "4000000 10000000000\n2\n") == Contains("h.graph:1: expected"));
    CHECK(refusal("h.graph", "4000000 0\n\n") ==
          Contains("h.graph:3: expected a line for each of the 4000000 vertices"));
    CHECK(refusal("h.csv", "9000000000000000000,9000000000000000001,nan\n") ==
          Contains("h.csv:1: expected a weight"));
}
