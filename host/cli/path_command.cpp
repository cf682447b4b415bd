// apsp-ocl path: a shortest path from saved distances and predecessors, or the shortest paths of a
// graph.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/fixed_point.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "cli/vertex_list.hpp"
#include "io/text_type.hpp"
#include "negative/negative_cycle.hpp"
#include "negative/reference_row.hpp"
#include "verify/row_proof.hpp"

namespace apsp::cli {
namespace {

struct PathCommand {
    std::string from, to;
    SavedFields saved;
    GraphFields graph;
    bool all = false, json = false;
    std::size_t limit = std::numeric_limits<std::size_t>::max();
};

struct Path {
    std::vector<std::string> names;
    std::vector<double> weights = {};
    double sum = 0;
};

/// The type whose roundings the distances of a file may have.
Dtype type_of(const Matrix& distances, const std::string& file) {
    const bool open = distances.dtype() == Dtype::f64 && !has_type(file);
    return open && may_be_f32(distances) ? Dtype::f32 : distances.dtype();
}

/// Whether the path's arcs add up to the distance, apart from rounding.
bool agrees(const Graph& graph, Dtype dtype, const std::vector<std::size_t>& vertices,
            const Path& path, double distance) {
    double size = 0, costs = 0;
    for (const double w : path.weights) size += std::abs(w);
    if (graph.min_weight() < 0) {
        const Potentials h = find_potentials(graph);
        costs = path.sum + h.at(vertices.front()).high - h.at(vertices.back()).high;
    }
    const auto arcs = static_cast<double>(path.weights.size());
    return distance == path.sum ||
           std::abs(distance - path.sum) <= rounding_slack(dtype, arcs, size, costs);
}

std::vector<std::string> vertex_names(const Labels& labels,
                                      const std::vector<std::size_t>& vertices) {
    std::vector<std::string> names;
    for (const std::size_t v : vertices) names.push_back(labels.name(v));
    return names;
}

/// Weights are the graph's, or without one the differences of distances along the path.
Path look_up(const std::optional<GraphFile>& file, const Labels& labels, const Matrix& distances,
             Dtype dtype, const std::vector<std::size_t>& vertices) {
    Path path = {.names = vertex_names(labels, vertices)};
    const std::vector<double> d = row_of(distances, vertices.front());
    for (std::size_t k = 1; k < vertices.size(); ++k) {
        const std::size_t u = vertices[k - 1];
        const std::size_t v = vertices[k];
        const double w = file ? file->graph.weight(u, v) : d[v] - d[u];
        if (!std::isfinite(w)) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("the predecessors go from {} to {}, but there is no {}",
                                    labels.name(u), labels.name(v),
                                    file ? "such arc in " + file->graph.origin()
                                         : "distance to both of them"));
        }
        path.weights.push_back(w);
    }
    path.sum = exact_sum(path.weights);
    if (!file) {
        path.sum = d[vertices.back()];
    } else if (!agrees(file->graph, dtype, vertices, path, d[vertices.back()])) {
        throw Error(
            ErrorKind::verification,
            fmt::format("the arcs from {} to {} add up to {}, but the distance is {}; check "
                        "both with apsp-ocl verify",
                        path.names.front(), path.names.back(), plain(path.sum),
                        plain(d[vertices.back()])));
    }
    return path;
}

/// Its vertices may be none.
Path path_of(const GraphFile& file, const std::vector<std::size_t>& vertices) {
    Path path = {.names = vertex_names(file.labels, vertices)};
    for (std::size_t k = 1; k < vertices.size(); ++k) {
        path.weights.push_back(file.graph.weight(vertices[k - 1], vertices[k]));
    }
    path.sum = exact_sum(path.weights);
    return path;
}

void print_text(const Path& path) {
    for (std::size_t k = 0; k < path.weights.size(); ++k) {
        fmt::print("arc        {} -> {}  {}\n", printable(path.names[k]),
                   printable(path.names[k + 1]), plain(path.weights[k]));
    }
    fmt::print("sum        {} in {} arcs\n", plain(path.sum), path.weights.size());
}

void print_json(const std::string& from, const std::string& to, const Path& path) {
    Json weights = Json::array();
    for (const double w : path.weights) weights.push_back(json_number(w));
    const Json object = {{"from", from},
                         {"to", to},
                         {"vertices", path.names},
                         {"weights", weights},
                         {"sum", path.names.empty() ? Json(nullptr) : json_number(path.sum)}};
    print_result(object);
}

void print_none(const std::string& from, const std::string& to) {
    fmt::print("no path from {} to {}\n", printable(from), printable(to));
}

/// Prints paths as they are found, as there may be very many.
void print_all(const PathCommand& asked, const std::string& from, const std::string& to,
               ShortestPaths& paths, const GraphFile& file) {
    Json vertices = Json::array();
    if (!asked.json && paths.count() == 0) return print_none(from, to);
    if (!asked.json) {
        fmt::print("sum        {}\n", plain(paths.distance()));
        fmt::print("paths      {}\n", plain(paths.count()));
    }
    for (std::size_t k = 0; k < asked.limit; ++k) {
        const std::vector<std::string> names = vertex_names(file.labels, paths.next());
        if (names.empty()) break;
        if (asked.json) {
            vertices.push_back(names);
            continue;
        }
        std::string line;
        for (const std::string& name : names) {
            line += (line.empty() ? "" : " -> ") + printable(name);
        }
        fmt::print("path       {}\n", line);
    }
    if (!asked.json) return;
    print_result({{"from", from},
                  {"to", to},
                  {"sum", paths.count() == 0 ? Json(nullptr) : json_number(paths.distance())},
                  {"count", json_number(paths.count())},
                  {"paths", vertices}});
}

void print_one(const PathCommand& asked, const std::string& from, const std::string& to,
               const Path& path) {
    if (asked.json) {
        print_json(from, to, path);
    } else if (path.names.empty()) {
        print_none(from, to);
    } else {
        print_text(path);
    }
}

int search_graph(const PathCommand& asked) {
    const GraphFile file = load_graph(asked.graph);
    const std::size_t n = file.graph.vertices();
    const std::size_t source = parse_vertex(asked.from, file.labels, n, "--from");
    const std::size_t target = parse_vertex(asked.to, file.labels, n, "--to");
    const std::string from = file.labels.name(source), to = file.labels.name(target);
    ShortestPaths paths =
        in_names_of(file, [&] { return ShortestPaths(file.graph, source, target); });
    if (asked.all) {
        print_all(asked, from, to, paths, file);
    } else {
        print_one(asked, from, to, path_of(file, paths.next()));
    }
    return 0;
}

int read_saved(const PathCommand& asked) {
    const auto& [distances_file, predecessors_file] = asked.saved;
    std::optional<GraphFile> file;
    if (!asked.graph.file.empty()) file = load_graph(asked.graph);
    const Matrix distances = load_distances(distances_file);
    const Paths paths(load_predecessors(predecessors_file));
    const std::size_t n = paths.n();
    if (distances.n() != n || (file && file->graph.vertices() != n)) {
        throw Error(
            ErrorKind::bad_input,
            fmt::format("{}: expected predecessors of as many vertices as the distances "
                        "({}){}, found {}",
                        predecessors_file, distances.n(),
                        file ? fmt::format(" and the graph ({})", file->graph.vertices()) : "", n));
    }

    const Labels labels =
        file ? file->labels : Labels::counted_from(asked.graph.read.index.value_or(0), n);
    const std::size_t source = parse_vertex(asked.from, labels, n, "--from");
    const std::size_t target = parse_vertex(asked.to, labels, n, "--to");
    const auto vertices = in_names_of(labels, [&] { return paths.path(source, target); });
    Path path;
    if (!vertices.empty()) {
        path = look_up(file, labels, distances, type_of(distances, distances_file), vertices);
    }
    print_one(asked, labels.name(source), labels.name(target), path);
    return 0;
}

int run(const PathCommand& asked) {
    return asked.saved.distances.empty() ? search_graph(asked) : read_saved(asked);
}

}  // namespace

std::function<int()> path_command(OptionList& list) {
    const auto asked = std::make_shared<PathCommand>();
    list.describe(
        "Prints a shortest path: its vertices, the weight of each arc, and the sum; or with --all "
        "all\nshortest paths. They are searched for in a graph, or one is looked up in saved "
        "results.\n\n"
        "Without --graph, vertices are numbers from 0, or from that of --index.\n\n"
        "Examples:\n"
        "  $ apsp-ocl path --from Bern --to Thun --graph roads.csv --all\n"
        "  $ apsp-ocl path --from 0 --to 7 --distances d.npy --predecessors p.npy\n"
        "  $ apsp-ocl path --from Bern --to Thun --distances d.npy --predecessors p.npy "
        "--graph roads.csv\n");
    list.add("from", text(asked->from), "VERTEX", "First vertex").required();
    list.add("to", text(asked->to), "VERTEX", "Last vertex").required();
    add_saved(list, asked->saved, false).needs("distances");
    add_graph(
        list, asked->graph,
        "Graph, as for --input of solve: to search it, or for labels and to check the weights");
    list.add("all", set(asked->all), "All shortest paths, each as a line of vertices")
        .needs("graph")
        .excludes("distances");
    list.add("limit", number(asked->limit, std::size_t{1}), "N", "At most N of them").needs("all");
    list.add_json(asked->json);
    add_reading(list, asked->graph.read, "graph");
    list.then([asked = asked.get(), &list] {
        if (list.given("distances")) {
            if (!list.given("predecessors")) list.fail_without("predecessors");
        } else if (!list.given("graph")) {
            fail_usage("apsp-ocl path needs --graph, or --distances and --predecessors");
        }
    });
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
