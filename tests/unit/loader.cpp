// What OpenCL's loader lacks, or all of it, is an error where it is called.
#include "backends/opencl/loader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {
namespace {

TEST_CASE("loader: a function that it lacks returns an error") {
    CHECK(Function<cl_int(cl_uint), "clNoSuchFunction">::call(1) == CL_PLATFORM_NOT_FOUND_KHR);
    using Make = Function<cl_event(cl_context, cl_int*), "clNoSuchFunction">;
    cl_int error = CL_SUCCESS;
    CHECK(Make::call(nullptr, &error) == nullptr);
    CHECK(error == CL_PLATFORM_NOT_FOUND_KHR);
    CHECK(Make::call(nullptr, nullptr) == nullptr);
    const std::string message = driver_error("some device", {error, "clNoSuchFunction"}).what();
    CHECK(message.find("clNoSuchFunction failed: not in the OpenCL loader") != std::string::npos);
}

TEST_CASE("loader: it has functions, or there is a reason why not") {
    CHECK((loader_function("clGetPlatformIDs") != nullptr) == loader_absence().empty());
    CHECK(loader_function("clNoSuchFunction") == nullptr);
}

}  // namespace
}  // namespace apsp::opencl
