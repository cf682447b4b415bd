// The data of an edge as NetworkX's write_edgelist leaves them: a Python dict of plain values.
#pragma once

#include <string>
#include <vector>

#include "io/text_scanner.hpp"

namespace apsp {

class EdgeAttributes {
  public:
    /// With the name of the weight, or "" to look for it.
    explicit EdgeAttributes(std::string weight) : weight_(std::move(weight)) {}

    /// The weight in the dict that the rest of the line is: what is called so, or else the only
    /// number among the data; 1 where there is none. Moves to the line's end.
    /// @throws Error bad_input for several numbers of other names, and for what is no dict
    double take(TextScanner& scanner);

    /// That a number of another name was taken for the weight; "" where that was not so.
    std::string note() const;

  private:
    std::string weight_;
    bool guessed_ = false;
};

}  // namespace apsp
