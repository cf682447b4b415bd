// The files that every page has inside, by name: page.css, page.js and map.js.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace apsp {

const std::map<std::string, std::string, std::less<>>& page_files();

}  // namespace apsp
