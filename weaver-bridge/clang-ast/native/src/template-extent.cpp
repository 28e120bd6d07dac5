#include "template-extent.h"

#include <algorithm>

#include "cursor-kinds.h"

namespace weft {

namespace {

using OffsetOf = std::function<int32_t(Location)>;

TextExtent plainExtent(const Libclang &api, Cursor cursor, const OffsetOf &offsetOf) {
  const Range extent = api.getCursorExtent(cursor);
  return {offsetOf(api.getRangeStart(extent)), offsetOf(api.getRangeEnd(extent))};
}

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

// Back over a string or character, `at` being that of the quote that ends it.
int32_t startOfLiteral(const std::string &text, int32_t at) {
  const char quote = text[at];
  while (--at > 0)
    if (text[at] == quote && text[at - 1] != '\\') break;
  return at;
}

bool endsAccess(const std::string &text, int32_t colon) {
  if (text[colon] != ':' || (colon > 0 && text[colon - 1] == ':')) return false;
  return colon + 1 >= static_cast<int32_t>(text.size()) || text[colon + 1] != ':';
}

// Behind the `template <...>` of the class that a member stands outside of, as for other members.
int32_t behindHead(const std::string &text, int32_t at) {
  const size_t open = text.find_first_not_of(" \t\n", at + 8);
  if (text.compare(at, 8, "template") != 0 || open == std::string::npos || text[open] != '<') return at;
  int angle = 0, depth = 0;
  for (size_t end = open; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[' || c == '{') ++depth;
    else if (c == ')' || c == ']' || c == '}') --depth;
    else if (depth == 0 && c == '<') ++angle;
    else if (depth == 0 && c == '>' && --angle == 0) {
      const size_t next = text.find_first_not_of(" \t\n", end + 1);
      return next == std::string::npos ? at : static_cast<int32_t>(next);
    }
  }
  return at;
}

// From the name back to where the declaration before it, or what surrounds it, ends.
int32_t startOfDeclaration(const std::string &text, int32_t name) {
  int depth = 0;
  int32_t at = name;
  for (; at > 0; --at) {
    const char c = text[at - 1];
    if (c == '"') at = startOfLiteral(text, at - 1) + 1;
    else if (c == ')' || c == ']' || (c == '}' && depth > 0)) ++depth;
    else if (c == '(' || c == '[' || (c == '{' && depth > 0)) --depth;
    if (depth < 0) break;
    if (depth == 0 && (c == ';' || c == '{' || c == '}' || endsAccess(text, at - 1))) break;
  }
  while (at < name && isBlank(text[at])) ++at;
  for (int32_t next = behindHead(text, at); next != at && next <= name; next = behindHead(text, at)) at = next;
  return at;
}

// From within the parameters to the `;` that ends the declaration.
int32_t endOfDeclaration(const std::string &text, int32_t at) {
  int depth = 1;
  const int32_t size = static_cast<int32_t>(text.size());
  for (; at < size; ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    else if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0 || (depth == 0 && c == ';')) return at;
  }
  return -1;
}

struct Ends {
  const Libclang *api;
  const OffsetOf *offsetOf;
  int32_t parameters;
  int32_t body;
};

int visitEnd(Cursor cursor, Cursor, void *data) {
  Ends &ends = *static_cast<Ends *>(data);
  // The block of a coroutine has no kind of its own.
  const bool isBody = cursor.kind == CompoundStmt || cursor.kind == TryStmt || cursor.kind == UnexposedStmt;
  if (cursor.kind != ParmDecl && !isBody) return VisitContinue;
  const int32_t end = plainExtent(*ends.api, cursor, *ends.offsetOf).end;
  int32_t &found = cursor.kind == ParmDecl ? ends.parameters : ends.body;
  found = std::max(found, end);
  return VisitContinue;
}

}  // namespace

TextExtent extentIn(const std::string &text, const Libclang &api, Cursor cursor, const OffsetOf &offsetOf) {
  const TextExtent plain = plainExtent(api, cursor, offsetOf);
  if (plain.start >= 0 || cursor.kind != FunctionTemplate) return plain;
  const int32_t name = offsetOf(api.getCursorLocation(cursor));
  if (name < 0) return plain;
  Ends ends{&api, &offsetOf, -1, -1};
  api.visitChildren(cursor, visitEnd, &ends);
  if (ends.parameters < name) return plain;
  const int32_t end = ends.body >= 0 ? ends.body : endOfDeclaration(text, ends.parameters);
  return end < 0 ? plain : TextExtent{startOfDeclaration(text, name), end};
}

}  // namespace weft
