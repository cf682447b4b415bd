// Text of unknown length, as it arrives from a pipe or an archive. It grows with the data that
// really arrives, never to a size that a file claims.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "apsp/errors.hpp"
#include "base/text.hpp"

namespace apsp {

class GrowingText {
  public:
    /// Memory for what comes next, always at least a byte. @throws Error out_of_memory, naming
    /// `file`
    std::span<char> room(const std::string& file) {
        if (size_ == capacity_) grow(file);
        return {memory_.get() + size_, capacity_ - size_};
    }
    /// Says that this much of the room has been filled.
    void advance(std::size_t size) noexcept { size_ += size; }
    std::string_view text() const noexcept { return {memory_.get(), size_}; }

  private:
    struct Free {
        void operator()(char* memory) const noexcept { std::free(memory); }
    };
    void grow(const std::string& file) {
        const std::size_t larger = std::max(capacity_ * 2, std::size_t{1} << 16);
        // realloc moves large blocks without copying them.
        char* memory = static_cast<char*>(std::realloc(memory_.get(), larger));
        if (memory == nullptr) {
            throw Error(ErrorKind::out_of_memory,
                        fmt::format("{}: the host has no memory for {} of its contents", file,
                                    format_bytes(larger)));
        }
        (void)memory_.release();  // realloc has freed or moved it
        memory_.reset(memory);
        capacity_ = larger;
    }

    std::unique_ptr<char, Free> memory_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace apsp
