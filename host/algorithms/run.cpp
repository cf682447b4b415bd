// From an algorithm's name to its schedule.
#include "algorithms/algorithms.hpp"

namespace apsp {

void run(const EngineOptions& options, Engine& engine, const Progress& progress) {
    if (engine.close_all()) return;
    switch (options.algorithm) {
        case Algorithm::kleene: return kleene(engine, options.n, options.symmetric, progress);
        case Algorithm::rkleene: return r_kleene(engine, options.n, options.symmetric, progress);
        case Algorithm::fw: return floyd_warshall(engine, options.n, progress);
    }
}

}  // namespace apsp
