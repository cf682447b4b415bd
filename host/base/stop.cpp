// See stop.hpp.
#include "base/stop.hpp"

#include <utility>

#include "apsp/errors.hpp"

namespace apsp {
namespace {

thread_local std::stop_token current;

}  // namespace

StopScope::StopScope(std::stop_token token)
    : outer_(std::exchange(current, either_.get_token())),
      by_outer_(outer_, Request{either_}),
      by_token_(std::move(token), Request{either_}) {}

StopScope::~StopScope() {
    current = std::move(outer_);
}

NoStops::NoStops() noexcept : outer_(std::exchange(current, {})) {}

NoStops::~NoStops() {
    current = std::move(outer_);
}

const std::stop_token& stop_token() noexcept {
    return current;
}

void check_stop() {
    if (current.stop_requested()) throw Stopped();
}

}  // namespace apsp
