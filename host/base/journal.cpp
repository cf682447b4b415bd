// See journal.hpp. A record is a line of numbers and their FNV-1a hash.
#include "base/journal.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "apsp/errors.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

std::string with_check(std::span<const std::uint64_t> numbers) {
    std::string text;
    for (const std::uint64_t number : numbers) text += fmt::format("{} ", number);
    return text + fmt::format("{:016x}", fnv1a(text));
}

/// The numbers of a record: all words but the last.
std::vector<std::uint64_t> numbers_of(const std::string& line) {
    std::istringstream words(line.substr(0, line.rfind(' ')));
    return {std::istream_iterator<std::uint64_t>(words), {}};
}

}  // namespace

Journal::Journal(std::filesystem::path path, std::string name)
    : path_(std::move(path)), name_(std::move(name)) {}

void Journal::lock() {
    lock_.emplace(lock_file(path_), std::try_to_lock);
    if (!lock_->taken()) return;
    throw Error(ErrorKind::usage,
                fmt::format("{}: another process is solving here; wait until it ends, or name "
                            "another folder",
                            path_.parent_path().string()));
}

void Journal::unlock() {
    std::error_code ignored;
    std::filesystem::remove(lock_file(path_), ignored);
    lock_.reset();
}

void Journal::expect_none() const {
    if (!std::filesystem::exists(path_)) return;
    throw Error(
        ErrorKind::usage,
        fmt::format(
            "{}: holds an unfinished solve; continue it with SolveOptions::resume, or delete the "
            "folder's {} files",
            path_.parent_path().string(), path_.stem().string()));
}

bool Journal::read(const std::function<bool(std::span<const std::uint64_t>)>& take) {
    std::ifstream file(path_, std::ios::binary);
    if (!file && errno != ENOENT && errno != ENOTDIR)
        fail_in_workspace(path_.parent_path(), "reading the journal");
    std::string line;
    // A last line without a line end was torn.
    const auto next = [&] { return std::getline(file, line) && !file.eof(); };
    if (!next()) return false;
    const auto kind = [](const std::string& name) { return name.substr(0, name.find(':')); };
    if (kind(line) != kind(name_)) {
        fail_to_resume(path_, fmt::format("is of another version of the program or damaged: it "
                                          "begins with {}, not {}",
                                          in_quotes(kind(line)), in_quotes(kind(name_))));
    }
    if (line != name_) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: holds \"{}\", not \"{}\": resume with the graph and options "
                                "of the unfinished solve",
                                path_.string(), line, name_));
    }
    begun_ = true;
    whole_ = line.size() + 1;
    for (std::size_t number = 2; next(); ++number) {
        const std::vector<std::uint64_t> numbers = numbers_of(line);
        if (line != with_check(numbers) || !take(numbers)) {
            fail_to_resume(path_, fmt::format("line {} is damaged", number));
        }
        whole_ += line.size() + 1;
    }
    return true;
}

void Journal::cut() const {
    if (begun_) std::filesystem::resize_file(path_, whole_);
}

void Journal::begin(std::span<const std::vector<std::uint64_t>> records) {
    std::string lines = name_ + "\n";
    for (const auto& record : records) lines += with_check(record) + "\n";
    append(lines);
    begun_ = true;
}

void Journal::add(const std::vector<std::uint64_t>& numbers) {
    append(with_check(numbers) + "\n");
}

void Journal::append(const std::string& lines) {
    if (!file_) file_ = File(path_, FileUse::append);
    if (!file_) fail_in_workspace(path_.parent_path(), "opening the journal");
    if (file_.write(lines.data(), lines.size()) != lines.size() || !file_.sync()) {
        fail_in_workspace(path_.parent_path(), "writing the journal");
    }
}

void Journal::remove() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

std::filesystem::path lock_file(std::filesystem::path journal) {
    return journal.replace_extension("lock");
}

void reserve(const File& file, std::uint64_t bytes, const std::filesystem::path& folder) {
    if (!file.reserve(bytes)) fail_in_workspace(folder, "reserving " + format_bytes(bytes));
}

void check_whole(const std::filesystem::path& file, std::uint64_t bytes) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(file, missing);
    if (!missing && size >= bytes) return;
    fail_to_resume(file, missing ? "is missing" : "is not whole");
}

void fail_to_resume(const std::filesystem::path& file, const std::string& what) {
    const std::string name = file.filename().string();
    throw Error(
        ErrorKind::bad_input,
        fmt::format("{}: {}, so the unfinished solve cannot be resumed; solve anew, without "
                    "SolveOptions::resume, in another folder or after deleting the files "
                    "{}.* of this one",
                    file.string(), what, name.substr(0, name.find('.'))));
}

void fail_in_workspace(const std::filesystem::path& folder, const std::string& what) {
    const char* const why = std::strerror(errno);
    throw Error(ErrorKind::internal,
                fmt::format("workspace {}: {} failed: {}", folder.string(), what, why));
}

}  // namespace apsp
