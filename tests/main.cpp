#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    // Built-in configurations, whatever was tuned on this machine.
    setenv("XDG_DATA_HOME", "/nonexistent", 1);
    return doctest::Context(argc, argv).run();
}
