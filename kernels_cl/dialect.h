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
// Makes `pointer`, a kernel's argument in local memory, one in CUDA, too.
#define LOCAL_ARGUMENT(pointer, type)
// Stores what this kernel does not read soon.
#define STREAM(to, value) *(to) = (value)
// Of a kernel whose groups have so many work-items. CUDA caps registers so that RESIDENT groups fit
// a compute unit.
#define GROUP_OF(items) __attribute__((reqd_work_group_size(items, 1, 1)))
// Keeps a pointer in registers, instead of what it is computed from.
#define COMPUTED_ONCE(pointer)
// Keeps a loop from being unrolled.
#define ROLLED
// Declares `name`, local memory for `count` of a type: of kernels that have no other.
#define LOCAL_SCRATCH(type, name, count) LOCAL_MEMORY type name[count] __attribute__((aligned(16)))
// Only CUDA has COPY_ASYNC(to, from), which starts a copy of 16 bytes to local memory,
// COPY_COMMIT(), which ends a group of copies, and COPY_WAIT(pending), which waits for all but the
// last groups.

// A vector type; its loads and stores. CUDA's are aligned to the whole vector.
#define VECTOR(type, width) PASTE(type, width)
#define VLOAD(width) PASTE(vload, width)
#define VSTORE(width) PASTE(vstore, width)
// Of elements, as an expression.
#define VECTOR2(type, a, b) ((type)(a, b))
#define VECTOR8(type, a, b, c, d, e, f, g, h) ((type)(a, b, c, d, e, f, g, h))
#define VECTOR4(type, a, b, c, d) ((type)(a, b, c, d))
// Of neighbours in an array of registers.
#define NEIGHBOURS2(type, x, j) VECTOR2(type, (x)[j], (x)[(j) + 1])
#define NEIGHBOURS4(type, x, j) VECTOR4(type, (x)[j], (x)[(j) + 1], (x)[(j) + 2], (x)[(j) + 3])
#define ELEMENT(vector, i) ((vector).s##i)
// By element, a where the condition holds and b elsewhere.
#define SELECT(condition, a, b) ((condition) ? (a) : (b))
#endif

#endif
