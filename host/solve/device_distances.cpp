// See apsp/device_distances.hpp.
#include "apsp/device_distances.hpp"

#include <utility>

#include "solve/held_matrix.hpp"

namespace apsp {

DeviceDistances::DeviceDistances(std::unique_ptr<HeldMatrix> held, const Device& device)
    : held_(std::move(held)), device_(device) {}
DeviceDistances::DeviceDistances(DeviceDistances&&) noexcept = default;
DeviceDistances& DeviceDistances::operator=(DeviceDistances&&) noexcept = default;
DeviceDistances::~DeviceDistances() = default;

std::size_t DeviceDistances::vertices() const noexcept {
    return held_->n();
}
Dtype DeviceDistances::dtype() const noexcept {
    return held_->dtype();
}
void* DeviceDistances::data() const noexcept {
    return held_->address();
}
bool DeviceDistances::in_host() const noexcept {
    return held_->in_host() != nullptr;
}
std::size_t DeviceDistances::ld() const noexcept {
    return held_->ld();
}
Matrix DeviceDistances::rows(std::span<const std::uint32_t> vertices) const {
    return held_->rows(vertices);
}
std::vector<double> DeviceDistances::entries(std::span<const VertexPair> pairs) const {
    return held_->real_entries(pairs);
}
Statistics DeviceDistances::statistics(const StatisticsOptions& options) const {
    return held_->statistics(options);
}
Matrix DeviceDistances::copy() const {
    return held_->copy();
}
std::unique_ptr<HeldMatrix> DeviceDistances::release() && {
    return std::move(held_);
}

}  // namespace apsp
