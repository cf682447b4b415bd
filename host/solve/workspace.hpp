// A matrix in a file, for matrices that the host's memory cannot hold, with a checkpoint after
// every stripe that comes back from the device.
//
// The file has room for one stripe more than there are. A stripe that comes back is written to the
// free place, never over its old version. Once it is on the disk, a line of a journal says where it
// is now and how far it has come, and the old place becomes free. So every stripe is whole, at
// whatever moment a solve is killed. The journal also has each stripe's checksum, by which damage
// is noticed when the solve is resumed. In memory, the places are mapped in the order of the rows,
// so that the matrix is like any other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/streamed.hpp"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "base/host_memory.hpp"
#include "base/journal.hpp"

namespace apsp {

/// Of whatever a workspace holds.
std::filesystem::path journal_file(const std::filesystem::path& folder);

class Workspace final : public StripeStore {
  public:
    /// Makes the files in the folder for a matrix whose elements must be filled in before `begin`.
    /// With `resume`, opens the files that a solve with the same `name` and stripes has left there.
    /// @throws Error usage if another solve is under way there, or there are files but `resume` is
    /// off; bad_input if they are of another solve or damaged; internal for what the system
    /// refuses: no room, no permission
    Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
              const std::vector<Range>& stripes, bool resume);
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    /// Whether the stripes are those of an earlier solve.
    bool resumed() const { return resumed_; }
    /// The first checkpoint, once all elements are filled in.
    void begin();

    const void* read(std::size_t stripe) const override { return place_of(stripe); }
    void* next(std::size_t) override { return spare_memory_.get(); }
    void commit(std::size_t stripe, std::size_t rounds) override;
    std::size_t rounds(std::size_t stripe) const override { return rounds_[stripe]; }

  private:
    void* place_of(std::size_t stripe) const { return matrix_.row_data(stripes_[stripe].first); }
    std::size_t bytes_of(std::size_t stripe) const { return stripes_[stripe].size() * row_bytes_; }
    /// Maps a place in the file to memory that has pages of its own.
    void map(std::size_t place, void* to, std::size_t bytes) const;
    bool take_record(std::span<const std::uint64_t> record);
    /// That the file holds what the journal says. @throws Error bad_input, naming rows
    void check_stripes() const;
    [[noreturn]] void fail(const char* what) const { fail_in_workspace(folder_, what); }

    std::filesystem::path folder_;
    Journal journal_;
    Matrix& matrix_;
    const std::vector<Range>& stripes_;
    std::size_t row_bytes_;
    std::size_t place_bytes_;          // in the file: whole pages
    std::vector<std::size_t> places_;  // place of each stripe in the file
    std::vector<std::size_t> rounds_;
    std::vector<std::uint64_t> sums_;  // checksums of the stripes that records have named
    std::size_t spare_;                // the place that is free
    HostMemory spare_memory_;
    File file_;
    bool resumed_ = false;
};

}  // namespace apsp
