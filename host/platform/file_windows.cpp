// See file.hpp. Handles are those of the C library, as the standard streams have them; the system's
// own are behind these.
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "platform/file.hpp"
#include "platform/move_all.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;
constexpr std::int64_t kFrom1601To1970 = 116'444'736'000'000'000;  // in units of 100 ns

HANDLE system_handle(int handle) {
    return reinterpret_cast<HANDLE>(_get_osfhandle(handle));
}

/// Puts the system's last error into errno. @returns what `move_all` takes for an error
int error() {
    const auto code = static_cast<int>(GetLastError());
    const std::error_condition meaning = std::system_category().default_error_condition(code);
    errno = code == ERROR_LOCK_VIOLATION                    ? EWOULDBLOCK
            : code == ERROR_HANDLE_EOF                      ? ENODATA
            : meaning.category() == std::generic_category() ? meaning.value()
                                                            : EIO;
    return -1;
}

HANDLE open_file(const std::filesystem::path& path, DWORD access, DWORD disposition) {
    // Only with the last flag, folders open, too.
    return CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                       nullptr, disposition, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS,
                       nullptr);
}

int open_handle(const std::filesystem::path& path, FileUse use) {
    constexpr DWORD kBoth = GENERIC_READ | GENERIC_WRITE;
    const DWORD access = use == FileUse::read                             ? GENERIC_READ
                         : use == FileUse::append                         ? FILE_APPEND_DATA
                         : use == FileUse::both || use == FileUse::update ? kBoth
                                                                          : GENERIC_WRITE;
    const DWORD disposition = use >= FileUse::create   ? CREATE_NEW
                              : use >= FileUse::update ? OPEN_ALWAYS
                                                       : OPEN_EXISTING;
    const HANDLE opened = open_file(path, access, disposition);
    if (opened == INVALID_HANDLE_VALUE) return error();
    return _open_osfhandle(reinterpret_cast<intptr_t>(opened), _O_BINARY | _O_NOINHERIT);
}

OVERLAPPED at(std::uint64_t place) {
    OVERLAPPED where{};
    where.Offset = static_cast<DWORD>(place);
    where.OffsetHigh = static_cast<DWORD>(place >> 32);
    return where;
}

/// @param call  ReadFile or WriteFile
template <class Call, class Byte>
std::size_t move_at(Call call, int handle, Byte* memory, std::size_t bytes, std::uint64_t place) {
    return move_all(bytes, [&](std::size_t done) {
        OVERLAPPED where = at(place + done);
        DWORD moved = 0;
        const auto piece = static_cast<DWORD>(std::min(bytes - done, kMostAtOnce));
        const bool worked = call(system_handle(handle), memory + done, piece, &moved, &where) != 0;
        return worked ? static_cast<int>(moved) : error();
    });
}

std::optional<FileStatus> status_of(HANDLE handle) {
    if (handle == INVALID_HANDLE_VALUE) return error(), std::nullopt;
    BY_HANDLE_FILE_INFORMATION known{};
    if (GetFileType(handle) != FILE_TYPE_DISK || GetFileInformationByHandle(handle, &known) == 0) {
        return FileStatus{};  // a stream, such as what Wine inherits
    }
    const auto joined = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
    const bool folder = (known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return FileStatus{!folder,
                      folder,
                      known.nNumberOfLinks == 0,
                      joined(known.nFileSizeHigh, known.nFileSizeLow),
                      (static_cast<std::int64_t>(joined(known.ftLastWriteTime.dwHighDateTime,
                                                        known.ftLastWriteTime.dwLowDateTime)) -
                       kFrom1601To1970) *
                          100,
                      0,
                      known.dwVolumeSerialNumber,
                      joined(known.nFileIndexHigh, known.nFileIndexLow)};
}

}  // namespace

File::File(const std::filesystem::path& path, FileUse use) : handle_(open_handle(path, use)) {}

std::optional<FileStatus> File::status() const {
    return status_of(system_handle(handle_));
}

bool File::at_start() const {
    return _lseeki64(handle_, 0, SEEK_CUR) == 0;
}

std::size_t File::read_at(void* to, std::size_t bytes, std::uint64_t place) const {
    return move_at(ReadFile, handle_, static_cast<char*>(to), bytes, place);
}

std::size_t File::write_at(const void* from, std::size_t bytes, std::uint64_t place) const {
    return move_at(WriteFile, handle_, static_cast<const char*>(from), bytes, place);
}

std::optional<std::size_t> File::read_some(void* to, std::size_t bytes) const {
    const HANDLE handle = system_handle(handle_);
    DWORD there = 1;
    for (int tick = 0; tick < 10 && GetFileType(handle) == FILE_TYPE_PIPE; ++tick) {
        // What cannot be looked into is read: a pipe at its end gives nothing.
        if (PeekNamedPipe(handle, nullptr, 0, nullptr, &there, nullptr) == 0) there = 1;
        if (there != 0) break;
        Sleep(10);
    }
    if (there == 0) return errno = EAGAIN, std::nullopt;
    const int count = _read(handle_, to, static_cast<unsigned>(std::min(bytes, kMostAtOnce)));
    return count < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(count));
}

std::size_t File::write(const void* from, std::size_t bytes) const {
    return move_all(bytes, [&](std::size_t done) {
        return _write(handle_, static_cast<const char*>(from) + done,
                      static_cast<unsigned>(std::min(bytes - done, kMostAtOnce)));
    });
}

bool File::sync() const {
    return _commit(handle_) == 0;
}

bool File::reserve(std::uint64_t bytes) const {
    return (errno = _chsize_s(handle_, static_cast<std::int64_t>(bytes))) == 0;
}

bool File::set_mode(unsigned) const {
    return false;  // a file has its folder's rights
}

bool File::lock(bool wait) const {
    OVERLAPPED where = at(std::uint64_t{1} << 62);  // others may read what is locked nowhere else
    const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
    return LockFileEx(system_handle(handle_), how, 0, 1, 0, &where) != 0 || error() == 0;
}

bool File::close() {
    const int handle = std::exchange(handle_, -1);
    return handle < 0 || _close(handle) == 0;
}

std::optional<FileStatus> file_status(const std::filesystem::path& path) {
    const HANDLE opened = open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    const auto status = status_of(opened);
    CloseHandle(opened);
    return status;
}

bool means_full_disk(int error) noexcept {
    return error == ENOSPC || error == EFBIG;
}

bool may_write_in(const std::filesystem::path& folder) {
    const HANDLE opened = open_file(folder, FILE_ADD_FILE, OPEN_EXISTING);
    return opened != INVALID_HANDLE_VALUE && CloseHandle(opened) != 0;
}

void remove_file(const char* name) noexcept {
    DeleteFileW(std::filesystem::path(name).c_str());
}

}  // namespace apsp
