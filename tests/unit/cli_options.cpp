// Options of a command: fields are set, and what is wrong is refused before a field is used.
#include "cli/options.hpp"
#include "set_variable.hpp"
#include "unit/helpers.hpp"

namespace apsp::cli {
namespace {

using test::error_of;

struct Fields {
    std::string input, output, other, device;
    std::size_t count = 0;
    std::optional<double> limit;
    std::vector<std::string> words;
    double time = 0;
    std::uint64_t memory = 0;
    bool flag = false, version = false, checked = false;
    std::string extra;
};

std::optional<std::string> parse_colour(std::string_view word) {
    if (word == "red" || word == "blue") return std::string(word);
    return std::nullopt;
}

/// The fields that these words give.
Fields parsed(std::vector<std::string> typed, bool* help = nullptr) {
    Fields fields;
    OptionList list("program paint");
    list.add("i,input", text(fields.input), "FILE", "Read").reads();
    list.add("o,output", text(fields.output), "FILE", "Write").writes();
    list.add("other", text(fields.other), "FILE", "Write more").needs("output").writes("input");
    list.add("device", text(fields.device), "DEVICE", "Where").excludes("flag").or_variable();
    list.add("n,count,copies", number(fields.count, 1), "N", "How many", "3");
    list.add("limit", number(fields.limit), "X", "At most");
    list.add("words", cli::list(fields.words, parse_colour, "red, blue"), "LIST", "Which", "red");
    list.add("time", seconds(fields.time), "TIME", "How long", "2m");
    list.add("memory", bytes(fields.memory), "SIZE", "How much");
    list.add("flag", set(fields.flag), "A flag");
    list.add("version", set(fields.version), "Which program").alone();
    list.take_word(fields.extra, "limit");
    list.add_help();
    list.then([&] { fields.checked = true; });
    typed.insert(typed.begin(), "program");
    std::vector<char*> words;
    for (std::string& word : typed) words.push_back(word.data());
    list.parse(static_cast<int>(words.size()), words.data());
    if (help != nullptr) *help = list.wants_help();
    return fields;
}

std::string refusal(const std::vector<std::string>& typed) {
    const auto caught = error_of([&] { parsed(typed); });
    CHECK(caught.kind == ErrorKind::usage);
    return caught.message;
}

}  // namespace

TEST_CASE("options: fields have what was given, or the defaults that --help shows") {
    const Fields none = parsed({});
    CHECK(none.count == 3);
    CHECK(none.time == 120);
    CHECK(none.words == std::vector<std::string>{"red"});
    CHECK(!none.limit);
    CHECK(none.checked);
    const Fields some = parsed({"--copies", "7", "--words=blue,red,blue", "--memory", "1.5k",
                                "--flag", "-o", "a", "--limit", "-2", "more"});
    CHECK(some.count == 7);
    CHECK(some.words == std::vector<std::string>{"blue", "red"});
    CHECK(some.memory == 1536);
    CHECK(some.flag);
    CHECK(some.limit == -2);
    CHECK(some.extra == "more");
    CHECK(parsed({"-n", "4"}).count == 4);
    CHECK(parsed({"--n=5"}).count == 5);
}

TEST_CASE("options: what is wrong is refused, with the option's first name") {
    CHECK(refusal({"--copies", "0"}) == "--count 0: expected a whole number of at least 1");
    CHECK(refusal({"--limit", "nan"}) == "--limit nan: expected a number");
    CHECK(refusal({"--words", "red,bleu"}).starts_with("--words red,bleu: unknown name \"bleu\""));
    CHECK(refusal({"--other", "a"}) == "--other needs --output");
    CHECK(refusal({"--flag", "--device", "a"}) == "--device and --flag exclude each other");
    CHECK(refusal({"-i", "x", "-o", "./x"}) ==
          "--output ./x: --input names the same file; choose another name");
    CHECK(refusal({"--flag=false"}) == "--flag takes no value");
    CHECK(refusal({"--input", ""}) == "--input: the value is empty");
    CHECK(refusal({"--imput", "a"}) == "unknown option --imput; did you mean --input?");
    CHECK(refusal({"more"}) == "unexpected argument \"more\"; see program paint --help");
    CHECK(refusal({"--limit", "1", "a", "b"}).starts_with("unexpected argument \"a\""));
    CHECK(refusal({"--time", "0s"}).starts_with("--time 0s: expected seconds"));
    // An output may replace the input that it names.
    CHECK(parsed({"-i", "x", "-o", "y", "--other", "x"}).other == "x");
}

TEST_CASE("options: --help and the like are answered whatever else is there") {
    bool help = false;
    CHECK(!parsed({"--count", "x", "--other", "a", "more", "-h"}, &help).checked);
    CHECK(help);
    const Fields version = parsed({"--version", "--count", "x"}, &help);
    CHECK(version.version);
    CHECK(!version.checked);
    CHECK(!help);
}

TEST_CASE("options: APSP_DEVICE is for an option that is not given, nor one that it excludes") {
    test::set_variable("APSP_DEVICE", "here");
    const std::string alone = parsed({}).device, given = parsed({"--device", "there"}).device,
                      excluded = parsed({"--flag"}).device;
    test::remove_variable("APSP_DEVICE");
    CHECK(alone == "here");
    CHECK(given == "there");
    CHECK(excluded.empty());
    CHECK(parsed({}).device.empty());
}

}  // namespace apsp::cli
