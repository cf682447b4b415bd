// The few instructions that C++ cannot express.
#pragma once

#include <cuda_runtime.h>

namespace apsp::cuda {

/// Starts copying 16 bytes from global to shared memory, past the L1 cache. Before compute
/// capability 8.0 the copy is synchronous.
__device__ __forceinline__ void copy_async(void* shared, const void* global) {
#if __CUDA_ARCH__ >= 800
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global)
                 : "memory");
#else
    *static_cast<uint4*>(shared) = *static_cast<const uint4*>(global);
#endif
}

/// Ends a group of copies.
__device__ __forceinline__ void copy_commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/// Waits for all but the last kPending of this thread's groups of copies.
template <int kPending>
__device__ __forceinline__ void copy_wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
#endif
}

// Loads and stores of memory that running blocks share: each element arrives whole, and elements
// arrive in any order.
__device__ __forceinline__ void load_shared_by_blocks(unsigned (&to)[4], const void* from) {
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(from)
                 : "memory");
}
__device__ __forceinline__ void load_shared_by_blocks(unsigned (&to)[2], const void* from) {
    asm volatile("ld.relaxed.gpu.global.v2.b32 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "l"(from)
                 : "memory");
}
__device__ __forceinline__ void load_shared_by_blocks(unsigned long long (&to)[2],
                                                      const void* from) {
    asm volatile("ld.relaxed.gpu.global.v2.b64 {%0, %1}, [%2];"
                 : "=l"(to[0]), "=l"(to[1])
                 : "l"(from)
                 : "memory");
}
__device__ __forceinline__ void store_shared_by_blocks(void* to, const unsigned (&from)[4]) {
    asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(from[0]),
                 "r"(from[1]), "r"(from[2]), "r"(from[3])
                 : "memory");
}
__device__ __forceinline__ void store_shared_by_blocks(void* to, const unsigned (&from)[2]) {
    asm volatile("st.relaxed.gpu.global.v2.b32 [%0], {%1, %2};" ::"l"(to), "r"(from[0]),
                 "r"(from[1])
                 : "memory");
}
__device__ __forceinline__ void store_shared_by_blocks(void* to,
                                                       const unsigned long long (&from)[2]) {
    asm volatile("st.relaxed.gpu.global.v2.b64 [%0], {%1, %2};" ::"l"(to), "l"(from[0]),
                 "l"(from[1])
                 : "memory");
}

/// Ends the kernel with an error.
__device__ __forceinline__ void fail() {
    __trap();
}

}  // namespace apsp::cuda
