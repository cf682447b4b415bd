// What the tests of readers and writers share: files in a folder that is removed with the process,
// and graphs and refusals as text, so that a test is one line.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "apsp/apsp.hpp"
#include "io/packing.hpp"

namespace apsp::io_test {

std::filesystem::path folder();
std::filesystem::path write_file(const std::filesystem::path& name, std::string_view content);
std::string read_file(const std::filesystem::path& path);

/// "2: 0>1=5 1>0=0.5" for two vertices and two arcs, counted from 0.
std::string text_of(const Graph& graph);
/// The same for the graph read from a file with that content.
std::string arcs(const std::string& name, std::string_view content,
                 const ReadOptions& options = {});
/// The same, with the labels in front: "a|b|2: 0>1=5".
std::string labelled(const std::string& name, std::string_view content,
                     const ReadOptions& options = {});
/// The notes about that file, one per line.
std::string notes(const std::string& name, std::string_view content,
                  const ReadOptions& options = {});
/// The same, to look for a part of.
inline doctest::String noted(const std::string& name, std::string_view content,
                             const ReadOptions& options = {}) {
    return notes(name, content, options).c_str();
}
/// The message of the error with which reading ends.
doctest::String refusal(const std::string& name, std::string_view content,
                        const ReadOptions& options = {}, ErrorKind kind = ErrorKind::bad_input);

constexpr const char* kTwoVertices = "p sp 2 1\na 1 2 5\n";
std::string packed_as(const std::string& text, Packing packing);
/// A text of 5 MiB, which is more than any buffer.
std::string five_mebibytes();
/// An n by n matrix of f32.
Matrix zeros(std::size_t n);

/// The message of the error with which `f` ends.
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
