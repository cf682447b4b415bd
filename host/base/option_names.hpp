// The library's messages name options as its C++ interface does: SolveOptions::dtype. Each caller
// whose options are written in another way has a table, and renders messages with it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace apsp {

/// A name of the library, or a prefix of names such as "SolveOptions::", and what the caller writes
/// in its place. A prefix that is replaced by one ending in "-" gives options of a command line,
/// which have dashes in place of underscores.
struct OptionName {
    std::string_view library, caller;
};

/// The message with every name replaced by the first of `names` that fits. A name that goes on
/// after a row's name is another option, unless the row is a prefix.
std::string with_options_named(std::string message, std::span<const OptionName> names);

}  // namespace apsp
