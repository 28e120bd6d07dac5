// Where a function stands that only `auto` among its parameters makes a template, `int f(auto x)`: libclang takes a template
// to begin at its word `template`, and says of this one that it stands nowhere.
#pragma once

#include <functional>
#include <string>

#include "libclang.h"
#include "tables.h"

namespace weft {

// Of any cursor, from its first character to behind its last; -1 where it has none in the text.
TextExtent extentIn(const std::string &text, const Libclang &api, Cursor cursor,
                    const std::function<int32_t(Location)> &offsetOf);

}  // namespace weft
