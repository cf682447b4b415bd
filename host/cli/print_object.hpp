// The JSON object that a command prints.
#pragma once

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/progress.hpp"

namespace apsp::cli {

/// Names of files need not be UTF-8: bytes that are not are replaced.
inline void print_object(const nlohmann::ordered_json& object) {
    constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
    std::cout << object.dump(2, ' ', false, kReplace) << '\n';
}

/// The same for a result, with all notes up to here.
inline void print_result(nlohmann::ordered_json object) {
    object["notes"] = all_notes();
    print_object(object);
}

}  // namespace apsp::cli
