// See batch_output.hpp. Matrices of equal size are an array (B, N, N), with the arcs of paths as a
// fourth dimension; others, and in an .npz all that are not padded, follow one another in a flat
// array.
#include "cli/batch_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "base/stop.hpp"
#include "cli/shared_options.hpp"
#include "io/npy_header.hpp"

namespace apsp::cli {
namespace {

using Shape = std::vector<std::size_t>;

bool in_npz(const std::string& file) {
    return file.ends_with(".npz");
}

/// A .npy has no place for anything but distances.
void check_place(const std::string& file, const std::string& distances, const char* option,
                 const char* output) {
    if (!file.empty() || distances.empty() || in_npz(distances)) return;
    fail_usage(
        "{}: {} has no place for them; name a file with {}, or end the name of "
        "--output in .npz",
        option, distances, output);
}

/// The edge of every matrix, for .npy.
std::size_t common_edge(const std::vector<std::size_t>& sizes, const BatchOptions& options,
                        const std::string& file) {
    if (options.padded_to != 0 || sizes.empty()) return options.padded_to;
    const auto [smallest, largest] = std::ranges::minmax(sizes);
    if (smallest == largest) return largest;
    fail_usage(
        "{}: graphs have {} to {} vertices; --pad {} makes their matrices "
        "the same size, and an .npz takes them as they are",
        file, smallest, largest, largest);
}

}  // namespace

void BatchFiles::check(const BatchOptions& options) const {
    if (!distances.empty()) check_npy_output("output", distances, true);
    if (!path_arcs.empty()) check_npy_output("path-arcs-output", path_arcs);
    if (options.paths) check_place(predecessors, distances, "--paths", "--paths-output");
    if (options.path_arcs != 0) {
        check_place(path_arcs, distances, "--path-arcs", "--path-arcs-output");
    }
}

BatchOutput::BatchOutput(const BatchFiles& files, const std::vector<std::size_t>& sizes,
                         const BatchOptions& options) {
    std::vector<std::int64_t> first = {0};
    for (const std::size_t n : sizes) {
        const std::size_t edge = options.padded_to != 0 ? options.padded_to : n;
        first.push_back(first.back() + static_cast<std::int64_t>(edge * edge));
    }
    std::vector<NpzWriter::Array> arrays = {{"sizes", "<i8", {sizes.size()}},
                                            {"first", "<i8", {first.size()}}};
    const bool npz = in_npz(files.distances);
    const auto add = [&](Elements BatchSolution::*elements, const char* name,
                         const std::string& file, Dtype dtype, std::size_t each) {
        Shape shape = {static_cast<std::size_t>(first.back())};
        if (!file.empty() || options.padded_to != 0) {
            const std::size_t edge = common_edge(sizes, options, file);
            shape = {sizes.size(), edge, edge};
        }
        if (each != 0) shape.push_back(each);
        if (!file.empty()) {
            auto npy = std::make_unique<OutputFile>(file);
            npy->append(make_npy_header(shape, numpy_type(dtype)));
            parts_.push_back({elements, std::move(npy)});
        } else if (npz) {
            parts_.push_back({elements, nullptr, arrays.size()});
            arrays.push_back({name, numpy_type(dtype), shape});
        }
    };
    add(&BatchSolution::distances, "distances", npz ? "" : files.distances, *options.result_dtype,
        0);
    if (options.paths) {
        add(&BatchSolution::predecessors, "predecessors", files.predecessors, Dtype::i32, 0);
    }
    if (options.path_arcs != 0) {
        add(&BatchSolution::path_arcs, "path_arcs", files.path_arcs, Dtype::i32, options.path_arcs);
    }
    if (!npz) return;
    npz_.emplace(files.distances, arrays);
    const std::vector<std::int64_t> vertices(sizes.begin(), sizes.end());
    npz_->append(0, vertices.data(), vertices.size() * sizeof(std::int64_t));
    npz_->append(1, first.data(), first.size() * sizeof(std::int64_t));
}

void BatchOutput::write(const BatchSolution& slice, std::size_t first_graph) {
    for (const BatchFailure& failure : slice.failures) {
        failed_.push_back(static_cast<std::int64_t>(first_graph + failure.graph));
    }
    constexpr std::size_t kPiece = std::size_t{4} << 20;
    for (const Part& part : parts_) {
        const Elements& elements = slice.*part.elements;
        const std::size_t bytes = elements.size() * size_of(elements.dtype());
        if (!part.npy) {
            npz_->append(part.array, elements.data(), bytes);
            continue;
        }
        const char* const data = static_cast<const char*>(elements.data());
        for (std::size_t done = 0; done < bytes; done += kPiece) {
            check_stop();
            part.npy->append(data + done, std::min(kPiece, bytes - done));
        }
    }
}

void BatchOutput::commit() {
    if (npz_) {
        const std::size_t failed = npz_->add({"failed", "<i8", {failed_.size()}});
        npz_->append(failed, failed_.data(), failed_.size() * sizeof(std::int64_t));
        npz_->commit();
    }
    for (const Part& part : parts_) {
        if (part.npy) part.npy->commit();
    }
}

}  // namespace apsp::cli
