// Many small graphs on each device of the machine.
#include <algorithm>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {
namespace {

std::string write_graphs(const TemporaryFolder& folder, std::size_t count, std::size_t n) {
    std::vector<float> weights(count * n * n);
    for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = static_cast<float>(k * k % 31);
    return folder.write("w.npy", npy({count, n, n}, weights));
}

}  // namespace

TEST_CASE("batch: every device gives the same") {
    const TemporaryFolder folder;
    constexpr std::size_t n = 12, count = 40;
    const std::string input = write_graphs(folder, count, n);
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

TEST_CASE("batch: --devices deals the graphs, and says who solved how many") {
    const TemporaryFolder folder;
    constexpr std::size_t n = 30, count = 2000;
    const std::string input = write_graphs(folder, count, n);
    const auto solve_on = [&](const Words& where, const Words& more = {}) {
        const std::string d = folder / "d.npy", p = folder / "p.npy";
        const Words words = {"batch", "--input", input, "--output", d, "--paths-output", p};
        const Json report = solve(with(with(words, where), more));
        return std::pair(report, content_of(d) + content_of(p));
    };
    const auto expected = solve_on({"--device", "cpu"});
    CHECK(expected.first["shares"].size() == 1);
    CHECK(expected.first["shares"][0]["device"] == "cpu:0");
    CHECK(expected.first["shares"][0]["graphs"] == count);
    for (const std::string& list : {std::string("cpu,cpu"), opencl_device() + ",cpu",
                                    "cpu," + opencl_device() + "," + opencl_device()}) {
        CAPTURE(list);
        // Of matrices of 180 x 180, the results are two slices.
        const Words padded = list == "cpu,cpu" ? Words{"--pad", "180"} : Words{};
        for (const Words& more : {Words{}, padded}) {
            const auto [report, content] = solve_on({"--devices", list}, more);
            std::size_t graphs = 0;
            for (const Json& share : report["shares"]) {
                graphs += share["graphs"].get<std::size_t>();
                CHECK((share["seconds"] > 0) == (share["graphs"] != 0));
            }
            CHECK(graphs == count);
            CHECK(report["shares"].size() ==
                  static_cast<std::size_t>(1 + std::ranges::count(list, ',')));
            if (more.empty()) CHECK(content == expected.second);
        }
    }
    const Outcome text = run({"batch", "--input", input, "--devices", "cpu,cpu"});
    CHECK(text.code == 0);
    CHECK(has(text.out, "device     cpu:0  "));
    CHECK(has(text.out, " graphs in "));

    const std::string none = folder.write("none.npy", npy({0, 3, 3}, std::vector<float>{}));
    const Json report = solve({"batch", "--input", none, "--devices", "cpu,cpu"});
    CHECK(report["shares"].size() == 2);
    CHECK(report["shares"][1]["graphs"] == 0);
}

TEST_CASE("batch: --devices that are refused") {
    const TemporaryFolder folder;
    const std::string input = folder.write("w.npy", npy({1, 1, 1}, std::vector<float>{0}));
    const auto refused = [&](int code, const Words& words) {
        return refused_batch(code, with({"--input", input}, words));
    };
    CHECK(has(refused(2, {"--device", "cpu", "--devices", "cpu"}), "exclude each other"));
    CHECK(has(refused(2, {"--devices", ""}), "--devices: the value is empty"));
    CHECK(has(refused(3, {"--devices", "cpu,abacus"}), "\"abacus\""));
    bool gpu = false;
    for (const Device& device : list_devices().all) gpu |= device.kind == DeviceKind::gpu;
    if (!gpu) CHECK(has(refused(3, {"--devices", "gpus"}), "there is no GPU"));
    CHECK(solve({"batch", "--input", input, "--devices", "all"})["shares"].size() ==
          list_devices().all.size());
}

}  // namespace apsp::cli_test
