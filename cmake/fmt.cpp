// fmt's functions; see apsp_fmt in ApspHelpers.cmake.
#ifdef FMT_HEADER_ONLY
#include <fmt/format.h>
#else  // of version 9, with the templates that its headers only declare
#include <fmt/format-inl.h>

namespace fmt::detail {
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
}  // namespace fmt::detail
#endif
