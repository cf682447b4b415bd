// See run_cell.hpp.
#include "measure/run_cell.hpp"

#include <string_view>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "platform/child.hpp"

namespace apsp::sweep {
namespace {

/// What a program said about its failure: its own last message, or else the last line.
std::string last_words(const std::string& err) {
    std::string last, message;
    for (std::size_t begin = 0; begin < err.size();) {
        const auto end = std::min(err.find('\n', begin), err.size());
        const std::string line = err.substr(begin, end - begin);
        if (!line.empty()) last = line;
        if (line.starts_with("apsp-ocl: ") && !line.starts_with("apsp-ocl: warning: ")) {
            message = line.substr(std::string_view("apsp-ocl: ").size());
        }
        begin = end + 1;
    }
    return message.empty() ? last : message;
}

/// What the exit code of `apsp-ocl solve` means for a cell.
Status status_of(int exit_code) {
    switch (static_cast<ErrorKind>(exit_code)) {
        case ErrorKind::usage:
        case ErrorKind::no_device:
        case ErrorKind::bad_input:
        case ErrorKind::out_of_memory: return Status::unsupported;
        case ErrorKind::verification: return Status::wrong;
        default: return Status::failed;
    }
}

/// Why the process gave no report.
void record_failure(Row& row, const ChildOutcome& outcome, double time_limit) {
    const std::string words = last_words(outcome.err);
    if (outcome.timed_out) {
        row.status = Status::timeout;
        row.reason = fmt::format("killed after {:.3g} s", time_limit);
    } else if (outcome.signal != 0) {
        row.status = Status::failed;
        row.signal = outcome.signal;
        row.reason = fmt::format("ended by signal {} ({}){}{}", outcome.signal, outcome.signal_name,
                                 words.empty() ? "" : ": ", words);
    } else {
        row.status = outcome.exit_code == 0 ? Status::failed : status_of(outcome.exit_code);
        row.exit_code = outcome.exit_code;
        row.reason = outcome.exit_code == 0 ? "its report cannot be read"
                     : words.empty()        ? fmt::format("exit code {}", outcome.exit_code)
                                            : words;
    }
}

/// Copies the report into the row; the choices in the first report are the row's.
/// @throws nlohmann's exceptions
void record_report(Row& row, const Json& report, double process_seconds) {
    Run run;
    for (std::string_view part : kParts) {
        run.seconds[std::string(part)] = report.at("seconds").at(std::string(part)).get<double>();
    }
    run.process = process_seconds;
    run.warm = report.at("warm").get<bool>();
    if (row.runs.empty()) {
        row.verification = report.at("verification");
        row.result = report.at("result");
        row.rounded = report.at("losses").at("distances_rounded").get<bool>();
        for (const char* choice : {"variant", "tile", "block", "tuned", "symmetric"}) {
            row.configuration[choice] = report.at(choice);
        }
    } else if (report.at("result") != row.result) {
        row.status = Status::wrong;
        row.reason = fmt::format("run {} has a different result: {}", row.runs.size() + 1,
                                 report.at("result").dump());
    }
    row.runs.push_back(std::move(run));
}

}  // namespace

void run_cell(Row& row, const std::string& program, const RunOptions& how, double time_limit,
              const std::function<void()>& tick) {
    const ChildOutcome outcome =
        run_child(program, solve_arguments(row.cell, how), time_limit, [&] {
            tick();
            check_stop();
        });
    if (outcome.exit_code != 0) return record_failure(row, outcome, time_limit);
    try {
        record_report(row, Json::parse(outcome.out), outcome.seconds);
    } catch (const Json::exception&) {
        record_failure(row, outcome, time_limit);
    }
}

}  // namespace apsp::sweep
