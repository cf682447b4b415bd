// Ending early what takes long.
#pragma once

#include <stop_token>

#include "apsp/export.h"

namespace apsp {

/// While it lives, whatever this thread calls of the library throws Stopped soon after a stop has
/// been requested: reading and writing files, solving, verifying. Within 0.2 seconds, that is, but
/// for one program that a driver compiles, one pass over the arcs of a sparse graph, and two
/// blocks of pivots on a GPU. A file is written whole or not at all; other results are lost.
/// Scopes nest: each token counts.
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
