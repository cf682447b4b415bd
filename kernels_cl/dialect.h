// What OpenCL C and CUDA spell differently, as OpenCL C spells it. CUDA compiles kernels of this
// folder, too: host/backends/cuda/opencl_c.cuh defines the same macros for it, and the functions
// and types of OpenCL C that these kernels use.
#ifndef DIALECT_H
#define DIALECT_H

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

#if !defined(__CUDACC__)
// A function that kernels call.
#define INLINE static inline
// Declares local memory; __local alone is for pointers to it.
#define LOCAL_MEMORY __local

// A vector type; its loads and stores. CUDA's are aligned to the whole vector.
#define VECTOR(type, width) PASTE(type, width)
#define VLOAD(width) PASTE(vload, width)
#define VSTORE(width) PASTE(vstore, width)
// By element, a where the condition holds and b elsewhere.
#define SELECT(condition, a, b) ((condition) ? (a) : (b))
#endif

#endif
