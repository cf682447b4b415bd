// Calls a function at allocations of a thread, where it may stop what the thread does or let it run
// out of memory. Replaces operator new, so only one file of a program includes this.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <utility>

namespace apsp::test {

class AtAllocations {
  public:
    /// While it lives, `f` is called before each of this thread's allocations of at least `least`
    /// bytes, except the first `skipped` ones. It may throw std::bad_alloc, and must not allocate.
    AtAllocations(std::size_t skipped, std::size_t least, std::function<void()> f)
        : f_(std::move(f)), skipped_(skipped), least_(least) {
        current_ = this;
    }
    ~AtAllocations() { current_ = nullptr; }
    AtAllocations(const AtAllocations&) = delete;
    AtAllocations& operator=(const AtAllocations&) = delete;

    static void* allocate(std::size_t bytes) {
        if (current_ != nullptr) current_->count(bytes);
        void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return memory;
    }

  private:
    void count(std::size_t bytes) {
        if (bytes < least_) return;
        if (skipped_ == 0) return f_();
        --skipped_;
    }

    inline static thread_local AtAllocations* current_ = nullptr;
    std::function<void()> f_;
    std::size_t skipped_, least_;
};

}  // namespace apsp::test

void* operator new(std::size_t bytes) {
    return apsp::test::AtAllocations::allocate(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return apsp::test::AtAllocations::allocate(bytes);
    } catch (...) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
