#include "base/stop.hpp"

#include "unit/helpers.hpp"

namespace apsp {

TEST_CASE("stop: NoStops hides the scopes around it, but none inside") {
    std::stop_source outside, inside;
    const StopScope around(outside.get_token());
    outside.request_stop();
    CHECK_THROWS_AS(check_stop(), Stopped);
    {
        const NoStops whole;
        CHECK_NOTHROW(check_stop());
        const StopScope scope(inside.get_token());
        CHECK_NOTHROW(check_stop());
        inside.request_stop();
        CHECK_THROWS_AS(check_stop(), Stopped);
    }
    CHECK_THROWS_AS(check_stop(), Stopped);
}

}  // namespace apsp
