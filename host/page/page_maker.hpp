// A page made beside a solve.
#pragma once

#include <string>
#include <vector>

#include "apsp/page.hpp"
#include "page/page_rows.hpp"

namespace apsp {

/// Solves for the rows of some vertices, then says what the page needs of a solve for all, and
/// makes the page from that.
class PageMaker {
  public:
    /// Graph and options must outlive it. `options.solve` says what the solve for all will be.
    /// @throws Error as `make_page`
    PageMaker(const Graph& graph, const std::vector<Device>& devices, const PageOptions& options);

    /// Asks for what the page shows, beside what is asked for already: bounds of a histogram that
    /// are there stay.
    void ask(SolveOptions& solve) const;
    /// Of the solution of that solve.
    std::string html(const Solution& solution) const;

  private:
    const Graph& graph_;
    const PageOptions& options_;
    PageRows rows_;
    std::vector<double> loads_;  // betweenness, if asked for
};

}  // namespace apsp
