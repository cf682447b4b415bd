// See comm.hpp.
#include "mpi/comm.hpp"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <chrono>
#include <thread>

namespace apsp::mpi {

void wait(MPI_Request& request) {
    constexpr std::chrono::microseconds kLongest{1000};
    std::chrono::microseconds rest{10};
    for (int done = 0;; std::this_thread::sleep_for(rest)) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done != 0) return;
        rest = std::min(rest * 2, kLongest);
    }
}

void wait_for_data(MPI_Request& request) {
    for (int done = 0; done == 0; std::this_thread::yield()) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
}

bool reads_cuda_memory() {
#if defined(MPIX_CUDA_AWARE_SUPPORT) || (defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 40000000)
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

Comm::Comm(MPI_Comm handle) : handle_(handle) {
    MPI_Comm_rank(handle, &rank_);
    MPI_Comm_size(handle, &size_);
}

void Comm::meet() const {
    MPI_Request request;
    MPI_Ibarrier(handle_, &request);
    wait(request);
}

bool Comm::all(bool here) const {
    return std::ranges::min(gather(here ? 1 : 0)) != 0;
}

void Comm::gather_bytes(const void* value, void* all, std::size_t bytes) const {
    MPI_Request request;
    const int count = static_cast<int>(bytes);
    MPI_Iallgather(value, count, MPI_BYTE, all, count, MPI_BYTE, handle_, &request);
    wait(request);
}

void Comm::share_bytes(void* value, std::size_t bytes) const {
    std::vector<std::size_t> bounds(static_cast<std::size_t>(size_) + 1, 1);
    bounds.front() = 0;
    complete(value, bounds, bytes);
}

void Comm::complete(void* data, const std::vector<std::size_t>& bounds, std::size_t bytes) const {
    constexpr std::size_t kPiece = std::size_t{1} << 30;  // counts are ints
    for (std::size_t rank = 0; rank + 1 < bounds.size(); ++rank) {
        const std::size_t last = bounds[rank + 1] * bytes;
        for (std::size_t first = bounds[rank] * bytes; first < last; first += kPiece) {
            const int count = static_cast<int>(std::min(kPiece, last - first));
            MPI_Request request;
            MPI_Ibcast(static_cast<char*>(data) + first, count, MPI_BYTE, static_cast<int>(rank),
                       handle_, &request);
            wait_for_data(request);
        }
    }
}

Comm Comm::owning(MPI_Comm handle) {
    if (handle == MPI_COMM_NULL) return {};
    Comm comm(handle);
    comm.owned_ = {new MPI_Comm(handle), [](MPI_Comm* its) {
                       MPI_Comm_free(its);
                       delete its;
                   }};
    return comm;
}

Comm Comm::split(int colour) const {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(handle_, colour, rank_, &part);
    return owning(part);
}

Comm Comm::on_machine() const {
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
    return owning(here);
}

}  // namespace apsp::mpi
