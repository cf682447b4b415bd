// See shared_options.hpp.
#include "cli/shared_options.hpp"

#include <cmath>

#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "io/hints.hpp"
#include "io/numbers.hpp"
#include "io/packing.hpp"
#include "negative/negative_cycle.hpp"
#include "platform/file.hpp"

namespace apsp::cli {
namespace {

double parse_no_arc(const std::string& word) {
    double value = 0;
    if (is_word_of_no_arc(word) && !is_infinite(word)) return std::nan("");
    const std::string_view digits = std::string_view(word).substr(word.starts_with('+') ? 1 : 0);
    if (!parse_whole(digits, value) || std::isinf(value)) {
        fail_usage("--no-arc: expected a number, or nan, found \"{}\"", word);
    }
    return value;
}

}  // namespace

void add_reading(OptionList& list, ReadOptions& read, const std::string& file) {
    list.group("Graph");
    const auto add = [&](const char* name, Value value, const char* argument, std::string help) {
        list.add(name, std::move(value), argument, std::move(help)).graph = file;
    };
    add("format", choice(read.format, "format", parse_graph_format, names_of(kGraphFormats)),
        "NAME",
        "Format of the graph's file, if its name does not tell it: " + names_of(kGraphFormats));
    add("source-column", text(read.source_column), "COLUMN",
        "Column of the sources in an edge list, by name or by number from 1");
    add("target-column", text(read.target_column), "COLUMN", "Column of the targets, likewise");
    add("weight-column", text(read.weight_column), "COLUMN",
        "Column of the weights, likewise; in GraphML, GML and GEXF, the name of the data");
    add("label-column", text(read.label_column), "NAME",
        "Data that name the vertices in GraphML; id: their ids, in GML and GEXF, too");
    add("undirected", set(read.undirected), "", "Make each arc lead both ways");
    list.add("unweighted", set(read.unweighted), "Give every arc weight 1")
        .excludes("weight-column")
        .graph = file;
    add("transpose", set(read.transpose), "", "Reverse each arc");
    add("zero-is-no-edge", set(read.zero_is_no_edge), "", "Treat 0 in dense matrices as no arc");
    Option& index = list.add(
        "index", number(read.index), "N",
        "Call the vertices N, N + 1, ... (default: from 1 in .gr, .mtx and METIS, else from 0)");
    Option& no_arc = list.add(
        "no-arc", {[&](const auto&, const std::string& word) { read.no_arc = parse_no_arc(word); }},
        "X", "Treat this value in dense matrices, such as -1, 9999 or nan, as no arc");
    Option& first_line = list.add(
        "first-line",
        choice(read.first_line, "first line", parse_first_line, names_of(kFirstLines)), "KIND",
        "What the first line of an edge list or a text matrix is, if the file does not tell: " +
            names_of(kFirstLines));
    // Elsewhere, they are about matrices of distances, too.
    if (file == "input") {
        index.needs(file);
        no_arc.graph = first_line.graph = file;
    }
}

Option& add_graph(OptionList& list, GraphFields& graph, const std::string& help) {
    return list.add("graph", text(graph.file), "FILE", help).reads();
}

GraphFile load_graph(const GraphFields& graph, std::string_view program) {
    const std::string name = input_name(graph.file);
    GraphFile file = read_graph(name, graph.read, reading_line(name).callback());
    if (!program.empty()) print_notes(file.notes, program);
    return file;
}

std::vector<std::size_t> load_vertices(const std::string& file, const char* option,
                                       const GraphFile& graph) {
    if (file.empty()) return {};
    auto vertices = read_vertices(input_name(file), graph.labels, graph.graph.vertices());
    if (vertices.empty()) fail_usage("--{} {}: names no vertex", option, file);
    return vertices;
}

void print_notes(const std::vector<std::string>& notes, std::string_view program) {
    for (const std::string& note : notes) cli::note(program, "note", in_program_words(note));
}

std::vector<Device> DeviceFields::named() const {
    if (!chosen()) return {};
    const Devices known = list_devices();
    if (several.empty()) return {select_device(known, one)};
    return select_devices(known, several);
}

Option& add_device(OptionList& list, std::string& device, const std::string& help) {
    Value value = text(device);
    value.of_devices = true;
    return list.add("d,device", value, "DEVICE", help).or_variable();
}

void add_devices(OptionList& list, DeviceFields& devices, const std::string& help_of_one,
                 const std::string& help_of_several) {
    add_device(list, devices.one, help_of_one).excludes("devices");
    Value value = text(devices.several);
    value.of_devices = true;
    value.known = "all, gpus";
    list.add("devices", value, "LIST", help_of_several);
}

void add_semiring(OptionList& list, Semiring& semiring, ReadOptions* read,
                  const std::string& more) {
    list.add("semiring", choice(semiring, "semiring", parse_semiring, names_of(kSemirings)), "NAME",
             "Semiring: " + names_of(kSemirings) + more, "min-plus");
    if (read == nullptr) return;
    list.then([&semiring, read] {
        read->parallel = prefers_large(semiring) ? Parallel::largest : Parallel::smallest;
    });
}

void add_negative_cycles(OptionList& list, NegativeCycles& treatment, const Semiring& semiring) {
    list.add("negative-cycles",
             choice(treatment, "treatment", parse_negative_cycles, names_of(kNegativeCycles)),
             "NAME",
             "With minus-infinity, pairs whose path may go round a negative cycle get -inf "
             "and\nall others their distances; with refuse, such a graph is refused (exit "
             "code 5)",
             "refuse");
    list.then([&] { check_negative_cycles(treatment, semiring); });
}

void add_verify(OptionList& list, bool& verify, double& work, const std::string& help) {
    list.add("verify", set(verify), help);
    list.add("verify-work", number(work, 0.0), "COUNT",
             "Most relaxations that --verify may take; beyond, it checks only a sample of rows",
             "1e11")
        .needs("verify");
}

Option& add_paths_output(OptionList& list, std::string& file, const std::string& help) {
    list.then([&file] {
        if (!file.empty()) check_npy_output("paths-output", file);
    });
    return list.add("paths-output", text(file), "FILE", help).writes();
}

Option& add_saved(OptionList& list, SavedFields& saved, bool required) {
    list.add("distances", text(saved.distances), "FILE",
             "Distances: .npy, .csv or .tsv, each also as .gz or .zst")
        .is_required = required;
    return list.add("predecessors", text(saved.predecessors), "FILE",
                    "Predecessors: .npy of integers, -1 (or SciPy's -9999) for none");
}

Matrix load_distances(const std::string& file, Semiring semiring) {
    return read_matrix(file, reading_line(file).callback(), semiring);
}

Matrix load_predecessors(const std::string& file) {
    return read_predecessors(file, reading_line(file).callback());
}

void check_plain_output(const std::string& option, const std::string& file) {
    if (file == "-") {
        fail_usage("--{} -: cannot be standard output; name a file", option);
    }
    check_folder(file);
}

void check_npy_output(const std::string& option, const std::string& file, bool npz) {
    const std::string suffix = inner_suffix_of(file);
    const bool known = suffix == ".npy" || (npz && file.ends_with(".npz"));
    if (!known && !is_system_device(file)) {
        fail_usage("--{} {}: expected a name that ends in .npy{}", option, file,
                   npz ? " or .npz" : "");
    }
    check_folder(file);
}

}  // namespace apsp::cli
