// See rank_report.hpp.
#include "mpi/rank_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "mpi/node.hpp"

namespace apsp::mpi {
namespace {

struct RankShare {
    Range rows;
    std::size_t device;
    double compute, waiting, sending;
    PanelPlace panels;
    Text host, name;
};

}  // namespace

void warn(const RankPlan& plan) {
    for (const std::string& warning : plan.solve.choices.warnings) {
        fmt::print(stderr, "apsp-ocl-mpi: warning: {}\n", warning);
    }
    const auto idle =
        std::ranges::count_if(plan.parts.rows, [](Range rows) { return rows.size() == 0; });
    if (idle != 0) {
        fmt::print(stderr,
                   "apsp-ocl-mpi: warning: {} of {} ranks are left out: their share of the rows "
                   "would be less than a block of {}\n",
                   idle, plan.parts.rows.size(), plan.solve.block);
    }
}

void report_ranks(const Comm& comm, const RankPlan& plan, const RankSeconds& seconds,
                  cli::Report& report) {
    report.solution.seconds.upload = seconds.open;
    report.solution.seconds.compute = seconds.compute;
    report.solution.seconds.download = seconds.download;
    report.checkpoint_seconds = seconds.checkpoints;
    const Device& device = report.devices.front();
    const RankShare own = {plan.own(),      device.index, seconds.own_compute, seconds.waiting,
                           seconds.sending, plan.panels,  Text(host_name()),   Text(device.name)};
    int rank = 0;
    for (const RankShare& share : comm.gather(own)) {
        Device its;
        its.index = share.device;
        its.name = share.name.chars;
        report.solution.shares.push_back({its, share.rows, share.compute, share.waiting});
        report.ranks.push_back(
            {rank++, share.host.chars, share.sending, share.panels == PanelPlace::device});
    }
}

}  // namespace apsp::mpi
