// See messages.hpp.
#include "messages.hpp"

#include <utility>

#include "base/option_names.hpp"

namespace apsp::python {
namespace {

/// Arguments; then options that the package lacks, as the program, which comes with it, has them.
constexpr OptionName kOptionNames[] = {{"SolveOptions::algorithm", "algorithm"},
                                       {"SolveOptions::semiring", "semiring"},
                                       {"SolveOptions::dtype", "dtype"},
                                       {"SolveOptions::rows", "rows"},
                                       {"SolveOptions::negative_cycles", "negative_cycles"},
                                       {"SolveOptions::paths", "predecessors"},
                                       {"SolveOptions::leave_on_device", "on_device"},
                                       {"SolveOptions::statistics", "statistics"},
                                       {"ReadOptions::format", "format"},
                                       {"ReadOptions::source_column", "source="},
                                       {"ReadOptions::target_column", "target="},
                                       {"ReadOptions::weight_column", "weight="},
                                       {"ReadOptions::label_column", "label="},
                                       {"ReadOptions::first_line", "first_line="},
                                       {"ReadOptions::index", "index="},
                                       {"ReadOptions::undirected", "directed=False"},
                                       {"ReadOptions::unweighted", "unweighted=True"},
                                       {"ReadOptions::zero_is_no_edge", "zero_is_no_arc=True"},
                                       {"ReadOptions::no_arc", "null"},
                                       {"BatchOptions::padded_to", "pad"},
                                       {"BatchOptions::paths", "predecessors"},
                                       {"BatchOptions::", ""},
                                       {"NearOptions::", ""},
                                       {"list_devices", "apsp.devices()"},
                                       {"SolveOptions::", "apsp-ocl --"},
                                       {"ReadOptions::", "apsp-ocl --"},
                                       {"WriteOptions::", "apsp-ocl --"}};

}  // namespace

std::string in_python_words(std::string message) {
    return with_options_named(std::move(message), kOptionNames);
}

}  // namespace apsp::python
