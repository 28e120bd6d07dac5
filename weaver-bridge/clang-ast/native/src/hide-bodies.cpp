#include "hide-bodies.h"

#include <algorithm>
#include <cstring>

namespace weft {

namespace {

bool isWordStart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}
bool isWordPart(unsigned char c) { return isWordStart(c) || (c >= '0' && c <= '9'); }

// What has been seen of the current declaration.
struct Declaration {
  int32_t start = -1;
  bool isNamespace = false;
  bool isEnum = false;
  bool classKey = false;
  bool bases = false;
  bool parameters = false;
  bool assigned = false;
  bool deduced = false;  // `auto` without a trailing type
  bool kept = false;     // constexpr, requires, try
  bool initialisers = false;
  bool isExtern = false;
  bool linkage = false;  // `extern "C"`, and nothing after it
  int32_t name = -1;  // of a namespace
};

enum class Previous { Other, Word, Parenthesis, Brace };

struct Scope {
  int32_t start;  // of the declaration
  bool isClass;
  bool interesting;  // something asks for all that is in it
};

class Bodies {
 public:
  Bodies(SourceText &source, const SourceOptions &options) : source(source), text(source.text), options(options) {}

  void run() {
    const int32_t size = static_cast<int32_t>(text.size());
    while (at < size) step();
    decide(0, size);
  }

 private:
  struct Candidate {
    int32_t declaration, open, close;
  };

  SourceText &source;
  std::string &text;
  const SourceOptions &options;
  int32_t at = 0;
  Declaration current;
  Previous previous = Previous::Other;
  std::string_view lastWord;
  std::vector<Scope> scopes;
  std::vector<Candidate> candidates;  // of the outermost class, or just one function

  std::string_view view() const { return text; }
  char peek(int32_t offset) const {
    const size_t index = static_cast<size_t>(at) + offset;
    return index < text.size() ? text[index] : '\0';
  }

  // Past white space, comments and directives.
  bool skipTrivia() {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n') {
      ++at;
    } else if (c == '#') {
      toLineEnd();
    } else if (c == '/' && peek(1) == '/') {
      toLineEnd();
    } else if (c == '/' && peek(1) == '*') {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string::npos ? size() : static_cast<int32_t>(end) + 2;
    } else {
      return false;
    }
    return true;
  }

  int32_t size() const { return static_cast<int32_t>(text.size()); }

  void toLineEnd() {
    const void *found = std::memchr(text.data() + at, '\n', text.size() - at);
    at = found ? static_cast<int32_t>(static_cast<const char *>(found) - text.data()) : size();
  }

  void step() {
    if (skipTrivia()) return;
    if (current.start < 0) current.start = at;
    const unsigned char c = text[at];
    if (isWordStart(c)) return word();
    switch (c) {
      case '"':
      case '\'':
        skipQuoted(c);
        current.linkage = current.isExtern;
        break;
      case '(':
      case '[':
        return group(c);
      case '{':
        return brace();
      case '}':
        ++at;
        return closeScope();
      case ';':
        ++at;
        return endDeclaration();
      case ':':
        return colon();
      case '=':
        at += peek(1) == '=' ? 2 : 1;
        current.assigned = true;
        break;
      case '<':
        // In the head of a class: the arguments of a specialisation or of a base, which may hold function types.
        if (current.classKey && !current.parameters) return skipAngles();
        at += peek(1) == '=' ? 2 : 1;
        break;
      case '!':
      case '>':
        at += peek(1) == '=' ? 2 : 1;
        break;
      case '-':
        if (peek(1) == '>') current.deduced = false;
        at += peek(1) == '>' ? 2 : 1;
        break;
      default:
        ++at;
        while (c >= '0' && c <= '9' && at < size() && (isWordPart(text[at]) || text[at] == '.' || text[at] == '\'')) ++at;
    }
    previous = Previous::Other;
  }

  void word() {
    const int32_t start = at;
    while (at < size() && isWordPart(text[at])) ++at;
    const std::string_view found = view().substr(start, at - start);
    if (at < size() && text[at] == '"' && found.back() == 'R') return skipRawString();
    lastWord = found;
    previous = Previous::Word;
    current.linkage = false;
    if (current.isNamespace && current.name < 0) current.name = start;
    switch (found[0]) {
      case 'a':
        if (found == "auto") current.deduced = true;
        break;
      case 'c':
        if (found == "class") current.classKey = true;
        if (found == "constexpr" || found == "consteval" || found == "concept") current.kept = true;
        break;
      case 's':
        if (found == "struct") current.classKey = true;
        break;
      case 'u':
        if (found == "union") current.classKey = true;
        break;
      case 'e':
        if (found == "enum") current.isEnum = true;
        if (found == "extern") current.isExtern = true;
        break;
      case 'n':
        if (found == "namespace") current.isNamespace = true;
        break;
      case 'o':
        if (found == "operator") operatorName();
        break;
      case 'r':
        if (found == "requires") current.kept = true;
        break;
      case 't':
        if (found == "try") current.kept = true;
        if (found == "template") templateHead();
        break;
      default:
        break;
    }
  }

  // `operator()`, `operator ==`, `operator new[]`: its name is no parameter list and no assignment.
  void operatorName() {
    while (at < size() && skipTrivia()) {
    }
    if (peek(0) == '(') {
      skipGroup();
      return;
    }
    while (at < size() && text[at] != '(' && text[at] != ';' && text[at] != '{') ++at;
  }

  // The parameters of a template hold classes and defaults that are not the declaration's.
  void templateHead() {
    while (at < size() && skipTrivia()) {
    }
    if (peek(0) == '<') skipAngles();
  }

  void skipAngles() {
    previous = Previous::Other;
    int depth = 0;
    while (at < size()) {
      if (skipTrivia()) continue;
      const char c = text[at];
      if (c == '(' || c == '[' || c == '{') {
        skipGroup();
        continue;
      }
      if (c == '"' || c == '\'') {
        skipQuoted(c);
        continue;
      }
      if (c == ';' || c == '}') return;
      ++at;
      if (c == '<') ++depth;
      if (c == '>' && --depth == 0) return;
    }
  }

  void group(char c) {
    const bool notParameters = c == '[' || (previous == Previous::Word && isPrefix(lastWord));
    const int32_t open = at;
    skipGroup();
    if (notParameters && lastWord == "decltype" && view().substr(open, at - open).find("auto") != std::string_view::npos)
      current.deduced = true;
    if (notParameters) {
      if (c == '[') previous = Previous::Other;
      return;
    }
    current.parameters = true;
    previous = Previous::Parenthesis;
  }

  static bool isPrefix(std::string_view word) {
    for (const char *prefix : {"__attribute__", "__attribute", "alignas", "decltype", "noexcept", "throw", "asm",
                               "__asm__", "__asm", "explicit", "static_assert", "_Static_assert", "__typeof__",
                               "typeof", "__typeof", "__extension__", "sizeof"})
      if (word == prefix) return true;
    return false;
  }

  void colon() {
    if (peek(1) == ':') {
      at += 2;
      previous = Previous::Other;
      return;
    }
    ++at;
    const bool label = previous == Previous::Word &&
                       (lastWord == "public" || lastWord == "private" || lastWord == "protected");
    if (label && !current.bases && !current.parameters) return endDeclaration();
    if (current.parameters) current.initialisers = true;
    else if (current.classKey) current.bases = true;
    previous = Previous::Other;
  }

  void brace() {
    if (current.isNamespace || current.linkage) return openScope(false);
    if (current.isEnum || current.assigned) return skipBraces();
    if (current.classKey && (current.bases || !current.parameters)) return openScope(true);
    if (!current.parameters) return skipBraces();
    // `: member{1}, base<int>{2} {`
    if (current.initialisers && (previous == Previous::Word || precededBy('>') || precededBy('.')))
      return skipBraces();
    const int32_t open = at;
    skipGroup();
    if (!current.kept && !current.deduced) addCandidate(open, at);
    else if (isWordAhead("catch")) skipHandlers();
    endDeclaration();
  }

  bool precededBy(char c) const {
    int32_t before = at - 1;
    while (before > 0 && (text[before] == ' ' || text[before] == '\n' || text[before] == '\t')) --before;
    return before >= 0 && text[before] == c;
  }

  void skipBraces() {
    skipGroup();
    previous = Previous::Brace;
  }

  bool isWordAhead(const char *word) {
    while (at < size() && skipTrivia()) {
    }
    return text.compare(at, std::strlen(word), word) == 0;
  }

  void skipHandlers() {
    while (isWordAhead("catch")) {
      while (at < size() && text[at] != '{' && text[at] != ';') {
        if (text[at] == '(') skipGroup();
        else ++at;
      }
      if (peek(0) == '{') skipGroup();
    }
  }

  void openScope(bool isClass) {
    ++at;
    const bool outer = !scopes.empty() && scopes.back().interesting;
    const bool named = current.isNamespace && std::binary_search(source.mentions.begin(), source.mentions.end(),
                                                                 current.name);
    scopes.push_back({current.start, isClass, outer || named});
    endDeclaration();
  }

  void closeScope() {
    if (!scopes.empty()) {
      const Scope scope = scopes.back();
      scopes.pop_back();
      const bool outermostClass = scope.isClass && !inClass();
      if (outermostClass) decide(scope.start, at, scope.interesting);
      if (scope.isClass) {
        // What follows up to the `;` declares variables.
        current = Declaration{};
        current.start = at;
        previous = Previous::Other;
        return;
      }
    }
    endDeclaration();
  }

  bool inClass() const {
    return std::any_of(scopes.begin(), scopes.end(), [](const Scope &scope) { return scope.isClass; });
  }

  void endDeclaration() {
    current = Declaration{};
    previous = Previous::Other;
  }

  void addCandidate(int32_t open, int32_t close) {
    candidates.push_back({current.start, open, close});
    if (!inClass()) decide(current.start, close, !scopes.empty() && scopes.back().interesting);
  }

  // Empties the candidates of a class, all or none, or of one function.
  void decide(int32_t start, int32_t end, bool interesting = true) {
    const bool foreign = source.isForeign(start);
    const bool unwanted = options.filter && !interesting && !mentioned(start, end);
    if (foreign || unwanted)
      for (const Candidate &body : candidates) empty(body);
    candidates.clear();
  }

  bool mentioned(int32_t start, int32_t end) const {
    const auto first = std::lower_bound(source.mentions.begin(), source.mentions.end(), start);
    return first != source.mentions.end() && *first < end;
  }

  void empty(const Candidate &body) {
    const std::string_view inner = view().substr(body.open, body.close - body.open);
    if (inner.find("#pragma") != std::string_view::npos) return;
    for (int32_t i = body.open + 1; i < body.close - 1; ++i)
      if (text[i] != '\n') text[i] = ' ';
    source.hiddenBodies.push_back({body.open, body.close});
  }

  // From an opening bracket to one past its counterpart.
  void skipGroup() {
    int depth = 0;
    while (at < size()) {
      if (skipTrivia()) continue;
      const unsigned char c = text[at];
      if (isWordStart(c)) {
        const int32_t start = at;
        while (at < size() && isWordPart(text[at])) ++at;
        if (at < size() && text[at] == '"' && text[at - 1] == 'R' && at - start <= 3) skipRawString();
        continue;
      }
      if (c == '"' || c == '\'') {
        skipQuoted(c);
        continue;
      }
      if (c >= '0' && c <= '9') {
        while (at < size() && (isWordPart(text[at]) || (text[at] == '\'' && isWordPart(peek(1))))) ++at;
        continue;
      }
      ++at;
      if (c == '(' || c == '[' || c == '{') ++depth;
      else if ((c == ')' || c == ']' || c == '}') && --depth <= 0) return;
    }
  }

  void skipQuoted(char quote) {
    for (++at; at < size() && text[at] != '\n'; ++at) {
      if (text[at] == quote) {
        ++at;
        return;
      }
      if (text[at] == '\\' && at + 1 < size()) ++at;
    }
  }

  void skipRawString() {
    const size_t open = text.find('(', at);
    if (open == std::string::npos || open - at > 17) return skipQuoted('"');
    const std::string end = ")" + text.substr(at + 1, open - at - 1) + "\"";
    const size_t close = text.find(end, open);
    at = close == std::string::npos ? size() : static_cast<int32_t>(close + end.size());
    previous = Previous::Other;
  }
};

}  // namespace

void hideBodies(SourceText &source, const SourceOptions &options) {
  Bodies(source, options).run();
  std::sort(source.hiddenBodies.begin(), source.hiddenBodies.end(),
            [](const TextSpan &a, const TextSpan &b) { return a.start < b.start; });
}

}  // namespace weft
