// The options of a command. Each is declared once: names, help, the field that it sets, what it
// needs and excludes. --help, parsing, checks, their messages and completion follow from that.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/values.hpp"

namespace apsp::cli {

/// One option, and what was given for it.
struct Option {
    std::string letter;              ///< Empty if there is none.
    std::vector<std::string> names;  ///< The first is the one of messages and of --help.
    std::string help;
    std::string argument;  ///< What --help calls its value; empty for a flag.
    std::string group;
    Value value;
    std::optional<std::string> initial;  ///< The default.
    std::vector<std::string> needed, excluded;
    std::string graph;  ///< The option that names the file, if this one says how to read it.
    bool from_variable = false, is_required = false, answers = false;
    bool is_read = false, is_written = false;
    std::string replaced;  ///< The option whose file this one's may be.
    bool given = false, by_variable = false;
    std::string text;  ///< As given.

    const std::string& name() const { return names.front(); }
    Option& needs(const std::string& other) { return needed.push_back(other), *this; }
    Option& excludes(const std::string& other) { return excluded.push_back(other), *this; }
    /// APSP_DEVICE sets it, unless it is given, or one that it excludes.
    Option& or_variable() { return from_variable = true, *this; }
    Option& required() { return is_required = true, *this; }
    /// It is answered at once: no other option but flags is looked at.
    Option& alone() { return answers = true, *this; }
    /// It names a file that is read, or one that is written, which may be that of the option
    /// `other` but of no other one.
    Option& reads() { return is_read = true, *this; }
    Option& writes(std::string other = "") {
        return is_written = true, replaced = std::move(other), *this;
    }
};

/// All options of a command.
class OptionList {
  public:
    explicit OptionList(std::string program) : program_(std::move(program)) {}
    OptionList(const OptionList&) = delete;
    OptionList& operator=(const OptionList&) = delete;

    /// What the command does, for --help.
    void describe(std::string what) { what_ = std::move(what); }
    /// Adds an option. `names` is as in "o,output": a letter, if there is one, and names. `initial`
    /// is the default, which the field gets and --help shows. Fields must live as long as the list.
    Option& add(std::string_view names, Value value, std::string argument, std::string help,
                std::optional<std::string> initial = {});
    /// A flag.
    Option& add(std::string_view names, Value value, std::string help) {
        return add(names, std::move(value), "", std::move(help));
    }
    /// Adds --help; `add_json` adds --json before it.
    void add_help();
    void add_json(bool& json);
    /// --quiet, --json and --help.
    void add_report(bool& json);
    /// What is added from here on has a heading of its own.
    void group(std::string name) { group_ = std::move(name); }
    /// A word that is no option is the value of this one. `help` is what --help calls it.
    void positional(std::string option, std::string help);
    /// If that option is given, one word that is no option goes to the field.
    void take_word(std::string& field, std::string option) {
        word_ = &field;
        word_option_ = std::move(option);
    }
    /// Called after all fields have been set, to check them and to set what depends on several.
    void then(std::function<void()> check) { checks_.push_back(std::move(check)); }

    /// Parses the words after argv[0], checks them and sets the fields. --quiet takes effect.
    /// @throws Error usage
    void parse(int argc, char** argv);
    /// Whether --help was given. Then only flags have been set.
    bool wants_help() const { return help_; }
    /// "Usage: ", what the command does, its options. In the form that help2man reads.
    std::string help_text() const;

    const std::string& program() const { return program_; }
    /// The last word of the program's name.
    std::string command() const { return program_.substr(program_.rfind(' ') + 1); }
    const std::deque<Option>& options() const { return options_; }
    /// By any of its names; null where there is none.
    const Option* find(std::string_view name) const;
    bool given(std::string_view name) const;
    /// @throws Error usage: the command cannot do without that option
    [[noreturn]] void fail_without(std::string_view option) const;

  private:
    void read_words(int argc, char** argv);
    void read_variables();
    void check_relations() const;
    void check_files() const;

    std::string program_, what_, group_, positional_, positional_help_;
    std::deque<Option> options_;
    std::string word_option_;
    std::string* word_ = nullptr;
    std::vector<std::function<void()>> checks_;
    bool help_ = false;
};

/// Calls `work`. If APSP_DEVICE chose the device, an error about the device names the variable.
void naming_variable(const std::function<void()>& work);
/// The environment variables that the programs read, for --help.
std::string environment_text();

}  // namespace apsp::cli
