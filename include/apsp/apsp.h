/* All-pairs shortest paths from C, and from languages that load C libraries.
 *
 * Functions that can fail return APSP_OK or another apsp_status. When they fail, they set no
 * result, and apsp_error has the message. No exception leaves them. Several threads may use graphs
 * and solutions at once. Arguments are copied, or read only during the call. */
#ifndef APSP_APSP_H
#define APSP_APSP_H

#include <stddef.h>
#include <stdint.h>

#include "apsp/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum apsp_status {
    APSP_OK = 0,
    APSP_INTERNAL = 1,       /* a bug, or a driver's failure */
    APSP_USAGE = 2,          /* an argument or option that makes no sense */
    APSP_NO_DEVICE = 3,      /* the device asked for is not there */
    APSP_BAD_INPUT = 4,      /* a graph that is invalid, or does not fit the type */
    APSP_NEGATIVE_CYCLE = 5, /* shortest paths do not exist */
    APSP_OUT_OF_MEMORY = 6,
    APSP_STOPPED = 130 /* by apsp_stop_request */
} apsp_status;

/* Why the last function that failed in this thread did so; "" if none has. The text belongs to the
 * library and is valid until the next failure in this thread. */
APSP_EXPORT const char* apsp_error(void);
/* "1.2.3"; belongs to the library. */
APSP_EXPORT const char* apsp_version(void);

/* A directed graph. The caller owns it, and frees it with apsp_graph_free. */
typedef struct apsp_graph apsp_graph;

/* Makes a graph of n vertices. The arcs out of vertex i, in any order, are the elements offsets[i]
 * to offsets[i + 1] - 1 of targets and weights, so there are n + 1 offsets. Of parallel arcs the
 * smallest counts. */
APSP_EXPORT apsp_status apsp_graph_from_csr(size_t n, const size_t* offsets,
                                            const uint32_t* targets, const double* weights,
                                            apsp_graph** graph);
/* Makes a graph from n x n weights of the element type "f32", "f64", "i32", "i16" or "u8", row by
 * row; row i begins at element i * ld. Infinity is no arc, and in integers 2^30 - 1, 2^14 - 1 and
 * 255. */
APSP_EXPORT apsp_status apsp_graph_from_dense(size_t n, const char* dtype, const void* weights,
                                              size_t ld, apsp_graph** graph);
APSP_EXPORT size_t apsp_graph_vertices(const apsp_graph* graph);
APSP_EXPORT size_t apsp_graph_arcs(const apsp_graph* graph);
/* NULL is allowed. */
APSP_EXPORT void apsp_graph_free(apsp_graph* graph);

/* Stops solves from another thread. The caller owns it, and frees it when no solve uses it. */
typedef struct apsp_stop apsp_stop;
APSP_EXPORT apsp_status apsp_stop_create(apsp_stop** stop);
/* Solves that use it, now or later, end soon with APSP_STOPPED. */
APSP_EXPORT void apsp_stop_request(apsp_stop* stop);
APSP_EXPORT void apsp_stop_free(apsp_stop* stop);

/* Whatever is 0 or NULL is left to the library: `apsp_options options = {0};` */
typedef struct apsp_options {
    const char* device;    /* "1", "opencl:0", "cpu", a part of a name; else the best */
    const char* algorithm; /* "auto", "kleene", "rkleene", "fw", "sparse", "search" */
    const char* variant;   /* of the algorithm, see SolveOptions::variant in solve.hpp */
    const char* semiring;  /* "min-plus", "max-min", "min-max", "max-times", "or-and" */
    const char* dtype;     /* of the distances; else the smallest that is proven to hold them */
    const size_t* rows;    /* the sources whose distances are wanted; else all */
    size_t row_count;
    apsp_stop* stop;
    const char* negative_cycles; /* "refuse" or "minus-infinity", see negative_cycles.hpp */
    int leave_on_device;         /* not 0: the distances stay there, see SolveOptions */
} apsp_options;

/* Distances. The caller owns them, and frees them with apsp_solution_free. */
typedef struct apsp_solution apsp_solution;

/* `options` may be NULL. */
APSP_EXPORT apsp_status apsp_solve(const apsp_graph* graph, const apsp_options* options,
                                   apsp_solution** solution);
/* As many as there are vertices, or options.row_count rows in the order of options.rows. */
APSP_EXPORT size_t apsp_solution_rows(const apsp_solution* solution);
APSP_EXPORT size_t apsp_solution_columns(const apsp_solution* solution);
/* The element type; belongs to the library. */
APSP_EXPORT const char* apsp_solution_dtype(const apsp_solution* solution);
/* Copies the rows first .. first + count - 1 to the caller's memory, one after the other, as
 * elements of the solution's type. */
APSP_EXPORT apsp_status apsp_solution_copy(const apsp_solution* solution, size_t first,
                                           size_t count, void* to);
/* The same as doubles; "no path" is what it is in f64: infinity, over min-plus. */
APSP_EXPORT apsp_status apsp_solution_copy_doubles(const apsp_solution* solution, size_t first,
                                                   size_t count, double* to);
/* The distances of `count` pairs; infinity where there is no path. Over min-plus, of all rows. */
APSP_EXPORT apsp_status apsp_solution_entries(const apsp_solution* solution, size_t count,
                                              const uint32_t* sources, const uint32_t* targets,
                                              double* to);
/* For each vertex: how many others it reaches, its eccentricity and the sum of its distances, made
 * where the distances are; any of the arrays may be NULL. Over min-plus, of all rows. */
APSP_EXPORT apsp_status apsp_solution_reduce(const apsp_solution* solution, uint64_t* reachable,
                                             double* eccentricity, double* sum);
/* Where the distances lie, as DeviceDistances::data says, and how many elements are from one row to
 * the next. They stay there until the solution is freed. */
APSP_EXPORT void* apsp_solution_data(const apsp_solution* solution, size_t* ld);
APSP_EXPORT void apsp_solution_free(apsp_solution* solution);

/* Writes the distances from some vertices to some others to the caller's memory, row by row; from
 * or to all vertices where `sources` or `targets` is NULL. Infinity is no path. This costs the
 * table and the graph between, not all pairs; see table.hpp. Of the options, which may be NULL,
 * device, algorithm, dtype and stop may be given. */
APSP_EXPORT apsp_status apsp_table(const apsp_graph* graph, size_t source_count,
                                   const size_t* sources, size_t target_count,
                                   const size_t* targets, const apsp_options* options, double* to);
/* The same with the predecessors: the last vertex before each target on a shortest path; -1 from a
 * vertex to itself, and where there is no path. */
APSP_EXPORT apsp_status apsp_table_with_predecessors(const apsp_graph* graph, size_t source_count,
                                                     const size_t* sources, size_t target_count,
                                                     const size_t* targets,
                                                     const apsp_options* options, double* to,
                                                     int32_t* predecessors);
/* Distances of `count` pairs of a source and a target. */
APSP_EXPORT apsp_status apsp_pairs(const apsp_graph* graph, size_t count, const uint32_t* sources,
                                   const uint32_t* targets, const apsp_options* options,
                                   double* to);

/* Called with the vertices of each pair's path, both ends included, which are there during the call
 * only: one for a pair of a vertex and itself, none where there is no path. */
typedef void (*apsp_take_path)(void* user, size_t pair, size_t count, const uint32_t* vertices);
/* Finds a shortest path of each pair, by searches that end once their targets are reached, and
 * hands them out in the order of the pairs, from this thread. */
APSP_EXPORT apsp_status apsp_pair_paths(const apsp_graph* graph, size_t count,
                                        const uint32_t* sources, const uint32_t* targets,
                                        apsp_take_path take, void* user);

/* Of cutoff and nearest, one or both must be given; see NearOptions in near_pairs.hpp. */
typedef struct apsp_near_options {
    const double* cutoff;  /* the largest distance of a pair; NULL: any */
    size_t nearest;        /* at most so many targets per source; 0: any number */
    const size_t* sources; /* the vertices that get a row; NULL: all */
    size_t source_count;
    const size_t* among; /* the only targets that count; NULL: all but the source itself */
    size_t among_count;
    const char* algorithm; /* "auto", "search", "sparse"; others solve for whole rows */
    const char* dtype;     /* of the distances; else the smallest that is proven to hold them */
    apsp_stop* stop;
    int predecessors; /* whether to find them, too */
} apsp_near_options;

/* Pairs of vertices that are near each other. The caller owns them, and frees them with
 * apsp_near_free. */
typedef struct apsp_near apsp_near;

APSP_EXPORT apsp_status apsp_near_pairs(const apsp_graph* graph, const apsp_near_options* options,
                                        apsp_near** near);
APSP_EXPORT size_t apsp_near_rows(const apsp_near* near);
/* The element type; belongs to the library. */
APSP_EXPORT const char* apsp_near_dtype(const apsp_near* near);
/* How many pairs a row has, their targets, and their distances of that type, which belong to
 * `near`. Targets ascend, with `nearest` distances do. */
APSP_EXPORT size_t apsp_near_row(const apsp_near* near, size_t row, const uint32_t** targets,
                                 const void** distances);
/* The last vertex before each target, -1 from a source to itself; NULL unless asked for. */
APSP_EXPORT const int32_t* apsp_near_predecessors(const apsp_near* near, size_t row);
APSP_EXPORT void apsp_near_free(apsp_near* near);

/* Whatever is 0 or NULL is left to the library; see BatchOptions in batch.hpp. */
typedef struct apsp_batch_options {
    const char* semiring;
    const char* dtype;        /* of the computation */
    const char* result_dtype; /* of the distances, if `dtype` does not hold no_path or fill */
    size_t padded_to;         /* the edge of every matrix; else each graph's own */
    const double* no_path;    /* what stands for "no path"; else the type's infinity */
    const double* fill;       /* what is beside a padded graph's vertices; else no_path */
    int paths;                /* finds predecessors */
    size_t path_arcs;         /* this many arcs of each path are found */
    apsp_stop* stop;
    const char* device; /* as in apsp_options; else the best for such a batch */
} apsp_batch_options;

/* Results of many small graphs. The caller owns them, and frees them with apsp_batch_free. */
typedef struct apsp_batch apsp_batch;

/* Solves many graphs, whose vertices are numbered consecutively: those of graph b are
 * first_vertex[b] to first_vertex[b + 1] - 1, and the arcs out of vertex v are elements
 * first_arc[v] to first_arc[v + 1] - 1 of `targets` and `weights`. Targets count from 0 within
 * their own graph. `weights` has the element type `dtype`; it is NULL where all weights are 1.
 * first_vertex has graphs + 1 elements, and first_arc one more than there are vertices. `options`
 * may be NULL. */
APSP_EXPORT apsp_status apsp_solve_batch(size_t graphs, const int64_t* first_vertex,
                                         const int64_t* first_arc, const int32_t* targets,
                                         const char* dtype, const void* weights,
                                         const apsp_batch_options* options, apsp_batch** batch);
/* The element where the results of a graph begin; for `graph` = the number of graphs, where the
 * last ones end. Results lie row by row, belong to the batch, and are NULL where they were not
 * asked for. */
APSP_EXPORT size_t apsp_batch_first(const apsp_batch* batch, size_t graph);
APSP_EXPORT const char* apsp_batch_dtype(const apsp_batch* batch);
APSP_EXPORT const void* apsp_batch_distances(const apsp_batch* batch);
APSP_EXPORT const int32_t* apsp_batch_predecessors(const apsp_batch* batch);
/* options.path_arcs places in `targets` for each element, with -1 after the last. */
APSP_EXPORT const int32_t* apsp_batch_path_arcs(const apsp_batch* batch);
/* Graphs with a negative cycle, in ascending order: how many, and which. */
APSP_EXPORT size_t apsp_batch_failures(const apsp_batch* batch);
APSP_EXPORT size_t apsp_batch_failed_graph(const apsp_batch* batch, size_t failure);
APSP_EXPORT void apsp_batch_free(apsp_batch* batch);

/* A graph whose arcs change, and its distances over min-plus; see DynamicDistances in
 * dynamic_distances.hpp. The caller owns it, and frees it with apsp_dynamic_free; only one thread
 * at a time may use it. */
typedef struct apsp_dynamic apsp_dynamic;

/* The work that a change took; see ChangeReport. */
typedef struct apsp_change_report {
    size_t recomputed; /* pairs */
    size_t rows, columns;
    int solved; /* not 0 if everything was solved anew */
} apsp_change_report;

/* `options` may be NULL; its rows must not be set. The distances lie in the host's memory or, if
 * options.device names a device, in that device's. The graph is copied. */
APSP_EXPORT apsp_status apsp_dynamic_solve(const apsp_graph* graph, const apsp_options* options,
                                           apsp_dynamic** dynamic);
APSP_EXPORT size_t apsp_dynamic_vertices(const apsp_dynamic* dynamic);
/* The element type, which never changes; belongs to the library. */
APSP_EXPORT const char* apsp_dynamic_dtype(const apsp_dynamic* dynamic);
/* Gives `count` arcs new weights in one step. Arcs that do not exist are inserted, infinity removes
 * an arc, and of several weights for one arc the last counts. On failure nothing has changed.
 * `report` may be NULL. */
APSP_EXPORT apsp_status apsp_dynamic_change(apsp_dynamic* dynamic, size_t count,
                                            const uint32_t* sources, const uint32_t* targets,
                                            const double* weights, apsp_change_report* report);
/* Copies the distances from `count` vertices, a row for each, as elements of the type. */
APSP_EXPORT apsp_status apsp_dynamic_rows(const apsp_dynamic* dynamic, size_t count,
                                          const uint32_t* vertices, void* to);
/* The distances of `count` pairs; infinity where there is no path. */
APSP_EXPORT apsp_status apsp_dynamic_entries(const apsp_dynamic* dynamic, size_t count,
                                             const uint32_t* sources, const uint32_t* targets,
                                             double* to);
APSP_EXPORT void apsp_dynamic_free(apsp_dynamic* dynamic);

#ifdef __cplusplus
}
#endif

#endif
