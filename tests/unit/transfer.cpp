// Copies in pieces over a bus that, like a stream of CUDA's, runs its copies late and in order.
#include "backends/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <stdexcept>
#include <vector>

#include "unit/helpers.hpp"

namespace apsp {
namespace {

using Bytes = std::vector<unsigned char>;

class LateBus {
  public:
    using Memory = unsigned char*;

    explicit LateBus(std::size_t piece) : piece_(piece), pinned_(kTransferSlots * piece) {}

    unsigned char* pinned(std::size_t slot) { return pinned_.data() + slot * piece_; }
    void send(const TransferPiece& piece, const Pitched& rows, unsigned char* memory) {
        copy(memory + rows.at(piece.first), pinned(piece.slot), piece.bytes);
    }
    void receive(const TransferPiece& piece, const Pitched& rows, unsigned char* memory) {
        copy(pinned(piece.slot), memory + rows.at(piece.first), piece.bytes);
    }
    void wait(std::size_t) { finish(); }
    void finish() {
        for (; !pending_.empty(); pending_.pop_front()) pending_.front()();
    }

  private:
    void copy(void* to, const void* from, std::size_t bytes) {
        pending_.emplace_back([=] { std::memcpy(to, from, bytes); });
    }

    std::size_t piece_;
    Bytes pinned_;
    std::deque<std::function<void()>> pending_;
};

}  // namespace

TEST_CASE("transfer: after a copy to the host that ended early, others copy the right bytes") {
    constexpr std::size_t kPiece = 1024;
    Bytes device(8 * kPiece, 7), host(8 * kPiece), ones(kPiece, 1), sent(kPiece);
    TransferOver<LateBus> transfer(kPiece);
    const auto check_next = [&] {
        std::ranges::fill(sent, 0);
        transfer.to_device(ones.data(), sent.data(), sent.size());
        CHECK(sent == ones);
    };
    {
        std::stop_source source;
        source.request_stop();
        const StopScope scope(source.get_token());
        CHECK_THROWS_AS(transfer.to_host(device.data(), host.data(), host.size()), Stopped);
    }
    check_next();
    const RowSink full = [](Range, const void*) { throw std::runtime_error("full"); };
    CHECK_THROWS_AS(transfer.to_host(device.data(), {0, kPiece, kPiece, 8}, full, 0),
                    std::runtime_error);
    check_next();
    transfer.to_host(device.data(), host.data(), host.size());
    CHECK(host == device);
}

}  // namespace apsp
