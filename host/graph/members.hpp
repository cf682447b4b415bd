// What graphs and labels are made of, for code that moves them between processes.
#pragma once

#include <utility>

namespace apsp {

struct Members {
    /// Calls f with each of them: numbers, texts, and vectors of what can be copied by bytes. A
    /// dense graph's matrix is not among them.
    template <class T, class F>
    static void for_each(T& object, F&& f) {
        object.for_each_member(std::forward<F>(f));
    }
};

}  // namespace apsp
