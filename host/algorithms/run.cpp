// From an algorithm's name to its schedule.
#include "algorithms/algorithms.hpp"

namespace apsp {

void run(Algorithm algorithm, Engine& engine, std::size_t n, const Progress& progress) {
    switch (algorithm) {
        case Algorithm::kleene: return kleene(engine, n, progress);
        case Algorithm::rkleene: return r_kleene(engine, n, progress);
        case Algorithm::fw: return floyd_warshall(engine, n, progress);
    }
}

}  // namespace apsp
