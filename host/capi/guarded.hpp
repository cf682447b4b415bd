// Helpers of the functions of the C interface.
#pragma once

#include <exception>
#include <new>
#include <stop_token>
#include <vector>

#include "apsp/apsp.h"
#include "apsp/errors.hpp"
#include "apsp/graph.hpp"
#include "apsp/solve.hpp"
#include "apsp/vertex_pair.hpp"
#include "base/text.hpp"

struct apsp_stop {
    std::stop_source source;
};
struct apsp_graph {
    apsp::Graph graph;
};

namespace apsp {

/// Keeps the message for apsp_error.
apsp_status failed(ErrorKind kind, const char* message) noexcept;

template <class F>
apsp_status guarded(F&& f) noexcept {
    try {
        f();
        return APSP_OK;
    } catch (const Error& error) {
        return failed(error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        return failed(ErrorKind::out_of_memory, "the host's memory is exhausted");
    } catch (const std::exception& error) {
        return failed(ErrorKind::internal, error.what());
    } catch (...) {
        return failed(ErrorKind::internal, "unknown exception");
    }
}

inline void expect(bool there, const char* what) {
    if (!there) throw Error(ErrorKind::usage, fmt::format("{} is NULL", what));
}

/// The value that `parse` finds for a name; `otherwise` if there is no name.
template <class Parse, class Value>
Value parsed(Parse parse, const char* text, const char* what, Value otherwise) {
    if (text == nullptr) return otherwise;
    const auto value = parse(text);
    if (!value) throw Error(ErrorKind::usage, fmt::format("no {} \"{}\"", what, text));
    return *value;
}

inline std::vector<VertexPair> pairs_of(size_t count, const uint32_t* sources,
                                        const uint32_t* targets) {
    expect(count == 0 || (sources != nullptr && targets != nullptr), "sources or targets");
    std::vector<VertexPair> pairs;
    for (size_t k = 0; k < count; ++k) pairs.push_back({sources[k], targets[k]});
    return pairs;
}

/// All options but the device.
SolveOptions options_of(const apsp_options& from);

}  // namespace apsp
