/* The C interface as a C program sees it, on the program's own device. */
#include <apsp/apsp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                           \
    do {                                                           \
        if (!(condition)) {                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            printf("  the last error is \"%s\"\n", apsp_error());  \
            ++failures;                                            \
        }                                                          \
    } while (0)

static const apsp_options cpu = {.device = "cpu"};

/* 0 -> 1 -> 2, and 0 -> 2 by a longer way. */
static apsp_graph* three(void) {
    const size_t offsets[] = {0, 2, 3, 3};
    const uint32_t targets[] = {2, 1, 2};
    const double weights[] = {9, 4, 3};
    apsp_graph* graph = NULL;
    CHECK(apsp_graph_from_csr(3, offsets, targets, weights, &graph) == APSP_OK);
    return graph;
}

static void sparse(void) {
    const apsp_options search = {.algorithm = "search"};
    apsp_graph* graph = three();
    apsp_solution* solution = NULL;
    double d[9] = {0};
    unsigned char bytes[9] = {0};
    CHECK(apsp_graph_vertices(graph) == 3);
    CHECK(apsp_graph_arcs(graph) == 3);
    CHECK(apsp_solve(graph, NULL, &solution) == APSP_OK); /* the best device */
    apsp_solution_free(solution);
    CHECK(apsp_solve(graph, &search, &solution) == APSP_OK); /* the best that has it */
    apsp_solution_free(solution);
    CHECK(apsp_solve(graph, &cpu, &solution) == APSP_OK);
    apsp_graph_free(graph); /* the solution does not need it */
    CHECK(apsp_solution_rows(solution) == 3);
    CHECK(apsp_solution_columns(solution) == 3);
    CHECK(strcmp(apsp_solution_dtype(solution), "u8") == 0);
    CHECK(apsp_solution_copy_doubles(solution, 0, 3, d) == APSP_OK);
    CHECK(d[0] == 0 && d[1] == 4 && d[2] == 7 && isinf(d[3]) && d[5] == 3 && d[8] == 0);
    CHECK(apsp_solution_copy(solution, 1, 2, bytes) == APSP_OK);
    CHECK(bytes[0] == 255 && bytes[1] == 0 && bytes[2] == 3 && bytes[5] == 0 && bytes[6] == 0);
    CHECK(apsp_solution_copy(solution, 3, 0, NULL) == APSP_OK);
    CHECK(apsp_solution_copy(solution, 2, 2, bytes) == APSP_USAGE);
    CHECK(strstr(apsp_error(), "no rows 2 to 3: there are 3") != NULL);
    apsp_solution_free(solution);
}

static void rows_of_a_dense_graph(void) {
    const float weights[] = {0, 1, INFINITY, -1, /* the last of each row is ignored */
                             2, 0, 5,        -1, INFINITY, 7, 0, -1};
    const size_t rows[] = {2, 0, 2};
    apsp_options options = cpu;
    apsp_graph* graph = NULL;
    apsp_solution* solution = NULL;
    float d[9] = {0};
    CHECK(apsp_graph_from_dense(3, "f32", weights, 4, &graph) == APSP_OK);
    options.dtype = "f32";
    options.algorithm = "fw";
    options.rows = rows;
    options.row_count = 3;
    CHECK(apsp_solve(graph, &options, &solution) == APSP_OK);
    CHECK(apsp_solution_rows(solution) == 3);
    CHECK(apsp_solution_copy(solution, 0, 3, d) == APSP_OK);
    CHECK(d[0] == 9 && d[1] == 7 && d[2] == 0);
    CHECK(d[3] == 0 && d[4] == 1 && d[5] == 6);
    CHECK(memcmp(d, d + 6, 3 * sizeof *d) == 0);
    apsp_solution_free(solution);
    options.semiring = "max-min"; /* its zero and one are infinite in every type */
    options.dtype = "i16";
    options.row_count = 1;
    CHECK(apsp_solve(graph, &options, &solution) == APSP_OK);
    {
        double widest[3];
        CHECK(apsp_solution_copy_doubles(solution, 0, 1, widest) == APSP_OK);
        CHECK(widest[0] == 2 && widest[1] == 7 && isinf(widest[2]) && widest[2] > 0);
    }
    apsp_solution_free(solution);
    apsp_graph_free(graph);
}

/* 0 -> 1 and back, a negative cycle, and 2 -> 0; with -inf instead of an error. */
static void minus_infinity(void) {
    const size_t offsets[] = {0, 1, 2, 3};
    const uint32_t targets[] = {1, 0, 0};
    const double weights[] = {1, -2, 5};
    const apsp_options options = {.device = "cpu", .negative_cycles = "minus-infinity"};
    apsp_graph* graph = NULL;
    apsp_solution* solution = NULL;
    double d[9] = {0};
    CHECK(apsp_graph_from_csr(3, offsets, targets, weights, &graph) == APSP_OK);
    CHECK(apsp_solve(graph, &cpu, &solution) == APSP_NEGATIVE_CYCLE);
    CHECK(apsp_solve(graph, &options, &solution) == APSP_OK);
    CHECK(apsp_solution_copy_doubles(solution, 0, 3, d) == APSP_OK);
    CHECK(d[0] == -INFINITY && d[1] == -INFINITY && d[2] == INFINITY);
    CHECK(d[3] == -INFINITY && d[4] == -INFINITY && d[5] == INFINITY);
    CHECK(d[6] == -INFINITY && d[7] == -INFINITY && d[8] == 0);
    apsp_solution_free(solution);
    apsp_graph_free(graph);
}

static void errors(void) {
    const size_t offsets[] = {0, 1, 2};
    const uint32_t targets[] = {1, 0}, beyond[] = {1, 2};
    const double weights[] = {1, -2};
    apsp_graph* graph = NULL;
    apsp_solution* solution = NULL;
    apsp_options options = cpu;
    CHECK(strlen(apsp_error()) != 0); /* of the earlier call that failed */
    CHECK(apsp_graph_from_csr(2, NULL, targets, weights, &graph) == APSP_USAGE);
    CHECK(apsp_graph_from_csr(2, offsets, beyond, weights, &graph) == APSP_BAD_INPUT);
    CHECK(strstr(apsp_error(), "1 -> 2") != NULL);
    CHECK(apsp_graph_from_csr(0, offsets, targets, weights, &graph) == APSP_BAD_INPUT);
    CHECK(apsp_graph_from_dense(2, "f16", weights, 2, &graph) == APSP_USAGE);
    CHECK(strstr(apsp_error(), "no dtype \"f16\"") != NULL);
    {
        const double fractions[] = {0.5, 0.25};
        apsp_options bytes = cpu;
        bytes.dtype = "u8";
        CHECK(apsp_graph_from_csr(2, offsets, targets, fractions, &graph) == APSP_OK);
        CHECK(apsp_solve(graph, &bytes, &solution) == APSP_BAD_INPUT);
        CHECK(strstr(apsp_error(), "use apsp_options.dtype f32") != NULL);
        apsp_graph_free(graph);
        graph = NULL;
    }
    CHECK(apsp_graph_from_dense(2, "f64", weights, 1, &graph) == APSP_USAGE);
    CHECK(apsp_graph_from_dense((size_t)1 << 40, "f64", weights, (size_t)1 << 40, &graph) ==
          APSP_OUT_OF_MEMORY);
    CHECK(graph == NULL);
    CHECK(apsp_graph_from_csr(2, offsets, targets, weights, &graph) == APSP_OK);
    CHECK(apsp_solve(graph, &cpu, &solution) == APSP_NEGATIVE_CYCLE);
    CHECK(strstr(apsp_error(), "negative cycle") != NULL);
    apsp_graph_free(graph);

    graph = three();
    options.algorithm = "dijkstra";
    CHECK(apsp_solve(graph, &options, &solution) == APSP_USAGE);
    options = cpu;
    options.device = "no such device";
    CHECK(apsp_solve(graph, &options, &solution) == APSP_NO_DEVICE);
    options = cpu;
    options.row_count = 1;
    CHECK(apsp_solve(graph, &options, &solution) == APSP_USAGE);
    CHECK(apsp_solve(NULL, &cpu, &solution) == APSP_USAGE);
    CHECK(solution == NULL);
    apsp_graph_free(graph);
    apsp_graph_free(NULL);
}

static void stopped(void) {
    apsp_graph* graph = three();
    apsp_solution* solution = NULL;
    apsp_options options = cpu;
    CHECK(apsp_stop_create(&options.stop) == APSP_OK);
    CHECK(apsp_solve(graph, &options, &solution) == APSP_OK);
    apsp_solution_free(solution);
    solution = NULL;
    apsp_stop_request(options.stop);
    CHECK(apsp_solve(graph, &options, &solution) == APSP_STOPPED);
    CHECK(solution == NULL);
    apsp_stop_free(options.stop);
    apsp_graph_free(graph);
}

/* 0 -> 1 -> 2; a graph of no vertices; a negative cycle; 0 -> 1. */
static void batch(void) {
    const int64_t first_vertex[] = {0, 3, 3, 5, 7};
    const int64_t first_arc[] = {0, 1, 2, 2, 3, 4, 5, 5};
    const int32_t targets[] = {1, 2, 1, 0, 1};
    const int16_t weights[] = {4, 5, 1, -2, 7};
    const int64_t below[] = {0, -1}, one[] = {0, 1};
    const double none = -1;
    apsp_batch_options options = {0};
    apsp_batch* solved = NULL;
    options.no_path = &none;
    options.paths = 1;
    options.path_arcs = 2;
    CHECK(apsp_solve_batch(4, first_vertex, first_arc, targets, "i16", weights, &options,
                           &solved) == APSP_OK);
    CHECK(strcmp(apsp_batch_dtype(solved), "i16") == 0);
    CHECK(apsp_batch_first(solved, 1) == 9 && apsp_batch_first(solved, 2) == 9);
    CHECK(apsp_batch_first(solved, 4) == 17);
    const int16_t* d = apsp_batch_distances(solved);
    CHECK(d[0] == 0 && d[1] == 4 && d[2] == 9 && d[3] == -1 && d[5] == 5);
    CHECK(d[9] == -1 && d[14] == 7 && d[15] == -1);
    CHECK(apsp_batch_predecessors(solved)[2] == 1 && apsp_batch_predecessors(solved)[3] == -1);
    CHECK(apsp_batch_path_arcs(solved)[4] == 0 && apsp_batch_path_arcs(solved)[5] == 1);
    CHECK(apsp_batch_failures(solved) == 1 && apsp_batch_failed_graph(solved, 0) == 2);
    apsp_batch_free(solved);
    solved = NULL;
    CHECK(apsp_solve_batch(4, first_vertex, first_arc, targets, NULL, NULL, NULL, &solved) ==
          APSP_OK);
    CHECK(strcmp(apsp_batch_dtype(solved), "u8") == 0);
    CHECK(apsp_batch_predecessors(solved) == NULL && apsp_batch_failures(solved) == 0);
    CHECK(((const uint8_t*)apsp_batch_distances(solved))[2] == 2);
    apsp_batch_free(solved);
    solved = NULL;
    CHECK(apsp_solve_batch(4, first_vertex, first_arc, targets, NULL, weights, NULL, &solved) ==
          APSP_USAGE);
    options.device = "cpu";
    CHECK(apsp_solve_batch(4, first_vertex, first_arc, targets, "i16", weights, &options,
                           &solved) == APSP_OK);
    CHECK(((const int16_t*)apsp_batch_distances(solved))[2] == 9);
    apsp_batch_free(solved);
    solved = NULL;
    options.device = "abacus";
    CHECK(apsp_solve_batch(4, first_vertex, first_arc, targets, "i16", weights, &options,
                           &solved) == APSP_NO_DEVICE);
    CHECK(apsp_solve_batch(4, NULL, first_arc, targets, NULL, NULL, NULL, &solved) == APSP_USAGE);
    CHECK(apsp_solve_batch(1, below, one, targets, NULL, NULL, NULL, &solved) == APSP_BAD_INPUT);
    CHECK(strstr(apsp_error(), "first_vertex ends with -1") != NULL);
    CHECK(apsp_solve_batch(1, one, below, targets, NULL, NULL, NULL, &solved) == APSP_BAD_INPUT);
    CHECK(solved == NULL);
    apsp_batch_free(NULL);
}

/* 0 -> 1 -> 2, and 0 -> 2 by a longer way, which becomes the shorter one. */
static void changes(void) {
    const uint32_t sources[] = {0, 2}, targets[] = {2, 0}, vertices[] = {2, 0};
    const uint32_t beyond[] = {0, 3};
    const double weights[] = {5, 1}, negative[] = {5, -8};
    apsp_graph* graph = three();
    apsp_dynamic* dynamic = NULL;
    apsp_change_report report = {0};
    unsigned char rows[6] = {0};
    double d[2] = {0};
    CHECK(apsp_dynamic_solve(graph, &cpu, &dynamic) == APSP_OK);
    apsp_graph_free(graph); /* it has its own copy */
    CHECK(apsp_dynamic_vertices(dynamic) == 3);
    CHECK(strcmp(apsp_dynamic_dtype(dynamic), "u8") == 0);
    CHECK(apsp_dynamic_entries(dynamic, 2, sources, targets, d) == APSP_OK);
    CHECK(d[0] == 7 && isinf(d[1]));
    CHECK(apsp_dynamic_change(dynamic, 2, sources, targets, weights, &report) == APSP_OK);
    CHECK(report.rows == 3 && report.columns == 3 && report.recomputed == 0);
    CHECK(apsp_dynamic_rows(dynamic, 2, vertices, rows) == APSP_OK);
    CHECK(rows[0] == 1 && rows[1] == 5 && rows[2] == 0);
    CHECK(rows[3] == 0 && rows[4] == 4 && rows[5] == 5);
    CHECK(apsp_dynamic_change(dynamic, 2, sources, beyond, weights, NULL) == APSP_BAD_INPUT);
    CHECK(apsp_dynamic_change(dynamic, 2, sources, targets, negative, NULL) == APSP_BAD_INPUT);
    CHECK(apsp_dynamic_rows(dynamic, 2, beyond, rows) == APSP_BAD_INPUT);
    CHECK(strstr(apsp_error(), "3 is not among the vertices 0 .. 2") != NULL);
    CHECK(apsp_dynamic_entries(dynamic, 1, NULL, targets, d) == APSP_USAGE);
    CHECK(apsp_dynamic_entries(dynamic, 2, sources, targets, d) == APSP_OK);
    CHECK(d[0] == 5 && d[1] == 1);
    apsp_dynamic_free(dynamic);
    apsp_dynamic_free(NULL);
}

static void note_path(void* user, size_t pair, size_t count, const uint32_t* vertices) {
    uint32_t* const seen = user;
    size_t k = 0;
    seen[pair] = (uint32_t)count;
    for (k = 0; k < count; ++k) seen[pair] = 10 * seen[pair] + vertices[k];
}

/* 0 -> 1 -> 2, and 0 -> 2 by a longer way. */
static void tables_and_near_pairs(void) {
    const size_t sources[] = {2, 0}, targets[] = {1, 2}, beyond[] = {3};
    const uint32_t from[] = {0, 2}, to[] = {2, 0};
    const double cutoff = 4;
    apsp_options options = {0};
    apsp_near_options within = {0};
    apsp_graph* graph = three();
    apsp_near* near = NULL;
    const uint32_t* row = NULL;
    const void* distances = NULL;
    double d[9] = {0};
    int32_t before[4] = {0};
    uint32_t seen[2] = {0};
    options.algorithm = "sparse";
    CHECK(apsp_table(graph, 2, sources, 2, targets, &options, d) == APSP_OK);
    CHECK(isinf(d[0]) && d[1] == 0 && d[2] == 4 && d[3] == 7);
    CHECK(apsp_table(graph, 0, NULL, 0, NULL, NULL, d) == APSP_OK);
    CHECK(d[0] == 0 && d[1] == 4 && d[2] == 7 && d[5] == 3);
    CHECK(apsp_table_with_predecessors(graph, 2, sources, 2, targets, &options, d, before) ==
          APSP_OK);
    CHECK(isinf(d[0]) && d[3] == 7 && before[0] == -1 && before[1] == -1);
    CHECK(before[2] == 0 && before[3] == 1);
    CHECK(apsp_table_with_predecessors(graph, 2, sources, 2, targets, NULL, d, NULL) == APSP_USAGE);
    CHECK(apsp_table(graph, 0, sources, 0, NULL, NULL, d) == APSP_USAGE);
    CHECK(apsp_table(graph, 1, beyond, 0, NULL, NULL, d) == APSP_BAD_INPUT);
    CHECK(apsp_pairs(graph, 2, from, to, NULL, d) == APSP_OK);
    CHECK(d[0] == 7 && isinf(d[1]));
    CHECK(apsp_pair_paths(graph, 2, from, to, note_path, seen) == APSP_OK);
    CHECK(seen[0] == 3012 && seen[1] == 0);
    CHECK(apsp_pair_paths(graph, 2, from, to, NULL, seen) == APSP_USAGE);
    options.semiring = "max-min";
    CHECK(apsp_pairs(graph, 2, from, to, &options, d) == APSP_USAGE);
    within.cutoff = &cutoff;
    CHECK(apsp_near_pairs(graph, &within, &near) == APSP_OK);
    CHECK(apsp_near_rows(near) == 3 && strcmp(apsp_near_dtype(near), "u8") == 0);
    CHECK(apsp_near_row(near, 0, &row, &distances) == 1);
    CHECK(row[0] == 1 && ((const unsigned char*)distances)[0] == 4);
    CHECK(apsp_near_predecessors(near, 0) == NULL);
    CHECK(apsp_near_row(near, 2, &row, &distances) == 0);
    apsp_near_free(near);
    near = NULL;
    within.cutoff = NULL;
    CHECK(apsp_near_pairs(graph, &within, &near) == APSP_USAGE && near == NULL);
    within.nearest = 1;
    within.among = targets;
    within.among_count = 2;
    within.sources = sources;
    within.source_count = 2;
    within.predecessors = 1;
    CHECK(apsp_near_pairs(graph, &within, &near) == APSP_OK);
    CHECK(apsp_near_row(near, 0, &row, &distances) == 1 && row[0] == 2);
    CHECK(apsp_near_predecessors(near, 0)[0] == -1);
    CHECK(apsp_near_row(near, 1, &row, &distances) == 1 && row[0] == 1);
    CHECK(apsp_near_predecessors(near, 1)[0] == 0);
    apsp_near_free(near);
    apsp_near_free(NULL);
    apsp_graph_free(graph);
}

static void on_a_device(void) {
    const uint32_t sources[] = {0, 2}, targets[] = {2, 0};
    apsp_options options = {.device = "cpu", .leave_on_device = 1};
    const char* kinds[] = {"cpu", NULL}; /* and whatever is the best here */
    for (int kind = 0; kind < 2; ++kind) {
        for (int left = 0; left < 2; ++left) {
            apsp_graph* graph = three();
            apsp_solution* solution = NULL;
            double d[9] = {0}, entries[2] = {0}, furthest[3] = {0}, sum[3] = {0};
            uint64_t reachable[3] = {0};
            size_t ld = 0;
            options.device = kinds[kind];
            options.leave_on_device = left;
            CHECK(apsp_solve(graph, &options, &solution) == APSP_OK);
            apsp_graph_free(graph);
            CHECK(apsp_solution_rows(solution) == 3 && apsp_solution_columns(solution) == 3);
            CHECK(strcmp(apsp_solution_dtype(solution), "u8") == 0);
            CHECK(apsp_solution_copy_doubles(solution, 1, 2, d) == APSP_OK);
            CHECK(isinf(d[0]) && d[1] == 0 && d[2] == 3 && d[5] == 0);
            CHECK(apsp_solution_entries(solution, 2, sources, targets, entries) == APSP_OK);
            CHECK(entries[0] == 7 && isinf(entries[1]));
            CHECK(apsp_solution_reduce(solution, reachable, furthest, sum) == APSP_OK);
            CHECK(reachable[0] == 2 && reachable[2] == 0 && furthest[0] == 7 && sum[0] == 11);
            CHECK(apsp_solution_reduce(solution, NULL, NULL, sum) == APSP_OK);
            CHECK(apsp_solution_data(solution, &ld) != NULL && ld >= 3);
            CHECK(apsp_solution_entries(solution, 1, targets, sources + 1, NULL) == APSP_USAGE);
            apsp_solution_free(solution);
        }
    }
    options.semiring = "max-min";
    {
        apsp_graph* graph = three();
        apsp_solution* solution = NULL;
        CHECK(apsp_solve(graph, &options, &solution) == APSP_USAGE);
        CHECK(strstr(apsp_error(), "apsp_options.leave_on_device is over min-plus only") != NULL);
        apsp_graph_free(graph);
    }
}

int main(void) {
    CHECK(strcmp(apsp_error(), "") == 0);
    CHECK(strlen(apsp_version()) != 0);
    sparse();
    rows_of_a_dense_graph();
    minus_infinity();
    errors();
    stopped();
    batch();
    changes();
    tables_and_near_pairs();
    on_a_device();
    if (failures != 0) printf("%d checks failed\n", failures);
    return failures != 0;
}
