// Empties bodies of C++ functions that nobody asks about: parsing them costs most of a unit's time. A tolerant reading
// of declarations in namespaces and classes; whatever it doesn't understand keeps its body.
#pragma once

#include "source-text.h"

namespace weft {

// Bodies in system headers always go; with a text filter, also those of functions outside classes and namespaces of
// interest that mention no identifier. What the type of an expression may depend on stays: constexpr functions, and
// functions whose result type is deduced. Fills `hiddenBodies`.
void hideBodies(SourceText &source, const SourceOptions &options);

}  // namespace weft
