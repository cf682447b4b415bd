// A matrix in a file, for one that the host's memory cannot hold, with a checkpoint after every
// stripe that comes back from the device.
//
// The file has room for one stripe more than there are. A stripe that comes back is written where
// there is room, never over what it was made of; once it is on the disk, a line of a journal says
// where it is now and how far it has come, and the old one's place is free. So whatever the moment
// a solve is killed at, every stripe is whole. In memory the file's places are mapped in the order
// of the rows: a Matrix like any other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/streamed.hpp"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "base/journal.hpp"

namespace apsp {

class Workspace final : public StripeStore {
  public:
    /// Makes the files in the folder, of a matrix whose elements are to be filled in before
    /// `begin`; or, to resume, opens those that a solve called `name` of the same stripes has left.
    /// @throws Error usage when there is one to resume but not wanted, bad_input when it is of
    ///         another solve, internal for what the system refuses: no room, no permission
    Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
              const std::vector<Range>& stripes, bool resume);
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace() override;

    /// Whether the stripes are those of an earlier solve.
    bool resumed() const { return resumed_; }
    /// The first checkpoint: the elements are there.
    void begin();

    const void* read(std::size_t stripe) const override { return place_of(stripe); }
    void* next(std::size_t) override { return spare_memory_; }
    void commit(std::size_t stripe, std::size_t rounds) override;
    std::size_t rounds(std::size_t stripe) const override { return rounds_[stripe]; }

  private:
    unsigned char* place_of(std::size_t stripe) const;
    std::size_t bytes_of(std::size_t stripe) const { return stripes_[stripe].size() * row_bytes_; }
    void map(std::size_t stripe);
    void map_spare();
    bool take_record(std::span<const std::uint64_t> record);
    [[noreturn]] void fail(const char* what) const { fail_in_workspace(folder_, what); }

    std::filesystem::path folder_;
    Journal journal_;
    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    std::size_t row_bytes_;
    std::vector<std::size_t> places_;  // in the file, of each stripe
    std::vector<std::size_t> rounds_;
    std::size_t spare_;  // the place that is free
    unsigned char* spare_memory_ = nullptr;
    int file_ = -1;
    bool resumed_ = false;
};

}  // namespace apsp
