// Errors as values, and errors that are expected: by their kind and their words.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "apsp/errors.hpp"

namespace apsp::test {

/// An error that was thrown; if none was, its kind is 0, which is no kind.
struct Caught {
    ErrorKind kind{};
    std::string message;
    bool has(std::string_view text) const { return message.find(text) != std::string::npos; }
};

template <class F>
Caught error_of(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    return {};
}

template <class F>
void check_refused(ErrorKind kind, std::string_view words, F&& f) {
    const Caught caught = error_of(f);
    const std::string expected(words);
    CAPTURE(expected);
    CAPTURE(caught.message);
    CHECK(caught.kind == kind);
    CHECK(caught.has(words));
}

}  // namespace apsp::test
