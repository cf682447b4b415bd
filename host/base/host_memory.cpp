// See host_memory.hpp.
#include "base/host_memory.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <vector>

#include "apsp/errors.hpp"
#include "base/text.hpp"
#include "platform/memory.hpp"

namespace apsp {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// Without huge pages, every 4 KiB are handed out, and looked up, separately: touching 4 GiB for
/// the first time takes 1 s instead of 0.3.
Pages map(std::size_t bytes) noexcept {
    const bool huge = bytes >= 2 * kHugePage;
    const std::size_t page = std::max(huge ? kHugePage : 0, page_size());
    if (bytes > std::numeric_limits<std::size_t>::max() - page) return {};
    const std::size_t whole = std::max((bytes + page - 1) / page * page, page);
    void* const memory = map_pages(whole, page);
    if (memory == nullptr) return {};
    if (huge) prefer_huge_pages(memory, whole);
    return {memory, whole};
}

/// Pages that have been given back, and that the system may reclaim but has not yet. A thread that
/// would have to wait for another does without them: after a fork, that other thread may not exist.
class Reserve {
  public:
    Pages take(std::size_t bytes) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return {};
        const auto fits = [&](const Pages& pages) {
            return pages.bytes >= bytes && pages.bytes / 5 * 4 <= std::max(bytes, page_size());
        };
        const auto found = std::ranges::find_if(kept_.rbegin(), kept_.rend(), fits);
        if (found == kept_.rend()) return {};
        const Pages pages = *found;
        kept_.erase(std::next(found).base());
        return pages;
    }

    /// Pages of a file are released at once: the system cannot reclaim those by itself.
    void keep(Pages pages) noexcept {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock || pages.bytes > most_ || !offer_pages(pages.memory, pages.bytes)) {
            unmap_pages(pages.memory, pages.bytes);
            return;
        }
        kept_.push_back(pages);
        while (sum() > most_) let_go(kept_.begin());
        // Losing the smallest costs least.
        if (kept_.size() > kMost) let_go(std::ranges::min_element(kept_, {}, &Pages::bytes));
    }

    void let_all_go() noexcept {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        while (lock && !kept_.empty()) let_go(std::prev(kept_.end()));
    }

  private:
    static constexpr std::size_t kMost = 16;

    void let_go(std::vector<Pages>::iterator pages) noexcept {
        unmap_pages(pages->memory, pages->bytes);
        kept_.erase(pages);
    }

    std::size_t sum() const {
        std::size_t bytes = 0;
        for (const Pages& pages : kept_) bytes += pages.bytes;
        return bytes;
    }

    /// Half of the machine's memory.
    const std::size_t most_ = physical_memory() / 2;
    std::mutex mutex_;
    std::vector<Pages> kept_ = [] {
        std::vector<Pages> none;
        none.reserve(kMost + 1);
        return none;
    }();  // in the order in which they were given back
};

/// Lives as long as the process, since pages may be given back until its end.
Reserve& reserve() {
    static Reserve& only = *new Reserve;
    return only;
}

}  // namespace

Pages take_pages(std::size_t bytes) noexcept {
    Pages pages = reserve().take(bytes);
    if (pages.memory == nullptr) pages = map(bytes);
    if (pages.memory == nullptr) {  // the kept pages may count against a limit
        reserve().let_all_go();
        pages = map(bytes);
    }
#ifdef __SANITIZE_ADDRESS__
    // Callers must not rely on zeros.
    constexpr std::size_t kMost = std::size_t{64} << 20;
    if (pages.memory != nullptr) std::memset(pages.memory, 0x5a, std::min(bytes, kMost));
#endif
    return pages;
}

void give_back(Pages pages) noexcept {
    if (pages.memory != nullptr) reserve().keep(pages);
}

HostMemory allocate_host(std::size_t bytes) {
    const auto [memory, mapped] = take_pages(bytes);
    if (memory == nullptr) {
        throw Error(
            ErrorKind::out_of_memory,
            fmt::format("no host memory for intermediate results ({})", format_bytes(bytes)));
    }
    return HostMemory(memory, GiveBack{mapped});
}

}  // namespace apsp
