// What was probably meant by a word that is not known: "; did you mean NAME?" for messages.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace apsp {

/// The known word that is nearest, if it is near enough to be a typing error; else "". Upper and
/// lower case are the same.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// The end of a message about the word; "" if no known word is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// The same for a file that does not exist, among those of its folder.
std::string did_you_mean_file(const std::filesystem::path& path);

}  // namespace apsp
