// See rank_results.hpp.
#include "mpi/rank_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <optional>

#include "apsp/errors.hpp"
#include "io/npy_header.hpp"
#include "io/output_file.hpp"
#include "mpi/failure.hpp"
#include "paths/tight_rows.hpp"

namespace apsp::mpi {
namespace {

/// Checks memory for all ranks' arcs, by sources and by targets, with bits of the direct ones.
void check_arcs_memory(const Comm& node, std::size_t n, std::size_t arcs, std::size_t arc_bytes) {
    check_memory(node, 2 * std::uint64_t{arcs} * arc_bytes + std::uint64_t{n} * n / 8,
                 fmt::format("n = {}, {} tight arcs", n, arcs));
}

/// The rows of all ranks, of which this one has its own.
TightRows all_rows(const Ranks& comm, const RankPlan& plan, TightRows own) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const std::size_t n = plan.solve.matrix.n, weight_bytes = size_of(plan.solve.matrix.dtype);
    const std::vector<std::size_t> arcs = comm.gather(own.targets.size());
    std::vector<std::size_t> bounds(arcs.size() + 1, 0);
    std::inclusive_scan(arcs.begin(), arcs.end(), bounds.begin() + 1);
    TightRows all;
    together(comm, [&] {
        check_arcs_memory(comm.node, n, bounds.back(), sizeof(std::uint32_t) + weight_bytes);
        all.counts.resize(n);
        all.targets.resize(bounds.back());
        all.weights.resize(bounds.back() * weight_bytes);
        const auto place = [](auto& to, std::size_t first, const auto& from) {
            std::ranges::copy(from, to.begin() + static_cast<std::ptrdiff_t>(first));
        };
        place(all.counts, plan.own().first, own.counts);
        place(all.targets, bounds[rank], own.targets);
        place(all.weights, bounds[rank] * weight_bytes, own.weights);
        own = {};
    });
    comm.complete(all.counts.data(), plan.row_bounds(), sizeof(std::uint32_t));
    comm.complete(all.targets.data(), bounds, sizeof(std::uint32_t));
    comm.complete(all.weights.data(), bounds, weight_bytes);
    return all;
}

/// If weights are positive, each rank orders all lists. Otherwise that needs rows of the distances,
/// and each rank orders the lists of the arcs into its own vertices.
void order_together(const Comm& comm, const RankPlan& plan, const Graph& graph,
                    const Matrix& distances, TightArcs& arcs) {
    const bool by_rows = graph.min_cost() <= 0;
    bool circles = false;
    together(comm, [&] {
        const Range targets = by_rows ? plan.own() : Range{0, arcs.n};
        circles = order_lists(graph, distances, targets, arcs);
    });
    if (!by_rows) return;
    arcs.circles = !comm.all(!circles);
    std::vector<std::size_t> bounds;
    for (const std::size_t row : plan.row_bounds()) bounds.push_back(arcs.first[row]);
    comm.complete(arcs.sources.data(), bounds, sizeof(std::uint32_t));
    comm.complete(arcs.weights.data(), bounds, size_of(arcs.dtype));
}

/// The file under its temporary name, which every rank has open. All ranks call the constructor and
/// `commit`, and all throw Ended if one fails.
class SharedOutput {
  public:
    SharedOutput(const Comm& comm, const std::filesystem::path& path)
        : comm_(comm), path_(path), name_(agreed_name()), partial_(name_) {
        comm.meet();
        together(comm, [&] {
            if (comm.first()) output_.emplace(path, name_);
        });
        together(comm, [&] {
            file_.emplace(name_, FileUse::write);
            if (!*file_) fail("; all ranks need to see this folder");
        });
    }

    /// @throws Error internal
    void write(const void* from, std::size_t bytes, std::size_t place) const {
        if (file_->write_at(from, bytes, place) != bytes) fail("; no partial file is left");
    }
    /// No rank writes after that. @throws Error internal
    void close() {
        if (!file_->close()) fail("; no partial file is left");
    }
    /// Once all ranks have closed it.
    void commit(const std::string& header) {
        together(comm_, [&] {
            if (!output_) return;
            output_->append(header);
            output_->commit();
        });
    }

  private:
    /// Whichever rank a signal reaches, it can remove the file: all know its name before the file
    /// exists.
    std::string agreed_name() const {
        std::string name = comm_.first() ? OutputFile::free_name(path_).string() : "";
        comm_.share(name);
        return name;
    }
    [[noreturn]] void fail(const char* way_out) const {
        throw Error(ErrorKind::internal, fmt::format("{}: cannot be written: {}{}", path_.string(),
                                                     std::strerror(errno), way_out));
    }

    const Comm& comm_;
    std::filesystem::path path_;
    std::string name_;
    PartialFile partial_;
    std::optional<OutputFile> output_;  // the first rank's, which writes the header
    std::optional<File> file_;
};

}  // namespace

Matrix find_rank_paths(const Ranks& comm, const RankPlan& plan, const Graph& graph,
                       Matrix& distances, const PredecessorSearch& search) {
    const double largest = std::ranges::max(comm.gather(largest_distance(distances, plan.own())));
    TightRule rule = tight_rule(graph, distances.dtype(), [&] { return largest; });
    rule.rows = plan.own();
    TightRows own;
    together(comm, [&] { own = find_tight_rows(graph, distances, rule); });
    TightArcs arcs;
    {
        const TightRows all = all_rows(comm, plan, std::move(own));
        together(comm, [&] { arcs = list_tight_arcs(rule, all); });
    }
    if (arcs.exact) order_together(comm, plan, graph, distances, arcs);
    Matrix predecessors;
    together(comm, [&] {
        predecessors = Matrix(arcs.n, Dtype::i32);
        find_paths(distances, arcs, search, predecessors);
    });
    return predecessors;
}

Verification verify_rows(const Comm& comm, const Graph& graph, const Matrix& distances, Range own,
                         VerifyOptions options) {
    struct Found {
        bool ok = true;
        std::size_t rows = 0;
        Text method, failure;
    } found;
    const auto rows = static_cast<double>(comm.sum(own.size()));
    together(comm, [&] {
        if (own.size() == 0) return;
        options.only = own;
        options.budget *= static_cast<double>(own.size()) / rows;
        const Verification v = verify(graph, distances, options);
        found = {v.ok, v.rows_checked, Text(v.method), Text(v.failure)};
    });
    Verification all;
    all.ok = true;
    for (const Found& each : comm.gather(found)) {
        if (all.method.empty()) all.method = each.method.chars;
        if (all.ok && !each.ok) all.failure = each.failure.chars;
        all.ok = all.ok && each.ok;
        all.rows_checked += each.rows;
    }
    return all;
}

void check_output(const Comm& comm, const std::filesystem::path& path) {
    SharedOutput(comm, path);
}

void write_rows(const Comm& comm, const Matrix& matrix, const std::vector<OutputRow>& rows,
                std::size_t all, const std::filesystem::path& path) {
    constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
    const std::size_t row_bytes = matrix.n() * size_of(matrix.dtype());
    const std::size_t most = std::max<std::size_t>(kPieceBytes / row_bytes, 1) * row_bytes;
    const std::string header = make_npy_header(all, matrix.n(), matrix.dtype());
    SharedOutput output(comm, path);
    together(comm, [&] {
        std::vector<char> piece;  // of rows that follow one another in the file
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const auto* const row = static_cast<const char*>(matrix.row_data(rows[k].row));
            piece.insert(piece.end(), row, row + row_bytes);
            const std::size_t next = rows[k].place + 1;
            const bool follows = k + 1 < rows.size() && rows[k + 1].place == next;
            if (follows && piece.size() < most) continue;
            output.write(piece.data(), piece.size(),
                         header.size() + next * row_bytes - piece.size());
            piece.clear();
        }
        output.close();
    });
    output.commit(header);
}

}  // namespace apsp::mpi
