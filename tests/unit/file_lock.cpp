#include "base/file_lock.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "temporary_folder.hpp"
#include "unit/helpers.hpp"

namespace apsp {

TEST_CASE("file lock: others wait, and a file that cannot be made is no obstacle") {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "new/lock";
    std::atomic<bool> locked = false;
    std::optional<FileLock> lock(path);
    {
        const std::jthread other([&] {
            const FileLock waits(path);
            locked = true;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        CHECK(!locked);
        lock.reset();
    }
    CHECK(locked);
    {
        const FileLock held(path);
        CHECK(FileLock(path, std::try_to_lock).taken());
    }
    CHECK(!FileLock(path, std::try_to_lock).taken());
    for (const char* nowhere : {"", "/dev/null/lock"}) {
        const FileLock first(nowhere), second(nowhere);
        CHECK(!FileLock(nowhere, std::try_to_lock).taken());
    }
}

}  // namespace apsp
