// Runs test cases. A run without any test case fails, and tests that were left out are printed at
// the end.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <map>
#include <set>

#include "set_variable.hpp"
#include "skipped.hpp"

namespace {

unsigned cases_run = 0;
std::string running_case;
std::map<std::string, std::set<std::string>> cases_by_skip;

struct Watcher : doctest::IReporter {
    explicit Watcher(const doctest::ContextOptions&) {}
    void test_case_start(const doctest::TestCaseData& data) override {
        ++cases_run;
        running_case = data.m_name;
    }
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("watcher", 1, Watcher);

}  // namespace

void skipped(const std::string& what_and_why) {
    cases_by_skip[what_and_why].insert(running_case);
}

int main(int argc, char** argv) {
    // Use the built-in configurations, whatever was tuned on this machine.
    apsp::test::set_variable("XDG_DATA_HOME", "/nonexistent");
    doctest::Context context(argc, argv);
    const int code = context.run();
    if (context.shouldExit()) return code;  // only a list was asked for
    for (const auto& [what, cases] : cases_by_skip) {
        std::printf("skipped in %zu test cases (\"%s\"%s): %s\n", cases.size(),
                    cases.begin()->c_str(), cases.size() > 1 ? ", ..." : "", what.c_str());
    }
    if (cases_run == 0) std::fprintf(stderr, "no test case was run\n");
    return cases_run == 0 ? 1 : code;
}
