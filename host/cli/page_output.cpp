// See page_output.hpp.
#include "cli/page_output.hpp"

#include <filesystem>

#include "base/stopwatch.hpp"
#include "cli/progress.hpp"
#include "io/output_file.hpp"

namespace apsp::cli {

PageOutput::PageOutput(const Graph& graph, Report& report)
    : report_(report),
      graph_(graph),
      options_{.solve = report.asked.options,
               .title = report.asked.page.title,
               .unit = report.asked.page.unit,
               .labels = report.labels,
               .coordinates = report.places,
               .betweenness = report.asked.page.betweenness},
      own_bounds_(report.asked.options.statistics_options.bounds.empty() &&
                  !report.asked.sampled_bounds) {
    if (options_.title.empty() && report.asked.from_file()) {  // no folders, for others to see
        options_.title = std::filesystem::path(report.asked.graph.file).filename().string();
    }
    const ProgressLine line("solving for some rows");
    maker_.emplace(graph_, report.devices, options_);
    maker_->ask(report.asked.options);
}

void PageOutput::write() {
    const Stopwatch writing;
    OutputFile file(report_.asked.page.file);
    file.append(maker_->html(report_.solution));
    file.commit();
    if (own_bounds_) report_.solution.statistics->histogram.clear();
    report_.write_seconds += writing.seconds();
}

}  // namespace apsp::cli
