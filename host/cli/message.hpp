// The library's messages in the program's words.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "apsp/io.hpp"
#include "graph/vertex_error.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {

/// Returns f(). Its messages about vertices name them by their labels.
template <class F>
auto in_names_of(const Labels& labels, F&& f) {
    try {
        return std::forward<F>(f)();
    } catch (const VertexError& error) {
        throw Error(error.kind(), error.message(labels));
    }
}

/// The same of a file's graph, in which a negative cycle is named, too.
template <class F>
auto in_names_of(const GraphFile& file, F&& f) {
    try {
        return in_names_of(file.labels, std::forward<F>(f));
    } catch (const NegativeCycle& cycle) {
        throw Error(cycle.kind(), negative_cycle_message(file.graph.origin(), cycle, file.labels));
    }
}

/// Replaces options that a message names as the library does, SolveOptions::dtype, by those of the
/// program, --dtype.
std::string in_program_words(std::string message);

/// The exit code that a program ends with, and the message that it prints first.
struct Failure {
    int code = 0;
    std::string message;
};
/// Of an exception that has reached the program's main.
Failure failure_of(const std::exception_ptr& error);

}  // namespace apsp::cli
