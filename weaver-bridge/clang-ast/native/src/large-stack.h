// libclang walks an expression by recursion, and generated code nests deeper than a default stack holds.
#pragma once

#include <functional>

namespace weft {

// Runs `work` to its end on a thread with a large stack (reserved, not used, memory); false if there is no thread. The
// thread alone is as nice as asked, not the process. `work` must not throw.
bool runWithLargeStack(const std::function<void()> &work, int niceness);

}  // namespace weft
