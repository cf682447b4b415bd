// What depends on the names of a device's vendor, driver or platform, and why. No other file
// compares these names: everything else depends on limits and extensions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "apsp/devices.hpp"
#include "backends/exponents.hpp"

namespace apsp::opencl {

/// GPUs with rows of their own in the table of configurations; `nvidia` covers any kind of device.
enum class GpuFamily { nvidia, amd_cdna, amd_rdna, amd_gcn, intel, other };
GpuFamily gpu_family(const Device& device);

/// CPUs with rows of their own in that table, by driver and by the processor's vectors. Drivers
/// differ more than processors do: PoCL names the processor's maker as the vendor, Intel included.
enum class CpuFamily { pocl_avx512, pocl_fma, intel_avx512, intel, other };
CpuFamily cpu_family(const Device& device);

/// OpenCL C 1.2 has no fence between groups. NVIDIA's compiler accepts PTX's fence, and on CPUs
/// memory is coherent; elsewhere the ladder's `persistent` is refused.
enum class GroupFence { none, coherent, ptx };

/// Of a device.
struct Quirks {
    /// The device's name says that the processor has AVX-512, as PoCL's names do. Nothing in OpenCL
    /// says how long vectors may be without becoming slow.
    bool names_avx512;

    /// PoCL 3.1 and 5.0 count the users of a kernel's code, but two queues that run wider and
    /// narrower forms of one kernel at once make them lose count and end the process
    /// (pocl_release_dlhandle_cache). Where there are several queues, their kernels run one after
    /// the other; each kernel uses all processors anyway.
    bool queues_must_take_turns;

    /// PoCL 3.1 gets loops of min() and max() wrong, so on CPUs kernels for GPUs spell minima of
    /// all types as ternaries. Not with Intel's runtime, whose compiler crashes on ternaries of
    /// integers (2026.22.10).
    bool needs_ternary_minima;

    /// Mesa's llvmpipe (22.3) silently ends the loops of a work-item after 65535 iterations, and
    /// the results are wrong. Tiles, depths and lists are chosen to stay below that, or refused.
    std::optional<std::size_t> iteration_limit;

    /// In Mesa's rusticl (22.3) fma is slow, and wrong for +infinity. Sums become a multiply-add
    /// only with PoCL, on processors where that is one instruction.
    bool has_true_fma;

    /// OpenCL C has no vectors of more than 16 elements; PoCL's compiler knows those of Clang.
    bool has_wide_vectors;

    /// PoCL 5.0's compiler crashes on the assembly of vectors_cpu.h, which was measured with 3.1.
    /// Without the assembly, the multiply-add does not pay either.
    bool builds_broadcast_assembly;

    /// PoCL 5.0's compiler ends the process on close_square.cl (ParallelRegion.cc: exit != NULL).
    bool builds_close_square;

    /// NVIDIA's compiler has an option that caps the registers of a work-item; others refuse it.
    bool caps_registers;

    /// NVIDIA's compiler does not use the instructions for two lanes of 16 bits, which exist from
    /// compute capability 9.0 on, so the kernels spell them as PTX.
    bool needs_two_lanes_ptx;

    /// NVIDIA's compiler takes the PTX of tensor_gpu.cl, whose instructions exist from compute
    /// capability 8.0 on; AMD's has the instruction of tensor_amd.cl for CDNA 2 and 3. Null for
    /// others.
    const TensorKernels* tensor_kernels;

    /// PoCL (3.1) gets wrong what comes after a barrier in a branch that all work-items take.
    bool takes_barriers_in_branches;

    /// NVIDIA's compiler takes PTX, which has what OpenCL C has not: sums of doubles in memory that
    /// several work-items add to, and votes.
    bool takes_ptx;

    /// NVIDIA's driver (580) promises one allocation of only the quarter of the memory that OpenCL
    /// requires, but allows all of it.
    bool allocates_all_memory;

    GroupFence fence_between_groups;
    /// How often a group polls another's memory before it gives up: one second to a few, at 4 ns
    /// per poll on a CPU and 0.7 us on a GPU.
    std::size_t polls_between_groups;

    /// PoCL's compiler prints on the standard error how many warnings it has.
    bool prints_warnings;
};
Quirks quirks_of(const Device& device);

/// Mesa's rusticl (22.3) reports zeros as the times of events, or a nanosecond for everything:
/// times that are implausible beside the host's clock give no value. `start` and `end` are in
/// nanoseconds.
std::optional<double> event_seconds(std::uint64_t start, std::uint64_t end, double host_seconds);

/// Why a platform of that name shows no device, where that is known; else "". PoCL (3.1) has none
/// if it cannot write its cache, and Mesa's rusticl none that RUSTICL_ENABLE does not name.
std::string why_without_devices(const std::string& platform);

// What is done for every device, so that no names need be compared:
// - program.hpp keeps contexts and programs: NVIDIA's OpenCL takes 0.1 s to make and load them, 20
//   times as long as a solve of n = 4096.
// - program.cpp lets one process build a program at a time, and builds once more where a driver
//   fails without an error in its log: when several processes build the same program for the first
//   time at once, as ranks do, PoCL (3.1) occasionally fails or crashes in one of them.
// - devices.cpp passes over platforms without devices, and calls none if the system does not allow
//   the threads that drivers start: PoCL (3.1) ends the process at one that is refused.
// - Launcher enqueues a marker before it waits for a queue: Mesa's rusticl (22.3) returns at once
//   if everything has been flushed, while kernels still run.
// - Kernels that need no special group size all get the same one, except plain Floyd-Warshall on
//   CPUs: PoCL takes a second to compile for each size.
// - node.cpp of host/mpi tells PoCL to use at least two threads: with one, a panel would be sent
//   only after the product that it should overlap with.

}  // namespace apsp::opencl
