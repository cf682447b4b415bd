// See loads.hpp. Brandes' dependencies, handed back along the factors of an elimination instead of
// along each source's own graph of shortest paths.
#include <algorithm>
#include <span>
#include <utility>

#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/rates.hpp"
#include "betweenness/counted_lists.hpp"
#include "betweenness/loads.hpp"
#include "graph/distance_bound.hpp"

namespace apsp {
namespace {

double total(const std::vector<std::uint32_t>& lengths) {
    double sum = 0;
    for (const std::uint32_t length : lengths) sum += static_cast<double>(length);
    return sum;
}

/// The first rank of each tree of the forest, and the number of ranks.
std::vector<std::uint32_t> trees_of(const EliminationTree& tree) {
    std::vector<std::uint32_t> begins = {0};
    for (std::uint32_t x = 0; x < tree.size(); ++x) {
        if (tree.parent(x) == kNoRank) begins.push_back(x + 1);
    }
    return begins;
}

/// What all threads read.
struct Walked {
    const EliminationTree& tree;
    const std::vector<std::uint32_t> trees;  ///< As trees_of.
    const std::vector<CountedPaths>&to, &from;
    const std::vector<double>&own, &target_weights;  ///< By rank.
    bool endpoints;
    double cutoff;
    const TargetPasses& passes;
};

/// A thread's memory, and its sums.
class Walker {
  public:
    explicit Walker(const Walked& walked)
        : load(walked.tree.size(), 0),
          to_load(walked.to.size(), 0),
          from_load(walked.to.size(), 0),
          walked_(walked),
          place_(walked.tree.size(), kNoRank),
          slots_(walked.tree.height),
          opened_(walked.tree.height) {
        block_ = {.first = walked.tree.first.data(),
                  .later = walked.tree.later.data(),
                  .depth = walked.tree.depth.data(),
                  .to = walked.to.data(),
                  .from = walked.from.data(),
                  .own = walked.own.data(),
                  .endpoints = walked.endpoints,
                  .cutoff = walked.cutoff,
                  .load = load.data(),
                  .to_load = to_load.data(),
                  .from_load = from_load.data(),
                  .pairs = 0,
                  .most = 0,
                  .slots = slots_.data(),
                  .opened = opened_.data(),
                  .rows = nullptr,
                  .row_rank = nullptr,
                  .row_count = 0,
                  .place = place_.data(),
                  .target = {},
                  .weight = {}};
    }

    Walker(Walker&&) = default;  // vectors that move keep their elements where they are

    /// Adds the loads of all paths to these ranks, which ascend.
    void add(std::span<const std::uint32_t> targets) {
        mark(targets);
        walked_.passes.go_up(block_);
        for (auto rank = targets.begin(); rank != targets.end();) {
            const auto after = std::ranges::upper_bound(walked_.trees, *rank);
            walked_.passes.descend(block_, *(after - 1), *after - 1);
            rank = std::lower_bound(rank, targets.end(), *after);
        }
        walked_.passes.go_down(block_);
        for (const std::uint32_t rank : marked_) place_[rank] = kNoRank;
    }

    double pairs() const { return block_.pairs; }
    double most() const { return block_.most; }

    std::vector<double> load, to_load, from_load;

  private:
    /// Gives rows to the targets and to all ranks above them.
    void mark(std::span<const std::uint32_t> targets) {
        marked_.clear();
        std::ranges::fill(block_.target, -1);
        std::ranges::fill(block_.weight, 0);
        for (std::size_t lane = 0; lane < targets.size(); ++lane) {
            block_.target[lane] = targets[lane];
            block_.weight[lane] = walked_.target_weights[targets[lane]];
            std::uint32_t x = targets[lane];
            for (; x != kNoRank && place_[x] == kNoRank; x = walked_.tree.parent(x)) {
                place_[x] = 0;
                marked_.push_back(x);
            }
        }
        std::ranges::sort(marked_);
        for (std::size_t r = 0; r < marked_.size(); ++r) {
            place_[marked_[r]] = static_cast<std::uint32_t>(r);
        }
        if (rows_.size() < marked_.size()) rows_.resize(marked_.size());
        block_.rows = rows_.data();
        block_.row_rank = marked_.data();
        block_.row_count = marked_.size();
    }

    const Walked& walked_;
    std::vector<std::uint32_t> place_, marked_;
    std::vector<TargetSlot> slots_;
    std::vector<std::uint32_t> opened_;
    std::vector<TargetRow> rows_;
    TargetBlock block_;
};

BetweennessSums add_on_processor(const Walked& walked, std::span<const std::uint32_t> targets) {
    const std::size_t entries = walked.tree.later.size(), n = walked.tree.size();
    BetweennessSums sums;
    sums.load.assign(n, 0);
    sums.to_load.assign(entries, 0);
    sums.from_load.assign(entries, 0);
    const std::size_t blocks = (targets.size() + kLanes - 1) / kLanes;
    parallel_with(
        {0, blocks}, measured::loads::kEntry * static_cast<double>(entries + n),
        [&](std::size_t) { return Walker(walked); },
        [&](Walker& walker, std::size_t block) {
            const std::size_t first = block * kLanes;
            walker.add(targets.subspan(first, std::min(kLanes, targets.size() - first)));
        },
        [&](const Walker& walker) {
            add_to(sums.load, walker.load);
            add_to(sums.to_load, walker.to_load);
            add_to(sums.from_load, walker.from_load);
            sums.pairs += walker.pairs();
            sums.most = std::max(sums.most, walker.most());
        });
    return sums;
}

/// The type of all lengths on a device: integers if they are integers and fit.
Dtype length_type(const LoadQuestion& question) {
    constexpr double kLargest = infinity<std::int32_t>() - 1;
    const Graph& graph = question.graph;
    const bool fit = graph.integral() && !graph.potentials() && question.arcs.potential.empty() &&
                     DistanceBounds(graph).get(kLargest).value <= kLargest;
    return fit ? Dtype::i32 : Dtype::f64;
}

/// Without those that the type does not hold: they are longer than any distance.
EntryPaths entry_paths(const std::vector<CountedPaths>& all, Dtype lengths) {
    const double too_long = lengths == Dtype::i32 ? infinity<std::int32_t>() : infinity<double>();
    EntryPaths paths;
    for (const CountedPaths& each : all) {
        paths.length.push_back(each.length);
        paths.count.push_back(each.length < too_long ? each.count : 0);
    }
    return paths;
}

BetweennessSums add_on_device(const Device& device, Dtype lengths, const Walked& walked,
                              std::span<const std::uint32_t> targets) {
    const BetweennessQuestion question = {.tree = walked.tree,
                                          .to = entry_paths(walked.to, lengths),
                                          .from = entry_paths(walked.from, lengths),
                                          .own = walked.own,
                                          .endpoints = walked.endpoints,
                                          .cutoff = walked.cutoff};
    const auto engine = backend(device).open_betweenness(device, lengths, question);
    if (engine == nullptr) refuse_device(device);
    add_all(*engine, targets, walked.target_weights);
    return engine->sums();
}

}  // namespace

Loads loads_by_elimination(const LoadQuestion& question, const EliminationCounts& counts,
                           const LoadKernels& kernels) {
    const EliminationTree tree = make_elimination_tree(counts, kNoRank);
    const bool symmetric = !question.graph.potentials() && question.graph.symmetric();
    const CountedLists lists(tree, question.arcs, symmetric);
    std::vector<double> own = tree.by_rank(question.source_weights);
    std::vector<double> target_weights = tree.by_rank(question.target_weights);
    // Along reversed arcs, sources are targets.
    const bool reversed = positive(own) < positive(target_weights);
    if (reversed) std::swap(own, target_weights);
    const Walked walked = {.tree = tree,
                           .trees = trees_of(tree),
                           .to = reversed ? lists.from() : lists.to(),
                           .from = reversed ? lists.to() : lists.from(),
                           .own = own,
                           .target_weights = target_weights,
                           .endpoints = question.endpoints,
                           .cutoff = question.cutoff,
                           .passes = kernels.to_targets};
    std::vector<std::uint32_t> targets;
    for (std::uint32_t x = 0; x < tree.size(); ++x) {
        if (target_weights[x] > 0) targets.push_back(x);
    }
    BetweennessSums sums =
        question.device != nullptr
            ? add_on_device(*question.device, length_type(question), walked, targets)
            : add_on_processor(walked, targets);
    if (reversed) std::swap(sums.to_load, sums.from_load);
    Loads loads = {.most = sums.most};
    Betweenness& found = loads.found;
    lists.unpack(question.arcs, sums.to_load, sums.from_load, sums.load,
                 question.of_arcs ? &found.arcs : nullptr);
    found.vertices.resize(tree.size());
    for (std::size_t v = 0; v < tree.size(); ++v) found.vertices[v] = sums.load[tree.rank[v]];
    found.pairs = sums.pairs;
    found.method = BetweennessMethod::elimination;
    if (question.device != nullptr) found.device = *question.device;
    return loads;
}

double elimination_load_seconds(const EliminationCounts& counts, std::size_t targets,
                                double threads) {
    double pairs = 0;
    for (const std::uint32_t length : counts.length) {
        pairs += static_cast<double>(length) * static_cast<double>(length);
    }
    const auto blocks = static_cast<double>((targets + kLanes - 1) / kLanes);
    const double entries = total(counts.length) + static_cast<double>(counts.length.size());
    return 1e-9 * (measured::loads::kListPair * pairs +
                   measured::loads::kEntry * entries * blocks / threads);
}

double elimination_load_bytes(const EliminationCounts& counts, std::size_t threads) {
    const double entries = total(counts.length), n = static_cast<double>(counts.length.size());
    const double of_thread = 2 * entries * sizeof(double) + n * 2 * sizeof(double);
    return CountedLists::bytes(entries) + entries * sizeof(std::uint32_t) +
           of_thread * static_cast<double>(threads + 1);
}

}  // namespace apsp
