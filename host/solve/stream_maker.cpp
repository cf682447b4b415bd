// A matrix in the host's memory that is larger than the devices, streamed through them.
#include <algorithm>

#include "base/parallel_copy.hpp"
#include "graph/padding.hpp"
#include "solve/maker.hpp"
#include "solve/stream_worker.hpp"

namespace apsp {
namespace {

/// The stripes of a matrix in the host's memory.
class HostStripes final : public StripeStore {
  public:
    HostStripes(Matrix& matrix, const std::vector<Range>& stripes)
        : matrix_(matrix), stripes_(stripes), rounds_(stripes.size(), 0) {}

    const void* read(std::size_t stripe) const override { return at(stripe); }
    void* next(std::size_t stripe) override { return at(stripe); }
    void commit(std::size_t stripe, std::size_t rounds) override { rounds_[stripe] = rounds; }
    std::size_t rounds(std::size_t stripe) const override { return rounds_[stripe]; }

  private:
    void* at(std::size_t stripe) const { return matrix_.row_data(stripes_[stripe].first); }

    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    std::vector<std::size_t> rounds_;
};

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
