// Copies in pieces, by a device that, like a stream of CUDA's, runs its copies late and in order.
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

class LateCopies {
  public:
    using Memory = unsigned char*;
    using Kernel = int;
    using Event = int;

    unsigned char* pin(std::size_t bytes) {
        pinned_.resize(bytes);
        return pinned_.data();
    }
    Event event() { return 0; }
    void write(unsigned char* memory, const Pitched& part, const void* from, Event) {
        copy(memory + part.begin, from, part.bytes());
    }
    void read(unsigned char* memory, const Pitched& part, void* to, Event) {
        copy(to, memory + part.begin, part.bytes());
    }
    void launch(Kernel, std::initializer_list<std::size_t>, std::initializer_list<std::size_t>,
                const auto&...) {}
    void wait(Event) { finish(); }
    void drain() { finish(); }
    void finish() {
        for (; !pending_.empty(); pending_.pop_front()) pending_.front()();
    }

  private:
    void copy(void* to, const void* from, std::size_t bytes) {
        pending_.emplace_back([=] { std::memcpy(to, from, bytes); });
    }

    Bytes pinned_;
    std::deque<std::function<void()>> pending_;
};

}  // namespace

TEST_CASE("transfer: after a copy to the host that ended early, others copy the right bytes") {
    constexpr std::size_t kPiece = 1024;
    Bytes device(8 * kPiece, 7), host(8 * kPiece), ones(kPiece, 1), sent(kPiece);
    LateCopies copies;
    Transfer<LateCopies> transfer(kPiece, copies);
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
