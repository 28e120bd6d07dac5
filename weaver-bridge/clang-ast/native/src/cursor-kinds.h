// Small questions about libclang's kinds and spellings that describing types and declarations share.
#pragma once

#include <string>

#include "libclang.h"

namespace weft {

inline bool isArray(int kind) { return kind >= TypeConstantArray && kind <= TypeDependentSizedArray && kind != 113; }

inline bool isFunctionKind(int kind) {
  return kind == FunctionDecl || kind == FunctionTemplate ||
         (kind >= MethodDecl && kind <= ConversionFunction && kind != NamespaceDecl && kind != LinkageSpec);
}

inline bool isTemplateClass(int kind) { return kind == ClassTemplate || kind == ClassTemplatePartialSpecialization; }

inline bool isClassKind(int kind) { return (kind >= StructDecl && kind <= ClassDecl) || isTemplateClass(kind); }

inline bool isWordPart(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

inline bool hasWord(const std::string &text, const char *word) {
  const size_t size = std::string(word).size();
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !isWordPart(text[at - 1])) && (at + size >= text.size() || !isWordPart(text[at + size])))
      return true;
  return false;
}

inline std::string lastComponent(const std::string &name) {
  int depth = 0;
  for (size_t i = name.size(); i > 1; --i) {
    const char c = name[i - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (depth == 0 && c == ':' && name[i - 2] == ':') return name.substr(i);
  }
  return name;
}

constexpr char unnamed[] = "<unnamed>";
constexpr char anonymousNamespace[] = "(anonymous namespace)::";

inline void replaceAll(std::string &text, const std::string &what, const std::string &with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

inline bool isNameless(const std::string &spelling) {
  for (const char *part : {"(unnamed", "(anonymous", "(lambda"})
    if (spelling.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace weft
