// What can be known of preprocessed text without parsing it: where the functions are, which of them mention the
// identifiers of interest, and which parentheses hold operands that are never evaluated. A tolerant lexer, used to
// hide from libclang what need not be parsed. Never fails; on broken text it hides less. Knows no libclang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft {

struct TextSpan {
  int32_t start;
  int32_t end;
};

// A function definition at file scope of C text.
struct FunctionText {
  int32_t declaration;  // first token of the declaration
  int32_t open;         // `{`
  int32_t close;        // one past `}`
  bool mentioned;       // an identifier of interest stands between `declaration` and `close`, or `open`
  bool hidden;          // its body was blanked out
  uint64_t key = 0;     // of its text and its place; 0 unless asked for
};

// A file-scope definition of a type: hashes of `struct name`, `typedef name`, and of all its text.
struct TypeText {
  int32_t start;
  uint64_t name;
  uint64_t text;
};

struct SourceText {
  // Same length and same newlines as the input; directives and hidden bodies are spaces.
  std::string text;
  std::vector<FunctionText> functions;
  // When keys are wanted: the types that the text defines, in their order.
  std::vector<TypeText> types;
  // Where the first type stands that known functions take to mean something else: what follows is read.
  int32_t sharedUntil = INT32_MAX;
  // Offsets of identifiers of interest, ascending.
  std::vector<int32_t> mentions;
  // Where each file-scope declaration starts, ascending; in C++ a namespace or an `extern "C"` block is one.
  std::vector<int32_t> declarations;
  // One past the end of each, when declarations are to be left out.
  std::vector<int32_t> declarationEnds;
  // Some function is defined as before C89, or with its beginning unknown.
  bool hasOldStyle = false;
  // Each `[[...]]`, ascending.
  std::vector<TextSpan> attributes;
  // C++ only: text of system headers, ascending.
  std::vector<TextSpan> systemHeaders;
  // C++ only: bodies that were emptied, ascending.
  std::vector<TextSpan> hiddenBodies;
  // Outermost ranges whose expressions are not evaluated (sizeof(...), typeof(...), ...), ascending.
  std::vector<TextSpan> unevaluated;

  bool isForeign(int32_t offset) const;
};

// Keys of functions, as the asker keeps them: a hash table with open addressing, as long as a power of two; 0 is free. Who asks
// keeps hundreds of thousands, so they are not copied for each unit.
struct KeyTable {
  const uint64_t *slots = nullptr;
  size_t size = 0;

  bool has(uint64_t key) const {
    if (size == 0) return false;
    for (size_t at = key & (size - 1); slots[at] != 0; at = (at + 1) & (size - 1))
      if (slots[at] == key) return true;
    return false;
  }
};

struct SourceOptions {
  bool cplusplus = false;
  // Without identifiers nothing is hidden but directives.
  bool filter = false;
  std::vector<std::string> identifiers;
  // Looked for outside the bodies of functions only (C only).
  std::vector<std::string> defined;
  // Classes are wanted for themselves.
  bool classes = false;
  // Types of local variables are wanted.
  bool locals = false;
  // Initialisers of global variables are wanted.
  bool initialisers = false;
  // Keys of functions are wanted; those of these keys are hidden (C only).
  bool keys = false;
  KeyTable known;
  // What the known functions take type names to mean, in turns the hash of a name and of its definition. What follows where
  // the text defines one otherwise is not hidden.
  const uint64_t *knownTypes = nullptr;
  size_t knownTypesSize = 0;
  // Functions from here on are read, known or not.
  int32_t knownUntil = INT32_MAX;
  // Declarations that no function which is read can mean are left out (C only).
  bool prune = false;
  // But not the definitions of these structs, unions and enums.
  std::vector<std::string> wholeTags;
};

SourceText readSourceText(std::string_view input, const SourceOptions &options);

// Whether one of the ascending, disjoint spans holds the offset.
bool inside(const std::vector<TextSpan> &spans, int32_t offset);

}  // namespace weft
