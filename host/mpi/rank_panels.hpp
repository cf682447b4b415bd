// Panels (see algorithms/shares.hpp) between ranks.
//
// Ranks of a group are on one machine, and read each panel where its sender put it: in memory that
// they share, or in the sender's device. They tell one another by a few words that they share, too,
// and do not call MPI for that.
//
// Between groups, the first rank of each is the carrier. Its main thread, the only one that calls
// MPI, sends its group's panels to the other carriers, and brings its group theirs: one message per
// machine, in pieces, so that readers begin before all have come. A panel for one rank alone goes
// only to that rank's group.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/shares.hpp"
#include "base/host_memory.hpp"
#include "base/stopwatch.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

/// A panel's way between ranks.
struct PanelWay {
    static constexpr int kAll = -1;
    std::size_t bytes;  ///< 0: there is no such panel.
    int from;           ///< The rank that sends it.
    int to = kAll;      ///< The only one that receives it.
};

class RankPanels final : public Panels {
  public:
    /// All ranks of `comm` call it, with the ways of all panels by their numbers: the steps.
    /// `alone`: each rank is a group of its own, as it is where ranks cannot share memory; panels
    /// in devices of several groups take an MPI that reads these.
    /// @throws Error internal on all of them, if panels are in devices and ranks cannot share
    /// memory
    RankPanels(const Comm& comm, const std::vector<PanelWay>& ways, bool in_devices, bool alone);
    RankPanels(const RankPanels&) = delete;
    RankPanels& operator=(const RankPanels&) = delete;

    /// This rank's memory on its device, where panels are in devices. @throws Error out_of_memory
    void allocate(DeviceMemory& device);
    /// Opens the others' memory on their devices, once all have allocated. @throws Error internal
    void connect(DeviceMemory& device);
    /// Closes the others' memory. They may free it once all have done so.
    void disconnect();
    /// How many panels there are, with those that have no bytes.
    std::size_t count() const { return panels_.size(); }
    /// All ranks are to carry out the steps first .. last - 1, which follow those of the turn
    /// before.
    void begin(Range turns);

    void* outgoing(std::size_t step) override;
    void send(std::size_t step, std::size_t bytes) override;
    const void* incoming(std::size_t step) override;
    void receive(std::size_t step, std::size_t bytes) override;
    void release(std::size_t step) override;

    // For `carry`, below.
    /// Posts and tests. Whether anything has moved.
    bool advance();
    bool done() const { return tested_ == messages_.size(); }
    bool stopped() const { return stopped_; }
    /// Makes `carry` return; the other thread has failed.
    void stop() { stopped_ = true; }
    /// Seconds that panels of this group took to the others, where this rank is the carrier.
    double sending_seconds() const { return sending_; }

  private:
    /// What a group shares: a number that each change of the slots increments; and of each slot the
    /// last bytes that were filled, as mark_of, and how often readers have released it.
    using Changes = std::atomic<std::uint32_t>;
    struct alignas(64) Slot {
        std::atomic<std::uint64_t> filled;
        std::atomic<std::uint64_t> released;
    };
    /// A panel as this group sees it: its sender as a rank of the group, or -1, and the carriers of
    /// its sender and of its only receiver, or PanelWay::kAll.
    struct Panel {
        std::size_t bytes;
        int home, from, to;
    };
    /// A piece of a panel, from one carrier to others.
    struct Message {
        std::size_t step, first, bytes;
        MPI_Request request = MPI_REQUEST_NULL;
        Stopwatch posted = {};
    };

    bool share_with_group(const Comm& comm, bool alone);
    bool is_ours(std::size_t step) const { return panels_[step].home >= 0; }
    bool crosses(std::size_t step) const;  ///< Whether a step's panel goes to other groups.
    bool comes_here(std::size_t step) const;
    /// Whose memory a step's panel is in: a rank of the group, in devices; 0 where it is shared.
    std::size_t home(std::size_t step) const;
    bool has_panels(std::size_t rank) const;  ///< Whether its device is the home of any.
    Slot& slot(std::size_t step) const;
    unsigned char* memory(std::size_t step) const;
    /// Grows with each byte of each step that a slot holds.
    std::uint64_t mark_of(std::size_t step, std::size_t bytes) const {
        return (step + 1) * (largest_ + 1) + bytes;
    }
    /// How often a step's panel is released in this group: by the ranks that receive it, and by the
    /// carrier that sends it on.
    std::uint64_t readers(std::size_t step) const;
    bool is_free(std::size_t step) const;
    bool is_there(std::size_t step, std::size_t bytes) const;
    template <class Condition>
    void wait(Condition&& condition) const;
    void notify() const;
    bool post(Message& message);
    bool test(Message& message);

    std::vector<Panel> panels_;
    std::size_t largest_;  // bytes of the largest panel
    bool in_device_;
    Comm group_, carriers_;
    int groups_ = 1;
    int carrier_ = 0;        // of the group, among carriers
    HostMemory shared_;      // by the group: words, and panels that are not in devices
    std::size_t words_ = 0;  // bytes of the former
    Changes* changes_ = nullptr;
    Slot* slots_ = nullptr;
    PanelHandle* handles_ = nullptr;               // of the devices' panels, by ranks
    std::vector<std::shared_ptr<void>> memories_;  // by ranks, where they are in devices
    std::vector<std::uint64_t> before_;  // releases of a slot, when it is free for a step's panel
    std::vector<Message> messages_;      // in the order in which both ends post them
    std::size_t posted_ = 0, tested_ = 0;
    std::atomic<bool> stopped_ = false;
    double sending_ = 0;
};

/// Carries what has begun to its end, or until `stop` of any. `own_processor`: this thread has a
/// processor that no other thread needs.
void carry(std::span<RankPanels* const> panels, bool own_processor);

}  // namespace apsp::mpi
