// See share_graph.hpp.
#include "mpi/share_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "base/files.hpp"
#include "base/team.hpp"
#include "graph/fingerprint.hpp"
#include "graph/row_flow.hpp"
#include "mpi/failure.hpp"
#include "negative/negative_cycle.hpp"
#include "solve/plan.hpp"

namespace apsp::mpi {
namespace {

/// A matrix in memory that these ranks share. If they cannot share memory, n() is 0 on all.
Matrix shared_matrix(const Comm& here, std::size_t n, Dtype dtype) {
    Matrix matrix(n, dtype);
    if (!map_together(here, matrix.data(), matrix.bytes())) return {};
    return matrix;
}

/// Gives all ranks the first one's graph, which is sparse.
void share_arcs(const Comm& here, Graph& graph) {
    const auto shared = [&](const auto& of_first) {
        std::vector values(of_first.begin(), of_first.end());
        here.share(values);
        return values;
    };
    const auto origin = shared(graph.origin());
    const auto offsets = shared(graph.offsets());
    const auto targets = shared(graph.targets());
    const auto weights = shared(graph.weights());
    if (here.first()) return;
    graph = Graph::from_csr(offsets, targets, weights, {origin.begin(), origin.end()});
}

/// The same for its labels: consecutive integers, others, or words, each of which ends in a
/// character that none has.
void share_labels(const Comm& here, Labels& labels) {
    struct Counted {
        std::int64_t first = 0;
        std::size_t n = 0;
    };
    Counted counted;
    std::vector<std::int64_t> integers;
    std::string words;
    if (const auto first = labels.first()) {
        counted = {*first, labels.size()};
    } else {
        for (std::size_t v = 0; v < labels.size(); ++v) {
            const auto number = labels.integer(v);
            number ? integers.push_back(*number) : void(words += labels.name(v) + '\n');
        }
    }
    here.share(counted);
    here.share(integers);
    here.share(words);
    if (here.first()) return;
    labels = counted.n != 0 ? Labels::counted_from(counted.first, counted.n)
                            : Labels::of_integers(std::move(integers));
    std::istringstream lines(words);
    for (std::string word; std::getline(lines, word);) labels.add(word);
}

}  // namespace

Graph generate_together(const Ranks& comm, const GeneratedInput& input) {
    const bool dense = is_dense(input);
    const std::uint64_t bytes = plan(input.n, Dtype::f32).matrix_bytes;
    const std::string what = fmt::format("a dense graph of n = {}", input.n);
    together(comm, [&] {
        check_generated_input(input);
        if (dense) check_memory(Comm(MPI_COMM_SELF), bytes, what);
    });
    Matrix weights = dense ? shared_matrix(comm.node, input.n, Dtype::f32) : Matrix();
    const bool shared = weights.n() != 0;
    if (shared) {
        generate_rows(input, comm.node.part(input.n), weights);
    }
    comm.node.meet();
    Graph graph;
    together(comm, [&] {
        if (dense && !shared) check_memory(comm.node, bytes, what);
        // Each rank looks at all of the weights, and would write what is there already.
        graph = shared ? Graph::from_matrix(std::move(weights), to_text(input)) : generate(input);
    });
    return graph;
}

GraphFile read_once(const Ranks& comm, const std::function<GraphFile()>& read) {
    struct Shape {
        std::size_t n = 0;
        Dtype dtype = Dtype::f32;
    };
    GraphFile file;
    Shape own;
    together(comm, [&] {
        if (!comm.node.first()) return;
        const ThreadLimit all(comm.threads * static_cast<std::size_t>(comm.node.size()));
        file = read();
        if (file.graph.dense()) own = {file.graph.vertices(), file.graph.matrix()->dtype()};
    });
    const bool alone = comm.node.size() == 1;
    const Shape shape = comm.node.gather(own).front();
    if (!alone) share_labels(comm.node, file.labels);
    if (shape.n == 0) {
        if (!alone) share_arcs(comm.node, file.graph);
        return file;
    }
    std::string origin = file.graph.origin();
    comm.node.share(origin);
    Matrix weights = alone ? Matrix() : shared_matrix(comm.node, shape.n, shape.dtype);
    const bool shared = weights.n() != 0;
    if (shared && comm.node.first()) {
        const RowSource rows = rows_of(*file.graph.matrix());
        rows({0, shape.n}, weights.data());
    }
    comm.node.meet();
    together(comm, [&] {
        if (shared) {
            file.graph = Graph::from_matrix(std::move(weights), origin);
        } else if (!comm.node.first()) {
            file = read();
        }
    });
    return file;
}

void check_same_graph(const Ranks& comm, const GraphFile& file) {
    if (comm.node.size() == comm.size()) return;  // one rank has read it for all
    std::uint64_t labels = 0;
    for (std::size_t v = 0; comm.node.first() && v < file.labels.size(); ++v) {
        labels = fnv1a(file.labels.name(v) + '\n', labels);
    }
    const std::uint64_t own =
        fingerprint(file.graph, comm.node.part(file.graph.vertices())) + labels;
    const std::uint64_t sum = comm.node.sum(own);
    const std::uint64_t first = comm.gather(sum).front();
    together(comm, [&] {
        if (sum == first) return;
        throw Error(ErrorKind::bad_input,
                    "the graph differs from rank 0's; every rank must see the same files");
    });
}

void share_potentials(const Comm& comm, Graph& graph,
                      const std::function<void(const NegativeCycle&)>& found) {
    std::vector<double> high, low;
    bool exact = true;
    together(comm, [&] {
        if (!comm.first()) return;
        try {
            const Potentials potentials = find_potentials(graph);
            high = potentials.high();
            low = potentials.low();
            exact = potentials.exact();
        } catch (const NegativeCycle& cycle) {
            found(cycle);
        }
    });
    comm.share(high);
    comm.share(low);
    comm.share(exact);
    graph.set_potentials(Potentials(std::move(high), std::move(low), exact));
}

}  // namespace apsp::mpi
