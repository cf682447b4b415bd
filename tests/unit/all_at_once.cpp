#include "base/all_at_once.hpp"

#include <atomic>

#include "unit/helpers.hpp"

namespace apsp {

TEST_CASE("all at once: the first error of any call arrives, whether or not others are told") {
    for (const std::size_t failing : {0u, 1u, 2u}) {
        CAPTURE(failing);
        const auto f = [&](std::size_t i) {
            if (i == failing) throw Error(ErrorKind::no_device, "gone");
        };
        CHECK(test::error_of([&] { all_at_once(3, {}, f); }).kind == ErrorKind::no_device);
        std::atomic<int> told = 0;
        CHECK(test::error_of([&] {
                  all_at_once(
                      3, [&] { ++told; }, f);
              }).has("gone"));
        CHECK(told == 1);
    }
}

}  // namespace apsp
