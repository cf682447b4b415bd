// apsp-ocl ladder: one row for each step, whether or not it could be measured.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

Json rows_of(const std::vector<std::string>& words) {
    std::vector<std::string> all = {"ladder", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(all);
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    const Json file = Json::parse(outcome.out);
    CHECK(file["schema"] == "apsp-ocl sweep 1");
    return file["rows"];
}

/// Every row is of one of a few kinds, complete, and consistent.
void check_rows(const Json& rows, double n) {
    REQUIRE(rows.size() == 18);
    CHECK(rows.front()["step"] == "serial");
    CHECK(rows.back()["step"] == "kleene");
    const Json& serial = rows.front()["seconds"];
    double previous = 0;
    for (const Json& row : rows) {
        CAPTURE(row.dump());
        CHECK(row["source"] != "");
        CHECK(has(row["options"].get<std::string>(), "--algo "));
        if (row["status"] != "measured") {
            CHECK((row["status"] == "unsupported" || row["status"] == "skipped"));
            CHECK(row["reason"].get<std::string>() != "");
            CHECK(row["seconds"].is_null());
            CHECK(row["relaxations_per_second"].is_null());
            CHECK(row["speedup_over_serial"].is_null());
            CHECK(row["verified"] == false);
            continue;
        }
        const double seconds = row["seconds"]["compute"]["median"];
        CHECK(seconds > 0);
        CHECK(!row["seconds"]["compute"]["runs"].empty());
        CHECK(row["verified"] == true);
        CHECK(row["verification"]["rows_checked"] == row["n"]);
        CHECK(row["relaxations_per_second"]["median"] == doctest::Approx(n * n * n / seconds));
        if (!serial.is_null()) {
            CHECK(row["speedup_over_serial"] ==
                  doctest::Approx(serial["compute"]["median"].get<double>() / seconds));
        }
        if (previous > 0) {
            CHECK(row["speedup_over_previous"] == doctest::Approx(previous / seconds));
        }
        previous = seconds;
    }
}

}  // namespace

TEST_CASE("ladder: every step on an OpenCL device, verified") {
    const std::string device = opencl_device();
    const Json rows = rows_of({"--device", device, "-n", "200", "--repeat", "2", "--budget", "5m"});
    check_rows(rows, 200);
    for (const Json& row : rows) {
        if (row["status"] != "measured") continue;
        CAPTURE(row.dump());
        // There are fewer runs if other programs use the processor.
        CHECK(row["seconds"]["compute"]["runs"].size() <= 2);
        const bool quick = row["seconds"]["compute"]["most"].get<double>() <= 1;
        if (quick) CHECK(row["warm"] == true);
    }
    CHECK(rows.back()["status"] == "measured");
}

TEST_CASE("ladder: a backend without the steps says so in their rows") {
    const Json rows = rows_of({"--device", "cpu", "--n", "300", "--dtype", "i32", "--repeat", "1"});
    check_rows(rows, 300);
    std::size_t measured = 0;
    for (const Json& row : rows) {
        const bool product = row["step"] == "serial" || row["step"] == "openmp" ||
                             row["step"] == "fw" || row["step"] == "rkleene" ||
                             row["step"] == "kleene";
        CHECK((row["status"] == "measured") == product);
        if (product) ++measured;
        if (!product) CHECK(row["reason"] == "cpu does not support it");
    }
    CHECK(measured == 5);
}

TEST_CASE("ladder: what does not fit the budget is skipped, with an estimate") {
    const Json rows = rows_of({"--device", "cpu", "-n", "4096", "--budget", "2s"});
    check_rows(rows, 4096);
    CHECK(rows.front()["status"] == "skipped");
    CHECK(has(rows.front()["reason"].get<std::string>(), "estimated "));
}

TEST_CASE("ladder: the table and the help name every step") {
    const Outcome table = run({"ladder", "--device", "cpu", "-n", "100", "--repeat", "1"});
    const Outcome help = run({"ladder", "--help"});
    CHECK(table.code == 0);
    CHECK(help.code == 0);
    for (const std::string step :
         {"serial", "single", "chunked", "persistent", "persistent-register", "openmp", "naive",
          "coalesced", "row-shared", "blocked", "fw", "rkleene", "classic", "classic-vector",
          "classic-transposed", "wide", "bytes-triangle", "kleene"}) {
        CAPTURE(step);
        CHECK(has(table.out, "\n" + step + " "));
        CHECK(has(help.out, "\n  " + step + " "));
    }
}

TEST_CASE("ladder: wrong arguments") {
    CHECK(run({"ladder", "nonsense"}).code == 2);
    CHECK(run({"ladder", "--dtype", "f31"}).code == 2);
    CHECK(run({"ladder", "--budget", "soon"}).code == 2);
    CHECK(run({"ladder", "-n", "0"}).code == 2);
    CHECK(has(run({"ladder", "--n=0"}).err, "--sizes 0"));
    if (devices()["devices"].size() > 1) {
        CHECK(has(run({"ladder", "--device", "all", "-n", "64"}).err, "expected one device"));
    }
    CHECK(run({"ladder", "--device", "no such device"}).code == 3);
}

}  // namespace apsp::cli_test
