// Spellings of g++'s own in preprocessed C++ text, replaced by what clang understands. Every replacement is as long as
// what it replaces: offsets stay those of the text. What needs more room is a macro that the arguments define.
#pragma once

#include <string>

namespace weft {

void repairText(std::string &text);

}  // namespace weft
