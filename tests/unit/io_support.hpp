// What the tests of readers and writers share: files in a folder that goes with the process, and
// graphs and refusals as text, so that a test is one line.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "apsp/apsp.hpp"

namespace apsp::io_test {

std::filesystem::path folder();
std::filesystem::path write_file(const std::string& name, std::string_view content);
std::string read_file(const std::filesystem::path& path);

/// "2: 0>1=5 1>0=0.5" for two vertices and two arcs, counted from 0.
std::string text_of(const Graph& graph);
/// The same for the graph that reading a file of that content gives.
std::string arcs(const std::string& name, std::string_view content,
                 const ReadOptions& options = {});
/// The same behind the labels: "a|b|2: 0>1=5".
std::string labelled(const std::string& name, std::string_view content,
                     const ReadOptions& options = {});
/// The notes of that file, a line each.
std::string notes(const std::string& name, std::string_view content,
                  const ReadOptions& options = {});
/// The message of the error that reading ends in.
doctest::String refusal(const std::string& name, std::string_view content,
                        const ReadOptions& options = {}, ErrorKind kind = ErrorKind::bad_input);

/// The message of the error that `f` ends in.
template <class F>
doctest::String error_of(ErrorKind kind, F&& f) {
    try {
        f();
    } catch (const Error& error) {
        CHECK(error.kind() == kind);
        return error.what();
    }
    return "no error";
}

}  // namespace apsp::io_test
