// Square matrices of a .npy file. If their type and order allow, each slice is read by itself, so
// that the file may be larger than memory.
#include <cmath>
#include <type_traits>

#include "base/text.hpp"
#include "io/batch_file.hpp"
#include "io/npy_header.hpp"

namespace apsp {
namespace {

constexpr std::size_t kMostEmpty = std::size_t{1} << 20;  // graphs that take no bytes

class NpyBatch final : public BatchFile {
  public:
    NpyBatch(std::unique_ptr<InputFile> file, NpyArray array, bool unweighted)
        : file_(std::move(file)), array_(std::move(array)), unweighted_(unweighted) {
        as_it_is_ = !array_.fortran_order && !unweighted_ && array_.type;
    }

    std::size_t size() const override { return array_.shape[0]; }
    std::size_t vertices(std::size_t) const override { return array_.shape[1]; }
    std::size_t arcs() const override { return size() * matrix(); }
    std::size_t slice_bytes(std::size_t) const override { return matrix() * size_of(array_.type); }
    std::size_t arc_number(std::size_t number) const override { return first_ * matrix() + number; }

    GraphBatch slice(Range graphs) override {
        first_ = graphs.first;
        if (!array_.type) return slice<std::int64_t, double>(graphs);
        return visit(*array_.type,
                     [&](auto zero) { return slice<decltype(zero), decltype(zero)>(graphs); });
    }

  private:
    std::size_t matrix() const { return array_.shape[1] * array_.shape[1]; }
    const char* elements() const { return file_->bytes().data() + array_.size; }

    template <class From, class To>
    GraphBatch slice(Range graphs) {
        const std::size_t n = array_.shape[1], first = graphs.first * matrix();
        copy_ = Elements(graphs.size() * matrix(), kDtypeOf<To>);
        if (as_it_is_) {
            file_->copy(
                array_.size + first * sizeof(From),
                {static_cast<char*>(copy_.data()), graphs.size() * matrix() * sizeof(From)});
            return GraphBatch::from_dense(graphs.size(), n, {kDtypeOf<To>, copy_.data()});
        }
        To* to = copy_.as<To>().data();
        for (std::size_t b = graphs.first; b < graphs.last; ++b) {
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const std::size_t k =
                        array_.fortran_order ? b + size() * (i + n * j) : (b * n + i) * n + j;
                    *to++ = weight<To>(load_element<From>(elements(), k), b);
                }
            }
        }
        return GraphBatch::from_dense(graphs.size(), n, {kDtypeOf<To>, copy_.data()});
    }

    /// NaN stays as it is: the batch's solver refuses it.
    template <class To, class From>
    To weight(From value, std::size_t graph) const {
        if constexpr (std::is_same_v<From, std::int64_t>) {
            if (value == infinity<std::int32_t>()) return infinity<To>();
            if (value < -kLargestExact || value > kLargestExact) {
                file_->fail(kExactIntegers, fmt::format("{} in graph {}", value, graph));
            }
        } else if constexpr (std::is_floating_point_v<From>) {
            if (!std::isfinite(value)) return value;
        } else {
            if (value == infinity<From>()) return value;
        }
        return unweighted_ ? To{1} : static_cast<To>(value);
    }

    std::unique_ptr<InputFile> file_;
    NpyArray array_;
    bool unweighted_;
    bool as_it_is_;
    Elements copy_;
    std::size_t first_ = 0;
};

}  // namespace

std::unique_ptr<BatchFile> open_npy_batch(std::unique_ptr<InputFile> file, bool unweighted) {
    NpyArray array = parse_npy_array(*file);
    if (array.shape.size() != 3 || array.shape[1] != array.shape[2] ||
        array.shape[1] > Graph::kMaxVertices) {
        fail_shape(array, "square matrices, of shape (B, N, N)", file->name());
    }
    check_elements(array, *file);
    if (array.shape[1] == 0 && array.shape[0] > kMostEmpty) {
        fail_shape(array, fmt::format("at most {} graphs without vertices", kMostEmpty),
                   file->name());
    }
    return std::make_unique<NpyBatch>(std::move(file), std::move(array), unweighted);
}

}  // namespace apsp
