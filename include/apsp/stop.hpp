// Ending long operations early.
#pragma once

#include <stop_token>

#include "apsp/export.h"

namespace apsp {

/// While a StopScope lives, the library functions that its thread calls throw Stopped soon after a
/// stop has been requested: reading and writing files, solving, verifying. They do so within 0.2
/// seconds, except during the compilation of one program by a driver, one pass over the arcs of a
/// sparse graph, and two blocks of pivots on a GPU. A file is written whole or not at all; other
/// results are lost. Scopes nest: a stop on the token of any of them counts.
class APSP_EXPORT StopScope {
  public:
    explicit StopScope(std::stop_token token);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

  private:
    struct Request {
        std::stop_source& source;
        void operator()() const { source.request_stop(); }
    };

    std::stop_source either_;
    std::stop_token outer_;
    std::stop_callback<Request> by_outer_, by_token_;
};

}  // namespace apsp
