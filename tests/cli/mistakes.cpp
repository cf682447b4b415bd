// The mistakes of newcomers in text files: each message says what, where, and the way out.
#include "cli/mistakes.hpp"

namespace apsp::cli_test {

void check_mistakes(std::span<const Mistake> mistakes) {
    for (const Mistake& mistake : mistakes) {
        const TemporaryFolder folder;
        Words names;
        for (const auto& [name, content] : mistake.files) {
            folder.write(name, content);
            names.push_back(name);
        }
        std::ranges::sort(names);
        Words words;
        for (const std::string& word : mistake.arguments) {
            words.push_back(word.starts_with('@') ? folder / word.substr(1) : word);
        }
        const bool chosen =
            std::ranges::count(words, "--device") + std::ranges::count(words, "--devices") != 0;
        const bool solve = words.empty() || words.front().starts_with('-');
        if (solve && !chosen) words.insert(words.end(), {"--device", "cpu"});
        const Outcome outcome = run(words, mistake.options);
        const std::string line = command_line(words);
        CAPTURE(mistake.name);
        CAPTURE(line);
        CAPTURE(outcome.err);
        CHECK(outcome.code == mistake.code);
        CHECK(outcome.err.starts_with("apsp-ocl: "));
        for (const std::string& part : mistake.said) {
            CAPTURE(part);
            const bool absent = part.starts_with('!');
            CHECK(has(outcome.err, absent ? part.substr(1) : part) != absent);
        }
        if (mistake.code == 0) continue;
        CHECK(outcome.out == "");
        CHECK(folder.files() == names);
    }
}

namespace {

using namespace std::string_literals;

/// No mistake, but worth a note.
Mistake note(std::string name, std::string file, std::string content, Words said) {
    return {
        std::move(name), {{file, std::move(content)}}, {"--input", "@" + file}, 0, std::move(said)};
}

/// A mistake in a file that is only read, so that most rows of the table are short.
Mistake reading(std::string name, std::string file, std::string content, Words said,
                Words more = {}, int code = 4) {
    return {std::move(name),
            {{file, std::move(content)}},
            with({"--input", "@" + file}, more),
            code,
            std::move(said)};
}

}  // namespace

TEST_CASE("mistakes: encodings, and files that are no text") {
    const std::string utf16 = "\xff\xfes\0,\0t\0\n\0001\0,\0002\0\n\0"s;
    const Mistake mistakes[] = {
        reading("UTF-16", "a.csv", utf16, {"a.csv: ", "UTF-16", "iconv"}),
        reading("UTF-16 of a .gr", "a.gr", utf16, {"a.gr: ", "UTF-16", "iconv"}),
        reading("UTF-16 without its mark", "a.csv", utf16.substr(2), {"UTF-16", "iconv"}),
        reading("Latin-1", "a.csv", "a,b,5\nb,caf\xe9,2\n", {"a.csv:2:", "caf\\xe9", "iconv"}),
        reading("line ends of old Macs", "a.gr", "p sp 2 1\ra 1 2 5\r", {"return", "tr '\\r'"}),
        reading("rubbish", "a.txt", "\x11\x12rub\0bish"s, {"a.txt", "binary", "byte 6"}),
        reading("a web page", "a.gr", "<!DOCTYPE html>\n<html>\n", {"a.gr", "a web page"}),
        reading("a spreadsheet", "a.xlsx", "PK\x03\x04 and more", {"a.xlsx"}),
        reading("an archive by another name", "a.csv", "PK\x03\x04 more", {"archive", "unpack it"}),
        reading("a .npy by another name", "a.csv", "\x93NUMPY\x01", {"NumPy", "--format npy"}),
        reading("a zip archive", "a.zip", "PK\x03\x04" + std::string(40, 'x'),
                {"a.zip: ", "an archive (zip); unpack it first", "!--format"}),
        reading("a zip archive as .mtx", "a.mtx", "PK\x03\x04" + std::string(40, 'x'),
                {"a.mtx: ", "an archive (zip); unpack it first"}),
        reading("a zip archive as .npz", "a.npz", "PK\x03\x04" + std::string(40, 'x'),
                {"an archive (zip); unpack it first"}),
        reading("a workbook", "a.xlsx",
                "PK\x03\x04" + std::string(22, '\x13') + "\x13\0\0\0[Content_Types].xml"s,
                {"a spreadsheet", "save it as .csv"}),
        reading("a tar archive", "a.tar", "g.gr" + std::string(253, '\0') + "ustar\0 0"s,
                {"a tar archive", "tar xf"}),
        reading("a tar archive as .gr", "a.gr", "g.gr" + std::string(253, '\0') + "ustar\0 0"s,
                {"a tar archive", "tar xf"}),
        reading("a 7z archive", "a.7z", "7z\xbc\xaf\x27\x1c", {"7z archive", "unpack"}),
        reading("a graph of Galois", "a.gr", "\1\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"s,
                {"a.gr: ", "binary graph of Galois", "!UTF-16"}),
        reading("raw int32", "a.txt", "\5\0\0\0\7\0\0\0\1\0\0\0"s,
                {"binary data", "is it the right file?", "!UTF-16"}),
        reading("raw int32 by an unknown name", "a.bin", "\5\0\0\0\7\0\0\0\1\0\0\0"s,
                {"binary data", "!UTF-16"}),
        reading("int32 of V, E and triples", "a.bin", "\3\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\5\0\0\0"s,
                {"binary data", "--format bin32", "!UTF-16"}),
        reading("raw int16", "a.txt", "\3\0\5\0\1\0\2\0"s, {"binary data", "!UTF-16"}),
        reading("JSON", "a.json", "{\"nodes\": []}\n", {"a.json", "JSON is not read"}),
        reading("DOT", "a.dot", "digraph g { a -> b; }\n", {"a.dot", "DOT is not read"}),
        reading("an empty file", "a.csv", "", {"a.csv", "an empty file"}),
        reading("blank lines", "a.csv", "\n\n", {"a.csv:3:", "'source target'", "the end"}),
        reading("a header and no more", "a.csv", "source,target\n", {"a.csv:2:", "the end"}),
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: what is read all the same") {
    const Mistake mistakes[] = {
        {"semicolons",
         {{"a.csv", "source;target;weight\n1;2;3,5\n2;3;4\n"}},
         {"--input", "@a.csv", "--output", "@d.csv", "--dtype", "f64"},
         0,
         {"a.csv: columns are separated by ';'"}},
        {"semicolons in a matrix",
         {{"a.csv", "0;1,5;2;9\n1;0;3;9\n2;4;0;9\n1;1;1;0\n"}},
         {"--input", "@a.csv"},
         0,
         {"a.csv: columns are separated by ';'"}},
        note("a small matrix", "a.txt", "0 3 7\n3 0 1\n7 1 0\n", {"matrix", "--format edges"}),
        note("a small matrix or list", "a.csv", "0,3,7\n3,0,1\n6,1,0\n",
             {"a list of arcs", "--format dense"}),
        note("zeros for no arc", "a.csv", "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n",
             {"--zero-is-no-edge"}),
        note("counts", "a.txt", "5 4\n1 2\n2 3\n3 4\n4 5\n",
             {"5 vertices and 4 arcs", "--first-line data"}),
        note("a header of unknown words", "a.csv", "von,nach\na,b\nb,c\n",
             {"'von' and 'nach'", "--first-line data"}),
        note("integers as floats", "a.csv", "source,target,weight\n1.0,2,3\n2.0,3,4\n", {"1.0"}),
        note("the way back of pgRouting", "a.csv",
             "id,source,target,cost,reverse_cost\n1,1,2,5,-1\n", {"--weight-column cost"}),
        note("columns in another order", "a.csv", ",B,A\nA,1,0\nB,0,2\n", {"matched by name"}),
        {"a limit that has a device far slower",
         {},
         {"--random", "1500", "--algo", "kleene", "--dtype", "i32", "--memory-limit", "7M"},
         0,
         {"a memory limit of 7.00 MiB", "streamed", "or more it stays there"}},
    };
    check_mistakes(mistakes);
    const TemporaryFolder folder;
    const std::string comma = folder.write("a.csv", "1;2;3,5\n2;3;4,25\n");
    run({"--input", comma, "--device", "cpu", "--output", folder / "d.csv"});
    CHECK(content_of(folder / "d.csv") == "0,3.5,7.75\ninf,0,4.25\ninf,inf,0\n");
    // A byte order mark, line ends of Windows, and a label that holds a semicolon.
    const std::string windows =
        folder.write("b.csv", "\xef\xbb\xbfsource,target\r\na,\"b;c;d\"\r\n");
    CHECK(solve({"--input", windows, "--device", "cpu"})["graph"]["n"] == 2);
}

TEST_CASE("mistakes: numbers and columns of tables") {
    const std::string head = "source,target,weight\nA,B,3\n";
    const Mistake mistakes[] = {
        reading("a decimal comma in quotes", "a.csv", "a,b,\"3,5\"\n",
                {"a.csv:1:", "column 3", "'3,5'", "3.5"}),
        reading("a decimal comma in a .tsv", "a.tsv", "1\t2\t3,5\n", {":1:", "column 3", "3.5"}),
        reading("a decimal comma in a .txt", "a.txt", "1 2 3,5\n", {":1:", "'3,5'", "3.5"}),
        reading("a decimal comma in a .gr", "a.gr", "p sp 3 1\na 1 2 3,5\n", {":2:", "3.5"}),
        reading("thousands", "a.csv", "a,b,\"1,234,567\"\n", {":1:", "column 3", "1234567"}),
        reading("a comma that may be either", "a.csv", "a,b,\"1,000\"\n", {"1000 or 1.000"}),
        reading("a unit", "a.csv", "source,target,weight\nA,B,3 km\n", {"a.csv:2:", "'km'"}),
        reading("a word", "a.csv", head + "A,C,far\n", {"a.csv:3:", "column 3", "'far'"}),
        reading("no weight", "a.csv", head + "A,C,\n", {"a.csv:3:", "a weight"}),
        reading("inf", "a.csv", head + "A,C,inf\n", {"a.csv:3:", "a list leaves such an arc out"}),
        reading("NaN", "a.gr", "p sp 2 1\na 1 2 NaN\n",
                {"a.gr:2:", "a list leaves such an arc out"}),
        reading("too large", "a.csv", head + "A,C,1e999\n", {"a.csv:3:", "column 3", "finite"}),
        reading("beyond 2^53", "a.csv", head + "A,C,9007199254740995\n", {":3:", "2^53"}),
        reading("a column too few", "a.csv", head + "A,C\n", {"a.csv:3:", "another column"}),
        reading("a column too many", "a.csv", head + "A,C,4,5\n", {":3:", "behind column 3"}),
        reading("no target", "a.csv", head + "A,,4\n", {"a.csv:3:", "empty field in column 2"}),
        reading("an open quote", "a.csv", head + "A,\"C,4\n", {"a.csv:3:", "a closing quote"}),
        reading("columns of other names", "a.csv", "von,nach,km,min\nA,B,3,4\n",
                {"a.csv:1:", "4 columns", "--source-column", "--format dense"}),
        reading("a weight of another name", "a.csv", "source,target,km\nA,B,3\n",
                {"a.csv:1:", "--weight-column", "--unweighted"}),
        reading("ends of other names", "a.csv", "id,a,b,weight\n1,A,B,3\n",
                {"a.csv:1:", "'id, a, b, weight'", "--source-column and --target-column"}),
        reading("a column that there is not", "a.csv", head, {"a.csv:1:", "\"cost\"", "weight"},
                {"--weight-column", "cost"}, 2),
        reading("a column counted from 0", "a.csv", head, {"\"0\"", "1 to 3"},
                {"--source-column", "0"}, 2),
        reading("a column twice", "a.csv", head, {"both column 2", "--target-column"},
                {"--source-column", "2"}, 2),
        reading("data of several names", "a.txt", "0 1 {'km': 3, 'min': 4}\n",
                {"a.txt:1:", "km, min", "--weight-column"}),
        reading("no arc in a list", "a.csv", head, {"lists arcs", "--no-arc is for"},
                {"--no-arc", "-1"}, 2),
        reading("no arc of no number", "a.csv", head, {"--no-arc", "\"many\""},
                {"--no-arc", "many"}, 2),
        reading("another first line", "a.csv", head, {"\"skip\"", "header, counts, data"},
                {"--first-line", "skip"}, 2),
        reading("columns of a .gr", "a.gr", "p sp 2 1\na 1 2 3\n", {"no columns", "--format edges"},
                {"--weight-column", "3"}, 2),
        reading("commas in a .txt", "a.txt", "1,2,3\n", {"a.txt:1:", "--format csv"}),
        reading("commas and blanks in a .txt", "a.txt", "1, 2, 3\n", {":1:", "--format csv"}),
        reading("semicolons in a .txt", "a.txt", "1;2;3\n", {":1:", "';'", "--format csv"}),
        reading("commas in a .tsv", "a.tsv", "1,2,3\n", {"a.tsv:1:", "--format csv"}),
        reading("tabs in a .csv", "a.csv", "1\t2\t3\n", {"a.csv:1:", "--format tsv"}),
        reading("blanks in a .csv", "a.csv", "1 2 3\n", {"a.csv:1:", "--format edges"}),
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: headers, counts and vertices of other formats") {
    const std::string real = "%%MatrixMarket matrix coordinate real general\n";
    const Mistake mistakes[] = {
        reading("vertices from 0 in a .gr", "a.gr", "p sp 3 1\na 0 1 5\n",
                {"a.gr:2:", "1 to 3", "count from 1"}),
        reading("vertices from 0 in a .mtx", "a.mtx", real + "3 3 1\n0 1 5\n",
                {"a.mtx:3:", "1 to 3", "count from 1"}),
        reading("vertices from 0 in METIS", "a.graph", "3 2\n1\n0 2\n1\n",
                {"a.graph:2:", "1 itself", "counts from 1"}),
        reading("a vertex too many", "a.gr", "p sp 3 1\na 1 4 5\n", {"a.gr:2:", "1 to 3", "'4'"}),
        reading("no line 'p'", "a.gr", "a 1 2 5\n", {"a.gr:1:", "'p sp <vertices> <arcs>'", "add"}),
        reading("another problem", "a.gr", "p max 3 1\n", {"a.gr:1:", "'p sp", "'p max 3 1'"}),
        reading("arcs alone in a .gr", "a.gr", "1 2 5\n", {"a.gr:1:", "'1 2 5'", "--format edges"}),
        reading("Matrix Market in a .gr", "a.gr", real, {"a.gr:1:", "Matrix Market is .mtx"}),
        reading("fewer arcs", "a.gr", "p sp 3 2\na 1 2 3\n", {"a.gr:3:", "2 arcs as line 1 says"}),
        reading("more arcs", "a.gr", "p sp 3 1\na 1 2 3\na 1 2 3\n", {"a.gr:3:", "line 1"}),
        reading("no banner", "a.mtx", "3 3 1\n1 2 5\n", {"a.mtx:1:", "%%MatrixMarket", "'3 3 1'"}),
        reading("DIMACS in a .mtx", "a.mtx", "p sp 3 1\na 1 2 3\n", {"a.mtx:1:", "DIMACS is .gr"}),
        reading("complex numbers", "a.mtx", "%%MatrixMarket matrix coordinate complex general\n",
                {"a.mtx:1:", "'real'", "'complex'"}),
        reading("not square", "a.mtx", real + "3 4 1\n1 2 5\n", {":2:", "3 rows and 4 columns"}),
        reading("half an entry", "a.mtx", real + "3 3 1\n1 2\n", {"a.mtx:3:", "end of the line"}),
        reading("METIS without weights", "a.graph", "3 2 1\n2\n1 3\n2\n", {":2:", "a weight"}),
        reading("METIS a line short", "a.graph", "3 2\n2\n1 3\n", {"a.graph:4:", "4 neighbours"}),
        reading("METIS of 2m", "a.graph", "3 4\n2\n1 3\n2\n",
                {"a.graph:1:", "2 edges", "counts each edge twice"}),
        reading("no sizes", "a.mtx",
                "%%MatrixMarket matrix coordinate pattern symmetric\n2 1\n3 1\n4 3\n",
                {"a.mtx:2:", "'2 1'", "the line of sizes is missing"}),
        reading("METIS one way", "a.graph", "3 2\n2 3\n1\n2\n", {"a.graph:2:", "too", "line 4"}),
        reading("-1 for no arc", "a.csv", "0,5,-1\n5,0,3\n-1,3,0\n",
                {"a.csv", "negative cycle", "if -1 means no arc, use --no-arc -1"},
                {"--format", "dense"}, 5),
        reading("a negative cycle", "a.gr", "p sp 2 2\na 1 2 2\na 2 1 -3\n",
                {"a.gr", "weight -1", "2 -> 1 -> 2;"}, {}, 5),
    };
    check_mistakes(mistakes);
}

}  // namespace apsp::cli_test
