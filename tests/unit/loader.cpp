// A function that OpenCL's loader lacks, or the loader as a whole, is an error only when it is
// called.
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

TEST_CASE("loader: what drivers end with has a way out") {
    const auto says = [](cl_int code, std::string_view name, std::string_view way) {
        const std::string message = driver_error("some device", {code, "clCall"}).what();
        CAPTURE(message);
        CHECK(message.starts_with("some device: clCall failed: " + std::string(name)));
        CHECK(message.find(way) != std::string::npos);
    };
    says(CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE", "another process");
    says(CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE", "no compiler: install");
    says(CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES", "busy or out of memory");
    says(CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT", "SolveOptions::memory_limit");
    says(CL_INVALID_VALUE, "CL_INVALID_VALUE", "another device");
}

TEST_CASE("loader: it has functions, or there is a reason why not") {
    CHECK((loader_function("clGetPlatformIDs") != nullptr) == loader_absence().empty());
    CHECK(loader_function("clNoSuchFunction") == nullptr);
}

}  // namespace
}  // namespace apsp::opencl
