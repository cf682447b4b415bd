// The page to look at that a solve writes.
#pragma once

#include <optional>

#include "cli/report.hpp"
#include "page/page_maker.hpp"

namespace apsp::cli {

/// Solves for some rows when it is made, and has the report's options ask for the rest.
class PageOutput {
  public:
    PageOutput(const Graph& graph, Report& report);

    /// Makes the page from the report's solution, and writes it.
    void write();

  private:
    Report& report_;
    Graph graph_;
    PageOptions options_;
    bool own_bounds_;  // of the histogram, which then is the page's alone
    std::optional<PageMaker> maker_;
};

}  // namespace apsp::cli
