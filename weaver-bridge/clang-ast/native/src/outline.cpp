#include "outline.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace weft {

namespace {

enum Class : unsigned char { Other = 0, Letter = 1, Digit = 2, Blank = 4 };

struct Classes {
  unsigned char of[256] = {};
  constexpr Classes() {
    for (int c = 0; c < 256; ++c) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
      const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
      of[c] = letter ? Letter : c >= '0' && c <= '9' ? Digit : blank ? Blank : Other;
    }
  }
};
constexpr Classes CLASSES;

bool isNameStart(unsigned char c) { return CLASSES.of[c] & Letter; }
bool isDigit(unsigned char c) { return CLASSES.of[c] & Digit; }
bool isNamePart(unsigned char c) { return CLASSES.of[c] & (Letter | Digit); }
bool isBlank(unsigned char c) { return CLASSES.of[c] & Blank; }

struct NameHash {
  size_t operator()(std::string_view name) const {
    size_t hash = name.size();
    for (const unsigned char c : name) hash = (hash ^ c) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
  }
};

class Reader {
 public:
  explicit Reader(std::string_view input) : text(input) { uses.reserve(32768); }

  std::string read() {
    while (at < text.size()) step();
    std::string result;
    result.reserve(text.size() / 4);
    for (const std::string_view file : files) result.append("# 1 ").append(file).append("\n");
    for (const std::string_view name : names) {
      const int use = uses[name] | (oldStyle ? InCode | Headed : 0);
      result.append(name).append(" ").push_back("0123456789abcdef"[use]);
      result.push_back('\n');
    }
    return result;
  }

 private:
  std::string_view text;
  size_t at = 0;
  bool lineStart = true;
  // A `.`, `->` or comment, or a line marker, was the last thing.
  bool selects = false;
  size_t depth = 0;
  // Names at file scope since the last declaration ended: what they are is known when braces follow.
  std::vector<std::string_view> heading;
  // Braces after a declaration that ended: of a function whose parameters are declared behind it.
  bool oldStyle = false;
  std::unordered_map<std::string_view, unsigned char, NameHash> uses;
  std::vector<std::string_view> names;
  std::vector<std::string_view> files;
  std::unordered_set<std::string_view> knownFiles;

  char peek(size_t offset) const { return at + offset < text.size() ? text[at + offset] : '\0'; }

  void step() {
    const unsigned char c = text[at];
    if (isBlank(c)) {
      if (c == '\n') lineStart = true;
      ++at;
      return;
    }
    if (c == '#' && lineStart) return directive();
    lineStart = false;
    if (isNameStart(c)) return name();
    const bool comment = c == '/' && (peek(1) == '*' || peek(1) == '/');
    selects = c == '.' || comment || (c == '>' && at > 0 && text[at - 1] == '-');
    if (comment) return skipComment();
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return skipNumber();
    if (c == '"' || c == '\'') return skipQuoted(c);
    if (c == '{' || (c == '<' && peek(1) == '%')) open();
    if (c == '}' || (c == '%' && peek(1) == '>')) close();
    if (c == ';' && depth == 0) heading.clear();
    ++at;
  }

  void name() {
    const size_t start = at;
    while (at < text.size() && isNamePart(text[at])) ++at;
    const std::string_view word = text.substr(start, at - start);
    if (peek(0) == '"' && (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R"))
      return skipRawString();
    int use = (isCalled() ? Called : 0) | (selects ? Member : 0) | (depth > 0 ? InCode : 0);
    selects = false;
    const auto [known, isNew] = uses.try_emplace(word, 0);
    if (isNew) names.push_back(word);
    known->second |= use;
    if (depth == 0) heading.push_back(word);
  }

  bool isCalled() const {
    size_t next = at;
    while (next < text.size() && isBlank(text[next])) ++next;
    if (next == text.size()) return false;
    switch (text[next]) {
      case '(':
      case '<':
      case ')':
      case '/':
      case '#':
        return true;
      default:
        return false;
    }
  }

  void open() {
    if (depth++ > 0) return;
    if (heading.empty()) oldStyle = true;
    for (const std::string_view word : heading) uses[word] |= InCode | Headed;
    heading.clear();
  }

  void close() {
    if (depth > 0) --depth;
    heading.clear();
  }

  void directive() {
    const size_t end = text.find('\n', at);
    const std::string_view line = text.substr(at, end == std::string_view::npos ? end : end - at);
    at += line.size();
    selects = true;
    const size_t open = line.find('"');
    const size_t close = line.rfind('"');
    if (open == close || line.find_first_not_of("#line \t0123456789") != open) return;
    const std::string_view file = line.substr(open, close + 1 - open);
    if (knownFiles.insert(file).second) files.push_back(file);
  }

  void skipComment() {
    const bool isLine = text[at + 1] == '/';
    const size_t end = isLine ? text.find('\n', at) : text.find("*/", at + 2);
    at = end == std::string_view::npos ? text.size() : isLine ? end : end + 2;
  }

  void skipNumber() {
    while (at < text.size()) {
      const char c = text[at];
      const bool isQuote = c == '\'' && isNamePart(peek(1));
      if (!isNamePart(c) && c != '.' && !isQuote) return;
      ++at;
    }
  }

  void skipQuoted(char quote) {
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
      if (text[at] == quote) {
        ++at;
        return;
      }
      if (text[at] == '\\') ++at;
    }
  }

  void skipRawString() {
    const size_t open = text.find('(', at);
    if (open == std::string_view::npos || open - at > 17) return skipQuoted('"');
    const std::string end = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
    const size_t close = text.find(end, open);
    at = close == std::string_view::npos ? text.size() : close + end.size();
  }
};

}  // namespace

std::string outlineOf(std::string_view text) { return Reader(text).read(); }

}  // namespace weft
