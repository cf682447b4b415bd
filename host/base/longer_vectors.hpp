// Functions that are compiled for longer vectors as well; the first call chooses.
#pragma once

// Clang does not support this attribute on templates.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define APSP_LONGER_VECTORS [[gnu::target_clones("default", "avx2", "avx512f")]]
#else
#define APSP_LONGER_VECTORS
#endif
