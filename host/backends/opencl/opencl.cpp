// Names of OpenCL's error codes, and what helps.
#include "backends/opencl/opencl.hpp"

#include "backends/opencl/program.hpp"
#include "base/text.hpp"

namespace apsp::opencl {

std::string error_name(cl_int code) {
    const char* name = "unknown error";
    switch (code) {
        case CL_PLATFORM_NOT_FOUND_KHR: name = "not in the OpenCL loader"; break;
        case CL_DEVICE_NOT_FOUND: name = "CL_DEVICE_NOT_FOUND"; break;
        case CL_DEVICE_NOT_AVAILABLE: name = "CL_DEVICE_NOT_AVAILABLE"; break;
        case CL_COMPILER_NOT_AVAILABLE: name = "CL_COMPILER_NOT_AVAILABLE"; break;
        case CL_MEM_OBJECT_ALLOCATION_FAILURE: name = "CL_MEM_OBJECT_ALLOCATION_FAILURE"; break;
        case CL_OUT_OF_RESOURCES: name = "CL_OUT_OF_RESOURCES"; break;
        case CL_OUT_OF_HOST_MEMORY: name = "CL_OUT_OF_HOST_MEMORY"; break;
        case CL_BUILD_PROGRAM_FAILURE: name = "CL_BUILD_PROGRAM_FAILURE"; break;
        case CL_MAP_FAILURE: name = "CL_MAP_FAILURE"; break;
        case CL_INVALID_VALUE: name = "CL_INVALID_VALUE"; break;
        case CL_INVALID_BINARY: name = "CL_INVALID_BINARY"; break;
        case CL_INVALID_BUILD_OPTIONS: name = "CL_INVALID_BUILD_OPTIONS"; break;
        case CL_INVALID_PROGRAM_EXECUTABLE: name = "CL_INVALID_PROGRAM_EXECUTABLE"; break;
        case CL_INVALID_KERNEL_NAME: name = "CL_INVALID_KERNEL_NAME"; break;
        case CL_INVALID_KERNEL_ARGS: name = "CL_INVALID_KERNEL_ARGS"; break;
        case CL_INVALID_WORK_GROUP_SIZE: name = "CL_INVALID_WORK_GROUP_SIZE"; break;
        case CL_INVALID_BUFFER_SIZE: name = "CL_INVALID_BUFFER_SIZE"; break;
        case CL_INVALID_COMMAND_QUEUE: name = "CL_INVALID_COMMAND_QUEUE"; break;
        default: break;
    }
    return fmt::format("{} ({})", name, code);
}

std::string way_out(cl_int code) {
    switch (code) {
        case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        case CL_OUT_OF_HOST_MEMORY:
        case CL_INVALID_BUFFER_SIZE:
            return "; end other programs that use its memory, or set "
                   "SolveOptions::memory_limit to what is free";
        case CL_OUT_OF_RESOURCES:
            return "; it may be busy or out of memory: end other programs that use it, or try "
                   "another device (see list_devices)";
        case CL_DEVICE_NOT_AVAILABLE:
            return "; another process may have exclusive use of it: wait for its end, or try "
                   "another device (see list_devices)";
        case CL_COMPILER_NOT_AVAILABLE:
            return "; its driver has no compiler: install the vendor's full OpenCL runtime, or try "
                   "another device (see list_devices)";
        default: return "; try another device (see list_devices)";
    }
}

Error driver_error(const std::string& device, const cl::Error& error) {
    forget_contexts();
    const cl_int code = error.err();
    const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ||
                        code == CL_INVALID_BUFFER_SIZE;
    return Error(
        memory ? ErrorKind::out_of_memory : ErrorKind::internal,
        fmt::format("{}: {} failed: {}{}", device, error.what(), error_name(code), way_out(code)));
}

}  // namespace apsp::opencl
