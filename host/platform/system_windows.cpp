// Windows, but for its files: see the headers. Texts are in UTF-8 by cli/windows.manifest. The
// registry knows what has no function.
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>
#include <vector>

#include "apsp/errors.hpp"
#include "platform/child.hpp"
#include "platform/file.hpp"
#include "platform/library.hpp"
#include "platform/machine.hpp"
#include "platform/memory.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace apsp {
namespace {

constexpr char kProcessor[] = R"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)";
constexpr char kWindows[] = R"(SOFTWARE\Microsoft\Windows NT\CurrentVersion)";

std::string registered(const char* key, const char* name) {
    char text[256] = {};
    DWORD size = sizeof text;
    RegGetValueA(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, text, &size);
    return text;
}

MEMORYSTATUSEX memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    GlobalMemoryStatusEx(&status);
    return status;
}

HANDLE error_stream() noexcept {
    return GetStdHandle(STD_ERROR_HANDLE);
}

OnInterruption begin_function, end_function;

BOOL WINAPI interrupted(DWORD) {
    static std::atomic_flag begun;
    if (begin_function != nullptr && !begun.test_and_set()) {
        begin_function(Interruption::asked);
        Sleep(500);
    }
    end_function(Interruption::asked);
    return TRUE;
}

/// Of a library, or the program's if that is null.
std::filesystem::path file_of(HMODULE library) {
    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(library, path, MAX_PATH - 1);
    return path;
}

}  // namespace

Processor this_processor() {
    DWORD mhz = 0, size = sizeof mhz;
    RegGetValueA(HKEY_LOCAL_MACHINE, kProcessor, "~MHz", RRF_RT_REG_DWORD, nullptr, &mhz, &size);
    return {registered(kProcessor, "ProcessorNameString"),
            registered(kProcessor, "VendorIdentifier"), mhz};
}

std::size_t cache_bytes(int level) {
    DWORD bytes = 0;
    GetLogicalProcessorInformation(nullptr, &bytes);
    std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all(bytes / sizeof all[0]);
    if (GetLogicalProcessorInformation(all.data(), &bytes) == 0) return 0;
    for (const auto& each : all) {
        const CACHE_DESCRIPTOR& cache = each.Cache;
        if (each.Relationship == RelationCache && cache.Level == level &&
            cache.Type != CacheInstruction) {
            return cache.Size;
        }
    }
    return 0;
}

std::uint64_t physical_memory() {
    return memory().ullTotalPhys;
}

std::size_t available_host_memory() {
    return memory().ullAvailPhys;
}

std::string system_name() {
    return registered(kWindows, "ProductName") + ", build " +
           registered(kWindows, "CurrentBuildNumber") + ", " + registered(kProcessor, "Identifier");
}

std::span<const Lack> lacks() {
    static constexpr Lack kAll[] = {
        {"SolveOptions::workspace", "Windows does not map parts of a file to memory in use"},
        {"apsp-ocl sweep", "its child processes are not written for Windows"},
        {"apsp-ocl-mpi", "its processes share memory by means of Linux"}};
    return kAll;
}

std::size_t page_size() noexcept {
    return 4096;  // wherever Windows 10 runs
}

void* map_pages(std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes > std::numeric_limits<std::size_t>::max() - alignment) return nullptr;
    void* const reserved = VirtualAlloc(nullptr, bytes + alignment, MEM_RESERVE, PAGE_READWRITE);
    if (reserved == nullptr) return nullptr;
    const auto first = reinterpret_cast<std::uintptr_t>(reserved);
    char* const aligned =
        static_cast<char*>(reserved) + (alignment - first % alignment) % alignment;
    if (VirtualAlloc(aligned, bytes, MEM_COMMIT, PAGE_READWRITE) != nullptr) return aligned;
    VirtualFree(reserved, 0, MEM_RELEASE);
    return nullptr;
}

void unmap_pages(void* memory, std::size_t) noexcept {
    MEMORY_BASIC_INFORMATION known{};
    VirtualQuery(memory, &known, sizeof known);
    VirtualFree(known.AllocationBase, 0, MEM_RELEASE);
}

void prefer_huge_pages(void*, std::size_t) noexcept {}  // they need a privilege

void clear_pages(void* memory, std::size_t bytes) noexcept {
    std::memset(memory, 0, bytes);
}

bool offer_pages(void*, std::size_t) noexcept {
    return false;  // they would still count as committed
}

void* map_file(const File&, std::uint64_t, std::size_t, void*) {
    errno = ENOTSUP;  // nothing can replace the pages at `at`: see lacks
    return nullptr;
}

bool sync_pages(void*, std::size_t) {
    errno = ENOTSUP;
    return false;
}

void prepare_process() noexcept {
    for (const int stream : {0, 1, 2}) _setmode(stream, _O_BINARY);  // no line ends of two bytes
    static const UINT usual = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(usual); });
    if (DWORD mode = 0; GetConsoleMode(error_stream(), &mode) != 0) {
        SetConsoleMode(error_stream(), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

void end_process(int code) noexcept {
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(code));
    std::abort();
}

int process_id() noexcept {
    return static_cast<int>(GetCurrentProcessId());
}

std::filesystem::path program_file() {
    return file_of(nullptr);
}

std::string home_folder(const char*) {
    const char* const folder = std::getenv("LOCALAPPDATA");
    return folder == nullptr ? "" : folder;
}

bool was_interrupted() noexcept {
    return false;
}

bool error_is_terminal() noexcept {
    DWORD mode = 0;
    return GetConsoleMode(error_stream(), &mode) != 0 &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::size_t terminal_columns() noexcept {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    GetConsoleScreenBufferInfo(error_stream(), &info);
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    return columns > 1 ? static_cast<std::size_t>(columns) : 80;
}

void write_error(std::string_view text) noexcept {
    _write(2, text.data(), static_cast<unsigned>(text.size()));
}

void on_interruption(OnInterruption begin, OnInterruption end) {
    begin_function = begin;
    end_function = end;
    SetConsoleCtrlHandler(interrupted, TRUE);
}

void on_interruption(OnInterruption end) {
    on_interruption(nullptr, end);
}

void on_broken_pipe(void (*)()) {}

void on_lost_file(void (*)()) {}

void* open_library(const char* name, std::string* why) {
    const HMODULE library = LoadLibraryW(std::filesystem::path(name).c_str());
    if (library == nullptr && why != nullptr) {
        *why = std::string(name) + ": " +
               std::system_category().message(static_cast<int>(GetLastError()));
    }
    return library;
}

void* find_function(void* library, const char* name) {
    const HMODULE of =
        library == nullptr ? GetModuleHandleW(nullptr) : static_cast<HMODULE>(library);
    return reinterpret_cast<void*>(GetProcAddress(of, name));
}

std::span<const char* const> opencl_loaders() {
    static constexpr const char* kNames[] = {"OpenCL.dll"};
    return kNames;
}

std::string library_file(const void* function) {
    constexpr DWORD kUncounted = GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    HMODULE library = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | kUncounted,
                       static_cast<LPCWSTR>(function), &library);
    return library == nullptr ? "" : text_of(file_of(library));
}

ChildOutcome run_child(const std::string& program, const std::vector<std::string>&, double,
                       const std::function<void()>&) {
    throw Error(ErrorKind::internal, program + " cannot be started as a child process");
}

bool allow_tile_registers() {
    return false;
}

}  // namespace apsp
