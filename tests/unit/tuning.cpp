// What tuning keeps; no content of its file is ever an error.
#include "solve/tuning.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/backend.hpp"
#include "io/output_file.hpp"
#include "set_variable.hpp"
#include "temporary_folder.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

namespace fs = std::filesystem;

/// $XDG_DATA_HOME for one test.
class DataFolder {
  public:
    DataFolder() { test::set_variable("XDG_DATA_HOME", folder_.path().string()); }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;
    ~DataFolder() { test::set_variable("XDG_DATA_HOME", "/nonexistent"); }

  private:
    test::TemporaryFolder folder_;
};

Device gpu() {
    Device d;
    d.backend = "opencl";
    d.kind = DeviceKind::gpu;
    d.name = "Imaginary 9000";
    d.vendor = "NVIDIA Corporation";
    d.platform = "NVIDIA CUDA";
    d.driver = "1.2.3";
    d.compute_units = 100;
    d.local_memory = 48 << 10;
    d.largest_work_group = 1024;
    return d;
}

EngineOptions options(std::size_t n = 4096) {
    EngineOptions o;
    o.n = n;
    o.algorithm = Algorithm::kleene;
    o.variant = "gpu";
    o.non_negative = true;
    return o;
}

TunedEntry entry() {
    TunedEntry e;
    e.variant = "gpu";
    e.n = 4096;
    e.settings = {{"tm", 64}, {"tn", 64}, {"kd", 16}, {"block", 256}};
    e.rate = 2e12;
    e.default_rate = 1e12;
    return e;
}

std::string content() {
    std::ifstream stream(tuning_path(gpu()));
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// All kinds of solve of `kleene` and `sparse`.
std::vector<std::tuple<Algorithm, Semiring, Dtype>> kinds_of_solve() {
    std::vector<std::tuple<Algorithm, Semiring, Dtype>> kinds;
    for (Semiring semiring : kSemirings) {
        for (Dtype dtype : kDtypes) {
            if (!defined_in(semiring, dtype)) continue;
            kinds.emplace_back(Algorithm::kleene, semiring, dtype);
            kinds.emplace_back(Algorithm::sparse, semiring, dtype);
        }
    }
    return kinds;
}

void put(const std::string& text) {
    REQUIRE(write_whole(tuning_path(gpu()), text) == "");
}

}  // namespace

TEST_CASE("tuning: what is written is read, and an entry replaces its like") {
    const DataFolder folder;
    CHECK(read_tuning(gpu()).entries.empty());
    CHECK(read_tuning(gpu()).warnings.empty());
    write_tuning(gpu(), {entry()});
    TunedEntry other = entry();
    other.dtype = Dtype::i32;
    TunedEntry newer = entry();
    newer.settings["tm"] = 128;
    write_tuning(gpu(), {other, newer});
    const TuningFile file = read_tuning(gpu());
    REQUIRE(file.entries.size() == 2);
    CHECK(file.warnings.empty());
    CHECK(file.entries[0].dtype == Dtype::i32);
    CHECK(file.entries[1].settings == newer.settings);
    CHECK(file.entries[1].n == 4096);
    CHECK(file.entries[1].rate == 2e12);
    std::size_t files = 0;
    for (const auto& item : fs::directory_iterator(fs::path(tuning_path(gpu())).parent_path())) {
        files += item.is_regular_file() ? 1 : 0;
    }
    CHECK(files == 1);  // no temporary is left
}

TEST_CASE("tuning: only the same kind of solve takes it, from half the vertices on") {
    const DataFolder folder;
    write_tuning(gpu(), {entry()});
    const auto taken = [](const EngineOptions& o) {
        const TunedSettings tuned = tuned_settings(gpu(), o);
        CHECK(tuned.warnings.empty());
        return !tuned.settings.empty();
    };
    CHECK(taken(options()));
    CHECK(taken(options(2048)));
    CHECK(!taken(options(2047)));
    EngineOptions o = options();
    o.dtype = Dtype::i32;
    CHECK(!taken(o));
    o = options();
    o.semiring = Semiring::max_min;
    CHECK(!taken(o));
    o = options();
    o.non_negative = false;  // makes no difference over min_plus
    CHECK(taken(o));
    o = options();
    o.algorithm = Algorithm::fw;
    CHECK(!taken(o));
    Device newer = gpu();
    newer.driver = "1.2.4";
    CHECK(tuning_path(newer) != tuning_path(gpu()));
    CHECK(tuned_settings(newer, options()).settings.empty());
    // An entry for which the default was the best.
    TunedEntry none = entry();
    none.settings.clear();
    write_tuning(gpu(), {none});
    CHECK(!taken(options()));
}

TEST_CASE("tuning: entries are for an algorithm, by default kleene") {
    const DataFolder folder;
    TunedEntry sparse = entry();
    sparse.algorithm = Algorithm::sparse;
    sparse.settings = {{"group", 64}, {"lanes", 1}};
    write_tuning(gpu(), {entry(), sparse});
    REQUIRE(read_tuning(gpu()).entries.size() == 2);
    const auto taken = [](Algorithm algorithm) {
        EngineOptions o = options();
        o.algorithm = algorithm;
        const TunedSettings tuned = tuned_settings(gpu(), o);
        CHECK(tuned.warnings.empty());
        return tuned.settings;
    };
    CHECK(taken(Algorithm::sparse) == sparse.settings);
    CHECK(taken(Algorithm::kleene) == entry().settings);
    CHECK(taken(Algorithm::rkleene) == entry().settings);
    CHECK(taken(Algorithm::search).empty());
    // Options take precedence over what was tuned, and may switch tuning off.
    EngineOptions o = options();
    CHECK(tuned_settings(gpu(), o).settings == entry().settings);
    CHECK(tuned_settings(gpu(), o, {.use_tuning = false}).settings.empty());
    CHECK(tuned_settings(gpu(), o, {.settings = {{"kp", 1}}}).settings == Settings{{"kp", 1}});
    CHECK(options_for(Algorithm::sparse, gpu(), o, {}).settings == sparse.settings);
    // A file from before entries had an algorithm.
    write_tuning(gpu(), {entry()});
    put(replaced(content(), "      \"algorithm\": \"kleene\",\n", ""));
    CHECK(read_tuning(gpu()).entries.back().algorithm == Algorithm::kleene);
}

TEST_CASE("tuning: damage and foreign content is a warning") {
    const DataFolder folder;
    write_tuning(gpu(), {entry()});
    const std::string good = content();
    const std::vector<std::string> bad = {
        "",
        "not json",
        "[]",
        "null",
        good.substr(0, good.size() / 2),
        good + "x",
        std::string(1000, '['),
        std::string(2 << 20, ' '),
        std::string("\0\xff\xfe", 3),
        replaced(good, "tuning 1", "tuning 2"),
        replaced(good, "1.2.3", "1.2.4"),
        replaced(good, "Imaginary", "Other"),
        replaced(good, "\"entries\"", "\"others\""),
        replaced(good, "f32", "f31"),
        replaced(good, "min-plus", "min-max-plus"),
        replaced(good, "\"kleene\"", "\"klene\""),
        replaced(good, "\"kleene\"", "3"),
        replaced(good, "\"n\": 4096", "\"n\": \"4096\""),
        replaced(good, "\"tm\": 64", "\"tm\": -64"),
        replaced(good, "\"tm\": 64", "\"tm\": 64.5"),
        replaced(good, "\"tm\": 64", "\"tm\": null"),
        replaced(good, "\"settings\"", "\"sittings\""),
    };
    for (const std::string& text : bad) {
        CAPTURE(text.substr(0, 400));
        put(text);
        const TunedSettings tuned = tuned_settings(gpu(), options());
        CHECK(tuned.settings.empty());
        REQUIRE(tuned.warnings.size() == 1);
        CHECK(tuned.warnings[0].find(tuning_path(gpu())) != std::string::npos);
    }
    write_tuning(gpu(), {entry()});  // and the file is written anew
    CHECK(content() == good);
    fs::remove(tuning_path(gpu()));
    fs::create_directories(tuning_path(gpu()));
    CHECK(tuned_settings(gpu(), options()).warnings.size() == 1);
    CHECK(test::error_of([] { write_tuning(gpu(), {entry()}); }).kind == ErrorKind::internal);
}

TEST_CASE("tuning: settings beyond limits are a warning") {
    const DataFolder folder;
    const std::vector<Settings> bad = {{{"tm", 32}},
                                       {{"tm", 0}},
                                       {{"tn", 256}},
                                       {{"rm", 3}},
                                       {{"kd", 16}, {"ud", 32}},
                                       {{"ud", 1}, {"kp", 2}},
                                       {{"kd", 1 << 30}},
                                       {{"block", 100}},
                                       {{"block", 0}},
                                       {{"block", 1 << 20}},
                                       {{"min_bits", 1}, {"min_ternary", 1}},
                                       {{"colour", 3}},
                                       // 64 KiB of local memory
                                       {{"tm", 128}, {"tn", 128}, {"kd", 32}}};
    for (const Settings& settings : bad) {
        CAPTURE(settings.begin()->first);
        CAPTURE(settings.begin()->second);
        TunedEntry e = entry();
        e.settings = settings;
        write_tuning(gpu(), {e});
        const TunedSettings tuned = tuned_settings(gpu(), options());
        CHECK(tuned.settings.empty());
        CHECK(tuned.warnings.size() == 1);
    }
}

TEST_CASE("tuning: built-in configurations are within the limits, and there are candidates") {
    const Backend& opencl = opencl_backend();
    for (const std::string vendor : {"NVIDIA Corporation", "Advanced Micro Devices, Inc.",
                                     "Intel(R) Corporation", "Someone"}) {
        Device device = gpu();
        device.vendor = vendor;
        for (const auto& [algorithm, semiring, dtype] : kinds_of_solve()) {
            CAPTURE(vendor);
            CAPTURE(name(algorithm));
            CAPTURE(name(semiring));
            CAPTURE(name(dtype));
            EngineOptions o = options();
            o.algorithm = algorithm;
            o.dtype = dtype;
            o.semiring = semiring;
            const Settings own = opencl.settings(device, o);
            o.settings = own;
            CHECK(opencl.settings(device, o) == own);
            std::size_t allowed = 0;
            for (const auto& stage : opencl.candidates(device, o)) {
                for (const Settings& change : stage) {
                    o.settings = change;
                    o.settings.insert(own.begin(), own.end());
                    const auto caught = test::error_of([&] { opencl.settings(device, o); });
                    CHECK((caught.kind == ErrorKind{} || caught.kind == ErrorKind::usage));
                    CHECK(!caught.has("unknown"));
                    allowed += caught.kind == ErrorKind{} ? 1 : 0;
                }
            }
            CHECK(allowed >= (algorithm == Algorithm::sparse ? 8 : 12));
        }
    }
}

}  // namespace apsp
