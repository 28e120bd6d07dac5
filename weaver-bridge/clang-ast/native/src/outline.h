#pragma once

#include <string>
#include <string_view>

namespace weft {

/**
 * Each name of a preprocessed text once, with the sum of its uses (`OutlineUse`), and the files that the text is made of:
 * lines `# 1 "file"` and `name hex-digit`.
 */
std::string outlineOf(std::string_view text);

enum OutlineUse {
  Called = 1,   // before a bracket, or before what may hide one
  Member = 2,   // behind `.` or `->`, or behind what may hide them
  InCode = 4,   // in braces, or in what stands before braces at file scope
  Headed = 8,   // in what stands before braces at file scope, as the name of each function that is defined
};

}  // namespace weft
