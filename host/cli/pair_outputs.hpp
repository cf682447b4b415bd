// What near and table do beside finding distances: they write predecessors and paths, and check.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "apsp/io.hpp"
#include "apsp/verify.hpp"
#include "apsp/vertex_pair.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"

namespace apsp::cli {

struct PairOutputs {
    std::string predecessors, paths;
};

/// --predecessors-output, in these formats, and --paths-output.
void add_pair_outputs(OptionList& list, PairOutputs& outputs, const std::string& formats);

/// Finds the pairs' paths and writes them.
void write_paths_of(std::span<const VertexPair> pairs, const GraphFile& file,
                    const std::string& output);

struct PairCheck {
    bool asked = false;
    double work = 0;
    std::optional<Verification> result = {};
};

/// --verify and --verify-work.
void add_pair_check(OptionList& list, PairCheck& check);
/// Calls verify(options) if it was asked for. @throws Error verification
void check_pairs(PairCheck& check, const GraphFile& file,
                 const std::function<Verification(const VerifyOptions&)>& verify);
/// The report of it, which is null if there was none; as text, a line.
Json check_json(const PairCheck& check);
void print_check(const PairCheck& check);

}  // namespace apsp::cli
