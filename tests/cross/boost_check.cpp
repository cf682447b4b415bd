// Compares apsp-ocl with Johnson's algorithm of the Boost Graph Library, through files, on random
// sparse and dense graphs with negative weights and zeros, and with negative cycles. It shares no
// code with the library. Usage: boost_check PROGRAM
#include <sys/wait.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>
#include <boost/version.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                    boost::property<boost::edge_weight_t, int>>;
using Rows = std::vector<std::vector<int>>;

constexpr int kNoPath = 1000000000;  // Boost's results may differ from it by potentials

struct Kind {
    const char* name;
    double arcs_a_vertex;
    int smallest, largest;  // weights
    bool potentials;        // added as differences: negative arcs, no negative cycle
};
constexpr Kind kKinds[] = {{"sparse", 3, 1, 50, false},  {"dense", 40, 1, 50, false},
                           {"zeros", 3, 0, 1, false},    {"apart", 0.7, 1, 50, false},
                           {"negative", 4, 0, 50, true}, {"cycles", 3, -15, 50, false}};

/// Makes a graph and writes it in DIMACS format; parallel arcs may occur.
Graph make_graph(const Kind& kind, std::size_t n, std::mt19937& random, const std::string& path) {
    const auto draw = [&](int first, int last) {
        return std::uniform_int_distribution<int>(first, last)(random);
    };
    std::vector<int> potential(n);
    for (int& p : potential) p = draw(-100, 100);
    const auto arcs = static_cast<std::size_t>(kind.arcs_a_vertex * static_cast<double>(n));
    Graph graph(n);
    std::ofstream file(path);
    file << "p sp " << n << ' ' << arcs << '\n';
    for (std::size_t a = 0; a < arcs; ++a) {
        const auto u = static_cast<std::size_t>(draw(0, static_cast<int>(n) - 1));
        const auto v = static_cast<std::size_t>(draw(0, static_cast<int>(n) - 1));
        int w = draw(kind.smallest, kind.largest);
        if (kind.potentials) w += potential[u] - potential[v];
        add_edge(u, v, w, graph);
        file << "a " << u + 1 << ' ' << v + 1 << ' ' << w << '\n';
    }
    return graph;
}

/// The number of entries that differ; "inf" is no path.
std::size_t differences(const std::string& path, const Rows& expected) {
    std::ifstream file(path);
    std::size_t different = 0;
    for (const auto& row : expected) {
        for (std::size_t j = 0; j < row.size(); ++j) {
            std::string word;
            std::getline(file, word, j + 1 < row.size() ? ',' : '\n');
            different += word != (row[j] > kNoPath / 2 ? "inf" : std::to_string(row[j]));
        }
    }
    std::string rest;
    return different + static_cast<std::size_t>(static_cast<bool>(std::getline(file, rest)));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: boost_check PROGRAM");
        return 2;
    }
    std::string folder = "/tmp/apsp-boost-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) return 1;
    const std::string input = folder + "/g.gr", output = folder + "/d.csv";
    const std::string command = "'" + std::string(argv[1]) + "' --device cpu --input " + input +
                                " --output " + output + " >/dev/null 2>&1";
    std::mt19937 random(7);
    int graphs = 0, cycles = 0, wrong = 0;
    for (const Kind& kind : kKinds) {
        for (std::size_t n : {1, 2, 3, 7, 20, 64, 65, 130}) {
            const Graph graph = make_graph(kind, n, random, input);
            Rows expected(n, std::vector<int>(n));
            const bool possible = boost::johnson_all_pairs_shortest_paths(
                graph, expected,
                boost::weight_map(get(boost::edge_weight, graph)).distance_inf(kNoPath));
            const int status = std::system(command.c_str());
            const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            const bool same =
                possible ? code == 0 && differences(output, expected) == 0 : code == 5;
            if (!same) std::printf("differs: %s, n = %zu, exit %d\n", kind.name, n, code);
            wrong += !same;
            cycles += !possible;
            ++graphs;
        }
    }
    std::system(("rm -r " + folder).c_str());
    std::printf("Boost %s %s on %d graphs, %d of them with a negative cycle\n", BOOST_LIB_VERSION,
                wrong == 0 ? "agrees" : "differs", graphs, cycles);
    return wrong == 0 && cycles > 0 ? 0 : 1;
}
