// What a user of the library writes: a graph in, distances out.
#include <apsp/apsp.hpp>
#include <cstdio>

int main() {
    const apsp::Graph graph = apsp::Graph::from_arcs(3, {{0, 1, 4}, {1, 2, 3}, {0, 2, 9}}, "three");
    const apsp::Solution solution = apsp::solve(graph);
    std::printf("apsp %s: distance 0 -> 2 is %g\n", apsp::kVersion, solution.distances.at(0, 2));
    return solution.distances.at(0, 2) == 7 ? 0 : 1;
}
