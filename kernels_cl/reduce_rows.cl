// Statistics of some rows of the matrix, those from `first` on, which begin at d: how many entries
// are distances, the largest, and their sum. The diagonal is left out; entries of no_path or more
// are not distances. Results are numbered as the matrix's rows.
//
// Each work-group reduces one row: its work-items stride over the row, then their results are
// folded in half until one is left. Sums are exact for integers; floats are added up as doubles,
// which the device must have.
#include "semiring.h"

// The host defines GROUP, the work-items of a group.
#if defined(AS_T)
#if !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define SUM double
#else
#define SUM long
#endif

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void reduce_rows(
    __global const T* d, ulong ld, uint first, uint n, T no_path, __global uint* counts,
    __global T* largest, __global SUM* sums) {
    LOCAL_MEMORY uint count_of[GROUP];
    LOCAL_MEMORY T largest_of[GROUP];
    LOCAL_MEMORY SUM sum_of[GROUP];
    const uint i = first + get_group_id(0), x = get_local_id(0);
    __global const T* row = d + get_group_id(0) * ld;
    uint count = 0;
    T most = 0;
    SUM sum = 0;
    for (uint j = x; j < n; j += GROUP) {
        const T v = row[j];
        const bool path = v < no_path && j != i;
        count += path ? 1 : 0;
        most = path && v > most ? v : most;
        sum += path ? (SUM)v : (SUM)0;
    }
    count_of[x] = count;
    largest_of[x] = most;
    sum_of[x] = sum;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < width) {
            count_of[x] += count_of[x + width];
            largest_of[x] = max(largest_of[x], largest_of[x + width]);
            sum_of[x] += sum_of[x + width];
        }
    }
    if (x == 0) {
        counts[i] = count_of[0];
        largest[i] = largest_of[0];
        sums[i] = sum_of[0];
    }
}
