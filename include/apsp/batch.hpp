// Many small graphs at once: molecules, scenes, programs. One call solves them all, where one call
// per graph would take longer than the work itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/errors.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// Weights of one of the types in the caller's memory; null where all of them are 1.
struct WeightView {
    Dtype dtype = Dtype::u8;
    const void* data = nullptr;
};

/// An array of elements of one type that owns its memory.
class APSP_EXPORT Elements {
  public:
    Elements() = default;
    /// Uninitialised. @throws Error out_of_memory
    Elements(std::size_t size, Dtype dtype);

    Elements(Elements&& other) noexcept { *this = std::move(other); }
    /// Leaves `other` empty.
    Elements& operator=(Elements&& other) noexcept {
        data_ = std::move(other.data_);
        size_ = std::exchange(other.size_, 0);
        dtype_ = other.dtype_;
        return *this;
    }

    std::size_t size() const noexcept { return size_; }
    Dtype dtype() const noexcept { return dtype_; }
    void* data() noexcept { return data_.get(); }
    const void* data() const noexcept { return data_.get(); }
    /// @throws Error internal, when T is not the element type
    template <class T>
    std::span<T> as() {
        if (kDtypeOf<T> != dtype_) throw Error(ErrorKind::internal, "elements of another type");
        return {static_cast<T*>(data()), size_};
    }
    template <class T>
    std::span<const T> as() const {
        return const_cast<Elements*>(this)->as<T>();
    }

  private:
    struct Free {
        std::size_t bytes;
        void operator()(void* memory) const noexcept;
    };
    std::unique_ptr<void, Free> data_;
    std::size_t size_ = 0;
    Dtype dtype_ = Dtype::f32;
};

/// How the entries of matrices are read.
struct MatrixReading {
    /// The entry that means "no arc"; by default the type's infinity. In floats infinity always
    /// does.
    std::optional<double> no_arc = {};
    bool nan_is_no_arc = false;  ///< Else NaN is an error.
    bool unweighted = false;     ///< Every arc has weight 1.

    /// `no_arc` as an element, rounded in floats; empty where it is no value of the type.
    template <class W>
    std::optional<W> none_of() const {
        if (!no_arc) return infinity<W>();
        if (!(*no_arc >= static_cast<double>(std::numeric_limits<W>::lowest()) &&
              *no_arc <= static_cast<double>(std::numeric_limits<W>::max()))) {
            return {};
        }
        const W none = static_cast<W>(*no_arc);
        if (std::is_integral_v<W> && static_cast<double>(none) != *no_arc) return {};
        return none;
    }
};

/// Graphs one after the other, each of 0 or more vertices. Nothing is copied, so the arrays that a
/// batch is made from must outlive it. Of parallel arcs the better one counts; self-loops that are
/// no better than standing still do not count.
class APSP_EXPORT GraphBatch {
  public:
    /// Compressed rows of all graphs, whose vertices are numbered consecutively: those of graph b
    /// are first_vertex[b] to first_vertex[b + 1] - 1, and the arcs out of vertex v are elements
    /// first_arc[v] to first_arc[v + 1] - 1 of `targets` and `weights`. Targets count from 0 within
    /// their own graph.
    /// @throws Error bad_input for places that do not ascend from 0, or to the end of `targets`;
    ///         errors in arcs are found when the graphs are solved
    static GraphBatch from_csr(std::span<const std::int64_t> first_vertex,
                               std::span<const std::int64_t> first_arc,
                               std::span<const std::int32_t> targets, WeightView weights = {});
    /// Square matrices of n x n weights, one after the other.
    /// @throws Error usage when there are none, or more than memory can hold
    static GraphBatch from_dense(std::size_t graphs, std::size_t n, WeightView weights,
                                 const MatrixReading& reading = {});
    /// From graphs of at least one vertex.
    static GraphBatch from_graphs(std::span<const Graph> graphs);

    std::size_t size() const noexcept { return size_; }
    std::size_t vertices(std::size_t graph) const {
        return dense_ ? n_
                      : static_cast<std::size_t>(first_vertex_[graph + 1] - first_vertex_[graph]);
    }
    /// How many arc numbers there are: these are places in `targets`, or in the matrices.
    std::size_t arcs() const noexcept { return dense_ ? size_ * n_ * n_ : targets_.size(); }
    Dtype weight_dtype() const noexcept { return weights_.dtype; }

    /// Calls f(source, target, weight, number) for each arc of a graph. W is the weights' type.
    /// Targets are not checked.
    template <class W, class F>
    void for_each_arc(std::size_t graph, F&& f) const {
        const W* const weights = static_cast<const W*>(weights_.data);
        if (dense_) {
            std::size_t number = graph * n_ * n_;
            const std::optional<W> given = reading_.none_of<W>();
            const W none = given.value_or(W{});
            for (std::size_t i = 0; i < n_; ++i) {
                for (std::size_t j = 0; j < n_; ++j, ++number) {
                    const W w = weights[number];
                    if (w == none && given) continue;
                    if constexpr (std::is_floating_point_v<W>) {
                        if (w == infinity<W>() || (reading_.nan_is_no_arc && w != w)) continue;
                    }
                    f(i, j, reading_.unweighted ? W{1} : w, number);
                }
            }
            return;
        }
        const auto begin = static_cast<std::size_t>(first_vertex_[graph]);
        for (std::size_t v = begin; v < begin + vertices(graph); ++v) {
            const auto end = static_cast<std::size_t>(first_arc_[v + 1]);
            for (auto a = static_cast<std::size_t>(first_arc_[v]); a < end; ++a) {
                f(v - begin, static_cast<std::size_t>(targets_[a]),
                  weights == nullptr ? W{1} : weights[a], a);
            }
        }
    }

  private:
    struct Owned;

    std::size_t size_ = 0;
    bool dense_ = false;
    // For dense graphs.
    std::size_t n_ = 0;
    MatrixReading reading_;
    std::span<const std::int64_t> first_vertex_, first_arc_;
    std::span<const std::int32_t> targets_;
    WeightView weights_;
    std::shared_ptr<const Owned> owned_;  // unless the arrays are the caller's
};

struct BatchOptions {
    Semiring semiring = Semiring::min_plus;
    /// Type of the computation; by default the smallest that holds every result.
    std::optional<Dtype> dtype = {};
    /// Edge of every matrix of the result; 0 means each graph's own. @throws Error usage where a
    /// graph has more vertices.
    std::size_t padded_to = 0;
    /// `no_path` is what the result has where there is no path, by default the type's infinity
    /// (`semiring`'s zero); `fill` is what it has beside the vertices of a padded graph, by default
    /// the same as `no_path`.
    std::optional<double> no_path = {};
    std::optional<double> fill = {};
    /// Type of the result; by default that of the computation.
    std::optional<Dtype> result_dtype = {};
    /// Finds predecessors, too; over min_plus only.
    bool paths = false;
    /// Finds this many arcs of each path, from its source on; over min_plus only.
    std::size_t path_arcs = 0;
};

/// A graph of a batch that could not be solved. All its results stand for "no path".
struct BatchFailure {
    std::size_t graph = 0;
    NegativeCycle cycle;
};

/// What a device did of a batch.
struct BatchShare {
    Device device;
    std::size_t graphs = 0;  ///< How many it solved.
    double seconds = 0;      ///< How long it took to solve them.
};

/// Results in the order of the graphs: those of graph b are the elements first[b] to first[b + 1] -
/// 1, edge(b)^2 of them, row by row.
struct BatchSolution {
    Dtype computed = Dtype::f32;  ///< The type of the computation.
    std::vector<std::size_t> first;
    Elements distances;
    Elements predecessors;  ///< i32; kNoPredecessor where there is none.
    /// For each element, `BatchOptions::path_arcs` numbers of arcs (i32), with -1 after the last.
    Elements path_arcs;
    std::vector<BatchFailure> failures;  ///< In order of graphs.
    /// One per device that was named, in that order, then one for "cpu" if graphs were left to it.
    std::vector<BatchShare> shares;
    double seconds = 0;
    /// Time of the kernels by the devices' clocks, summed over the devices; 0 on "cpu", and for
    /// graphs solved one by one.
    double device_seconds = 0;
};

/// Solves all graphs on a device, those of more than 256 vertices one by one. Devices other than
/// "cpu" leave to it the graphs that do not fit into the registers of a work-group. The largest
/// that do have 256 vertices in u8 and i16, 176 in f32 and i32, 88 in f64; with predecessors, 128,
/// 88 and 88.
/// @throws Error bad_input (an arc to a vertex that does not exist, a weight that is not a number
///         or that the type does not hold; the message has the graph's place), usage,
///         out_of_memory, no_device (no such device, or type not supported), internal (driver
///         failure); Stopped
APSP_EXPORT BatchSolution solve_batch(const GraphBatch& batch, const Device& device,
                                      const BatchOptions& options = {});

/// The same on one or several devices, each of which takes more graphs whenever it has solved some.
/// A device may be named more than once. All are opened, and if one of them fails, so does the
/// call, with its error. Graphs of up to 256 vertices have the same bits on every device; larger
/// ones have in integers, and may differ by rounding in floats.
/// @throws Error usage when there is no device; else as on one device
APSP_EXPORT BatchSolution solve_batch(const GraphBatch& batch, std::span<const Device> devices,
                                      const BatchOptions& options = {});

/// Batches of fewer relaxations, n^3 per graph, finish on "cpu" before a device's driver has
/// started.
inline constexpr double kBatchForDevice = 3e10;
/// The device for so many relaxations: "cpu", or the best one. @throws Error no_device when there
/// is none
APSP_EXPORT Device batch_device(double relaxations);

/// The same on the device that suits the batch.
APSP_EXPORT BatchSolution solve_batch(const GraphBatch& batch, const BatchOptions& options = {});

}  // namespace apsp
