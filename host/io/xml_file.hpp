// XML files, which pugixml parses, and messages with their lines.
#pragma once

#include "io/input_file.hpp"

#ifdef APSP_PUGIXML

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/numbers.hpp"

namespace apsp {

class XmlFile {
  public:
    /// `file` must outlive this. If the root has a prefix ("g:graphml"), it is taken off all names.
    /// @throws Error bad_input for what is not XML, or has another root
    XmlFile(const InputFile& file, const char* root, std::string_view expected);

    pugi::xml_node root() const { return root_; }
    const std::string& name() const { return file_.name(); }
    [[noreturn]] void fail(pugi::xml_node where, std::string_view expected,
                           std::string_view found) const {
        fail(where.offset_debug(), expected, found);
    }
    /// The text of an element, without blanks around it; comments and CDATA may part it.
    static std::string text_of(pugi::xml_node node);
    /// A weight that stands at `where`, also in hexadecimal.
    double number(std::string_view text, pugi::xml_node where);
    /// Adds that of rounded numbers.
    void add_notes(std::vector<std::string>& notes) const {
        if (rounded_.count() != 0) notes.push_back(rounded_.note(file_.name()));
    }

  private:
    [[noreturn]] void fail(std::ptrdiff_t offset, std::string_view expected,
                           std::string_view found) const;
    std::size_t line(std::ptrdiff_t offset) const;
    void drop_prefix();

    const InputFile& file_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    RoundedNumbers rounded_;
};

}  // namespace apsp

#else

namespace apsp {

/// @throws Error usage: this build reads no XML
[[noreturn]] void refuse_xml(const InputFile& file);

}  // namespace apsp

#endif
