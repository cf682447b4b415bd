// Many small graphs on each device of the machine.
#include "cli/batch_files.hpp"

namespace apsp::cli_test {

TEST_CASE("batch: every device gives the same") {
    const TemporaryFolder folder;
    constexpr std::size_t n = 12, count = 40;
    std::vector<float> weights(count * n * n);
    for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = static_cast<float>(k * k % 31);
    const std::string input = folder.write("w.npy", npy({count, n, n}, weights));
    std::string expected;
    for (const Device& device : list_devices().all) {
        if (device.name.find("llvmpipe") != std::string::npos) continue;  // slow
        const std::string id = device.backend + ":" + std::to_string(device.index_in_backend);
        const std::string d = folder / "d.npy", p = folder / "p.npy";
        const Json report = solve({"batch", "--input", input, "--output", d, "--paths-output", p,
                                   "--device", id, "--dtype", "i16"});
        CHECK(report["backend"] == device.backend);
        CHECK(report["device"]["name"] == device.name);
        CHECK((report["seconds"]["device"] > 0) == (device.backend != "cpu"));
        const std::string found = content_of(d) + content_of(p);
        if (expected.empty()) expected = found;
        CHECK(found == expected);
    }
    CHECK(has(refused_batch(3, {"--input", input, "--device", "abacus"}), "\"abacus\""));
}

}  // namespace apsp::cli_test
