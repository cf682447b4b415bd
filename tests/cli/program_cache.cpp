// Compiled OpenCL programs are kept and used again, and trouble with the cache never disturbs the
// user. Kernels that do not compile are reported with device, options and log.
#include <sys/stat.h>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

namespace fs = std::filesystem;

/// Name to (inode, content): a file that is written anew by renaming has another inode.
using Files = std::map<std::string, std::pair<ino_t, std::string>>;

Files cached(const TemporaryFolder& folder) {
    Files files;
    if (!fs::is_directory(folder / "apsp-ocl")) return files;
    for (const auto& entry : fs::directory_iterator(folder / "apsp-ocl")) {
        struct stat info {};
        REQUIRE(stat(entry.path().c_str(), &info) == 0);
        files[entry.path().filename()] = {info.st_ino, content_of(entry.path())};
    }
    return files;
}

/// Solves a small graph on an OpenCL device, with the caches in `folder`; the answer must be right.
void solve_with(const std::string& device, const TemporaryFolder& folder,
                std::map<std::string, std::string> environment = {},
                const std::string& dtype = "f32") {
    environment["XDG_CACHE_HOME"] = folder.path();
    const Json report = solve(
        {"--random", "150,0.1,3", "--device", device, "--algo", "fw", "--dtype", dtype, "--verify"},
        {.environment = std::move(environment)});
    CHECK(report["verified"] == true);
}

fs::path kernel_folder() {
    return APSP_SOURCE "/kernels_cl";
}

/// A copy of kernels_cl with a line added to fw.cl.
void copy_kernels(const TemporaryFolder& folder, const std::string& line) {
    REQUIRE(fs::exists(kernel_folder() / "fw.cl"));
    for (const auto& entry : fs::directory_iterator(kernel_folder())) {
        if (entry.is_directory()) continue;
        const std::string name = entry.path().filename();
        folder.write(name, content_of(entry.path()) + (name == "fw.cl" ? line + "\n" : ""));
    }
}

}  // namespace

TEST_CASE("program cache: the first run fills it, the second one uses it") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    solve_with(device, folder);
    const Files first = cached(folder);
    REQUIRE(!first.empty());
    solve_with(device, folder);
    CHECK(cached(folder) == first);  // same inodes: nothing was compiled and stored again
}

TEST_CASE("program cache: compilers say nothing") {
    const TemporaryFolder folder;
    solve({"--generate", "grid:40", "--algo", "sparse", "--dtype", "i16", "--device",
           opencl_device()},
          {.environment = {{"XDG_CACHE_HOME", folder.path()}, {"POCL_CACHE_DIR", folder.path()}}});
}

TEST_CASE("program cache: other options are other files") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    solve_with(device, folder);
    const std::size_t one_type = cached(folder).size();
    solve_with(device, folder, {}, "i32");
    CHECK(cached(folder).size() == 2 * one_type);
}

TEST_CASE("program cache: an edited kernel does not meet the old binary") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    const TemporaryFolder kernels;
    solve_with(device, folder);
    const Files before = cached(folder);
    copy_kernels(kernels, "// edited");
    solve_with(device, folder, {{"APSP_KERNEL_DIR", kernels.path()}});
    const Files after = cached(folder);
    CHECK(after.size() == before.size() + 1);
    for (const auto& [name, file] : before) CHECK(after.at(name) == file);
}

TEST_CASE("program cache: a corrupted file is built anew, and replaced") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    solve_with(device, folder);
    const Files good = cached(folder);
    const auto damage = [&](const std::string& how, std::string content) {
        if (how == "empty") return std::string();
        if (how == "other text") return std::string("not a program\n");
        if (how == "half") return content.substr(0, content.size() / 2);
        if (how == "longer") return content + "x";
        content[content.size() - 100] = static_cast<char>(content[content.size() - 100] ^ 1);
        return content;
    };
    for (const std::string how : {"empty", "other text", "half", "longer", "one bit"}) {
        CAPTURE(how);
        for (const auto& [name, file] : good) {
            folder.write("apsp-ocl/" + name, damage(how, file.second));
        }
        const Files damaged = cached(folder);
        solve_with(device, folder);
        const Files repaired = cached(folder);
        REQUIRE(repaired.size() == good.size());
        for (const auto& [name, file] : repaired) CHECK(file != damaged.at(name));
        solve_with(device, folder);
        CHECK(cached(folder) == repaired);
    }
}

TEST_CASE("program cache: a folder that cannot be written is no trouble") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    folder.write("apsp-ocl", "a file where the folder should be");
    solve_with(device, folder);
    CHECK(content_of(folder / "apsp-ocl") == "a file where the folder should be");
    // A folder in the place of a cached file is neither read nor replaced.
    const TemporaryFolder other;
    solve_with(device, other);
    for (const auto& [name, file] : cached(other)) {
        const std::string path = other / ("apsp-ocl/" + name);
        fs::remove(path);
        fs::create_directories(path + "/in-the-way");
    }
    solve_with(device, other);
    for (const auto& entry : fs::directory_iterator(other / "apsp-ocl")) {
        CHECK(entry.is_directory());  // and no temporary file is left
    }
}

TEST_CASE("program cache: $HOME/.cache where XDG_CACHE_HOME is not set, or nowhere") {
    const std::string device = opencl_device();
    const TemporaryFolder home;
    const std::vector<std::string> words = {"--random", "20", "--device", device, "--algo", "fw"};
    CHECK(run(words, {.environment = {{"XDG_CACHE_HOME", ""}, {"HOME", home.path()}}}).code == 0);
    CHECK(fs::is_directory(home / ".cache/apsp-ocl"));
    CHECK(run(words, {.environment = {{"XDG_CACHE_HOME", ""}, {"HOME", ""}}}).code == 0);
}

TEST_CASE("kernels: one that does not compile is exit 1, with device, options and log") {
    const std::string device = opencl_device();
    const TemporaryFolder kernels;
    copy_kernels(kernels, "int broken_on_purpose = undeclared_thing;");
    const std::string output = kernels / "d.npy";
    const Outcome outcome =
        run({"--random", "20", "--device", device, "--algo", "fw", "--output", output},
            {.environment = {{"APSP_KERNEL_DIR", kernels.path()}}});
    CHECK(outcome.code == 1);
    CHECK(outcome.out == "");
    CHECK(!fs::exists(output));
    for (const Json& d : devices()["devices"]) {
        if (d["backend"] != "opencl" || d["index_in_backend"] != 0) continue;
        CHECK(has(outcome.err, std::string(d["name"])));
        CHECK(has(outcome.err, std::string(d["driver"])));
    }
    CHECK(has(outcome.err, "fw.cl"));
    CHECK(has(outcome.err, "options: -cl-std"));
    CHECK(has(outcome.err, "-DDTYPE_"));
    CHECK(has(outcome.err, "undeclared_thing"));
    const std::size_t first = outcome.err.find("does not build");
    CHECK(first != std::string::npos);
    CHECK(outcome.err.find("does not build", first + 1) == std::string::npos);
}

TEST_CASE("kernels: a folder that lacks them is exit 2, and the processor needs none") {
    const TemporaryFolder empty;
    const RunOptions options{.environment = {{"APSP_KERNEL_DIR", empty.path()}}};
    CHECK(run({"--random", "20", "--device", "cpu"}, options).code == 0);
    const std::string device = opencl_device();
    const Outcome outcome = run({"--random", "20", "--device", device}, options);
    CHECK(outcome.code == 2);
    CHECK(outcome.out == "");
    CHECK(has(outcome.err, empty.path().string()));
    CHECK(has(outcome.err, "APSP_KERNEL_DIR"));
}

}  // namespace apsp::cli_test
