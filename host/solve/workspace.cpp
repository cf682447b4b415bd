// See workspace.hpp. The journal's records are stripe, place, rounds and checksum. The first are
// those of all stripes in order, at their first places.
#include "solve/workspace.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "apsp/errors.hpp"
#include "apsp/solve.hpp"
#include "base/checksum.hpp"

namespace apsp {
namespace {

std::filesystem::path matrix_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.bin";
}
std::filesystem::path journal_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.journal";
}

void remove_files(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::remove(journal_file(folder), ignored);
    std::filesystem::remove(matrix_file(folder), ignored);
}

}  // namespace

Workspace::Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
                     const std::vector<Range>& stripes)
    : folder_(folder),
      journal_(journal_file(folder), std::move(name)),
      matrix_(matrix),
      stripes_(stripes),
      row_bytes_(matrix.row_bytes()),
      places_(stripes.size()),
      rounds_(stripes.size(), 0),
      spare_(stripes.size()) {
    std::iota(places_.begin(), places_.end(), std::size_t{0});
}

Workspace::Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
                     const std::vector<Range>& stripes, bool resume)
    : Workspace(folder, std::move(name), matrix, stripes) {
    journal_.lock();
    if (!resume) journal_.expect_none();
    if (resume) journal_.read([&](auto record) { return take_record(record); });
    // A journal that was torn within the first records is of a solve that had not begun.
    resumed_ = sums_.size() == stripes.size();
    journal_.cut();
    if (!resumed_) remove_files(folder);
    const std::uint64_t bytes = (stripes.size() + 1) * bytes_of(0);
    if (resumed_) check_whole(matrix_file(folder), bytes);
    file_ = open(matrix_file(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file_ < 0) fail("opening the matrix file");
    try {
        reserve(file_, bytes, folder);
    } catch (const Error&) {
        if (!resumed_) {
            remove_files(folder);
            journal_.unlock();
        }
        throw;
    }
    for (std::size_t s = 0; s < stripes.size(); ++s) map(s);
    map_spare();
    if (resumed_) check_stripes();
}

Workspace::~Workspace() {
    if (spare_memory_ != nullptr) munmap(spare_memory_, bytes_of(0));
    if (file_ >= 0) close(file_);
}

void Workspace::begin() {
    if (msync(matrix_.data(), matrix_.bytes(), MS_SYNC) != 0) fail("writing the matrix");
    std::vector<std::vector<std::uint64_t>> records;
    for (std::size_t s = 0; s < stripes_.size(); ++s) {
        records.push_back({s, places_[s], 0, checksum(place_of(s), bytes_of(s))});
    }
    journal_.begin(records);
}

void Workspace::commit(std::size_t stripe, std::size_t rounds) {
    if (msync(spare_memory_, bytes_of(stripe), MS_SYNC) != 0) fail("writing a stripe");
    journal_.add({stripe, spare_, rounds, checksum(spare_memory_, bytes_of(stripe))});
    std::swap(places_[stripe], spare_);
    rounds_[stripe] = rounds;
    map(stripe);
    map_spare();
}

unsigned char* Workspace::place_of(std::size_t stripe) const {
    return static_cast<unsigned char*>(matrix_.row_data(stripes_[stripe].first));
}

/// Maps the stripe's place in the file to its rows in memory.
void Workspace::map(std::size_t stripe) {
    const auto offset = static_cast<off_t>(places_[stripe] * bytes_of(0));
    if (mmap(place_of(stripe), bytes_of(stripe), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             file_, offset) == MAP_FAILED) {
        fail("mapping the matrix file");
    }
}

void Workspace::map_spare() {
    if (spare_memory_ != nullptr) munmap(spare_memory_, bytes_of(0));
    void* const memory = mmap(nullptr, bytes_of(0), PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                              static_cast<off_t>(spare_ * bytes_of(0)));
    spare_memory_ = memory == MAP_FAILED ? nullptr : static_cast<unsigned char*>(memory);
    if (spare_memory_ == nullptr) fail("mapping the matrix file");
}

bool Workspace::take_record(std::span<const std::uint64_t> record) {
    if (record.size() != 4) return false;
    const std::size_t stripe = record[0], place = record[1];
    if (sums_.size() < stripes_.size()) {
        if (stripe != sums_.size() || place != stripe || record[2] != 0) return false;
        sums_.push_back(record[3]);
        return true;
    }
    if (stripe >= stripes_.size() || place != spare_) return false;
    std::swap(places_[stripe], spare_);
    rounds_[stripe] = record[2];
    sums_[stripe] = record[3];
    return true;
}

void Workspace::check_stripes() const {
    for (std::size_t s = 0; s < stripes_.size(); ++s) {
        if (checksum(place_of(s), bytes_of(s)) == sums_[s]) continue;
        fail_to_resume(
            matrix_file(folder_),
            fmt::format("rows {} to {} are damaged: they have another checksum than when "
                        "they were written",
                        stripes_[s].first, std::min(stripes_[s].last, matrix_.n()) - 1));
    }
}

void remove_workspace(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (!std::filesystem::exists(folder, ignored)) return;
    const std::filesystem::path path = lock_file(journal_file(folder));
    const FileLock lock(path, std::try_to_lock);
    if (lock.taken()) return;
    remove_files(folder);
    std::filesystem::remove(path, ignored);
}

}  // namespace apsp
