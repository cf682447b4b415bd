/* What a shared library of apsp-ocl exports; everything else in it is hidden. */
#ifndef APSP_EXPORT_H
#define APSP_EXPORT_H

#if defined(__ELF__) || defined(__MACH__)
#define APSP_EXPORT __attribute__((visibility("default")))
#else
#define APSP_EXPORT
#endif

#endif
