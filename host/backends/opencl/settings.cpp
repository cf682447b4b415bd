// Which shapes the kernels of update_gpu.cl and update_cpu.cl have; see there for the members.
#include "backends/opencl/settings.hpp"

#include <algorithm>
#include <initializer_list>

#include "backends/opencl/devices.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

[[noreturn]] void refuse(std::string_view name, std::size_t value, std::string_view why) {
    throw Error(ErrorKind::usage, fmt::format("setting {} = {}: {}", name, value, why));
}

/// Takes settings one by one, and in the end knows whether one was left.
class Reader {
  public:
    explicit Reader(const Settings& settings) : left_(settings) { left_.erase("block"); }

    template <class T>
    void take(const char* name, T& value, std::initializer_list<std::size_t> allowed) {
        const auto found = left_.find(name);
        if (found == left_.end()) return;
        if (std::ranges::find(allowed, found->second) == allowed.end()) {
            refuse(name, found->second, fmt::format("expected one of {}", list(allowed)));
        }
        value = static_cast<T>(found->second);
        left_.erase(found);
    }

    void finish() const {
        if (!left_.empty()) refuse(left_.begin()->first, left_.begin()->second, "unknown");
    }

  private:
    static std::string list(std::initializer_list<std::size_t> values) {
        std::string text;
        for (std::size_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
        return text;
    }
    Settings left_;
};

void check_shape(const GpuConfiguration& c, const Device& device, const EngineOptions& options) {
    const bool bits = options.semiring == Semiring::or_and;
    const std::size_t word = std::max<std::size_t>(bits ? 4 : size_of(options.dtype), 4);
    const std::size_t vector = 16 / word;
    const std::size_t lanes = bits ? 32 : std::max<std::size_t>(4 / size_of(options.dtype), 1);
    if (bits && c.tm != 64) refuse("tm", c.tm, "tiles of bits have 64 rows");
    // Two lanes a word, of 16 bits each: of u8, too.
    if (!bits && lanes > 1 && 2 * c.tn > kPadding) {
        refuse("tn", c.tn, "wider than the padding of a matrix");
    }
    const std::size_t group = c.update_group();
    const auto whole = [&](std::size_t edge) {
        return edge / vector <= group && group % (edge / vector) == 0 &&
               c.kd * edge % (vector * group) == 0;
    };
    if (!whole(c.tm) || !whole(c.tn)) {
        refuse("kd", c.kd,
               fmt::format("{} work-items do not share the loads of a {} x {} tile", group, c.tm,
                           c.tn));
    }
    if (c.ud > c.kd || c.kd % c.ud != 0) refuse("ud", c.ud, "does not divide kd");
    if (c.kp > c.ud) refuse("kp", c.kp, "more than ud");
    if (c.max_registers != 0 && device.vendor.find("NVIDIA") == std::string::npos) {
        refuse("max_registers", c.max_registers, "for NVIDIA's compiler only");
    }
    if (std::string_view(c.minimum) == "MIN_BITS" && !is_integral(options.dtype) &&
        !options.non_negative) {
        refuse("min_bits", 1, "for weights that are not negative only");
    }
}

}  // namespace

bool host_has_fma() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

bool host_has_avx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

void check_block(std::size_t block) {
    if (block == 0 || block > 2048 || block % kPadding != 0) {
        refuse("block", block, "expected a multiple of 128 up to 2048");
    }
}

Settings to_settings(const GpuConfiguration& c, std::size_t block) {
    const std::string_view minimum = c.minimum;
    return {{"tm", c.tm},
            {"tn", c.tn},
            {"rm", c.rm},
            {"rn", c.rn},
            {"kd", c.kd},
            {"ud", c.ud},
            {"kp", c.kp},
            {"band", c.band},
            {"by_columns", c.by_columns ? 1 : 0},
            {"max_registers", c.max_registers},
            {"min_bits", minimum == "MIN_BITS" ? 1 : 0},
            {"min_ternary", minimum == "MIN_TERNARY" ? 1 : 0},
            {"block", block}};
}

Settings to_settings(const CpuConfiguration& c, std::size_t block) {
    return {{"vw", c.vw},
            {"rows", c.rows},
            {"column_vectors", c.column_vectors},
            {"close_vectors", c.close_vectors},
            {"plus_fma", c.plus_fma ? 1 : 0},
            {"broadcast_asm", c.broadcast_asm ? 1 : 0},
            {"block", block}};
}

void apply(const Settings& settings, GpuConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty()) return;
    Reader reader(settings);
    reader.take("tm", c.tm, {64, 128});
    reader.take("tn", c.tn, {64, 128});
    reader.take("rm", c.rm, {4, 8});
    reader.take("rn", c.rn, {4, 8});
    reader.take("kd", c.kd, {8, 16, 32});
    reader.take("ud", c.ud, {1, 2, 4, 8, 16, 32});
    reader.take("kp", c.kp, {1, 2});
    reader.take("band", c.band, {1, 2, 4, 8, 16, 32, 64});
    reader.take("by_columns", c.by_columns, {0, 1});
    reader.take("max_registers", c.max_registers, {0, 96, 128, 144, 160, 168, 176, 192, 255});
    const std::string_view minimum = c.minimum;
    bool bits = minimum == "MIN_BITS", ternary = minimum == "MIN_TERNARY";
    reader.take("min_bits", bits, {0, 1});
    reader.take("min_ternary", ternary, {0, 1});
    reader.finish();
    if (bits && ternary) refuse("min_bits", 1, "excludes min_ternary");
    if (minimum != "MIN_TERNARY_ALL") c.minimum = bits ? "MIN_BITS" : ternary ? "MIN_TERNARY" : "";
    check_shape(c, device, options);
}

void apply(const Settings& settings, CpuConfiguration& c, const Device& device,
           const EngineOptions& options) {
    if (settings.empty()) return;
    // rusticl's fma is wrong for +infinity, and OpenCL C has no vectors of more than 16 elements.
    const bool pocl = is_pocl(device);
    const bool assembly = c.broadcast_asm;
    const std::size_t vw = c.vw;
    Reader reader(settings);
    reader.take("vw", c.vw, {2, 4, 8, 16, 32, 64});
    reader.take("rows", c.rows, {1, 2, 4, 8, 16});
    reader.take("column_vectors", c.column_vectors, {1, 2, 4});
    reader.take("close_vectors", c.close_vectors, {1, 2, 4, 8});
    reader.take("plus_fma", c.plus_fma, {0, 1});
    reader.take("broadcast_asm", c.broadcast_asm, {0, 1});
    reader.finish();
    if (c.vw > 16 && !pocl) refuse("vw", c.vw, "only PoCL has such vectors");
    if (const std::size_t columns = cpu_tile_columns(options);
        columns % (c.vw * c.column_vectors) != 0) {
        refuse("column_vectors", c.column_vectors,
               fmt::format("does not divide a tile of {} columns", columns));
    }
    if (64 % (c.vw * c.close_vectors) != 0) {
        refuse("close_vectors", c.close_vectors, "does not divide a tile of 64");
    }
    if (c.plus_fma && !is_integral(element_of(options)) && (!pocl || !host_has_fma())) {
        refuse("plus_fma", 1, "needs PoCL and a processor with fma");
    }
    // For one length of vectors, and where the device's own configuration has it.
    if (c.broadcast_asm && (!assembly || c.vw != vw)) {
        refuse("broadcast_asm", 1, "not for this device");
    }
}

}  // namespace apsp::opencl
