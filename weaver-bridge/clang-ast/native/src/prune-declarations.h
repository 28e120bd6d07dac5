// Which declarations of C text the functions that are read can mean: the others become spaces. Names decide, since in
// C nothing is meant that was not declared by name: a declaration stays when something that stays says one of its names. A
// class that is only pointed to stays when code says one of its members. What this misses is an error to libclang.
#pragma once

#include "source-text.h"

namespace weft {

// Ends of `source.declarations` are in `source.declarationEnds`.
void pruneDeclarations(SourceText &source, std::string_view input, const std::vector<std::string> &wholeTags);

}  // namespace weft
