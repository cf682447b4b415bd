// See stripes.hpp.
#include "backends/cuda/stripes.hpp"

namespace apsp::cuda {
namespace {

bool on_a_device(const void* memory) {
    cudaPointerAttributes attributes{};
    return cudaPointerGetAttributes(&attributes, memory) == cudaSuccess &&
           attributes.type == cudaMemoryTypeDevice;
}

}  // namespace

Stripes::Stripes(const Card& card, const std::vector<Stripe>& stripes, std::size_t ld,
                 std::size_t element_bytes)
    : card_(card),
      element_bytes_(element_bytes),
      row_bytes_(ld * element_bytes),
      stripes_(stripes),
      copies_(card, true),
      transfer_(kLargestTransferPiece, card, copies_, false) {
    for (const Stripe& stripe : stripes_) {
        memory_.emplace_back(card, stripe.rows.size() * row_bytes_, "rows of the matrix");
    }
    for (std::size_t i = 0; i < kMarks; ++i) marks_.push_back(std::make_unique<Event>(card, false));
}

Mark Stripes::mark(cudaStream_t stream) {
    card_.check(cudaEventRecord(*marks_[next_mark_ % kMarks], stream), "cudaEventRecord");
    return next_mark_++;
}

void Stripes::wait_for(Mark mark) {
    card_.use();
    if (mark == kNoMark) return;
    card_.check(cudaStreamWaitEvent(copies_, *marks_[mark % kMarks], 0), "cudaStreamWaitEvent");
}

void Stripes::copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                   const Pitched& rows) {
    card_.check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, rows.width, rows.rows,
                                  cudaMemcpyDefault, copies_),
                "cudaMemcpy2DAsync");
    card_.check(cudaStreamSynchronize(copies_), "cudaStreamSynchronize");
}

void Stripes::put(std::size_t stripe, const Piece& piece, const void* host, Mark mark) {
    wait_for(mark);
    const Pitched rows = rows_of(stripe, piece);
    if (on_a_device(host)) {
        return copy(memory_[stripe].data() + rows.begin, rows.pitch, host, rows.width, rows);
    }
    transfer_.to_device(host, memory_[stripe].data(), rows);
}

void Stripes::get(std::size_t stripe, const Piece& piece, void* host, Mark mark) {
    wait_for(mark);
    const Pitched rows = rows_of(stripe, piece);
    if (on_a_device(host)) {
        return copy(host, rows.width, memory_[stripe].data() + rows.begin, rows.pitch, rows);
    }
    transfer_.to_host(memory_[stripe].data(), host, rows);
}

}  // namespace apsp::cuda
