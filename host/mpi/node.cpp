// See node.hpp.
#include "mpi/node.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "apsp/errors.hpp"
#include "base/host_memory.hpp"
#include "base/team.hpp"
#include "base/text.hpp"
#include "platform/memory.hpp"
#include "platform/shared.hpp"
#include "solve/plan.hpp"

namespace apsp::mpi {
namespace {

std::size_t threads_of(const Comm& node) {
    const auto processors = online_processors();
    const auto ranks = static_cast<std::size_t>(node.size());
    const std::size_t share = std::max<std::size_t>(processors / ranks, 1);
    const std::size_t threads =
        std::getenv("OMP_NUM_THREADS") == nullptr ? std::min(share, team_limit()) : team_limit();
    // With one thread, PoCL would send a panel only after the product that it should overlap:
    // 4 ranks on 2 processors, n = 4096, take 1.3 s with two each and 1.5 s with one.
    const std::string for_pocl = fmt::format("{}", std::max<std::size_t>(threads, 2));
    for (const char* variable : {"POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT"}) {
        set_default_variable(variable, for_pocl.c_str());
    }
    return threads;
}

}  // namespace

Ranks::Ranks(const Comm& all) : Comm(all), node(all.on_machine()), threads(threads_of(node)) {}

std::string library_version() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int size = 0;
    MPI_Get_library_version(text, &size);
    std::string version(text);
    version.resize(std::min(version.find_first_of(",\n"), version.size()));  // how it was built
    std::ranges::replace(version, '\t', ' ');
    return version;
}

// A file without a name, which the others open by the first one's handle.
bool map_together(const Comm& here, void* memory, std::size_t bytes) {
    File file = here.first() ? memory_file(bytes) : File();
    std::string name = name_for_others(file);
    here.share(name);
    const auto identity = [&] { return file.status().value_or(FileStatus{}); };
    const FileStatus first = here.gather(identity()).front();
    if (!here.first()) file = File(name, FileUse::both);
    // Ranks in different containers have different files by the same name.
    const bool same =
        file && identity().device == first.device && identity().number == first.number;
    const bool mapped = same && map_file(file, 0, bytes, memory) != nullptr;
    return here.all(mapped);  // then all have opened it
}

void check_memory(const Comm& node, std::uint64_t bytes, std::string_view what) {
    const std::uint64_t all = bytes * static_cast<std::uint64_t>(node.size());
    const std::size_t available = available_host_memory();
    if (available == 0 || all <= available) return;
    throw Error(
        ErrorKind::out_of_memory,
        fmt::format("{}: needs {}{}; this machine has {} of memory free; use more machines", what,
                    format_bytes(bytes),
                    node.size() > 1 ? fmt::format(" for each of {} ranks", node.size()) : "",
                    format_bytes(available)));
}

Device device_in_turn(const Devices& known, const std::string& list, const Comm& node) {
    std::vector<Device> turns = list.empty() ? distinct_gpus(known) : select_devices(known, list);
    if (turns.empty()) turns.push_back(select_device(known, ""));
    std::vector<Device> of_ranks;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(node.size()); ++rank) {
        of_ranks.push_back(turns[rank % turns.size()]);
    }
    return sharing_memory(of_ranks)[static_cast<std::size_t>(node.rank())];
}

}  // namespace apsp::mpi
