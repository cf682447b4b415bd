// Journals: what was added is read back, up to the first record that is incomplete.
#include "base/journal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/solve.hpp"
#include "caught.hpp"
#include "solve/workspace.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::test::content_of;
using apsp::test::TemporaryFolder;
using Records = std::vector<std::vector<std::uint64_t>>;

/// The valid records of a journal of that name; the rest of its file is cut off.
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
        const Records records = records_of(path, "a solve of 3");
        CHECK(records.size() < 3);
        CHECK(std::equal(records.begin(), records.end(), all.begin()));
    }
}

TEST_CASE("journal: a record that its reader does not take ends it") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "some.journal";
    {
        apsp::Journal journal(path, "name");
        journal.begin();
        journal.add({1});
        journal.add({99});
        journal.add({2});
    }
    CHECK(records_of(path, "name") == Records{{1}, {99}});
    CHECK(records_of(path, "name") == Records{{1}});  // 99 was cut off
    apsp::Journal journal(path, "name");
    journal.read([](auto) { return true; });
    journal.add({3});
    CHECK(records_of(path, "name") == Records{{1}, {3}});
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
