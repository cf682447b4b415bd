// See rank_panels.hpp.
#include "mpi/rank_panels.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "apsp/errors.hpp"
#include "base/stop.hpp"
#include "mpi/node.hpp"
#include "platform/memory.hpp"
#include "platform/shared.hpp"

namespace apsp::mpi {
namespace {

constexpr std::size_t kLeastPiece = std::size_t{1} << 20, kPieces = 16;

std::size_t piece_of(std::size_t bytes) {
    return std::max(kLeastPiece, (bytes + kPieces - 1) / kPieces);
}

std::size_t largest_of(const std::vector<PanelWay>& ways) {
    return std::ranges::max(ways, {}, &PanelWay::bytes).bytes;
}

}  // namespace

RankPanels::RankPanels(const Comm& comm, const std::vector<PanelWay>& ways, bool in_devices,
                       bool alone)
    : largest_(largest_of(ways)), in_device_(in_devices) {
    while (!share_with_group(comm, alone)) {
        if (in_device_) {
            throw Error(ErrorKind::internal,
                        "the ranks of a machine cannot share memory (memfd_create), which panels "
                        "on the device need; try --panels host");
        }
        alone = true;
    }
    struct Place {
        int group, rank;  // the group's first rank, and the rank in it
    };
    const int first = group_.gather(comm.rank()).front();
    const std::vector<Place> places = comm.gather(Place{first, group_.rank()});
    carriers_ = comm.split(group_.first() ? 0 : MPI_UNDEFINED);
    std::vector<int> firsts;
    for (const Place& each : places) {
        if (each.rank == 0) firsts.push_back(each.group);
    }
    groups_ = static_cast<int>(firsts.size());
    const auto carrier_of = [&](int group) {
        return static_cast<int>(std::ranges::find(firsts, group) - firsts.begin());
    };
    carrier_ = carrier_of(first);
    const auto place_of = [&](int rank) { return places[static_cast<std::size_t>(rank)]; };
    for (const PanelWay& way : ways) {
        const Place from = place_of(way.from);
        panels_.push_back({way.bytes, from.group == first ? from.rank : -1, carrier_of(from.group),
                           way.to == PanelWay::kAll ? way.to : carrier_of(place_of(way.to).group)});
    }
}

bool RankPanels::share_with_group(const Comm& comm, bool alone) {
    group_ = alone ? comm.split(comm.rank()) : comm.on_machine();
    const auto homes = static_cast<std::size_t>(in_device_ ? group_.size() : 1);
    const std::size_t words =
        sizeof(Changes) + homes * (kPanelSlots * sizeof(Slot) + sizeof(PanelHandle));
    words_ = (words + page_size() - 1) / page_size() * page_size();
    const std::size_t bytes = words_ + (in_device_ ? 0 : kPanelSlots * largest_);
    shared_ = allocate_host(bytes);
    // What is shared holds zeros at first.
    const bool mapped = alone || map_together(group_, shared_.get(), bytes);
    if (alone) std::fill_n(static_cast<unsigned char*>(shared_.get()), words_, 0);
    // From the start of a page, the most aligned first.
    static_assert(alignof(Slot) >= alignof(PanelHandle) &&
                  sizeof(PanelHandle) % alignof(Changes) == 0);
    slots_ = static_cast<Slot*>(shared_.get());
    handles_ = reinterpret_cast<PanelHandle*>(slots_ + homes * kPanelSlots);
    changes_ = reinterpret_cast<Changes*>(handles_ + homes);
    memories_.assign(homes, nullptr);
    return comm.all(mapped);
}

void RankPanels::allocate(DeviceMemory& device) {
    if (!in_device_ || !has_panels(static_cast<std::size_t>(group_.rank()))) return;
    auto& own = memories_[static_cast<std::size_t>(group_.rank())];
    own = device.allocate_panel(kPanelSlots * largest_);
    if (group_.size() > 1) handles_[group_.rank()] = device.handle_of(own.get());
}

void RankPanels::connect(DeviceMemory& device) {
    for (std::size_t home = 0; in_device_ && home < memories_.size(); ++home) {
        if (memories_[home] != nullptr || !has_panels(home)) continue;
        memories_[home] = device.open_panel(handles_[home]);
    }
}

void RankPanels::disconnect() {
    for (std::size_t home = 0; in_device_ && home < memories_.size(); ++home) {
        if (home != static_cast<std::size_t>(group_.rank())) memories_[home] = nullptr;
    }
}

std::size_t RankPanels::home(std::size_t step) const {
    return in_device_ && is_ours(step) ? static_cast<std::size_t>(panels_[step].home) : 0;
}

bool RankPanels::has_panels(std::size_t rank) const {
    for (std::size_t step = 0; step < count(); ++step) {
        if (home(step) == rank && readers(step) != 0) return true;
    }
    return false;
}

RankPanels::Slot& RankPanels::slot(std::size_t step) const {
    return slots_[home(step) * kPanelSlots + step % kPanelSlots];
}

unsigned char* RankPanels::memory(std::size_t step) const {
    auto* const all =
        static_cast<unsigned char*>(in_device_ ? memories_[home(step)].get() : shared_.get());
    return all + (in_device_ ? 0 : words_) + step % kPanelSlots * largest_;
}

bool RankPanels::crosses(std::size_t step) const {
    const Panel& panel = panels_[step];
    return panel.to == PanelWay::kAll ? groups_ > 1 : panel.to != panel.from;
}

bool RankPanels::comes_here(std::size_t step) const {
    return panels_[step].to == PanelWay::kAll || panels_[step].to == carrier_;
}

std::uint64_t RankPanels::readers(std::size_t step) const {
    const Panel& panel = panels_[step];
    if (panel.bytes == 0) return 0;
    const std::uint64_t sent_on = is_ours(step) && crosses(step) ? 1 : 0;
    if (panel.to != PanelWay::kAll) return sent_on + (comes_here(step) ? 1 : 0);
    return sent_on + static_cast<std::uint64_t>(group_.size() - (is_ours(step) ? 1 : 0));
}

bool RankPanels::is_free(std::size_t step) const {
    return slot(step).released.load(std::memory_order_acquire) >= before_[step];
}

bool RankPanels::is_there(std::size_t step, std::size_t bytes) const {
    return slot(step).filled.load(std::memory_order_acquire) >= mark_of(step, bytes);
}

template <class Condition>
void RankPanels::wait(Condition&& condition) const {
    // Between fast devices a panel comes within microseconds; to be woken takes as long.
    constexpr int kLooks = 200;
    for (int look = 0; look < kLooks; ++look) {
        if (condition()) return;
        std::this_thread::yield();
    }
    for (;; check_stop()) {
        const std::uint32_t seen = changes_->load(std::memory_order_acquire);
        if (condition()) return;
        wait_for_change(*changes_, seen);
    }
}

void RankPanels::notify() const {
    changes_->fetch_add(1, std::memory_order_release);
    wake_waiting(*changes_);
}

void* RankPanels::outgoing(std::size_t step) {
    wait([&] { return is_free(step); });
    return memory(step);
}

void RankPanels::send(std::size_t step, std::size_t bytes) {
    slot(step).filled.store(mark_of(step, bytes), std::memory_order_release);
    notify();
}

const void* RankPanels::incoming(std::size_t step) {
    return memory(step);
}

void RankPanels::receive(std::size_t step, std::size_t bytes) {
    wait([&] { return is_there(step, bytes); });
}

void RankPanels::release(std::size_t step) {
    slot(step).released.fetch_add(1, std::memory_order_acq_rel);
    notify();
}

void RankPanels::begin(Range turns) {
    if (before_.empty()) {
        before_.assign(count(), 0);
        std::vector<std::uint64_t> released(memories_.size() * kPanelSlots, 0);
        for (std::size_t step = turns.first; step < count(); ++step) {
            std::uint64_t& so_far = released[home(step) * kPanelSlots + step % kPanelSlots];
            before_[step] = so_far;
            so_far += readers(step);
        }
    }
    messages_.clear();
    posted_ = tested_ = 0;
    if (!group_.first()) return;
    const std::size_t piece = piece_of(largest_);
    for (std::size_t step = turns.first; step < turns.last; ++step) {
        if (!crosses(step) || !(is_ours(step) || comes_here(step))) continue;
        const std::size_t all = panels_[step].bytes;
        for (std::size_t first = 0; first < all; first += piece) {
            messages_.push_back({step, first, std::min(piece, all - first)});
        }
    }
}

bool RankPanels::post(Message& message) {
    const Panel& panel = panels_[message.step];
    const bool ours = is_ours(message.step);
    const bool ready = ours ? is_there(message.step, message.first + message.bytes)
                            : message.first != 0 || is_free(message.step);
    if (!ready) return false;
    message.posted = {};
    void* const at = memory(message.step) + message.first;
    const int bytes = static_cast<int>(message.bytes);
    // Of two carriers, both post what goes from one to the other in the same order.
    if (panel.to == PanelWay::kAll) {
        MPI_Ibcast(at, bytes, MPI_BYTE, panel.from, carriers_.handle(), &message.request);
    } else if (ours) {
        MPI_Isend(at, bytes, MPI_BYTE, panel.to, 0, carriers_.handle(), &message.request);
    } else {
        MPI_Irecv(at, bytes, MPI_BYTE, panel.from, 0, carriers_.handle(), &message.request);
    }
    return true;
}

bool RankPanels::test(Message& message) {
    int done = 0;
    MPI_Test(&message.request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return false;
    const std::size_t last = message.first + message.bytes;
    if (!is_ours(message.step)) {
        send(message.step, last);
    } else if (last == panels_[message.step].bytes) {
        const std::size_t pieces = message.first / piece_of(largest_);
        sending_ += (&message - pieces)->posted.seconds();
        release(message.step);
    }
    return true;
}

bool RankPanels::advance() {
    const std::size_t before = posted_ + tested_;
    while (posted_ < messages_.size() && post(messages_[posted_])) ++posted_;
    while (tested_ < posted_ && test(messages_[tested_])) ++tested_;
    return posted_ + tested_ != before;
}

void carry(std::span<RankPanels* const> panels, bool own_processor) {
    // MPI moves data only while it is called, but calls in a loop would take the processor from
    // threads that compute, where there is one for both.
    constexpr std::chrono::microseconds kRest{50};
    const auto any = [&](auto&& f) { return std::ranges::any_of(panels, f); };
    while (any([](RankPanels* each) { return !each->done(); })) {
        bool moved = false;
        for (RankPanels* const each : panels) moved = each->advance() || moved;
        if (moved) continue;
        if (any([](RankPanels* each) { return each->stopped(); })) return;
        own_processor ? std::this_thread::yield() : std::this_thread::sleep_for(kRest);
    }
}

}  // namespace apsp::mpi
