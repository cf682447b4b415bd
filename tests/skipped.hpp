// Tells at the end of the tests what was not tested on this machine.
#pragma once

#include <string>

/// Remembers that the running test case leaves something out: "opencl:1 llvmpipe: too slow".
void skipped(const std::string& what_and_why);
