// How a kernel's source is put together, from the library or from a folder of the user's.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/opencl/sources.hpp"
#include "set_variable.hpp"
#include "skipped.hpp"
#include "temporary_folder.hpp"
#include "unit/helpers.hpp"

namespace apsp::opencl {
namespace {

namespace fs = std::filesystem;
using test::Caught;
using test::error_of;

/// A folder for APSP_KERNEL_DIR; both are removed at the end.
class KernelFolder {
  public:
    KernelFolder() { test::set_variable("APSP_KERNEL_DIR", path().string()); }
    KernelFolder(const KernelFolder&) = delete;
    KernelFolder& operator=(const KernelFolder&) = delete;
    ~KernelFolder() { test::remove_variable("APSP_KERNEL_DIR"); }
    void write(const std::string& file, const std::string& text) const {
        folder_.write(file, text);
    }
    const fs::path& path() const { return folder_.path(); }

  private:
    test::TemporaryFolder folder_;
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// Where the compiler will report `marker` to be: "file:line".
std::string place_of(const std::string& source, const std::string& marker) {
    std::istringstream lines(source);
    std::string file;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#line ")) {
            std::istringstream words(line.substr(6));
            words >> number >> file;
            continue;
        }
        if (line.find(marker) != std::string::npos) return file + ":" + std::to_string(number);
        ++number;
    }
    return "nowhere";
}

}  // namespace

TEST_CASE("kernel sources: every embedded file is there as it is in kernels_cl") {
    REQUIRE(embedded_sources().contains("fw.cl"));
    const fs::path folder = APSP_SOURCE "/kernels_cl";
    if (!fs::exists(folder)) {
        skipped("kernel sources: those that this was built from are gone");
        return;
    }
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_directory()) continue;
        const std::string name = entry.path().lexically_relative(folder).generic_string();
        CAPTURE(name);
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        REQUIRE(embedded_sources().contains(name));
        CHECK(embedded_sources().at(name) == text.str());
        ++files;
    }
    CHECK(files == embedded_sources().size());
}

TEST_CASE("kernel sources: no include is left, and each file comes once") {
    for (const auto& [name, text] : embedded_sources()) {
        CAPTURE(name);
        const std::string source = kernel_source(name);
        CHECK(count(source, "#include") == 0);
        CHECK(count(source, "#line 1 \"" + name + "\"") == 1);
    }
    CHECK(count(kernel_source("fw.cl"), "#define RELAX(") == 1);
    CHECK(count(kernel_source("fw.cl"), "__kernel void fw_step") == 1);
}

TEST_CASE("kernel sources: a file that is not embedded is an internal error") {
    const Caught error = error_of([] { kernel_source("nothing.cl"); });
    CHECK(error.kind == ErrorKind::internal);
    CHECK(error.has("nothing.cl"));
}

TEST_CASE("kernel sources: APSP_KERNEL_DIR comes before what is embedded") {
    const KernelFolder folder;
    folder.write("fw.cl", "// mine\n#include \"semiring.h\"\nint after;\n");
    folder.write("semiring.h", "int semiring;");
    const std::string source = kernel_source("fw.cl");
    CHECK(count(source, "// mine\n") == 1);
    CHECK(count(source, "int semiring;\n") == 1);
    CHECK(count(source, "fw_step") == 0);
    CHECK(place_of(source, "// mine") == "\"fw.cl\":1");
    CHECK(place_of(source, "int semiring") == "\"semiring.h\":1");
    CHECK(place_of(source, "int after") == "\"fw.cl\":3");
}

TEST_CASE("kernel sources: includes within includes, in circles and twice") {
    const KernelFolder folder;
    folder.write("a.cl", "#include \"b.h\"\n#include \"c.h\"\n#include \"b.h\"\nint a;\n");
    folder.write("b.h", "#include \"c.h\"\n\nint b;\n");
    folder.write("c.h", "#include \"a.cl\"\nint c;\n");
    const std::string source = kernel_source("a.cl");
    CHECK(count(source, "#include") == 0);
    for (const std::string line : {"int a;", "int b;", "int c;"}) CHECK(count(source, line) == 1);
    CHECK(source.find("int c;") < source.find("int b;"));
    CHECK(place_of(source, "int a;") == "\"a.cl\":4");
    CHECK(place_of(source, "int b;") == "\"b.h\":3");
    CHECK(place_of(source, "int c;") == "\"c.h\":2");
}

TEST_CASE("kernel sources: a file that APSP_KERNEL_DIR lacks is named, with the way out") {
    const KernelFolder folder;
    folder.write("fw.cl", "#include \"semiring.h\"\n");
    for (const std::string file : {"fill.cl", "fw.cl"}) {
        CAPTURE(file);
        const Caught error = error_of([&] { kernel_source(file); });
        CHECK(error.kind == ErrorKind::usage);
        CHECK(error.has(folder.path().string()));
        CHECK(error.has("APSP_KERNEL_DIR"));
        CHECK(error.has(file == "fw.cl" ? "semiring.h" : "fill.cl"));
    }
}

TEST_CASE("kernel sources: an empty file is a file") {
    const KernelFolder folder;
    folder.write("fw.cl", "#include \"empty.h\"\nint after;\n");
    folder.write("empty.h", "");
    const Caught error = error_of([] { kernel_source("fw.cl"); });
    CHECK(error.message == "");
}

TEST_CASE("kernel sources: an empty APSP_KERNEL_DIR is as good as none") {
    test::set_variable("APSP_KERNEL_DIR", "");
    CHECK(count(kernel_source("fw.cl"), "fw_step") > 0);
    test::remove_variable("APSP_KERNEL_DIR");
}

}  // namespace apsp::opencl
