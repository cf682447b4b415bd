// See slabs.hpp.
#include "backends/opencl/slabs.hpp"

#include "base/parallel_copy.hpp"

namespace apsp::opencl {

Slab Slabs::allocate(std::size_t rows, std::size_t ld, void* host) {
    if (!in_place()) return GpuSlabs::allocate(rows, ld, host);
    const std::size_t bytes = rows * layout_.row_bytes(ld);
    if (host == nullptr) {
        own_.push_back(allocate_host(bytes));
        host = own_.back().get();
    }
    return keep(queue_.host_memory(host, bytes), rows, ld);
}

cl::Buffer Slabs::on_device(const void* host, std::size_t bytes, std::string_view what) {
    if (!in_place() || bytes == 0) return GpuSlabs::on_device(host, bytes, what);
    return queue_.host_memory(const_cast<void*>(host), bytes);
}

void Slabs::give_back(const cl::Buffer& memory, std::size_t bytes) {
    if (!in_place()) return;
    wait_for_all();
    copies_.mapped(memory, run_of(bytes), CL_MAP_READ, [](const void*) {});
}

void Slabs::put(const View& view, const void* host, Mark mark, const Pieces& readable) {
    if (!in_place()) return GpuSlabs::put(view, host, mark, readable);
    wait_for(mark);
    const Pitched part = part_of(view);
    if (readable) readable(part.bytes());
    copies_.mapped(memory(view.slab), part, CL_MAP_WRITE, [&](void* memory) {
        if (memory == host) return;
        copy_rows(memory, part.pitch, host, part.width, part.width, part.rows);
    });
}

void Slabs::get(const View& view, void* host, Mark mark, const Pieces& written) {
    if (!in_place()) return GpuSlabs::get(view, host, mark, written);
    wait_for(mark);
    const Pitched part = part_of(view);
    copies_.mapped(memory(view.slab), part, CL_MAP_READ, [&](const void* memory) {
        if (memory == host) return;
        copy_rows(host, part.width, memory, part.pitch, part.width, part.rows);
    });
    if (written) written(part.bytes());
}

void Slabs::put(const Slab& slab, Range rows, const RowSource& source) {
    if (!in_place()) return GpuSlabs::put(slab, rows, source);
    if (rows.size() == 0) return;
    wait_for_all();
    copies_.mapped(memory(slab), part_of(slab, rows), CL_MAP_WRITE,
                   [&](void* memory) { source(rows, memory); });
}

void Slabs::get(const Slab& slab, Range rows, const RowSink& sink) {
    if (!in_place()) return GpuSlabs::get(slab, rows, sink);
    if (rows.size() == 0) return;
    wait_for_all();
    copies_.mapped(memory(slab), part_of(slab, rows), CL_MAP_READ,
                   [&](const void* memory) { sink(rows, memory); });
}

}  // namespace apsp::opencl
