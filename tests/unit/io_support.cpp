// See io_support.hpp.
#include "unit/io_support.hpp"

#include <filesystem>
#include <sstream>
#include <string>

#include "temporary_folder.hpp"

namespace apsp::io_test {
namespace {

const test::TemporaryFolder& files() {
    static const test::TemporaryFolder folder;
    return folder;
}

}  // namespace

std::filesystem::path folder() {
    return files().path();
}

std::filesystem::path write_file(const std::filesystem::path& name, std::string_view content) {
    return files().write(name, content);
}

std::string read_file(const std::filesystem::path& path) {
    return test::content_of(path);
}

std::string text_of(const Graph& graph) {
    std::ostringstream text;
    text << graph.vertices() << ":";
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(
            i, [&](std::size_t j, double w) { text << ' ' << i << '>' << j << '=' << w; });
    }
    return text.str();
}

std::string arcs(const std::string& name, std::string_view content, const ReadOptions& options) {
    return text_of(read_graph(write_file(name, content), options).graph);
}

std::string labelled(const std::string& name, std::string_view content,
                     const ReadOptions& options) {
    const GraphFile file = read_graph(write_file(name, content), options);
    std::string text;
    for (std::size_t v = 0; v < file.labels.size(); ++v) text += file.labels.name(v) + '|';
    return text + text_of(file.graph);
}

std::string notes(const std::string& name, std::string_view content, const ReadOptions& options) {
    const std::filesystem::path path = write_file(name, content);
    std::string text;
    for (const std::string& note : read_graph(path, options).notes) {
        REQUIRE(note.starts_with(path.string() + ": "));
        text += note.substr(path.string().size() + 2) + '\n';
    }
    return text;
}

doctest::String refusal(const std::string& name, std::string_view content,
                        const ReadOptions& options, ErrorKind kind) {
    const std::filesystem::path path = write_file(name, content);
    try {
        read_graph(path, options);
    } catch (const Error& error) {
        CHECK(error.kind() == kind);
        return error.what();
    }
    return "accepted";
}

std::string packed_as(const std::string& text, Packing packing) {
    std::string bytes;
    const auto packer = make_packer(
        packing, "test", [&](const char* from, std::size_t size) { bytes.append(from, size); });
    packer->add(text.data(), text.size());
    packer->finish();
    return bytes;
}

std::string five_mebibytes() {
    std::string text;
    for (unsigned k = 0; text.size() < (std::size_t{5} << 20); ++k)
        text += std::to_string(k * k % 977);
    return text;
}

Matrix zeros(std::size_t n) {
    Matrix matrix(n, Dtype::f32);
    for (std::size_t i = 0; i < n; ++i) {
        for (float& entry : matrix.row<float>(i)) entry = 0;
    }
    return matrix;
}

}  // namespace apsp::io_test
