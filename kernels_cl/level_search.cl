// Betweenness of graphs whose weights are all equal: breadth-first searches from many sources at
// once. A source has a column in each of three tables, which have a row for each vertex: its level,
// the number of shortest paths to it, and the part of a source's load that each of these paths
// carries on from there. Neighbouring work-items have neighbouring columns, so all read the same
// arcs, and a row's cells side by side.
//
// The host defines GROUP, the work-items per group. Tables have `ld` columns, a multiple of it.
#include "dialect.h"

#if !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define NO_LEVEL 0xffffffffu
#define PLACE(vertex, column) ((ulong)(vertex)*ld + (column))

// A group has a vertex and some of the columns.
#define VERTEX ((uint)(get_group_id(0) / (ld / GROUP)))
#define OWN_COLUMN ((uint)(get_group_id(0) % (ld / GROUP) * GROUP + get_local_id(0)))

// Columns that are not used have the source NO_LEVEL.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void begin_search(
    uint ld, __global const uint* restrict sources, __global uint* levels, __global double* counts,
    __global double* shares) {
    const uint v = VERTEX, j = OWN_COLUMN;
    const bool source = sources[j] == v;
    levels[PLACE(v, j)] = source ? 0 : NO_LEVEL;
    counts[PLACE(v, j)] = source ? 1 : 0;
    shares[PLACE(v, j)] = 0;
}

// Counts the paths to what is one arc behind `level`; tails are those of the arcs into each vertex.
// last[0], which is less before, becomes the next level if there is any vertex on it.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void next_level(
    uint ld, __global const uint* restrict first, __global const uint* restrict tails, uint level,
    __global const uint* restrict levels, __global double* counts, __global uint* last) {
    const uint v = VERTEX, j = OWN_COLUMN;
    if (levels[PLACE(v, j)] != NO_LEVEL) return;
    double paths = 0;
    const uint end = first[v + 1];
    for (uint a = first[v]; a < end; ++a) {
        const ulong from = PLACE(tails[a], j);
        if (levels[from] == level) paths += counts[from];
    }
    if (paths == 0) return;
    counts[PLACE(v, j)] = paths;
    atomic_max(last, level + 1);
}

// Gives those their level.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void end_level(
    uint ld, uint level, __global uint* levels, __global const double* restrict counts) {
    const ulong place = PLACE(VERTEX, OWN_COLUMN);
    if (levels[place] == NO_LEVEL && counts[place] != 0) levels[place] = level + 1;
}

// What each path to a vertex brings there: its share of what ends there, and of what goes on.
#define BROUGHT(vertex, place) (shares[place] + ends[vertex] / counts[place])

// Hands back to the vertices of `level`; heads are those of the arcs out of each.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void hand_back(
    uint ld, __global const uint* restrict first, __global const uint* restrict heads, uint level,
    __global const double* restrict ends, __global const uint* restrict levels,
    __global const double* restrict counts, __global double* shares) {
    const uint v = VERTEX, j = OWN_COLUMN;
    if (levels[PLACE(v, j)] != level) return;
    double share = 0;
    const uint end = first[v + 1];
    for (uint a = first[v]; a < end; ++a) {
        const ulong to = PLACE(heads[a], j);
        if (levels[to] == level + 1) share += BROUGHT(heads[a], to);
    }
    shares[PLACE(v, j)] = share;
}

// The sum over the group's work-items, for all of them.
INLINE double sum_of_group(double own, __local double* values) {
    const uint lane = get_local_id(0);
    values[lane] = own;
    for (uint reach = GROUP / 2; reach > 0; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < reach) values[lane] += values[lane + reach];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const double sum = values[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

// Adds up the loads of a vertex, one for each group, and their squares.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void add_vertices(
    uint ld, __global const double* restrict weights, __global const double* restrict ends,
    uint endpoints, __global const uint* restrict levels, __global const double* restrict counts,
    __global const double* restrict shares, __global double* loads, __global double* squares) {
    LOCAL_MEMORY double values[GROUP];
    const uint v = get_group_id(0);
    double sum = 0, square = 0;
    for (uint j = get_local_id(0); j < ld; j += GROUP) {
        const ulong place = PLACE(v, j);
        if (levels[place] == NO_LEVEL || levels[place] == 0) continue;
        const double through = counts[place] * shares[place];
        const double load = weights[j] * (endpoints ? through + ends[v] : through);
        sum += load;
        square += load * load;
    }
    sum = sum_of_group(sum, values);
    square = sum_of_group(square, values);
    if (get_local_id(0) != 0) return;
    loads[v] += sum;
    squares[v] += square;
}

// Adds up the loads of the arcs out of a vertex, one for each group.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void add_arcs(
    uint ld, __global const uint* restrict first, __global const uint* restrict heads,
    __global const double* restrict weights, __global const double* restrict ends,
    __global const uint* restrict levels, __global const double* restrict counts,
    __global const double* restrict shares, __global double* arc_loads) {
    LOCAL_MEMORY double values[GROUP];
    const uint v = get_group_id(0), end = first[v + 1];
    for (uint a = first[v]; a < end; ++a) {
        double sum = 0;
        for (uint j = get_local_id(0); j < ld; j += GROUP) {
            const ulong from = PLACE(v, j), to = PLACE(heads[a], j);
            if (levels[from] == NO_LEVEL || levels[to] != levels[from] + 1) continue;
            sum += weights[j] * counts[from] * BROUGHT(heads[a], to);
        }
        sum = sum_of_group(sum, values);
        if (get_local_id(0) == 0) arc_loads[a] += sum;
    }
}

// For each column: totals[2 * j] becomes the weight of what its source reaches, and
// totals[2 * j + 1] the largest number of paths.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void add_columns(
    uint ld, uint vertices, __global const double* restrict ends,
    __global const uint* restrict levels, __global const double* restrict counts,
    __global double* totals) {
    const uint j = get_global_id(0);
    double reached = 0, most = 0;
    for (uint v = 0; v < vertices; ++v) {
        const uint level = levels[PLACE(v, j)];
        const double count = counts[PLACE(v, j)];
        reached += level != NO_LEVEL && level != 0 ? ends[v] : 0;
        most = count > most ? count : most;
    }
    totals[2 * j] = reached;
    totals[2 * j + 1] = most;
}
#undef NO_LEVEL
#undef PLACE
#undef VERTEX
#undef OWN_COLUMN
#undef BROUGHT
