// See message.hpp.
#include "cli/message.hpp"

#include <fmt/core.h>

#include <new>
#include <utility>

#include "apsp/errors.hpp"
#include "base/option_names.hpp"
#include "cli/standard_streams.hpp"

namespace apsp::cli {
namespace {

/// Names that differ from the program's, then the prefixes of all other options.
constexpr OptionName kOptionNames[] = {{"SolveOptions::algorithm", "--algo"},
                                       {"NearOptions::algorithm", "--algo"},
                                       {"TableOptions::algorithm", "--algo"},
                                       {"list_devices", "apsp-ocl devices"},
                                       {"sweep::Options::", "--"},
                                       {"SolveOptions::", "--"},
                                       {"BatchOptions::", "--"},
                                       {"NearOptions::", "--"},
                                       {"TableOptions::", "--"},
                                       {"WriteOptions::", "--"},
                                       {"ReadOptions::", "--"}};

Failure failure(ErrorKind kind, std::string message) {
    return {static_cast<int>(kind), std::move(message)};
}

}  // namespace

std::string in_program_words(std::string message) {
    return with_options_named(std::move(message), kOptionNames);
}

Failure failure_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        return failure(e.kind(), shown_name(in_program_words(e.what())));
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::out_of_memory, "the host's memory is exhausted");
    } catch (const std::exception& e) {
        return failure(ErrorKind::internal, e.what());
    }
}

}  // namespace apsp::cli
