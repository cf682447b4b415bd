// The one place that includes CL/opencl.hpp, so that its settings are the same everywhere.
#pragma once

#include "backends/opencl/loader.hpp"  // before CL/opencl.hpp, so that its macros apply

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110  // 120 does not compile with the headers of Debian 12
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop

#include <string>
#include <utility>

#include "apsp/errors.hpp"

namespace apsp::opencl {

/// "CL_OUT_OF_RESOURCES (-5)".
std::string error_name(cl_int code);
/// "; ...": what helps when a driver fails with this code.
std::string way_out(cl_int code);

/// What a failed call becomes: out_of_memory for the codes that mean it, else internal.
Error driver_error(const std::string& device, const cl::Error& error);

/// Runs `f`; a failing OpenCL call in it becomes an Error that names the device and the call.
template <class F>
decltype(auto) guarded(const std::string& device, F&& f) {
    try {
        return std::forward<F>(f)();
    } catch (const cl::Error& error) {
        throw driver_error(device, error);
    }
}

}  // namespace apsp::opencl
