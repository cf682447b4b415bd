// See device_options.hpp.
#include "cli/device_options.hpp"

#include "cli/options.hpp"

namespace apsp::cli {

std::vector<Device> named_devices(const cxxopts::ParseResult& parsed) {
    if (parsed.count("device") + parsed.count("devices") == 0) return {};
    const Devices known = list_devices();
    if (parsed.count("devices") == 0) return {select_device(known, text_of(parsed, "device"))};
    const std::string list = text_of(parsed, "devices");
    if (list == "all") return known.all;
    if (list != "gpus") return select_devices(known, list);
    const auto gpus = distinct_gpus(known);
    if (gpus.empty()) throw Error(ErrorKind::no_device, "--devices gpus: there is no GPU");
    return gpus;
}

}  // namespace apsp::cli
