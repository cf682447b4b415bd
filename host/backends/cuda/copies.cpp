// See copies.hpp.
#include "backends/cuda/copies.hpp"

namespace apsp::cuda {

unsigned char* Copies::pin(std::size_t bytes) {
    void* pinned = nullptr;
    card_.check(cudaMallocHost(&pinned, bytes), "cudaMallocHost for transfers");
    return pinned_ = static_cast<unsigned char*>(pinned);
}

void Copies::write(const Memory& memory, const Pitched& part, const void* from, const Event& done) {
    copy(memory.data() + part.begin, part.pitch, from, part.width, part.width, part.rows);
    card_.check(cudaEventRecord(done, stream_), "cudaEventRecord");
}

void Copies::read(const Memory& memory, const Pitched& part, void* to, const Event& done) {
    copy(to, part.width, memory.data() + part.begin, part.pitch, part.width, part.rows);
    card_.check(cudaEventRecord(done, stream_), "cudaEventRecord");
}

void Copies::copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                  std::size_t width, std::size_t rows) {
    if (rows > 1 && (to_pitch != width || from_pitch != width)) {
        card_.check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, rows,
                                      cudaMemcpyDefault, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(to, from, width * rows, cudaMemcpyDefault, stream_),
                    "cudaMemcpyAsync");
    }
}

void Copies::let_wait(const Event& event) {
    card_.check(cudaStreamWaitEvent(stream_, event, 0), "cudaStreamWaitEvent");
}

void Copies::wait(const Event& done) {
    card_.check(cudaEventSynchronize(done), "cudaEventSynchronize");
}

void Copies::finish() {
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

}  // namespace apsp::cuda
