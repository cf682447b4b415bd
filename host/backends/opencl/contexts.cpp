#include "backends/opencl/contexts.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace apsp::opencl {
namespace {

struct Shared {
    std::mutex mutex;
    std::map<cl_device_id, cl::Context> contexts;
    std::map<std::pair<cl_context, std::string>, cl::Program> programs;
};

/// Never destroyed: at the end of a process a driver may be gone before it.
Shared& shared() {
    static auto* const instance = new Shared;
    return *instance;
}

}  // namespace

cl::Context context_of(const cl::Device& device) {
    Shared& s = shared();
    const std::lock_guard lock(s.mutex);
    const auto found = s.contexts.find(device());
    if (found != s.contexts.end()) return found->second;
    return s.contexts[device()] = cl::Context(device);
}

cl::Program program_of(const cl::Context& context, const std::string& key,
                       const std::function<cl::Program()>& build) {
    Shared& s = shared();
    const std::pair place(context(), key);
    {
        const std::lock_guard lock(s.mutex);
        const auto found = s.programs.find(place);
        if (found != s.programs.end()) return found->second;
    }
    const cl::Program program = build();
    const std::lock_guard lock(s.mutex);
    return s.programs[place] = program;
}

void forget_contexts() {
    Shared& s = shared();
    const std::lock_guard lock(s.mutex);
    s.contexts.clear();
    s.programs.clear();
}

}  // namespace apsp::opencl
