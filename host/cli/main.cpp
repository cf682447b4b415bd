// See run_program.hpp, whose body is compiled with what it needs.
#include "cli/run_program.hpp"

int main(int argc, char** argv) {
    return apsp::cli::run_program(argc, argv);
}
