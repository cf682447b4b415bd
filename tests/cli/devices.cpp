// apsp-ocl devices, and --device.
#include <cstdlib>

#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("devices: JSON has every field, of its type") {
    const Json& object = devices();
    REQUIRE(object["devices"].is_array());
    REQUIRE(!object["devices"].empty());
    std::size_t index = 0;
    for (const Json& device : object["devices"]) {
        CAPTURE(device.dump());
        CHECK(device["index"] == index++);
        for (const std::string text : {"backend", "kind", "name", "platform", "vendor", "driver"}) {
            CAPTURE(text);
            CHECK(device.at(text).is_string());
            CHECK(device.at(text) != "");
        }
        CHECK(device.at("version").is_string());
        for (const std::string number :
             {"index_in_backend", "compute_units", "clock_mhz", "memory", "largest_allocation",
              "local_memory", "largest_work_group", "card"}) {
            CAPTURE(number);
            CHECK(device.at(number).is_number_unsigned());
        }
        CHECK(device["memory"] > 1 << 20);
        CHECK(device["compute_units"] > 0);
        CHECK(device.at("f64").is_boolean());
        for (const std::string id : {"pci", "uuid"}) {
            CHECK((device.at(id).is_null() || device.at(id).is_string()));
            CHECK(device.at(id) != "");
        }
        CHECK(device["card"] <= device["index"]);
    }
    CHECK(object["devices"].back()["backend"] == "cpu");
}

TEST_CASE("devices: a backend without devices is listed with its reason") {
    bool cuda = false;
    for (const Json& device : devices()["devices"]) cuda = cuda || device["backend"] == "cuda";
    for (const Json& absent : devices()["absent"]) {
        CHECK(absent.at("reason") != "");
        cuda = cuda || absent.at("backend") == "cuda";
    }
    CHECK(cuda);
}

TEST_CASE("devices: the text names the same devices in the same order") {
    const Outcome text = run({"devices"});
    CHECK(text.code == 0);
    CHECK(text.err == "");
    std::size_t at = 0;
    for (const Json& device : devices()["devices"]) {
        const std::string line = device["index"].dump() + "  " + std::string(device["backend"]) +
                                 ":" + device["index_in_backend"].dump() + "  " +
                                 std::string(device["name"]);
        CAPTURE(line);
        at = text.out.find(line, at);
        REQUIRE(at != std::string::npos);
    }
    for (const Json& absent : devices()["absent"]) {
        const std::string line =
            std::string(absent["backend"]) + ": " + std::string(absent["reason"]);
        CHECK(has(text.out, line));
    }
}

TEST_CASE("devices: -l and --list-devices say the same") {
    const std::string text = run({"devices"}).out;
    CHECK(run({"-l"}).out == text);
    CHECK(run({"--list-devices"}).out == text);
    CHECK(solve({"-l"}) == devices());
}

TEST_CASE("devices: an empty list of platforms leaves the program's own") {
    const TemporaryFolder empty;
    // Loaders differ in which of these variables they read; each variable hides all drivers.
    const std::string folder = empty.path().string() + "/";
    const Json object =
        solve({"devices"},
              {.environment = {{"OCL_ICD_VENDORS", folder}, {"OPENCL_VENDOR_PATH", folder}}});
    CHECK(object["devices"].back()["backend"] == "cpu");
    REQUIRE(object["devices"].size() == 1);
    bool told = false;
    for (const Json& absent : object["absent"]) told = told || absent["backend"] == "opencl";
    CHECK(told);
}

TEST_CASE("devices: where no loader of OpenCL opens, the program starts and solves on its own") {
    const TemporaryFolder folder;  // its files are found before the system's loader
    folder.write("libOpenCL.so.1", "");
    folder.write("libOpenCL.so", "");
    const char* others = std::getenv("LD_LIBRARY_PATH");
    const RunOptions options = {
        .environment = {{"LD_LIBRARY_PATH",
                         folder.path().string() + (others ? ":" + std::string(others) : "")}}};
    const Json object = solve({"devices"}, options);
    for (const Json& device : object["devices"]) CHECK(device["backend"] != "opencl");
    std::string reason;
    for (const Json& absent : object["absent"]) {
        if (absent["backend"] == "opencl") reason = absent["reason"];
    }
    CHECK(has(reason, "no loader (" + folder.path().string() + "/libOpenCL.so.1: "));
    CHECK(has(reason, "such as Debian's pocl-opencl-icd and ocl-icd-libopencl1"));
    CHECK(solve({"--random", "20"}, options)["backend"] != "opencl");
    CHECK(solve({"--random", "20", "--device", "cpu"}, options)["backend"] == "cpu");
    const Outcome outcome = run({"--random", "20", "--device", "opencl:0"}, options);
    CHECK(outcome.code == 3);
    CHECK(has(outcome.err, "no loader"));
}

TEST_CASE("device: every index, backend:index and full name leads to that device") {
    for (const Json& device : devices()["devices"]) {
        const std::string index = device["index"].dump();
        const std::string place =
            std::string(device["backend"]) + ":" + device["index_in_backend"].dump();
        for (const std::string& selector : {index, place}) {
            CAPTURE(selector);
            const Json report = solve({"--random", "20", "--device", selector});
            CHECK(report["device"]["index"] == device["index"]);
            CHECK(report["device"]["name"] == device["name"]);
            CHECK(report["device"]["platform"] == device["platform"]);
            CHECK(report["device"]["driver"] == device["driver"]);
            CHECK(report["backend"] == device["backend"]);
        }
    }
    CHECK(solve({"--random", "5", "-d", "cpu"})["backend"] == "cpu");
    CHECK(solve({"--random", "5", "-d", "APSP-ocl"})["backend"] == "cpu");
}

TEST_CASE("device: one that is not there is exit 3, and those that are get listed") {
    for (const std::string selector :
         {"99", "opencl:77", "cpu:1", "no such name", "-1", "metal:0"}) {
        CAPTURE(selector);
        const Outcome outcome = run({"--random", "5", "--device=" + selector});
        CHECK(outcome.code == 3);
        CHECK(outcome.out == "");
        CHECK(has(outcome.err, selector));
        for (const Json& device : devices()["devices"]) {
            CHECK(has(outcome.err, std::string(device["name"])));
        }
    }
}

TEST_CASE("device: part of two names is exit 3, and both are listed") {
    opencl_device();  // a second device beside the program's own
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        std::vector<std::string> names;
        for (const Json& device : devices()["devices"]) {
            const std::string name = device["name"];
            if (has(name, std::string(1, letter)) ||
                has(name, std::string(1, static_cast<char>(letter - 'a' + 'A')))) {
                names.push_back(device["name"]);
            }
        }
        if (names.size() < 2) continue;
        const Outcome outcome = run({"--random", "5", "--device", std::string(1, letter)});
        CHECK(outcome.code == 3);
        CHECK(outcome.out == "");
        CHECK(has(outcome.err, "several"));
        for (const std::string& name : names) CHECK(has(outcome.err, name));
        return;
    }
    FAIL("no two devices share a letter");
}

TEST_CASE("device: without --device one is chosen, and the text says which") {
    const Outcome outcome = run({"--random", "20"});
    CHECK(outcome.code == 0);
    CHECK(has(outcome.out, "chosen as the best"));
    CHECK(!has(run({"--random", "20", "--device", "cpu"}).out, "chosen"));
    // A GPU if there is one.
    bool gpu = false;
    for (const Json& device : devices()["devices"]) gpu = gpu || device["kind"] == "gpu";
    const std::size_t index = solve({"--random", "20"})["device"]["index"];
    CHECK((devices()["devices"][index]["kind"] == "gpu") == gpu);
}

}  // namespace apsp::cli_test
