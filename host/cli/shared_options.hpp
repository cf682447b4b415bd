// Options that several commands have: how a graph's file is read, devices, semirings, saved files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/io.hpp"
#include "apsp/negative_cycles.hpp"
#include "apsp/semiring.hpp"
#include "cli/options.hpp"

namespace apsp::cli {

/// A graph's file, and how it is read.
struct GraphFields {
    std::string file;
    ReadOptions read;
};
/// --format, --source-column and so on, in a group of their own. `file` is the option that names
/// the file.
void add_reading(OptionList& list, ReadOptions& read, const std::string& file);
/// --graph.
Option& add_graph(OptionList& list, GraphFields& graph, const std::string& help);
/// Reads the graph with progress on a terminal. Prints the file's notes in the program's name,
/// unless that is empty. @throws Error as read_graph
GraphFile load_graph(const GraphFields& graph, std::string_view program = "apsp-ocl");
/// The vertices that a file of these names, for an option that has no empty lists; none if there is
/// no file. @throws Error as read_vertices, and usage
std::vector<std::size_t> load_vertices(const std::string& file, const char* option,
                                       const GraphFile& graph);
/// Prints a reader's notes about a file, in the words of the program.
void print_notes(const std::vector<std::string>& notes, std::string_view program = "apsp-ocl");

struct DeviceFields {
    std::string one, several;

    bool chosen() const { return !one.empty() || !several.empty(); }
    /// The devices that --devices names, or else the one of --device; empty if neither was given.
    /// @throws Error no_device when there is no such device
    std::vector<Device> named() const;
};
/// --device.
Option& add_device(OptionList& list, std::string& device, const std::string& help);
/// Both.
void add_devices(OptionList& list, DeviceFields& devices, const std::string& help_of_one,
                 const std::string& help_of_several);

/// --semiring. `read`, if any, is for a graph whose parallel arcs this decides.
void add_semiring(OptionList& list, Semiring& semiring, ReadOptions* read,
                  const std::string& more = "");
/// --negative-cycles.
void add_negative_cycles(OptionList& list, NegativeCycles& treatment, const Semiring& semiring);
/// --verify and --verify-work.
void add_verify(OptionList& list, bool& verify, double& work, const std::string& help);
/// --paths-output.
Option& add_paths_output(OptionList& list, std::string& file, const std::string& help);
/// --distances and --predecessors, which are read.
struct SavedFields {
    std::string distances, predecessors;
};
/// @returns the second, for what else is to be said of it
Option& add_saved(OptionList& list, SavedFields& saved, bool required = true);
/// Reads such a file with progress on a terminal. @throws Error as read_matrix
Matrix load_distances(const std::string& file, Semiring semiring = Semiring::min_plus);
/// The same. @throws Error as read_predecessors
Matrix load_predecessors(const std::string& file);

/// An option's value that is an element type.
template <class Field>
Value dtype_value(Field& field, const std::string& others = "") {
    return choice(field, "element type", parse_dtype, others + names_of(kDtypes));
}

/// For an option whose file cannot be standard output. @throws Error usage also as check_folder
void check_plain_output(const std::string& option, const std::string& file);
/// For an option that writes arrays: .npy, also packed, or a stream. @throws Error usage for a name
///         with another suffix, and as check_folder
void check_npy_output(const std::string& option, const std::string& file, bool npz = false);

}  // namespace apsp::cli
