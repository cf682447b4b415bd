// The library as NumPy's arrays see it. What Python programs call is in apsp/*.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "apsp/apsp.hpp"
#include "arrays.hpp"
#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/text.hpp"
#include "batches.hpp"
#include "betweenness.hpp"
#include "changes.hpp"
#include "chosen.hpp"
#include "graph/vertex_error.hpp"
#include "graphs.hpp"
#include "held.hpp"
#include "interruptible.hpp"
#include "messages.hpp"
#include "near.hpp"
#include "negative/negative_cycle.hpp"
#include "pages.hpp"
#include "searches.hpp"
#include "statistics.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

const Device& processor() {
    static const Device found = cpu_device();
    return found;
}

/// The result of a solve, as Python takes it.
struct Solved : Solution {
    Semiring semiring = Semiring::min_plus;
    // Those asked for: the distances as solved, or as reals; predecessors.
    std::optional<Packed> packed, predecessors;
    std::optional<Reals> reals;
};

/// Passes a batch on in blocks of reals, one after the other, each of at most 32 MiB or one row.
void take_reals(const nb::object& take, const RowBatch& batch, Semiring semiring) {
    constexpr std::size_t kEntries = std::size_t{1} << 22;
    const std::size_t n = batch.distances.n(), most = std::max<std::size_t>(kEntries / n, 1);
    for (std::size_t first = 0; first < batch.rows.size(); first += most) {
        const std::size_t count = std::min(most, batch.rows.size() - first);
        const std::size_t row = batch.rows.first + first;
        Reals part(count, n, Dtype::f64, semiring);
        part.take({batch.distances, {row, row + count}, 0, batch.vertices.subspan(first, count)});
        const nb::gil_scoped_acquire acquired;
        take(batch.first + first, std::move(part).array());
    }
}

/// @throws Error out_of_memory if the host does not hold a result of so many rows, whatever the
/// solve
///         would take
void check_result_fits(std::size_t rows, std::size_t n, std::size_t entry, std::string_view type) {
    const std::size_t bytes = rows * n * entry, free = available_host_memory();
    if (free == 0 || bytes <= free) return;
    const char* const smaller = rows * n <= free ? "dtype=\"smallest\", " : "";
    throw Error(
        ErrorKind::out_of_memory,
        fmt::format("no host memory for {} rows of n = {} as {} ({}; {} are free); ways out: {}"
                    "some rows at a time, distances=False with statistics=True, or "
                    "SolveOptions::workspace, a folder for the matrix",
                    rows, n, type, format_bytes(bytes), format_bytes(free), smaller));
}

/// `consumed`: the graph is not used afterwards, so its memory may become the result's. `keep` says
/// which distances the result has: "none", those "solved", all as "f32" or "f64", or none but those
/// on the "device". `take` is called with the place of a first row and a block of rows of f64, one
/// block after the other.
Solved solve_graph(Graph& graph, bool consumed, const std::optional<Device>& device,
                   const std::string& algorithm, const std::optional<std::string>& dtype,
                   const std::string& semiring, const std::string& negative_cycles,
                   const std::vector<std::size_t>& rows, bool predecessors,
                   const std::optional<StatisticsParts>& statistics, const std::string& keep,
                   nb::object take, nb::object progress,
                   const std::shared_ptr<Elimination>& elimination) {
    SolveOptions options;
    options.elimination = elimination;
    options.algorithm = chosen(kAlgorithmTraits, "algorithm", algorithm);
    options.semiring = chosen(kSemiringTraits, "semiring", semiring);
    options.negative_cycles = chosen(kNegativeCyclesTraits, "negative_cycles", negative_cycles);
    if (dtype) options.dtype = chosen(kDtypeTraits, "dtype", *dtype);
    options.rows = rows;
    options.paths = predecessors;
    options.statistics = statistics.has_value();
    if (statistics) options.statistics_options = options_of(*statistics);
    options.keep_distances = keep != "none";
    options.leave_on_device = keep == "device";
    if (!progress.is_none()) {
        options.progress = [&progress](double share) {
            const nb::gil_scoped_acquire acquired;
            progress(share);
        };
    }
    Solved solved;
    solved.semiring = options.semiring;
    const std::size_t n = graph.vertices(), count = rows.empty() ? n : rows.size();
    const auto real = parse_dtype(keep);
    if (options.keep_distances && !options.leave_on_device) {
        const Dtype least = real ? *real : options.dtype.value_or(Dtype::u8);
        check_result_fits(count, n, size_of(least) + (predecessors ? 4 : 0), name(least));
    }
    // A matrix of reals is closed in place, and its memory becomes the result's; so does that of
    // fractions, whose distances are of this type or a wider one.
    const bool as_it_is = (graph.dense() && options.dtype == real) ||
                          (real == Dtype::f32 && !graph.integral() && !options.dtype);
    const bool converted = real && !as_it_is;
    if (converted) {
        const std::size_t bytes = count * n * size_of(*real), free = available_host_memory();
        solved.reals.emplace(count, n, *real, options.semiring);
        options.take_rows = [&](const RowBatch& batch) { solved.reals->take(batch); };
        // All rows at once take less time than one batch after the other.
        options.keep_distances = free > 4 * bytes;
    }
    if (!take.is_none()) {
        options.take_rows = [&](const RowBatch& batch) {
            take_reals(take, batch, options.semiring);
        };
    }
    interruptible([&] {
        Graph own = consumed ? std::move(graph) : graph;
        static_cast<Solution&>(solved) =
            solve(std::move(own), device ? *device : processor(), options);
        Matrix distances = std::move(solved.distances);
        if (!converted) solved.packed.emplace(std::move(distances));
        if (predecessors) solved.predecessors.emplace(std::move(solved.paths).release());
    });
    return solved;
}

template <class T>
Verification verify_rows(const Graph& graph, const Rows<T>& distances,
                         const std::optional<Rows<std::int32_t>>& predecessors,
                         const std::vector<std::size_t>& rows, const std::string& semiring,
                         const std::string& negative_cycles, double budget,
                         const std::vector<std::string>& names) {
    Labels labels;
    for (const std::string& name : names) labels.add(name);
    if (labels.size() != graph.vertices()) labels = {};  // none, or 1 and "1"
    Verification verification;
    interruptible([&] {
        VerifyOptions options;
        options.budget = budget;
        options.semiring = chosen(kSemiringTraits, "semiring", semiring);
        options.negative_cycles = chosen(kNegativeCyclesTraits, "negative_cycles", negative_cycles);
        options.rows = rows;
        options.labels = &labels;
        Matrix before;
        if (predecessors) {
            before = matrix_of(*predecessors);
            options.predecessors = &before;
        }
        verification = verify(graph, matrix_of(distances), options);
    });
    return verification;
}

template <class T>
void add_verify(nb::module_& m) {
    m.def("verify", &verify_rows<T>, "graph"_a, "distances"_a.noconvert(), "predecessors"_a.none(),
          "rows"_a, "semiring"_a, "negative_cycles"_a, "budget"_a, "names"_a);
}

void raise(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const NegativeCycle& cycle) {
        const nb::object type = nb::module_::import_("apsp").attr("NegativeCycleError");
        PyErr_SetObject(
            type.ptr(),
            type(in_python_words(cycle.what()), cycle.vertices(), cycle.weight()).ptr());
    } catch (const VertexError& failure) {  // which Python puts into the names that it knows
        const nb::object type = nb::borrow(PyExc_ValueError);
        const nb::object value = type(in_python_words(failure.what()));
        value.attr("named") =
            nb::make_tuple(failure.before(), failure.vertices(), in_python_words(failure.after()));
        PyErr_SetObject(type.ptr(), value.ptr());
    } catch (const Error& failure) {
        PyObject* type = PyExc_RuntimeError;
        if (failure.kind() == ErrorKind::usage || failure.kind() == ErrorKind::bad_input) {
            type = PyExc_ValueError;
        }
        if (failure.kind() == ErrorKind::out_of_memory) type = PyExc_MemoryError;
        PyErr_SetString(type, in_python_words(failure.what()).c_str());
    }
}

}  // namespace

NB_MODULE(_core, m) {
    // Python's typing keeps the modules of overloaded functions until after nanobind has looked.
    nb::set_leak_warnings(false);
    nb::register_exception_translator(raise);
    nb::dict none, dtypes;  // by NumPy's names
    for (const Dtype dtype : kDtypesBySize) {
        const std::string_view kind = !is_integral(dtype) ? "float"
                                      : is_signed(dtype)  ? "int"
                                                          : "uint";
        const std::string numpy = std::string(kind) + std::to_string(8 * size_of(dtype));
        visit(dtype, [&](auto zero) { none[numpy.c_str()] = infinity<decltype(zero)>(); });
        dtypes[numpy.c_str()] = std::string(name(dtype));
    }
    m.attr("NO_PATH") = none;
    m.attr("DTYPES") = dtypes;
    add_graphs(m);
    add_batches(m);
    add_betweenness(m);
    add_held(m);
    add_changes(m);
    add_near(m);
    add_searches(m);
    add_pages(m);
    m.def("processor", &processor);

    nb::class_<Device>(
        m, "Device", "A device, as devices() lists it; device= takes it. Its id is its name there.")
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
        .def_ro("f64", &Device::f64)
        .def("__reduce__", [](nb::handle device) {
            return nb::make_tuple(nb::module_::import_("apsp._devices").attr("named"),
                                  nb::make_tuple(device.attr("id")));
        });
    m.def("text_of_cycle", &text_of_cycle, "names"_a);
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
        .def_prop_ro("dtype", [](const Solved& s) { return std::string(name(s.dtype())); })
        .def_prop_ro("real_no_path", [](const Solved& s) { return zero<double>(s.semiring); })
        .def_prop_ro("no_path",
                     [](const Solved& s) {
                         return visit(s.dtype(), [&](auto of) {
                             return nb::cast(zero<decltype(of)>(s.semiring));
                         });
                     })
        .def_ro("dtype_reason", &Solved::dtype_reason)
        .def_ro("relaxations", &Solved::relaxations)
        .def_prop_ro("warnings",
                     [](const Solved& s) {
                         std::vector<std::string> warnings;
                         for (const auto& each : s.warnings) {
                             warnings.push_back(in_python_words(each));
                         }
                         return warnings;
                     })
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
        .def("take_distances",
             [](Solved& s) {
                 return s.reals ? std::move(*s.reals).array() : std::move(*s.packed).array();
             })
        .def("take_on_device", [](Solved& s) { return std::move(*s.on_device); })
        .def("take_predecessors", [](Solved& s) { return std::move(*s.predecessors).array(); })
        .def_prop_ro("statistics", [](const Solved& s) -> nb::object {
            if (!s.statistics) return nb::none();
            return to_dict(*s.statistics);
        });
    m.def("solve", &solve_graph, "graph"_a, "consumed"_a, "device"_a.none(), "algorithm"_a,
          "dtype"_a.none(), "semiring"_a, "negative_cycles"_a, "rows"_a, "predecessors"_a,
          "statistics"_a.none(), "keep"_a, "take"_a.none(), "progress"_a.none(),
          "elimination"_a = nb::none());

    nb::class_<Verification>(
        m, "Verification",
        "Whether distances are right: true or false, with the method, the number of rows_checked,\n"
        "and, if they are wrong, a failure in words and the row and column of the wrong entry.")
        .def_ro("ok", &Verification::ok)
        .def("__bool__", [](const Verification& v) { return v.ok; })
        .def("__repr__",
             [](const Verification& v) {
                 return "<Verification: " + (v.ok ? "right" : v.failure) + "; " + v.method + ", " +
                        std::to_string(v.rows_checked) + " rows>";
             })
        .def_ro("method", &Verification::method)
        .def_ro("rows_checked", &Verification::rows_checked)
        .def_ro("failure", &Verification::failure)
        .def_ro("row", &Verification::row)
        .def_ro("column", &Verification::column)
        .def("__getstate__",
             [](const Verification& v) {
                 return std::make_tuple(v.ok, v.method, v.rows_checked, v.failure, v.row, v.column);
             })
        .def("__setstate__",
             [](Verification& v, const std::tuple<bool, std::string, std::size_t, std::string,
                                                  std::size_t, std::size_t>& state) {
                 new (&v) Verification{};
                 std::tie(v.ok, v.method, v.rows_checked, v.failure, v.row, v.column) = state;
             });
    for (const Dtype dtype : kDtypes) {
        visit(dtype, [&](auto zero) { add_verify<decltype(zero)>(m); });
    }
}

}  // namespace apsp::python
