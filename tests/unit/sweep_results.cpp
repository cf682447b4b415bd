// Files of sweeps: written, read, damaged, and compared.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "measure/compare.hpp"
#include "measure/environment.hpp"
#include "measure/results.hpp"
#include "platform/process.hpp"
#include "unit/helpers.hpp"

namespace apsp::sweep {
namespace {

using test::error_of;

/// A file of the test's own.
class TemporaryFile {
  public:
    TemporaryFile()
        : path_(std::filesystem::temp_directory_path() /
                ("apsp-sweep-" + std::to_string(process_id()) + ".json")) {}
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path() const { return path_.string(); }
    void write(const std::string& text) const { std::ofstream(path_) << text; }
    std::string text() const {
        std::ifstream stream(path_);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

  private:
    std::filesystem::path path_;
};

Json head_of(const std::string& name) {
    return {
        {"schema", kSchema},
        {"devices",
         Json::array(
             {{{"id", "cpu:0"}, {"backend", "cpu"}, {"platform", "apsp-ocl"}, {"name", name}}})}};
}

Row row_of(std::size_t n, const std::vector<double>& compute) {
    Row row;
    row.cell.device = "cpu:0";
    row.cell.n = n;
    row.measured_at = utc_time();
    row.limit_meaning = "relaxations";
    row.configuration = {{"tile", 64}};
    row.result = {{"sum", 7}};
    for (double seconds : compute) {
        Run& run = row.runs.emplace_back();
        for (std::string_view part : kParts) run.seconds[std::string(part)] = 0.25;
        run.seconds["compute"] = seconds;
        run.process = 1.5;
        run.limit = 4e9;
        run.warm = true;
    }
    return row;
}

Row lost(std::size_t n, Status status, const std::string& reason) {
    Row row = row_of(n, {});
    row.status = status;
    row.reason = reason;
    return row;
}

/// The verdict on the cell with that many vertices.
Change change_of(const Results& before, const Results& after, std::size_t n) {
    const auto changes = compare(before, after);
    const auto found =
        std::ranges::find_if(changes, [&](const Change& c) { return c.cell.n == n; });
    REQUIRE(found != changes.end());
    return *found;
}

}  // namespace

TEST_CASE("sweep: the upper median, least and most") {
    const Spread odd = spread({5, 1, 3});
    CHECK(odd.median == 3);
    CHECK(odd.least == 1);
    CHECK(odd.most == 5);
    CHECK(spread({4, 1, 3, 2}).median == 3);
    CHECK(spread({2}).median == 2);
}

TEST_CASE("sweep: a file says what was measured, and is read as it was written") {
    const TemporaryFile file;
    Results results{head_of("a processor"), {row_of(1000, {2, 1, 4}), row_of(2000, {8})}};
    results.rows[1].reason = "1 of 3 runs, then the budget was spent";
    results.rows.push_back(lost(4000, Status::failed, "ended by signal 11"));
    results.rows.back().signal = 11;
    write_results(results, file.path());

    const Json json = Json::parse(file.text());
    CHECK(json["rows"][0]["seconds"]["compute"]["median"] == 2);
    CHECK(json["rows"][0]["seconds"]["compute"]["runs"] == Json({2, 1, 4}));
    CHECK(json["rows"][0]["relaxations_per_second"]["most"] == 1e9);
    CHECK(json["rows"][0]["share_of_limit"]["median"] == doctest::Approx(0.125));
    CHECK(json["rows"][0]["verified"] == true);
    CHECK(json["rows"][2]["seconds"].is_null());
    CHECK(json["rows"][2]["verified"] == false);

    Results read = read_results(file.path());
    CHECK(read.head == results.head);
    REQUIRE(read.rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(read.rows[i].cell == results.rows[i].cell);
        CHECK(read.rows[i].status == results.rows[i].status);
        CHECK(read.rows[i].reason == results.rows[i].reason);
        CHECK(read.rows[i].seconds("compute") == results.rows[i].seconds("compute"));
    }
    CHECK(read.rows[2].signal == 11);
    const std::string first = file.text();
    write_results(read, file.path());
    CHECK(file.text() == first);
    CHECK(read.find(results.rows[1].cell) == &read.rows[1]);
    CHECK(read.find(row_of(3000, {}).cell) == nullptr);
}

TEST_CASE("sweep: what a file does not know is absent, and a cell's every choice is kept") {
    const TemporaryFile file;
    Results results{head_of("a processor"), {row_of(1000, {2, 1, 4})}};
    Cell& cell = results.rows[0].cell;
    cell.block = 128;
    cell.symmetric = false;
    cell.paths = true;
    cell.density = 0.5;
    results.rows[0].relation = {{"step", "kleene"}};
    write_results(results, file.path());
    CHECK(read_results(file.path()).rows[0].cell == cell);

    Json json = Json::parse(file.text());
    CHECK(json["rows"][0]["step"] == "kleene");
    Json& row = json["rows"][0];
    for (const char* member : {"block", "symmetric", "paths", "exit_code"}) row.erase(member);
    row["seconds"] = {{"compute", row["seconds"]["compute"]}};
    for (const char* member : {"process_seconds", "measured_at"}) row[member] = nullptr;
    file.write(json.dump());
    const Results read = read_results(file.path());
    CHECK(read.rows[0].cell.block == 0);
    CHECK(!read.rows[0].cell.symmetric);
    CHECK(read.rows[0].seconds() == std::vector<double>{2, 1, 4});
    CHECK(read.rows[0].seconds("upload") == std::vector<double>{0, 0, 0});
    write_results(read, file.path());
    CHECK(Json::parse(file.text())["rows"][0]["seconds"].size() == 1);
}

TEST_CASE("sweep: a file that is damaged, or of something else, is bad input") {
    const TemporaryFile file;
    write_results({head_of("a processor"), {row_of(1000, {2, 1, 4})}}, file.path());
    const std::string whole = file.text();
    const auto replaced = [&](const std::string& part, const std::string& by) {
        std::string text = whole;
        REQUIRE(text.find(part) != std::string::npos);
        return text.replace(text.find(part), part.size(), by);
    };
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("{\"rows\": []}"),
          whole.substr(0, whole.size() / 2), replaced("sweep 1", "sweep 0"),
          replaced("\"rows\": [", "\"row\": ["),
          replaced("\"cpu:0\",\"algorithm", "\"cpu:1\",\"algorithm"), replaced("kleene", "klein"),
          replaced("[2.0,1.0,4.0]", "[2.0,1.0]"), replaced("[2.0,1.0,4.0]", "[2.0,-1.0,4.0]"),
          replaced("[2.0,1.0,4.0]", "[2.0,\"1\",4.0]"), replaced("\"measured\"", "\"done\""),
          replaced("\"n\":1000", "\"m\":1000")}) {
        CAPTURE(text);
        file.write(text);
        const auto caught = error_of([&] { read_results(file.path()); });
        CHECK(caught.kind == ErrorKind::bad_input);
        CHECK(caught.message.find(file.path()) != std::string::npos);
    }
    CHECK(error_of([] { read_results("/nonexistent/sweep.json"); }).kind == ErrorKind::bad_input);
}

TEST_CASE("sweep: heads differ in all but what passes") {
    Json head = {{"schema", kSchema}, {"options", {{"sizes", {64, 128}}}}, {"started_at", "now"}};
    Json other = head;
    other["started_at"] = "later";
    CHECK(difference(head, other) == "");
    other["options"]["sizes"] = {64};
    CHECK(difference(head, other) == "options/sizes/1 is 128, not null");
    CHECK(difference(other, head) == "options/sizes/1 is null, not 128");
}

TEST_CASE("sweep: slower and faster are beyond the noise of both") {
    const Results before{
        head_of("a"),
        {row_of(1, {1.0, 1.1, 1.2}), row_of(2, {1.0, 1.1, 1.2}), row_of(3, {1.0, 1.1, 1.2}),
         row_of(4, {1.0, 1.001, 1.002}), row_of(5, {1, 1}), row_of(6, {1, 1, 1}),
         row_of(7, {1, 1, 1}), lost(8, Status::failed, "crash"), row_of(9, {1, 1, 1})}};
    const Results after{head_of("a"),
                        {row_of(1, {1.3, 1.25, 1.5}), row_of(2, {0.7, 0.99, 0.8}),
                         row_of(3, {1.19, 1.5, 1.6}), row_of(4, {1.003, 1.004, 1.005}),
                         row_of(5, {9, 9, 9}), lost(6, Status::timeout, "killed after 1 s"),
                         lost(7, Status::skipped, "the budget is spent"), row_of(8, {1, 1, 1}),
                         row_of(10, {1, 1, 1})}};
    const Change slower = change_of(before, after, 1);
    CHECK(slower.verdict == Verdict::slower);
    CHECK(slower.ratio() == doctest::Approx(1.3 / 1.1));
    CHECK(change_of(before, after, 2).verdict == Verdict::faster);
    CHECK(change_of(before, after, 3).verdict == Verdict::same);     // the spreads overlap
    CHECK(change_of(before, after, 4).verdict == Verdict::same);     // by less than 2 %
    CHECK(change_of(before, after, 5).verdict == Verdict::unknown);  // two runs are no spread
    CHECK(change_of(before, after, 6).verdict == Verdict::lost);
    CHECK(change_of(before, after, 6).reason == "timeout: killed after 1 s");
    const auto changes = compare(before, after);
    CHECK(changes.size() == 6);  // neither skipped cells, nor cells that one side lacks
    CHECK(changes.front().verdict == Verdict::lost);
    CHECK(changes.back().verdict == Verdict::faster);
    CHECK(compare(before, {head_of("b"), after.rows}).empty());  // another device
}

}  // namespace apsp::sweep
