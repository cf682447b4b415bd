// The program's commands. Each takes the arguments behind its name and returns the exit code;
// errors leave as exceptions, which main turns into a message and a code.
#pragma once

namespace apsp::cli {

int solve_command(int argc, char** argv);
int devices_command(int argc, char** argv);
/// `sweep`, and the sweeps with names: `ladder`, `compare`, `bench`.
int sweep_command(int argc, char** argv);
int verify_command(int argc, char** argv);
int path_command(int argc, char** argv);
int tune_command(int argc, char** argv);

/// `apsp-ocl --list-devices [--json]`
int print_devices(bool json);

}  // namespace apsp::cli
