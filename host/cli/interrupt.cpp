// See interrupt.hpp. The process ends by itself if nothing checks the token: a driver's compiler,
// for example, may run for minutes.
#include "cli/interrupt.hpp"

#include <atomic>

#include "apsp/errors.hpp"
#include "io/output_file.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace apsp::cli {
namespace {

std::atomic<const char*> reason = "apsp-ocl: interrupted\n";
std::stop_source interrupted(std::nostopstate);

void note_reason(Interruption interruption) noexcept {
    if (interruption == Interruption::processor_time) {
        reason = "apsp-ocl: stopped by the limit on processor time (ulimit -t)\n";
    }
}

void begin(Interruption interruption) {
    note_reason(interruption);
    interrupted.request_stop();
}

void end(Interruption interruption) {
    note_reason(interruption);
    remove_partial_files();
    say_interrupted();
    end_process(static_cast<int>(ErrorKind::stopped));
}

}  // namespace

std::stop_token stop_on_interrupt() {
    interrupted = std::stop_source();
    on_interruption(begin, end);
    return interrupted.get_token();
}

void say_interrupted() noexcept {
    static std::atomic_flag said;
    if (said.test_and_set()) return;
    if (error_is_terminal()) write_error("\r\033[K");  // clears the line
    write_error(reason.load());
}

}  // namespace apsp::cli
