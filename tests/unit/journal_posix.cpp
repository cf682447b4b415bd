// Journals and workspaces: what was added is read back, but for a torn line; damage is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/solve.hpp"
#include "base/journal.hpp"
#include "caught.hpp"
#include "solve/workspace.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::test::content_of;
using apsp::test::TemporaryFolder;
using Records = std::vector<std::vector<std::uint64_t>>;

/// The records of a journal of that name; a torn line is cut off.
Records records_of(const std::filesystem::path& path, const std::string& name) {
    Records records;
    apsp::Journal journal(path, name);
    journal.read([&](std::span<const std::uint64_t> record) {
        records.emplace_back(record.begin(), record.end());
        return record.front() != 99;
    });
    journal.cut();
    return records;
}

}  // namespace

TEST_CASE("journal: records up to the first that is not whole") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "some.journal";
    {
        apsp::Journal journal(path, "a solve of 3");
        CHECK_NOTHROW(journal.expect_none());
        CHECK_FALSE(journal.read([](auto) { return true; }));
        CHECK_FALSE(journal.begun());
        journal.begin();
        journal.add({1, 2});
        journal.add({18446744073709551615u, 0, 7});
        journal.add({5});
    }
    const Records all = {{1, 2}, {18446744073709551615u, 0, 7}, {5}};
    CHECK(records_of(path, "a solve of 3") == all);
    CHECK_THROWS_AS(records_of(path, "a solve of 4"), apsp::Error);
    CHECK_THROWS_AS(apsp::Journal(path, "a solve of 3").expect_none(), apsp::Error);

    const std::string whole = content_of(path);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        folder.write("some.journal", whole.substr(0, size));
        const Records records = records_of(path, "a solve of 3");
        CHECK(records.size() < 3);
        CHECK(std::equal(records.begin(), records.end(), all.begin()));
        // What is left ends with a complete line, after which more can be added.
        const std::string left = content_of(path);
        CHECK(whole.starts_with(left));
        if (size > whole.find('\n')) CHECK(left.back() == '\n');
    }
    for (std::size_t at = whole.find('\n') + 1; at < whole.size(); ++at) {
        CAPTURE(at);
        std::string damaged = whole;
        damaged[at] ^= 1;
        folder.write("some.journal", damaged);
        if (at + 1 == whole.size()) {  // without its end, the last line may be torn
            CHECK(records_of(path, "a solve of 3") == Records{all[0], all[1]});
            continue;
        }
        apsp::test::check_refused(apsp::ErrorKind::bad_input, "some.journal: line ",
                                  [&] { records_of(path, "a solve of 3"); });
        CHECK(content_of(path) == damaged);  // nothing is cut off
    }
}

TEST_CASE("journal: a record that its reader does not take is damage, and kinds have versions") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "some.journal";
    {
        apsp::Journal journal(path, "matrix 5: a graph");
        journal.begin(std::vector<std::vector<std::uint64_t>>{{1}, {99}});
        journal.add({2});
    }
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "line 3 is damaged",
                              [&] { records_of(path, "matrix 5: a graph"); });
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "resume with the graph",
                              [&] { records_of(path, "matrix 5: another graph"); });
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "another version of the program",
                              [&] { records_of(path, "matrix 6: a graph"); });
}

TEST_CASE("journal: a workspace in which anything was damaged is not resumed") {
    const TemporaryFolder folder;
    const std::vector<apsp::Range> stripes = {{0, 128}, {128, 256}};
    const auto open = [&](apsp::Matrix& matrix, bool resume) {
        return apsp::Workspace(folder.path(), "kind: a solve", matrix, stripes, resume);
    };
    const auto fill = [](void* to, float value) {
        std::fill_n(static_cast<float*>(to), 128 * 256, value);
    };
    {
        apsp::Matrix matrix(256, apsp::Dtype::f32);
        auto workspace = open(matrix, false);
        fill(matrix.row_data(0), 1);
        fill(matrix.row_data(128), 2);
        workspace.begin();
        fill(workspace.next(1), 3);
        workspace.commit(1, 1);
    }
    const std::string file = folder.path() / "apsp-matrix.bin", whole = content_of(file);
    const std::size_t stripe = 128 * 256 * 4;
    REQUIRE(whole.size() == 3 * stripe);
    const auto resumes = [&] {
        apsp::Matrix matrix(256, apsp::Dtype::f32);
        const auto workspace = open(matrix, true);
        CHECK(workspace.resumed());
        CHECK(workspace.rounds(1) == 1);
        CHECK(matrix.row<float>(0)[7] == 1);
        CHECK(matrix.row<float>(200)[7] == 3);
    };
    for (const std::size_t at :
         {std::size_t{0}, stripe - 1, stripe + 77, 2 * stripe, 3 * stripe - 1}) {
        CAPTURE(at);
        std::string damaged = whole;
        damaged[at] ^= 0x40;
        folder.write("apsp-matrix.bin", damaged);
        if (at / stripe == 1) {  // the place that is free now
            CHECK_NOTHROW(resumes());
            continue;
        }
        apsp::test::check_refused(
            apsp::ErrorKind::bad_input,
            at < stripe ? "rows 0 to 127 are damaged" : "rows 128 to 255 are damaged", resumes);
    }
    folder.write("apsp-matrix.bin", whole);
    CHECK_NOTHROW(resumes());
    const std::string journal = content_of(folder.path() / "apsp-matrix.journal");
    for (std::size_t at = journal.find('\n') + 1; at + 1 < journal.size(); ++at) {
        CAPTURE(at);
        std::string damaged = journal;
        damaged[at] ^= 1;
        folder.write("apsp-matrix.journal", damaged);
        CHECK_THROWS_AS(resumes(), apsp::Error);
    }
    // Torn within the first records: the solve had not begun.
    folder.write("apsp-matrix.journal", journal.substr(0, journal.find('\n') + 9));
    apsp::Matrix matrix(256, apsp::Dtype::f32);
    CHECK_FALSE(open(matrix, true).resumed());
}

TEST_CASE("journal: no second solve in a workspace while there is one") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "w";
    apsp::Matrix matrix(256, apsp::Dtype::f32), other(256, apsp::Dtype::f32);
    const std::vector<apsp::Range> stripes = {{0, 128}, {128, 256}};
    {
        apsp::Workspace first(path, "a solve", matrix, stripes, false);
        for (const bool begun : {false, true}) {
            if (begun) first.begin();
            for (const bool resume : {false, true}) {
                apsp::test::check_refused(
                    apsp::ErrorKind::usage, "another process is solving here",
                    [&] { apsp::Workspace(path, "a solve", other, stripes, resume); });
            }
            apsp::remove_workspace(path);
            CHECK(std::filesystem::exists(path / "apsp-matrix.bin"));
        }
    }
    CHECK(apsp::Workspace(path, "a solve", other, stripes, true).resumed());
    apsp::remove_workspace(path);
    CHECK(std::filesystem::is_empty(path));
    std::filesystem::remove(path);
    apsp::remove_workspace(path);
    CHECK(!std::filesystem::exists(path));
}
