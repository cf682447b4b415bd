// What was measured of this library's loops and kernels, on which machine, and when. What is
// estimated is what a graph has to be counted, at these rates.
#pragma once

namespace apsp::measured {

/// Of a processor, per thread: an EPYC with AVX-512, 2026-11-23 to 27. The dense closure and sweeps
/// down a tree, in relaxations of bytes per second; the way up, in list entries; elimination, in
/// relaxations; results, in bytes.
namespace processor {
inline constexpr double kDense = 160e9, kDown = 60e9, kUp = 0.7e9, kEliminate = 0.7e9;
inline constexpr double kWritten = 3e9, kMostWriters = 8, kAdded = 35e9;
inline constexpr double kOfAvx2 = 0.5, kOfOthers = 0.15;  // of `kDense`, `kDown` and `kAdded`
/// Products on AMX, times `kDense`, with many terms or few: a Xeon, n = 4096 and 8192, 2026-11-29.
inline constexpr double kAmx = 2.4, kAmxOf16 = 1.1;
}  // namespace processor

/// Of a GPU, per unit and clock cycle: an H200, 2026-11-23. Words per cycle, list entries, bytes.
namespace gpu {
inline constexpr double kDown = 5, kUp = 0.4, kWritten = 12;
/// Of the nominal limit, that the dense closure reaches on vector units and on tensor cores.
inline constexpr double kOfLimit = 0.9, kOfTensorLimit = 0.3;
inline constexpr double kUnknown = 32;  ///< Relaxations of the dense closure on an unknown GPU.
}  // namespace gpu

/// Seconds of preparing an elimination, per arc: an EPYC, 2026-11-23. Counting what it adds, where
/// it hardly fills the graph, and elsewhere; and nested dissection, of meshes.
namespace order {
inline constexpr double kCount = 0.4e-6, kFilledCount = 1.2e-6, kDissect = 4e-6;
}

/// Seconds of a search, per row and vertex and per row and arc: an EPYC, see search_cost.cpp.
namespace search {
inline constexpr double kVertex = 4.5e-9, kArc = 6e-10;
inline constexpr double kLevelVertex = 2e-9, kLevelArc = 5e-11;  // where weights are equal
}  // namespace search

/// Nanoseconds of near pairs and tables on one thread: an EPYC, cold caches, 2026-11-28.
namespace pairs {
inline constexpr double kArc = 12, kPair = 40;  // of a search from one source
inline constexpr double kLabel = 250;    // per arc and label, of a search for the nearest targets
inline constexpr double kOrder = 600;    // per vertex
inline constexpr double kEliminate = 1;  // per relaxation
inline constexpr double kVector = 1.5;   // per entry of a list and vector of targets
inline constexpr double kEntry = 40;     // per entry of a list that passes labels on
}  // namespace pairs

/// Nanoseconds of counting shortest paths on one thread: an EPYC, 2026-11-28 and 29.
namespace loads {
inline constexpr double kEntry = 20;    // per list entry or vertex, and block of targets
inline constexpr double kListPair = 4;  // per pair of a list, eliminating and unpacking
inline constexpr double kLevel = 8;     // per source and arc, breadth first
inline constexpr double kRow = 2;       // per source and arc, where distances are known
inline constexpr double kKnown = 4;     // the same with finding them, of short integers
inline constexpr double kShort = 20;    // of short integers by a heap
inline constexpr double kArc = 10;      // per source and arc
inline constexpr double kHeap = 3;      // per arc and doubling of the vertices, besides
/// A compute unit of a device eliminates like so many threads: 2.5 on an H200.
inline constexpr double kThreadsOfUnit = 2;
}  // namespace loads

/// Changes of arcs, in sums of plain loops, of which an EPYC does about 1e9 per second; the device
/// is an H200. 2026-11-24.
namespace changes {
inline constexpr double kSumsASecond = 1e9;
inline constexpr double kByKernel = 64;  // sums of the processor's kernels in the time of one
inline constexpr double kByVector = 4;   // sums of loops that the compiler vectorizes
inline constexpr double kByDevice = 500;
inline constexpr double kStart = 1e5;               // sums in the time that a solve takes to begin
inline constexpr double kSumsOfACopiedByte = 0.05;  // to or from a device
}  // namespace changes

}  // namespace apsp::measured
