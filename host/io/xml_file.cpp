// See xml_file.hpp.
#include "io/xml_file.hpp"

#include <algorithm>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/text_scanner.hpp"

#ifdef APSP_PUGIXML

namespace apsp {
XmlFile::XmlFile(const InputFile& file, const char* root, std::string_view expected) : file_(file) {
    const std::string_view bytes = file.bytes();
    const auto parsed = document_.load_buffer(bytes.data(), bytes.size());
    if (!parsed) fail(parsed.offset, "XML", parsed.description());
    root_ = document_.document_element();
    drop_prefix();
    if (root_.name() != std::string_view(root)) fail(std::ptrdiff_t{0}, expected, "other XML");
}

void XmlFile::drop_prefix() {
    const std::string_view name = root_.name();
    const std::string prefix(name.substr(0, name.find(':') + 1));  // "" without a colon
    if (prefix.empty()) return;
    // No function here calls itself, because any file says how deep it is nested.
    for (pugi::xml_node node = root_; node;) {
        const std::string before = node.name();
        if (before.starts_with(prefix)) node.set_name(before.c_str() + prefix.size());
        if (node.first_child()) {
            node = node.first_child();
            continue;
        }
        while (node && node != root_ && !node.next_sibling()) node = node.parent();
        if (node == root_) break;
        node = node.next_sibling();
    }
}

void XmlFile::fail(std::ptrdiff_t offset, std::string_view expected, std::string_view found) const {
    fail_input(fmt::format("{}:{}", file_.name(), line(offset)), expected, found);
}

/// pugixml counts in UTF-8, in which the text of a file in another encoding may be longer.
std::size_t XmlFile::line(std::ptrdiff_t offset) const {
    const std::string_view bytes = file_.bytes();
    const auto last = std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(bytes));
    return 1 + static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + last, '\n'));
}

std::string XmlFile::text_of(pugi::xml_node node) {
    constexpr const char* kBlanks = " \t\r\n";
    std::string whole;
    for (const pugi::xml_node part : node) whole += part.value();
    whole.erase(0, std::min(whole.find_first_not_of(kBlanks), whole.size()));
    whole.erase(whole.find_last_not_of(kBlanks) + 1);
    return whole;
}

double XmlFile::number(std::string_view text, pugi::xml_node where) {
    if (const auto value = parse_hexadecimal(text)) return *value;
    const auto value = parse_number(text, NumberKind::weight);
    if (!value) fail(where, describe(NumberKind::weight), TextScanner::quoted(text));
    // Only the first one's line is kept, and counting lines takes time.
    if (value->rounded) {
        rounded_.add(rounded_.count() == 0 ? line(where.offset_debug()) : 0, text, 0);
    }
    return value->value;
}

}  // namespace apsp

#else

namespace apsp {

void refuse_xml(const InputFile& file) {
    throw Error(ErrorKind::usage, file.name() +
                                      ": this build has no pugixml, which reads GraphML and GEXF; "
                                      "install it (libpugixml-dev) and build again");
}

}  // namespace apsp

#endif
