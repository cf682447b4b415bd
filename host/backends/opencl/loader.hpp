// OpenCL's functions, looked up in its loader when the program runs: where no loader is installed,
// the program starts all the same and has no OpenCL device.
//
// CL/opencl.hpp is included after this file. One macro per function turns its calls of clFoo into
// Function<...>::call. The library defines no symbol clFoo, so it does not disturb a program that
// links OpenCL, too. A function without a macro below is a link error.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue
#include <CL/opencl.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

namespace apsp::opencl {

/// Why there is no loader, and the way out; empty where there is one.
const std::string& loader_absence();

/// The file of the loader; "" where there is none.
std::string loader_file();

/// Null without a loader, or with one that is older than the function.
void* loader_function(const char* name);

template <std::size_t size>
struct FunctionName {
    constexpr FunctionName(const char (&from)[size]) { std::copy_n(from, size, text); }
    char text[size];
};

template <class Signature, FunctionName name>
struct Function;

template <class Value, class... Arguments, FunctionName name>
struct Function<Value(Arguments...), name> {
    /// A missing function fails with CL_PLATFORM_NOT_FOUND_KHR, as loaders without a driver do.
    static Value call(Arguments... arguments) {
        static const auto found =
            reinterpret_cast<Value (*)(Arguments...)>(loader_function(name.text));
        if (found != nullptr) return found(arguments...);
        if constexpr (std::is_same_v<Value, cl_int>) {
            return CL_PLATFORM_NOT_FOUND_KHR;
        } else {  // functions that create an object take the error's address last
            cl_int* error = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
            if (error != nullptr) *error = CL_PLATFORM_NOT_FOUND_KHR;
            return nullptr;
        }
    }
};

}  // namespace apsp::opencl

// A macro is not expanded within itself: decltype sees the declaration of CL/opencl.h.
#define APSP_CL(name) apsp::opencl::Function<decltype(::name), #name>::call
#define clBuildProgram APSP_CL(clBuildProgram)
#define clCreateBuffer APSP_CL(clCreateBuffer)
#define clCreateCommandQueue APSP_CL(clCreateCommandQueue)
#define clCreateCommandQueueWithProperties APSP_CL(clCreateCommandQueueWithProperties)
#define clCreateContext APSP_CL(clCreateContext)
#define clCreateKernel APSP_CL(clCreateKernel)
#define clCreateProgramWithBinary APSP_CL(clCreateProgramWithBinary)
#define clCreateProgramWithSource APSP_CL(clCreateProgramWithSource)
#define clEnqueueBarrierWithWaitList APSP_CL(clEnqueueBarrierWithWaitList)
#define clEnqueueCopyBuffer APSP_CL(clEnqueueCopyBuffer)
#define clEnqueueCopyBufferRect APSP_CL(clEnqueueCopyBufferRect)
#define clEnqueueFillBuffer APSP_CL(clEnqueueFillBuffer)
#define clEnqueueMapBuffer APSP_CL(clEnqueueMapBuffer)
#define clEnqueueMarkerWithWaitList APSP_CL(clEnqueueMarkerWithWaitList)
#define clEnqueueNDRangeKernel APSP_CL(clEnqueueNDRangeKernel)
#define clEnqueueReadBuffer APSP_CL(clEnqueueReadBuffer)
#define clEnqueueReadBufferRect APSP_CL(clEnqueueReadBufferRect)
#define clEnqueueUnmapMemObject APSP_CL(clEnqueueUnmapMemObject)
#define clEnqueueWriteBuffer APSP_CL(clEnqueueWriteBuffer)
#define clEnqueueWriteBufferRect APSP_CL(clEnqueueWriteBufferRect)
#define clFinish APSP_CL(clFinish)
#define clFlush APSP_CL(clFlush)
#define clGetContextInfo APSP_CL(clGetContextInfo)
#define clGetDeviceIDs APSP_CL(clGetDeviceIDs)
#define clGetDeviceInfo APSP_CL(clGetDeviceInfo)
#define clGetEventProfilingInfo APSP_CL(clGetEventProfilingInfo)
#define clGetKernelWorkGroupInfo APSP_CL(clGetKernelWorkGroupInfo)
#define clGetPlatformIDs APSP_CL(clGetPlatformIDs)
#define clGetPlatformInfo APSP_CL(clGetPlatformInfo)
#define clGetProgramBuildInfo APSP_CL(clGetProgramBuildInfo)
#define clGetProgramInfo APSP_CL(clGetProgramInfo)
#define clReleaseCommandQueue APSP_CL(clReleaseCommandQueue)
#define clReleaseContext APSP_CL(clReleaseContext)
#define clReleaseDevice APSP_CL(clReleaseDevice)
#define clReleaseEvent APSP_CL(clReleaseEvent)
#define clReleaseKernel APSP_CL(clReleaseKernel)
#define clReleaseMemObject APSP_CL(clReleaseMemObject)
#define clReleaseProgram APSP_CL(clReleaseProgram)
#define clRetainCommandQueue APSP_CL(clRetainCommandQueue)
#define clRetainContext APSP_CL(clRetainContext)
#define clRetainDevice APSP_CL(clRetainDevice)
#define clRetainEvent APSP_CL(clRetainEvent)
#define clRetainMemObject APSP_CL(clRetainMemObject)
#define clRetainProgram APSP_CL(clRetainProgram)
#define clSetKernelArg APSP_CL(clSetKernelArg)
#define clWaitForEvents APSP_CL(clWaitForEvents)
