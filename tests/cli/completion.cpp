// Completion in Bash, zsh and fish: each shell is asked as its user would ask it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

struct Shell {
    const char* name;
    /// The script that the shell runs. Its first argument is the line to complete; it prints one
    /// completion per line.
    const char* script;
};

constexpr Shell kShells[] = {
    {"bash", R"sh(. "$APSP_SOURCE/host/cli/completion.bash"
COMP_LINE=$1 COMP_POINT=${#1}
read -ra COMP_WORDS <<<"${1//[=:]/ & }"
[[ $1 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_apsp_ocl
last=${1##* } kept=
[[ $last == *[=:]* ]] && kept=${last%"${last##*[=:]}"}
printf -- "$kept%s\n" "${COMPREPLY[@]}")sh"},
    {"zsh", R"sh(zmodload zsh/zpty
cat >$SCRATCH/setup <<'END'  # for the shell that is asked: what completion adds goes to a file
fpath=($SCRATCH $fpath)
autoload -U compinit
compinit -u -d $SCRATCH/dump
compadd() {
  [[ " ${@[1,(i)(-|--)]} " == *" "-(O|A|D)" "* ]] && { builtin compadd "$@"; return }
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- $IPREFIX${^hits} >>$SCRATCH/hits
  builtin compadd "$@"
}
finished() { : >$SCRATCH/end }
comppostfuncs=(finished)
: >$SCRATCH/ready
END
zpty -b shell zsh -fi
zpty -w shell 'source $SCRATCH/setup'
until [[ -e $SCRATCH/ready ]]; do sleep 0.05; done
zpty -w -n shell "$1"$'\t'
until [[ -e $SCRATCH/end ]]; do sleep 0.05; done
cat $SCRATCH/hits
zpty -d shell)sh"},
    {"fish", R"sh(source $APSP_SOURCE/host/cli/completion.fish
complete -C $argv[1] | string replace -r '\t.*' ''
true)sh"},
};

/// The completions of the end of the line, in order, with "failed" in front if the shell failed.
Words completions(const Shell& shell, const std::string& line) {
    const TemporaryFolder scratch;
    std::filesystem::copy(APSP_SOURCE "/host/cli/completion.zsh", scratch / "_apsp-ocl");
    const std::string script = scratch.write("ask", shell.script);
    const std::string folder = std::filesystem::path(APSP_OCL).parent_path().string();
    const std::string no_setup = shell.name == std::string("zsh") ? " -f" : "";
    const std::string command = "cd " + scratch.path().string() + " && PATH=\"" + folder +
                                ":$PATH\" HOME=" + scratch.path().string() +
                                " SCRATCH=" + scratch.path().string() +
                                " APSP_SOURCE=\"" APSP_SOURCE "\" timeout 60 " + shell.name +
                                no_setup + " " + script + " '" + line + "' </dev/null 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    char buffer[4096];
    while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) {
        text.append(buffer, size);
    }
    Words words;
    std::istringstream lines(text);
    for (std::string word; std::getline(lines, word);) {
        while (word.ends_with(' ')) word.pop_back();
        if (!word.empty()) words.push_back(word);
    }
    std::ranges::sort(words);
    if (pclose(pipe) != 0) words.insert(words.begin(), "failed");
    return words;
}

}  // namespace

TEST_CASE("completion: commands, options, values and files, in every shell") {
    const TemporaryFolder folder;
    folder.write("city.gr", kSmallGraph);
    const std::string path = folder / "city.gr", part = folder / "ci";
    const struct {
        std::string line;
        Words offered;
    } cases[] = {
        {"de", {"devices"}},
        {"b", {"batch", "bench", "betweenness"}},
        {"tune --bud", {"--budget"}},
        {"batch --path-arcs-", {"--path-arcs-output"}},
        {"--paths-o", {"--paths-output"}},
        {"path --fro", {"--from"}},
        {"sweep --algos kleene,r", {"kleene,rkleene"}},
        {"--algo r", {"rkleene"}},
        {"--algo=r", {"--algo=rkleene"}},
        {"--dtype f", {"f32", "f64"}},
        {"tune --semirings max-m", {"max-min"}},
        {"solve --format me", {"metis"}},
        {"--output-format ts", {"tsv"}},
        {"verify --negative-cycles m", {"minus-infinity"}},
        {"--device cpu:", {"cpu:0"}},
        {"batch --devices cpu,al", {"cpu,all"}},
        {"--devices gp", {"gpus"}},
        {"compare --devices car", {"card"}},
        {"tune --algo s", {"sparse"}},
        {part, {path}},
        {"solve " + part, {path}},
        {"-o " + part, {path}},
        {"verify --graph " + part, {path}},
    };
    for (const Shell& shell : kShells) {
        if (std::system((std::string(shell.name) + " -c true >/dev/null 2>&1").c_str()) != 0) {
            skipped(std::string("completion: no ") + shell.name);
            continue;
        }
        const std::string name = shell.name;
        CAPTURE(name);
        for (const auto& [line, offered] : cases) {
            CAPTURE(line);
            Words expected = offered;
            Words found = completions(shell, "apsp-ocl " + line);
            // zsh adds file names without their folder.
            if (shell.name == std::string("zsh") && offered.front() == path) expected = {"city.gr"};
            std::string said;
            for (const std::string& word : found) said += word + "\n";
            CAPTURE(said);
            CHECK(found == expected);
        }
    }
}

}  // namespace apsp::cli_test
