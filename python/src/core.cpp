// The library as NumPy's arrays see it. What Python programs call is in apsp/*.py.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>

#include "apsp/apsp.hpp"
#include "backends/backend.hpp"
#include "base/parallel_rows.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Graph graph_from_csr(Vector<std::int64_t> offsets, Vector<std::uint32_t> targets,
                     Vector<double> weights, Parallel parallel) {
    const auto* const first = reinterpret_cast<const std::size_t*>(offsets.data());
    std::optional<Graph> graph;
    interruptible([&] {
        graph = Graph::from_csr({first, offsets.size()}, {targets.data(), targets.size()},
                                {weights.data(), weights.size()}, "graph", parallel);
    });
    return *graph;
}

/// Of real numbers NaN is no arc either, nor is `null` if there is one.
template <class T>
Graph graph_from_dense(nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu> weights,
                       std::optional<double> null) {
    const std::size_t n = weights.shape(0);
    if (n != weights.shape(1)) throw Error(ErrorKind::bad_input, "a matrix of weights is square");
    std::optional<Graph> graph;
    interruptible([&] {
        Matrix matrix(n, kDtypeOf<T>);
        parallel_rows({0, n}, [&](std::size_t i) {
            const T* const from = weights.data() + i * n;
            const std::span<T> to = matrix.row<T>(i);
            const T none = null ? static_cast<T>(*null) : infinity<T>();
            for (std::size_t j = 0; j < n; ++j) {
                to[j] = from[j] == none || from[j] != from[j] ? infinity<T>() : from[j];
            }
        });
        graph = Graph::from_matrix(std::move(matrix), "graph");
    });
    return *graph;
}

/// The graph with every arc both ways, or with weights of 1.
Graph changed(const Graph& graph, bool both_ways, bool unweighted) {
    std::optional<Graph> other;
    interruptible([&] {
        std::vector<Arc> arcs;
        arcs.reserve(graph.arcs() * (both_ways ? 2 : 1));
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double weight) {
                const auto source = static_cast<std::uint32_t>(i);
                const auto target = static_cast<std::uint32_t>(j);
                const double own = unweighted ? 1 : weight;
                arcs.push_back({source, target, own});
                if (both_ways) arcs.push_back({target, source, own});
            });
        }
        other = Graph::from_arcs(graph.vertices(), std::move(arcs), graph.origin());
    });
    return *other;
}

/// Rows without the padding between them, in the memory where they are.
template <class T>
nb::ndarray<nb::numpy> packed(Matrix matrix) {
    const std::size_t rows = matrix.rows(), n = matrix.n(), ld = matrix.ld();
    T* const data = static_cast<T*>(matrix.data());
    if (n != ld) {
        const nb::gil_scoped_release released;
        for (std::size_t i = 1; i < rows; ++i) {
            std::memmove(data + i * n, data + i * ld, n * sizeof(T));
        }
    }
    auto* const kept = new Matrix(std::move(matrix));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Matrix*>(p); });
    return nb::ndarray<nb::numpy>(data, {rows, n}, owner, {}, nb::dtype<T>());
}

nb::ndarray<nb::numpy> array_of(Matrix matrix) {
    return visit(matrix.dtype(),
                 [&](auto zero) { return packed<decltype(zero)>(std::move(matrix)); });
}

/// As real numbers, with +infinity where there is no path.
nb::ndarray<nb::numpy> reals_of(const Matrix& matrix) {
    const std::size_t rows = matrix.rows(), n = matrix.n();
    auto* const reals = new double[std::max<std::size_t>(rows * n, 1)];
    const nb::capsule owner(reals, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    {
        const nb::gil_scoped_release released;
        visit(matrix.dtype(), [&](auto zero) {
            using T = decltype(zero);
            parallel_rows({0, rows}, [&](std::size_t i) {
                const std::span<const T> row = matrix.row<T>(i);
                double* const to = reals + i * n;
                for (std::size_t j = 0; j < n; ++j) {
                    to[j] =
                        row[j] == infinity<T>() ? infinity<double>() : static_cast<double>(row[j]);
                }
            });
        });
    }
    return nb::ndarray<nb::numpy>(reals, {rows, n}, owner, {}, nb::dtype<double>());
}

/// The host's processors, without asking drivers for devices.
const Device& processor() {
    static const Device found = [] {
        std::string absence;
        Device device = backend("cpu").devices(absence).at(0);
        device.backend = "cpu";
        return device;
    }();
    return found;
}

/// What Python has of a solve.
struct Solved : Solution {
    Semiring semiring = Semiring::min_plus;
};

/// `consumed`: nobody else has use for the graph, whose memory may be the result's.
Solved solve_graph(Graph& graph, bool consumed, const std::optional<Device>& device,
                   const std::string& algorithm, const std::optional<std::string>& dtype,
                   const std::string& semiring, const std::vector<std::size_t>& rows,
                   bool predecessors, bool with_statistics, bool keep, nb::object progress) {
    SolveOptions options;
    const auto chosen = [](auto found, const char* what, const std::string& text) {
        if (!found)
            throw Error(ErrorKind::usage, std::string("unknown ") + what + " '" + text + "'");
        return *found;
    };
    options.algorithm = chosen(parse_algorithm(algorithm), "algorithm", algorithm);
    options.semiring = chosen(parse_semiring(semiring), "semiring", semiring);
    if (dtype) options.dtype = chosen(parse_dtype(*dtype), "dtype", *dtype);
    options.rows = rows;
    options.paths = predecessors;
    options.statistics = with_statistics;
    options.keep_distances = keep;
    if (!progress.is_none()) {
        options.progress = [&progress](double share) {
            const nb::gil_scoped_acquire acquired;
            progress(share);
        };
    }
    Solved solved;
    solved.semiring = options.semiring;
    interruptible([&] {
        Graph own = consumed ? std::move(graph) : graph;
        static_cast<Solution&>(solved) =
            solve(std::move(own), device ? *device : processor(), options);
    });
    return solved;
}

void raise(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const NegativeCycle& cycle) {
        const nb::object type = nb::module_::import_("apsp").attr("NegativeCycleError");
        PyErr_SetObject(type.ptr(), type(cycle.what(), cycle.vertices(), cycle.weight()).ptr());
    } catch (const Error& failure) {
        PyObject* type = PyExc_RuntimeError;
        if (failure.kind() == ErrorKind::usage || failure.kind() == ErrorKind::bad_input) {
            type = PyExc_ValueError;
        }
        if (failure.kind() == ErrorKind::out_of_memory) type = PyExc_MemoryError;
        PyErr_SetString(type, failure.what());
    }
}

}  // namespace

NB_MODULE(_core, m) {
    nb::register_exception_translator(raise);
    nb::dict none;
    none["float32"] = none["float64"] = infinity<double>();
    none["int32"] = infinity<std::int32_t>();
    none["int16"] = infinity<std::int16_t>();
    none["uint8"] = infinity<std::uint8_t>();
    m.attr("NO_PATH") = none;
    nb::enum_<Parallel>(m, "Parallel")
        .value("smallest", Parallel::smallest)
        .value("largest", Parallel::largest);
    nb::class_<Graph>(m, "Graph")
        .def_prop_ro("vertices", &Graph::vertices)
        .def_prop_ro("arcs", &Graph::arcs)
        .def_prop_ro("integral", &Graph::integral)
        .def_prop_ro("smallest", &Graph::min_weight);
    m.def("graph_from_csr", &graph_from_csr, "offsets"_a, "targets"_a, "weights"_a, "parallel"_a);
    m.def("graph_from_dense", &graph_from_dense<float>, "weights"_a.noconvert(), "null"_a.none());
    m.def("graph_from_dense", &graph_from_dense<double>, "weights"_a.noconvert(), "null"_a.none());
    m.def("graph_from_dense", &graph_from_dense<std::int32_t>, "weights"_a.noconvert(),
          "null"_a.none());
    m.def("graph_from_dense", &graph_from_dense<std::int16_t>, "weights"_a.noconvert(),
          "null"_a.none());
    m.def("graph_from_dense", &graph_from_dense<std::uint8_t>, "weights"_a.noconvert(),
          "null"_a.none());

    m.def("changed", &changed, "graph"_a, "both_ways"_a, "unweighted"_a);

    nb::class_<Device>(m, "Device")
        .def_ro("index", &Device::index)
        .def_prop_ro("id",
                     [](const Device& device) {
                         return device.backend == "cpu"
                                    ? device.backend
                                    : device.backend + ":" +
                                          std::to_string(device.index_in_backend);
                     })
        .def_ro("backend", &Device::backend)
        .def_prop_ro("kind", [](const Device& device) { return std::string(name(device.kind)); })
        .def_ro("name", &Device::name)
        .def_ro("platform", &Device::platform)
        .def_ro("vendor", &Device::vendor)
        .def_ro("driver", &Device::driver)
        .def_ro("compute_units", &Device::compute_units)
        .def_ro("memory", &Device::memory)
        .def_ro("f64", &Device::f64);
    m.def("list_devices", [] {
        Devices devices;
        interruptible([&] { devices = list_devices(); });
        nb::list reasons;
        for (const AbsentBackend& each : devices.absent) {
            reasons.append(nb::make_tuple(each.backend, each.reason));
        }
        return nb::make_tuple(devices.all, reasons);
    });
    m.def("select_device", [](const std::vector<Device>& all, const std::string& selector) {
        return select_device({all, {}}, selector);
    });

    nb::class_<Solved>(m, "Solution")
        .def_prop_ro("algorithm", [](const Solved& s) { return std::string(name(s.algorithm)); })
        .def_prop_ro("dtype",
                     [](const Solved& s) { return std::string(name(s.distances.dtype())); })
        .def_prop_ro("no_path",
                     [](const Solved& s) {
                         return visit(s.distances.dtype(), [&](auto of) {
                             return nb::cast(zero<decltype(of)>(s.semiring));
                         });
                     })
        .def_ro("dtype_reason", &Solved::dtype_reason)
        .def_ro("relaxations", &Solved::relaxations)
        .def_ro("warnings", &Solved::warnings)
        .def_prop_ro("seconds",
                     [](const Solved& s) {
                         nb::dict seconds;
                         seconds["potentials"] = s.seconds.potentials;
                         seconds["plan"] = s.seconds.plan;
                         seconds["build"] = s.seconds.build;
                         seconds["upload"] = s.seconds.upload;
                         seconds["compute"] = s.seconds.compute;
                         seconds["download"] = s.seconds.download;
                         seconds["paths"] = s.seconds.paths;
                         seconds["statistics"] = s.seconds.statistics;
                         return seconds;
                     })
        .def("take_distances", [](Solved& s) { return array_of(std::move(s.distances)); })
        .def("distances_as_reals", [](const Solved& s) { return reals_of(s.distances); })
        .def("take_predecessors",
             [](Solved& s) {
                 Paths paths = std::move(s.paths);
                 return array_of(std::move(paths).release());
             })
        .def_prop_ro("statistics", [](const Solved& s) -> nb::object {
            if (!s.statistics) return nb::none();
            const Statistics& all = *s.statistics;
            std::vector<double> eccentricity, sum, closeness;
            std::vector<std::uint64_t> reachable;
            for (const VertexStatistics& v : all.vertices) {
                eccentricity.push_back(v.eccentricity);
                sum.push_back(v.sum);
                closeness.push_back(v.closeness);
                reachable.push_back(v.reachable);
            }
            nb::dict result;
            result["eccentricity"] = eccentricity;
            result["sum"] = sum;
            result["closeness"] = closeness;
            result["reachable"] = reachable;
            result["reachable_pairs"] = all.reachable_pairs;
            result["mean_distance"] = all.mean_distance;
            result["diameter"] = all.diameter;
            result["radius"] = all.radius;
            result["center"] = all.centre;
            result["components"] = all.components;
            result["largest_component"] = all.largest_component;
            return result;
        });
    m.def("solve", &solve_graph, "graph"_a, "consumed"_a, "device"_a.none(), "algorithm"_a,
          "dtype"_a.none(), "semiring"_a, "rows"_a, "predecessors"_a, "statistics"_a, "keep"_a,
          "progress"_a.none());
}

}  // namespace apsp::python
