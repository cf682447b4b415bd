// .npy headers: magic, version, length, then a Python dictionary with the keys 'descr' (type),
// 'fortran_order' and 'shape', in any order. Only as much of Python as NumPy writes is parsed.
#include "io/npy_header.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "io/hints.hpp"

namespace apsp {
namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are copied as they lie in files");

constexpr std::string_view kMagic = "\x93NUMPY";

class DictionaryParser {
  public:
    DictionaryParser(const std::string& file, std::string_view text) : file_(file), text_(text) {}

    bool take(char wanted) {
        while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
        if (text_.empty() || text_[0] != wanted) return false;
        text_.remove_prefix(1);
        return true;
    }
    void need(char wanted) {
        if (!take(wanted)) fail(fmt::format("'{}'", wanted));
    }
    std::string_view string(std::string_view expected) {
        const char quote = take('\'') ? '\'' : '"';
        if (quote == '"' && !take('"')) fail(expected);
        const std::size_t end = text_.find(quote);
        if (end == std::string_view::npos) fail("a closing quote");
        return remove(end, 1);
    }
    bool boolean() {
        take(' ');
        if (text_.starts_with("True")) return !remove(4).empty();
        if (text_.starts_with("False")) return remove(5).empty();
        fail("True or False");
    }
    std::vector<std::size_t> shape() {
        std::vector<std::size_t> sizes;
        need('(');
        while (!take(')')) {
            take(' ');
            std::size_t size = 0;
            const char* begin = text_.data();
            const auto [end, error] = std::from_chars(begin, begin + text_.size(), size);
            if (error != std::errc{}) fail("the size of a dimension");
            remove(static_cast<std::size_t>(end - begin));
            take('L');  // Python 2
            sizes.push_back(size);
            if (!take(',')) {
                need(')');
                break;
            }
        }
        return sizes;
    }
    bool at_end() {
        take(' ');
        return text_.empty();
    }
    [[noreturn]] void fail(std::string_view expected) const {
        fail_input(file_, fmt::format("{} in the .npy header", expected),
                   text_.empty() ? "its end" : in_quotes(text_));
    }

  private:
    std::string_view remove(std::size_t count, std::size_t further = 0) {
        const std::string_view removed = text_.substr(0, count);
        text_.remove_prefix(count + further);
        return removed;
    }

    const std::string& file_;
    std::string_view text_;
};

/// Integers that have the same bytes in a type of the list, as long as their highest bits are 0.
struct NpyAlias {
    std::string_view name;
    NpyType type;
};
constexpr NpyAlias kNpyAliases[] = {
    {"u2", Dtype::i16}, {"u4", Dtype::i32}, {"u8", {}}, {"i1", Dtype::u8}, {"b1", Dtype::u8}};

struct FoundType {
    NpyType type;
    std::string_view alias = {};
};

/// The NumPy call that converts other elements to a type that is read.
std::string conversion(std::string_view type) {
    if (type.starts_with('c')) return "a.real.astype('<f8')";
    return type == "f2" ? "a.astype('<f4')" : "a.astype('<f8')";
}

FoundType parse_type(const std::string& file, std::string_view descr) {
    if (descr.starts_with('>')) {
        fail_input(file, "little-endian elements",
                   fmt::format("big-endian {}; convert with NumPy: a.astype({})", in_quotes(descr),
                               in_quotes(fmt::format("<{}", descr.substr(1)))));
    }
    const bool prefixed =
        descr.starts_with('<') || descr.starts_with('=') || descr.starts_with('|');
    const std::string_view type = descr.substr(prefixed ? 1 : 0);
    for (const Dtype dtype : kDtypes) {
        if (type == npy_name(dtype)) return {dtype};
    }
    if (type == npy_name({})) return {};
    const auto alias = std::ranges::find(kNpyAliases, type, &NpyAlias::name);
    if (alias != std::end(kNpyAliases)) return {alias->type, alias->name};
    fail_input(file, "elements of type f4, f8, u1, i2, i4 or i8",
               fmt::format("{}; convert with NumPy: {}", in_quotes(descr), conversion(type)));
}

/// "(2, 3)", "(2,)"
std::string shape_text(std::span<const std::size_t> shape) {
    return fmt::format("({}{})", fmt::join(shape.begin(), shape.end(), ", "),
                       shape.size() == 1 ? "," : "");
}

/// Whether the elements of an array take exactly this many bytes; no product exceeds 64 bits.
bool are_elements(std::size_t bytes, std::span<const std::size_t> shape, NpyType type) {
    if (std::ranges::find(shape, std::size_t{0}) != shape.end()) return bytes == 0;
    std::size_t size = size_of(type);
    for (const std::size_t each : shape) {
        if (each > bytes / size) return false;
        size *= each;
    }
    return size == bytes;
}

/// Bytes before the elements: as the header says, and so perhaps more than there are.
std::size_t header_size(std::string_view bytes) {
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? std::size_t{static_cast<unsigned char>(bytes[i])} : 0;
    };
    const std::size_t length = byte(8) | byte(9) << 8;
    return byte(kMagic.size()) == 1 ? 10 + length : 12 + (length | byte(10) << 16 | byte(11) << 24);
}

/// Throws unless these elements have the same values in the type that they are read as.
void check_alias(const NpyArray& array, std::string_view elements, const std::string& file) {
    const std::string_view alias = array.alias;
    const std::size_t size = size_of(array.type);
    for (std::size_t k = size - 1; k < elements.size(); k += size) {
        if ((elements[k] & 0x80) == 0) continue;
        std::string place = fmt::format("element {}", k / size);
        if (array.shape.size() == 2 && !array.fortran_order) {
            const std::size_t columns = std::max<std::size_t>(array.shape[1], 1);
            place = fmt::format("entry ({}, {})", k / size / columns, k / size % columns);
        }
        const bool negative = alias.starts_with('i');
        fail_input(
            file,
            fmt::format("elements of {} from 0 to {}", alias, ~std::uint64_t{0} >> (65 - 8 * size)),
            fmt::format("a {} one in {}; convert with NumPy: a.astype('<f8'), with inf for "
                        "no arc",
                        negative ? "negative" : "larger", place));
    }
}

void check_size(const NpyArray& array, std::size_t bytes, const std::string& file) {
    const std::size_t have = bytes - array.size;
    if (are_elements(have, array.shape, array.type)) return;
    fail_input(file,
               fmt::format("{} elements of {} bytes", shape_text(array.shape), size_of(array.type)),
               fmt::format("{} bytes after the header", have));
}

}  // namespace

std::string npy_name(NpyType type) {
    const bool real = type && !is_integral(*type);
    const char kind = real ? 'f' : !type || is_signed(*type) ? 'i' : 'u';
    return fmt::format("{}{}", kind, size_of(type));
}

std::string numpy_type(Dtype dtype) {
    return (size_of(dtype) == 1 ? '|' : '<') + npy_name(dtype);
}

NpyArray parse_npy_array(std::string_view bytes, const std::string& file) {
    const auto byte = [&](std::size_t i) {
        return std::size_t{static_cast<unsigned char>(bytes[i])};
    };
    if (!bytes.starts_with(kMagic))
        fail_input(file, "a NumPy array (.npy)",
                   fmt::format("another kind of file{}", format_hint(bytes)));
    constexpr std::size_t kVersion = kMagic.size();
    const std::size_t start = bytes.size() > kVersion && byte(kVersion) == 1 ? 10 : 12;
    if (bytes.size() < start) fail_input(file, "a .npy header", "a truncated file");
    if (byte(kVersion) < 1 || byte(kVersion) > 3) {
        fail_input(file, "version 1, 2 or 3 of the .npy format", fmt::format("{}", byte(kVersion)));
    }
    const std::size_t length = header_size(bytes) - start;
    if (length > bytes.size() - start) {
        fail_input(file, fmt::format("a .npy header of {} bytes", length), "a truncated file");
    }

    DictionaryParser parser(file, bytes.substr(start, length));
    std::optional<FoundType> type;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::size_t>> shape;
    parser.need('{');
    while (!parser.take('}')) {
        const std::string_view key = parser.string("a key");
        parser.need(':');
        if (key == "descr") {
            type = parse_type(file, parser.string("'descr' of plain elements"));
        } else if (key == "fortran_order") {
            fortran_order = parser.boolean();
        } else if (key == "shape") {
            shape = parser.shape();
        } else {
            parser.fail("only the keys 'descr', 'fortran_order' and 'shape'");
        }
        if (!parser.take(',')) {
            parser.need('}');
            break;
        }
    }
    if (!parser.at_end()) parser.fail("nothing more");
    if (!type || !fortran_order || !shape) {
        parser.fail("the keys 'descr', 'fortran_order' and 'shape'");
    }
    return {type->type, *fortran_order, std::move(*shape), start + length, type->alias};
}

NpyArray parse_npy_array(const InputFile& file) {
    const bool whole = header_size(file.head()) <= file.head().size();
    return parse_npy_array(whole ? file.head() : file.bytes(), file.name());
}

void check_elements(const NpyArray& array, std::string_view bytes, const std::string& file) {
    check_size(array, bytes.size(), file);
    if (!array.alias.empty()) check_alias(array, bytes.substr(array.size), file);
}

void check_elements(const NpyArray& array, const InputFile& file) {
    check_size(array, file.size(), file.name());
    if (!array.alias.empty()) check_alias(array, file.bytes().substr(array.size), file.name());
}

void fail_shape(const NpyArray& array, std::string_view expected, const std::string& file) {
    fail_input(file, expected, "shape " + shape_text(array.shape));
}

NpyHeader parse_npy_header(const InputFile& file) {
    const NpyArray array = parse_npy_array(file);
    const auto& shape = array.shape;
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] == 0) {
        std::string shown = "shape " + shape_text(shape);
        if (shape.size() == 3) shown += "; apsp-ocl batch solves many graphs";
        if (shape.size() == 2 && (shape[1] == 2 || shape[1] == 3)) {
            shown += "; for a list of arcs: np.savetxt('arcs.txt', a, fmt='%.17g')";
        }
        file.fail("a square matrix with at least one vertex", shown);
    }
    const std::size_t n = shape[0], have = file.size() - array.size;
    if (n > Graph::kMaxVertices || !are_elements(have, shape, array.type)) {
        file.fail(fmt::format("{0} x {0} elements of {1} bytes", n, size_of(array.type)),
                  fmt::format("{} bytes after the header; fetch or write the file again", have));
    }
    check_elements(array, file);
    return {array.type, array.fortran_order, n, array.size};
}

std::string make_npy_header(std::span<const std::size_t> shape, std::string_view type) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type,
                                   shape_text(shape));
    // The format asks for elements that begin at a multiple of 64 bytes.
    constexpr std::size_t kBefore = 10;
    text.append(63 - (kBefore + text.size()) % 64, ' ');
    text += '\n';
    std::string header(kMagic);
    header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff),
               static_cast<char>(text.size() >> 8)};
    return header + text;
}

std::string make_npy_header(std::size_t rows, std::size_t columns, Dtype dtype) {
    return make_npy_header(std::array{rows, columns}, numpy_type(dtype));
}

}  // namespace apsp
