// One walk over one unit: parses the text with libclang and lists the nodes of its function bodies in preorder,
// leaving out what is never evaluated and what libclang shows twice. Knows syntax only; what a node means for
// pointcuts is decided by the reader of the tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "source-text.h"
#include "tables.h"

namespace weft {

// Rows of `nodes`: libclang's cursor kind, parent row (-1 for a function definition), next sibling and first child
// (-1 without), start, end, type, referenced declaration, start of the name token; `value` is 0 or 1 for the
// condition of __builtin_choose_expr, of a call the sum of DynamicCall (it may be dispatched at
// run time) and LvalueCall (it gives a reference), ReferenceName for the name of a C++ reference, ConstantName for a name that stands for a number,
// OpenName for one that only the instances of a template say what it is, for a function or variable at file scope an offset
// in the outermost declaration around it, else -1.
enum NodeRow { NodeKind, NodeParent, NodeNext, NodeChild, NodeStart, NodeEnd, NodeType, NodeReference, NodeName,
               NodeValue, NodeRowLength };
enum { DynamicCall = 2, ReferenceName = 3, LvalueCall = 4, ConstantName = 5, VariableSize = 6, OpenName = 7 };

struct ParseRequest {
  std::string fileName;
  std::vector<std::string> arguments;
  SourceOptions source;
};

struct UnitDiagnostic {
  int severity;  // libclang's: 2 warning, 3 error, 4 fatal
  int32_t offset;
  std::string message;
};

struct UnitTables {
  std::unique_ptr<Tables> tables;
  std::vector<int32_t> nodes;
  std::vector<int32_t> functions;  // declaration, open, close, hidden of each function of the text
  std::vector<uint64_t> keys;      // of each function, when asked for
  std::vector<uint64_t> typeKeys;  // name and text of each type definition, when asked for
  int32_t sharedUntil;             // functions from here on mean other types than the known ones
  std::vector<int32_t> topLevels;  // where each file-scope declaration starts
  std::vector<int32_t> classes;    // declaration row and start of the outermost declaration of each class defined
  std::vector<int32_t> attributes; // start and end of each `[[...]]`
  std::vector<int32_t> redeclared; // declaration row, name, start, end of declarations with attributes that are no definitions
  std::vector<UnitDiagnostic> diagnostics;
};

// Returns libclang's error code: 0 success, 1 failure, 2 crash, 3 invalid arguments, 4 AST read error.
int parseUnit(const Libclang &api, std::string_view text, const ParseRequest &request, UnitTables &result);

}  // namespace weft
