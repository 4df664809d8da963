#pragma once
// Numbers as people read them.

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

std::string format_score(double score);         // "0.500"
std::string format_count(std::uint64_t count);  // "1,234,567"
std::string format_duration(double seconds);    // "0.42 s", "12.3 s", "3 min 05 s", "2 h 07 min"
std::string format_bytes(std::uint64_t bytes);  // "512 B", "23.5 MB"; powers of 1000
std::string format_percent(double share);       // 0.987 -> "98.7 %"
std::string plural(std::uint64_t count, std::string_view noun);  // "1 record", "1,024 records"

}  // namespace assay
