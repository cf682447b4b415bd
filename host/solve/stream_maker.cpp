// A matrix in the host's memory that is larger than the devices, streamed through them.
#include "graph/padding.hpp"
#include "solve/maker.hpp"
#include "solve/stream_worker.hpp"

namespace apsp {
namespace {

class StreamMaker final : public Maker {
  public:
    using Maker::Maker;

    void open() override {
        const Stopwatch watch;
        distances() = take_matrix();
        fill_padding(distances(), plan_.engine.semiring);
        seconds().build += watch.seconds();
    }

    void close() override {
        HostStripes store(distances(), plan_.parts.front().stripes);
        stream_through_devices(plan_, store, solution_);
    }
};

}  // namespace

std::unique_ptr<Maker> make_stream_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    return std::make_unique<StreamMaker>(plan, graph, solution);
}

}  // namespace apsp
