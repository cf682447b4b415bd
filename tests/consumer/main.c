/* The same graph through the C interface. */
#include <apsp/apsp.h>
#include <stdio.h>

int main(void) {
    const size_t offsets[] = {0, 2, 3, 3};
    const uint32_t targets[] = {1, 2, 2};
    const double weights[] = {4, 9, 3};
    double d[3] = {0};
    apsp_graph* graph = NULL;
    apsp_solution* solution = NULL;
    if (apsp_graph_from_csr(3, offsets, targets, weights, &graph) != APSP_OK ||
        apsp_solve(graph, NULL, &solution) != APSP_OK ||
        apsp_solution_copy_doubles(solution, 0, 1, d) != APSP_OK) {
        printf("%s\n", apsp_error());
    }
    apsp_solution_free(solution);
    apsp_graph_free(graph);
    printf("apsp %s: distance 0 -> 2 is %g\n", apsp_version(), d[2]);
    return d[2] == 7 ? 0 : 1;
}
