// See workspace.hpp. The journal's records are stripe, place, rounds and checksum. The first are
// those of all stripes in order, at their first places.
#include "solve/workspace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "apsp/errors.hpp"
#include "apsp/solve.hpp"
#include "base/checksum.hpp"
#include "platform/memory.hpp"

namespace apsp {
namespace {

std::filesystem::path matrix_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.bin";
}

void remove_files(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::remove(journal_file(folder), ignored);
    std::filesystem::remove(matrix_file(folder), ignored);
}

}  // namespace

std::filesystem::path journal_file(const std::filesystem::path& folder) {
    return folder / "apsp-matrix.journal";
}

Workspace::Workspace(const std::filesystem::path& folder, std::string name, Matrix& matrix,
                     const std::vector<Range>& stripes, bool resume)
    : folder_(folder),
      journal_(journal_file(folder), std::move(name)),
      matrix_(matrix),
      stripes_(stripes),
      row_bytes_(matrix.row_bytes()),
      place_bytes_((bytes_of(0) + page_size() - 1) / page_size() * page_size()),
      places_(stripes.size()),
      rounds_(stripes.size(), 0),
      spare_(stripes.size()),
      spare_memory_(allocate_host(bytes_of(0))) {
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    journal_.lock();
    if (!resume) journal_.expect_none();
    if (resume) journal_.read([&](auto record) { return take_record(record); });
    // A journal that was torn within the first records is of a solve that had not begun.
    resumed_ = sums_.size() == stripes.size();
    journal_.cut();
    if (!resumed_) remove_files(folder);
    const std::uint64_t bytes = (stripes.size() + 1) * place_bytes_;
    if (resumed_) check_whole(matrix_file(folder), bytes);
    file_ = File(matrix_file(folder), FileUse::update);
    if (!file_) fail("opening the matrix file");
    try {
        reserve(file_, bytes, folder);
    } catch (const Error&) {
        if (!resumed_) {
            remove_files(folder);
            journal_.unlock();
        }
        throw;
    }
    for (std::size_t s = 0; s < stripes.size(); ++s) map(places_[s], place_of(s), bytes_of(s));
    map(spare_, spare_memory_.get(), bytes_of(0));
    if (resumed_) check_stripes();
}

void Workspace::begin() {
    if (!sync_pages(matrix_.data(), matrix_.bytes())) fail("writing the matrix");
    std::vector<std::vector<std::uint64_t>> records;
    for (std::size_t s = 0; s < stripes_.size(); ++s) {
        records.push_back({s, places_[s], 0, checksum(place_of(s), bytes_of(s))});
    }
    journal_.begin(records);
}

void Workspace::commit(std::size_t stripe, std::size_t rounds) {
    void* const content = spare_memory_.get();
    if (!sync_pages(content, bytes_of(stripe))) fail("writing a stripe");
    journal_.add({stripe, spare_, rounds, checksum(content, bytes_of(stripe))});
    std::swap(places_[stripe], spare_);
    rounds_[stripe] = rounds;
    map(places_[stripe], place_of(stripe), bytes_of(stripe));
    map(spare_, content, bytes_of(0));
}

void Workspace::map(std::size_t place, void* to, std::size_t bytes) const {
    if (map_file(file_, place * place_bytes_, bytes, to) == nullptr) {
        fail("mapping the matrix file");
    }
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
