// apsp-ocl: picks the command, and turns every error into one message and an exit code.
#pragma once

namespace apsp::cli {

int run_program(int argc, char** argv);

}  // namespace apsp::cli
