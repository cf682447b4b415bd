// See sum_checkpoints.hpp. A record consists of batches: how many rows, the numbers of each, and
// what is within bounds, of all together and of each.
#include "solve/sum_checkpoints.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "solve/workspace.hpp"

namespace apsp {
namespace {

std::uint64_t bits(double number) {
    return std::bit_cast<std::uint64_t>(number);
}

}  // namespace

SumCheckpoints::SumCheckpoints(const std::filesystem::path& folder, std::string name,
                               const RowQuestion& question, std::size_t rows, bool resume)
    : journal_(journal_file(folder), std::move(name)),
      rows_(rows),
      all_(no_reductions(question, rows)) {
    journal_.lock();
    if (!resume) journal_.expect_none();
    if (resume) journal_.read([&](auto record) { return take_record(record); });
    resumed_ = journal_.begun();
    journal_.cut();
    if (resumed_) return;
    journal_.remove();  // torn within its name
    journal_.begin();
}

void SumCheckpoints::add(const RowReductions& next) {
    waiting_.push_back(next.rows.size());
    for (const RowReduction& row : next.rows) {
        waiting_.insert(waiting_.end(),
                        {row.count, bits(row.largest), bits(row.sum), bits(row.harmonic)});
    }
    std::ranges::transform(next.totals, std::back_inserter(waiting_), bits);
    std::ranges::transform(next.within, std::back_inserter(waiting_), bits);
    known_ += next.rows.size();
    // Records take at most a twentieth of the time.
    if (known_ < rows_ && watch_.seconds() < 20 * last_record_) return;
    watch_.lap();
    journal_.add(waiting_);
    waiting_.clear();
    last_record_ = watch_.lap();
}

bool SumCheckpoints::take_record(std::span<const std::uint64_t> record) {
    const std::size_t bounds = all_.totals.size(), each = all_.within.empty() ? 0 : bounds;
    const auto next = [&] {
        const std::uint64_t number = record.front();
        record = record.subspan(1);
        return number;
    };
    const auto next_double = [&] { return std::bit_cast<double>(next()); };
    const auto doubles = [&](std::vector<double>& to, std::size_t count) {
        std::generate_n(std::back_inserter(to), count, next_double);
    };
    while (!record.empty()) {
        const std::uint64_t rows = next();
        if (rows > rows_ - known_) return false;
        if (record.size() < rows * (4 + each) + bounds) return false;
        RowReductions some;
        for (std::size_t k = 0; k < rows; ++k) {
            // In the order that braces prescribe.
            some.rows.push_back({next(), next_double(), next_double(), next_double()});
        }
        doubles(some.totals, bounds);
        doubles(some.within, rows * each);
        all_.put(known_, some);
        known_ += rows;
    }
    return true;
}

}  // namespace apsp
