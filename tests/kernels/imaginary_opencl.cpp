// See imaginary_opencl.hpp. Functions do as much as the library and CL/opencl.hpp ask for.
#include "kernels/imaginary_opencl.hpp"

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#pragma GCC visibility push(default)
#include <CL/opencl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

// OpenCL declares these structs for its implementations to define.
struct _cl_platform_id {
    std::string_view name;
};
struct _cl_device_id {
    _cl_platform_id platform;
    std::string_view vendor, name, driver;
    cl_device_type type;
    cl_uint compute_capability;
    std::string target;
};
struct _cl_program {
    std::string source;
};
struct _cl_mem {
    void* at;
    bool own;
    int users = 1;
};

namespace {

constexpr cl_device_type kGpu = CL_DEVICE_TYPE_GPU, kCpu = CL_DEVICE_TYPE_CPU;

// Each with rows of its own in the tables of configurations. PoCL's has AVX-512, whatever processor
// this is.
// clang-format off
_cl_device_id devices[] = {
    {{"NVIDIA CUDA"}, "NVIDIA Corporation", "GPU", "1", kGpu, 90,
     "nvptx64-nvidia-cuda -Xclang -cl-ext=+cl_khr_int64_base_atomics"},
    {{"AMD"}, "AMD", "gfx90a", "1", kGpu, 0, "amdgcn-amd-amdhsa -mcpu=gfx90a"},
    {{"AMD"}, "AMD", "gfx1030", "1", kGpu, 0, "amdgcn-amd-amdhsa -mcpu=gfx1030"},
    {{"AMD"}, "AMD", "gfx803", "1", kGpu, 0, "amdgcn-amd-amdhsa -mcpu=gfx803"},
    {{"Intel"}, "Intel", "GPU", "1", kGpu, 0, "spir64"},
    {{"Some"}, "One", "GPU", "1", kGpu, 0, "spir64"},
    {{"Portable Computing Language"}, "PoCL", "cpu-avx512", "3.1", kCpu, 0,
     "x86_64-linux-gnu -march=skylake-avx512 -Xclang -cl-ext=+cl_khr_int64_base_atomics"},
    {{"Portable Computing Language"}, "PoCL", "cpu", "5.0", kCpu, 0, "spir64"},
    {{"Intel(R) OpenCL"}, "Intel", "CPU", "1", kCpu, 0, "spir64"},
};
// clang-format on
_cl_platform_id* platform_of(const _cl_device_id& device) {
    return const_cast<_cl_platform_id*>(&device.platform);
}

/// Objects that are nothing but their names.
template <class Handle>
Handle handle(cl_int* error) {
    static char any;
    if (error != nullptr) *error = CL_SUCCESS;
    return reinterpret_cast<Handle>(&any);
}
cl_int make(cl_event* event) {
    if (event != nullptr) *event = handle<cl_event>(nullptr);
    return CL_SUCCESS;
}

/// Answers of any size, as functions of OpenCL give them.
struct Answer {
    size_t room;
    void* to;
    size_t* size;

    cl_int bytes(const void* from, size_t count) const {
        if (size != nullptr) *size = count;
        if (to != nullptr) std::memcpy(to, from, std::min(room, count));
        return CL_SUCCESS;
    }
    template <class T>
    cl_int value(T value) const {
        return bytes(&value, sizeof value);
    }
    cl_int text(std::string_view text) const {
        const std::string ended(text);
        return bytes(ended.c_str(), ended.size() + 1);
    }
};

cl_mem new_memory(size_t bytes, void* host) {
    return new _cl_mem{host != nullptr ? host : std::calloc(bytes, 1), host == nullptr};
}
unsigned char* at(cl_mem memory, size_t offset) {
    return static_cast<unsigned char*>(memory->at) + offset;
}

}  // namespace

std::map<apsp::test::Program, std::string>& apsp::test::built_programs() {
    static std::map<Program, std::string> programs;
    return programs;
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* to, cl_uint* count) {
    if (count != nullptr) *count = std::size(devices);
    for (cl_uint i = 0; to != nullptr && i < room; ++i) to[i] = platform_of(devices[i]);
    return CL_SUCCESS;
}
cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void* to,
                         size_t* size) {
    return Answer{room, to, size}.text(what == CL_PLATFORM_VERSION ? "OpenCL 1.2" : platform->name);
}
cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type, cl_uint, cl_device_id* to,
                      cl_uint* count) {
    if (count != nullptr) *count = 1;
    for (_cl_device_id& device : devices) {
        if (to != nullptr && &device.platform == platform) *to = &device;
    }
    return CL_SUCCESS;
}
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void* to,
                       size_t* size) {
    const Answer answer = {room, to, size};
    switch (what) {
        case CL_DEVICE_TYPE: return answer.value(device->type);
        case CL_DEVICE_NAME: return answer.text(device->name);
        case CL_DEVICE_VENDOR: return answer.text(device->vendor);
        case CL_DRIVER_VERSION: return answer.text(device->driver);
        case CL_DEVICE_VERSION: return answer.text("OpenCL 1.2");
        case CL_DEVICE_EXTENSIONS: return answer.text("cl_khr_fp64");
        case CL_DEVICE_PLATFORM: return answer.value(platform_of(*device));
        case CL_DEVICE_MAX_COMPUTE_UNITS: return answer.value(cl_uint{120});
        case CL_DEVICE_MAX_CLOCK_FREQUENCY: return answer.value(cl_uint{1000});
        case CL_DEVICE_GLOBAL_MEM_SIZE: return answer.value(cl_ulong{1} << 34);
        case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return answer.value(cl_ulong{1} << 32);
        case CL_DEVICE_LOCAL_MEM_SIZE: return answer.value(cl_ulong{48} << 10);
        case CL_DEVICE_MAX_WORK_GROUP_SIZE: return answer.value(size_t{1024});
        case CL_DEVICE_HOST_UNIFIED_MEMORY: return answer.value(cl_bool{device->type == kCpu});
        case 0x4000: return answer.value(device->compute_capability / 10);  // of NVIDIA
        case 0x4001: return answer.value(device->compute_capability % 10);
        default: return CL_INVALID_VALUE;
    }
}
cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id* device,
                           void (*)(const char*, const void*, size_t, void*), void*,
                           cl_int* error) {
    *error = CL_SUCCESS;
    return reinterpret_cast<cl_context>(*device);  // of which there is one each
}
cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t room, void* to,
                        size_t* size) {
    const Answer answer = {room, to, size};
    return what == CL_CONTEXT_NUM_DEVICES ? answer.value(cl_uint{1}) : answer.value(context);
}
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties,
                                      cl_int* error) {
    return handle<cl_command_queue>(error);
}
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char** text, const size_t* size,
                                     cl_int* error) {
    *error = CL_SUCCESS;
    return new _cl_program{std::string(*text, *size)};
}
cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id* device, const char* options,
                      void (*)(cl_program, void*), void*) {
    apsp::test::built_programs().try_emplace({program->source, options}, (*device)->target);
    return CL_SUCCESS;
}
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info, size_t room, void* to,
                             size_t* size) {
    return Answer{room, to, size}.text("");
}
cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error) {
    const bool there = program->source.find(std::string(name) + "(") != std::string::npos;
    *error = there ? CL_SUCCESS : CL_INVALID_KERNEL_NAME;
    return there ? handle<cl_kernel>(nullptr) : nullptr;
}
cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t room,
                                void* to, size_t* size) {
    return Answer{room, to, size}.value(size_t{1024});
}
cl_mem clCreateBuffer(cl_context, cl_mem_flags, size_t bytes, void* host, cl_int* error) {
    *error = CL_SUCCESS;
    return new_memory(bytes, host);
}
cl_int clRetainMemObject(cl_mem memory) {
    ++memory->users;
    return CL_SUCCESS;
}
cl_int clReleaseMemObject(cl_mem memory) {
    if (--memory->users != 0) return CL_SUCCESS;
    if (memory->own) std::free(memory->at);
    delete memory;
    return CL_SUCCESS;
}
void* clEnqueueMapBuffer(cl_command_queue, cl_mem memory, cl_bool, cl_map_flags, size_t offset,
                         size_t, cl_uint, const cl_event*, cl_event* event, cl_int* error) {
    *error = make(event);
    return at(memory, offset);
}
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem memory, cl_bool, size_t offset, size_t bytes,
                           void* to, cl_uint, const cl_event*, cl_event* event) {
    std::memcpy(to, at(memory, offset), bytes);
    return make(event);
}
cl_int clGetEventProfilingInfo(cl_event, cl_profiling_info, size_t room, void* to, size_t* size) {
    return Answer{room, to, size}.value(cl_ulong{0});
}

// What else there is has no effect.
#define SUCCEEDS(function, ...)    \
    cl_int function(__VA_ARGS__) { \
        return CL_SUCCESS;         \
    }
SUCCEEDS(clSetKernelArg, cl_kernel, cl_uint, size_t, const void*)
SUCCEEDS(clWaitForEvents, cl_uint, const cl_event*)
SUCCEEDS(clFinish, cl_command_queue)
SUCCEEDS(clRetainDevice, cl_device_id)
SUCCEEDS(clReleaseDevice, cl_device_id)
SUCCEEDS(clFlush, cl_command_queue)
SUCCEEDS(clRetainCommandQueue, cl_command_queue)
SUCCEEDS(clReleaseCommandQueue, cl_command_queue)
SUCCEEDS(clRetainContext, cl_context)
SUCCEEDS(clReleaseContext, cl_context)
SUCCEEDS(clRetainProgram, cl_program)
SUCCEEDS(clReleaseProgram, cl_program)
SUCCEEDS(clRetainEvent, cl_event)
SUCCEEDS(clReleaseEvent, cl_event)
SUCCEEDS(clReleaseKernel, cl_kernel)
#define ENDS(function, ...)                         \
    cl_int function(__VA_ARGS__, cl_event* event) { \
        return make(event);                         \
    }
ENDS(clEnqueueWriteBuffer, cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void*, cl_uint,
     const cl_event*)
ENDS(clEnqueueFillBuffer, cl_command_queue, cl_mem, const void*, size_t, size_t, size_t, cl_uint,
     const cl_event*)
ENDS(clEnqueueCopyBuffer, cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint,
     const cl_event*)
ENDS(clEnqueueNDRangeKernel, cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*,
     const size_t*, cl_uint, const cl_event*)
ENDS(clEnqueueUnmapMemObject, cl_command_queue, cl_mem, void*, cl_uint, const cl_event*)
ENDS(clEnqueueMarkerWithWaitList, cl_command_queue, cl_uint, const cl_event*)
ENDS(clEnqueueBarrierWithWaitList, cl_command_queue, cl_uint, const cl_event*)
