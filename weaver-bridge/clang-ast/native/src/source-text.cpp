#include "source-text.h"

#include "hide-bodies.h"
#include "prune-declarations.h"
#include "repairs.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace weft {

namespace {

enum class Word { Other, Unevaluated, Generic, Attribute, TypeOperator };

// What the last token of the current file-scope declaration was; attributes don't count.
enum class Last { None, Name, Parameters, Group, Other };

struct Bracket {
  char open;
  int32_t at;
  int32_t unevaluated = -1;  // start of the unevaluated range that ends with this bracket
  bool control = false;      // `_Generic(`, before its first comma
  bool attribute = false;    // at file scope: the parentheses of an attribute
  Last before = Last::None;  // at file scope: the token before the bracket
  bool body = false;         // at file scope: the body of a function
  bool namesOnly = true;     // holds nothing but names and commas, as the parameters of `f(a, b) int a; {`
  bool sawName = false;
  bool afterName = false;
};

bool isWordStart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}
bool isDigit(unsigned char c) { return c >= '0' && c <= '9'; }
bool isWordPart(unsigned char c) { return isWordStart(c) || isDigit(c); }

// Two words of the same shape may differ; most words of C have one that none of a few others has.
unsigned shapeOf(std::string_view word) {
  return (word.size() * 31u + static_cast<unsigned char>(word.front()) * 7u + static_cast<unsigned char>(word.back())) &
         4095u;
}

Word classify(std::string_view word) {
  static const std::unordered_set<std::string_view> unevaluated = {
      "sizeof",          "typeof",           "__typeof__",
      "__typeof",        "typeof_unqual",    "__typeof_unqual__",
      "__typeof_unqual", "_Alignof",         "__alignof__",
      "__alignof",       "alignof",          "_Alignas",
      "alignas",         "decltype",         "noexcept",
      "_Static_assert",  "static_assert",    "__builtin_types_compatible_p",
      "__builtin_offsetof", "__builtin_constant_p", "__builtin_object_size",
      "__builtin_dynamic_object_size", "__builtin_classify_type"};
  static const std::unordered_set<std::string_view> attribute = {"__attribute__", "__attribute", "__asm__",
                                                                 "__asm",         "asm",         "__declspec"};
  static const std::vector<bool> shapes = [] {
    std::vector<bool> found(4096);
    found[shapeOf("_Generic")] = true;
    for (const std::string_view known : unevaluated) found[shapeOf(known)] = true;
    for (const std::string_view known : attribute) found[shapeOf(known)] = true;
    return found;
  }();
  if (!shapes[shapeOf(word)]) return Word::Other;
  if (word == "_Generic") return Word::Generic;
  if (attribute.count(word)) return Word::Attribute;
  return unevaluated.count(word) ? Word::Unevaluated : Word::Other;
}

class Reader {
 public:
  Reader(std::string_view input, const SourceOptions &options) : input(input), options(options) {
    for (const std::string &name : options.defined) note(name, true);
    for (const std::string &name : options.identifiers) note(name, false);
    result.text.assign(input.data(), input.size());
  }

  SourceText read() {
    const int32_t size = static_cast<int32_t>(input.size());
    while (at < size) step();
    if (systemStart >= 0) result.systemHeaders.push_back({systemStart, size});
    std::sort(result.attributes.begin(), result.attributes.end(),
              [](const TextSpan &a, const TextSpan &b) { return a.start < b.start; });
    std::sort(result.unevaluated.begin(), result.unevaluated.end(),
              [](const TextSpan &a, const TextSpan &b) { return a.start < b.start; });
    repairText(result.text);
    if (options.cplusplus) {
      hideBodies(result, options);
    }
    return std::move(result);
  }

 private:
  std::string_view input;
  const SourceOptions &options;
  SourceText result;
  // True where they count in what stands before a body only.
  std::unordered_map<std::string_view, bool> names;
  bool shapes[4096] = {};

  int32_t at = 0;
  bool lineStart = true;
  std::vector<Bracket> brackets;
  int32_t unevaluatedDepth = 0;
  bool pendingUnevaluated = false;
  bool pendingGeneric = false;

  // The current file-scope declaration.
  int32_t declaration = -1;
  Last last = Last::None;
  bool assigned = false;
  bool pendingAttribute = false;
  std::string_view lastWord;  // of the current file-scope declaration
  bool oldStyle = false;      // the last parameter list held names only
  bool pragmaInBody = false;
  bool namespaceHead = false;  // of a namespace or a linkage block
  bool linkageHead = false;    // nothing follows `extern "C"` yet
  int32_t systemStart = -1;

  // Where the lines of the text stand, for keys: the file of the last marker, and the line at an offset.
  std::string_view markedFile;
  int32_t countedAt = 0;
  uint64_t countedLine = 1;
  // Of the current file-scope declaration, for the types that it defines.
  std::string_view firstWord;
  std::string_view wordBefore;

  void note(std::string_view name, bool defined) {
    if (name.empty()) return;
    names[name] = defined;
    shapes[shapeOf(name)] = true;
  }

  bool isOfInterest(std::string_view word) const {
    if (!options.filter || !shapes[shapeOf(word)]) return false;
    const auto found = names.find(word);
    return found != names.end() && !(found->second && !brackets.empty() && brackets.front().body);
  }

  char peek(int32_t offset) const {
    const size_t index = static_cast<size_t>(at) + offset;
    return index < input.size() ? input[index] : '\0';
  }

  void step() {
    const unsigned char c = input[at];
    if (c == '\n') {
      lineStart = true;
      ++at;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '#' && lineStart) {
      directive();
    } else {
      lineStart = false;
      token(c);
    }
  }

  void token(unsigned char c) {
    if (c == '/' && peek(1) == '*') return skipComment();
    if (c == '/' && peek(1) == '/') return skipLine();
    if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      ++at;
      return;
    }
    const bool fileScope = brackets.empty();
    if (fileScope && declaration < 0) {
      declaration = at;
      // A `;` left over from the declaration before starts none.
      if (c != ';') result.declarations.push_back(at);
    }
    if (isWordStart(c)) return word();
    if (!fileScope && c != ')' && c != ']' && c != '}') notePunctuation(c);
    const bool unevaluated = pendingUnevaluated;
    const bool generic = pendingGeneric;
    pendingUnevaluated = false;
    pendingGeneric = false;
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      skipNumber();
      if (fileScope) last = Last::Other;
      return;
    }
    switch (c) {
      case '"':
      case '\'':
        skipQuoted(c);
        if (fileScope) {
          last = Last::Other;
          if (lastWord == "extern") namespaceHead = linkageHead = true;
        }
        return;
      case '(':
      case '[':
      case '{':
        return open(c, unevaluated, generic);
      case ')':
      case ']':
      case '}':
        return close(c);
      case ',':
        if (!brackets.empty() && brackets.back().control) endControl();
        break;
      case ';':
        if (fileScope) {
          ++at;
          if (options.keys && firstWord == "typedef" && last == Last::Name) noteType("typedef", lastWord);
          return endDeclaration();
        }
        break;
      case '=':
        if (fileScope) assigned = true;
        break;
      default:
        break;
    }
    if (fileScope) last = Last::Other;
    ++at;
  }

  void word() {
    const int32_t start = at;
    const int32_t size = static_cast<int32_t>(input.size());
    while (at < size && isWordPart(input[at])) ++at;
    const std::string_view text = input.substr(start, at - start);
    if (options.cplusplus && at < size && input[at] == '"' && text.back() == 'R') return skipRawString();
    pendingUnevaluated = false;
    pendingGeneric = false;
    if (isOfInterest(text)) result.mentions.push_back(start);
    const Word kind = classify(text);
    if (kind == Word::Unevaluated) pendingUnevaluated = true;
    if (kind == Word::Generic) pendingGeneric = true;
    if (!brackets.empty()) return noteName(text);
    if (start == declaration) firstWord = text;
    if (kind != Word::Attribute) {
      wordBefore = lastWord;
      lastWord = text;
    }
    if (linkageHead) namespaceHead = linkageHead = false;
    if (text == "namespace") namespaceHead = true;
    pendingAttribute = kind == Word::Attribute;
    if (!pendingAttribute) last = kind == Word::Unevaluated ? Last::Other : Last::Name;
  }

  void noteName(std::string_view text) {
    Bracket &bracket = brackets.back();
    if (bracket.afterName || text == "void") bracket.namesOnly = false;
    bracket.afterName = bracket.sawName = true;
  }

  void notePunctuation(char c) {
    Bracket &bracket = brackets.back();
    if (c != ',' || !bracket.afterName) bracket.namesOnly = false;
    bracket.afterName = false;
  }

  void open(char c, bool unevaluated, bool generic) {
    Bracket bracket;
    bracket.open = c;
    bracket.at = at;
    if (c == '(' && unevaluated && unevaluatedDepth == 0) bracket.unevaluated = at;
    if (c == '(' && generic && unevaluatedDepth == 0) {
      bracket.control = true;
      bracket.unevaluated = at + 1;
    }
    if (bracket.unevaluated >= 0) ++unevaluatedDepth;
    if (c == '[' && peek(1) == '[') bracket.attribute = true;
    if (brackets.empty()) {
      bracket.before = last;
      if (c == '(') bracket.attribute = pendingAttribute;
      // A brace right after `;` is the body of an old-style definition, whose start is unknown here.
      bracket.body = c == '{' && !assigned && (last == Last::Parameters || last == Last::None);
      if (bracket.body) pragmaInBody = false;
      pendingAttribute = false;
    }
    brackets.push_back(bracket);
    ++at;
  }

  void endControl() {
    Bracket &bracket = brackets.back();
    result.unevaluated.push_back({bracket.unevaluated, at});
    bracket.control = false;
    bracket.unevaluated = -1;
    --unevaluatedDepth;
  }

  void close(char c) {
    const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
    size_t depth = brackets.size();
    while (depth > 0 && brackets[depth - 1].open != wanted) {
      // A brace is never closed by a parenthesis or a bracket: the text is broken, keep the outer structure.
      if (brackets[depth - 1].open == '{') {
        depth = 0;
        break;
      }
      --depth;
    }
    ++at;
    if (depth == 0) {
      if (brackets.empty()) last = Last::Other;
      return;
    }
    while (brackets.size() >= depth) {
      const Bracket bracket = brackets.back();
      brackets.pop_back();
      if (bracket.open == '[' && bracket.attribute) result.attributes.push_back({bracket.at, at});
      if (bracket.unevaluated >= 0) {
        --unevaluatedDepth;
        result.unevaluated.push_back({bracket.unevaluated, at});
      }
      if (brackets.empty()) closeFileScope(bracket);
    }
  }

  void closeFileScope(const Bracket &bracket) {
    if (bracket.body) return endFunction(bracket);
    if (bracket.open == '{' && namespaceHead) return endDeclaration();
    if (options.keys && bracket.open == '{' && !assigned && isTag(wordBefore)) noteType(wordBefore, lastWord);
    if (bracket.attribute) {
      last = bracket.before;
      return;
    }
    const bool parameters = bracket.open == '(' &&
                            (bracket.before == Last::Name || bracket.before == Last::Parameters ||
                             bracket.before == Last::Group);
    if (parameters) oldStyle = bracket.namesOnly && bracket.sawName;
    last = parameters ? Last::Parameters : bracket.open == '(' ? Last::Group : Last::Other;
  }

  void endFunction(const Bracket &bracket) {
    FunctionText function{declaration, bracket.at, at, false, false};
    function.mentioned = !result.mentions.empty() && result.mentions.back() >= declaration;
    const bool oldStyleDefinition = bracket.before == Last::None || oldStyle;
    if (oldStyleDefinition) result.hasOldStyle = true;
    function.hidden =
        options.filter && !options.cplusplus && !function.mentioned && !pragmaInBody && !oldStyleDefinition;
    if (options.keys) {
      function.key = keyOf(function);
      if (!pragmaInBody && !oldStyleDefinition && function.declaration < options.knownUntil &&
          options.known.has(function.key))
        function.hidden = true;
    }
    if (function.hidden) {
      blank(function.open, function.close);
      result.text[function.open] = ';';
      while (!result.unevaluated.empty() && result.unevaluated.back().start >= function.open)
        result.unevaluated.pop_back();
    }
    if (bracket.before != Last::None) result.functions.push_back(function);
    endDeclaration();
  }

  // Of the file, line and column at which the function stands, and of its text. Never 0.
  uint64_t keyOf(const FunctionText &function) {
    countLines(function.declaration);
    const size_t lineStart = input.substr(0, function.declaration).rfind('\n');
    const uint64_t column = function.declaration - (lineStart == std::string_view::npos ? 0 : lineStart + 1);
    uint64_t hash = mix(FirstHash, markedFile);
    hash = (hash ^ countedLine) * HashFactor;
    hash = (hash ^ column) * HashFactor;
    hash = mix(hash, input.substr(function.declaration, function.close - function.declaration));
    return hash == 0 ? 1 : hash;
  }

  static bool isTag(std::string_view word) { return word == "struct" || word == "union" || word == "enum"; }

  void noteType(std::string_view kind, std::string_view name) {
    result.types.push_back({declaration, mix(mix(FirstHash, kind), name), mix(FirstHash, input.substr(declaration, at - declaration))});
  }

  // FNV-1a.
  static constexpr uint64_t FirstHash = 14695981039346656037ull;
  static constexpr uint64_t HashFactor = 1099511628211ull;
  static uint64_t mix(uint64_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * HashFactor;
    return hash;
  }

  void countLines(int32_t to) {
    for (; countedAt < to; ++countedAt)
      if (input[countedAt] == '\n') ++countedLine;
  }

  // `# 12 "file" 1 3`, with what follows counted from its line.
  void followMarker(std::string_view marker, int32_t next) {
    size_t digit = marker.find_first_of("0123456789");
    const size_t open = marker.find('"');
    const size_t close = marker.rfind('"');
    if (digit == std::string_view::npos || open == std::string_view::npos || close <= open || digit > open) return;
    countedLine = 0;
    for (; digit < marker.size() && isDigit(marker[digit]); ++digit)
      countedLine = countedLine * 10 + static_cast<uint64_t>(marker[digit] - '0');
    --countedLine;  // the end of the marker's own line counts
    countedAt = next;
    markedFile = marker.substr(open, close - open);
  }

  void endDeclaration() {
    if (options.prune && result.declarationEnds.size() < result.declarations.size())
      result.declarationEnds.resize(result.declarations.size(), at);
    declaration = -1;
    last = Last::None;
    assigned = false;
    namespaceHead = linkageHead = false;
    firstWord = wordBefore = lastWord = {};
    pendingAttribute = false;
  }

  void blank(int32_t from, int32_t to) {
    for (int32_t i = from; i < to; ++i)
      if (result.text[i] != '\n') result.text[i] = ' ';
  }

  // Line markers and `#pragma pack` are libclang's business; whatever else stands in preprocessed text (includes in
  // text that was never preprocessed, macros kept by -dD) must not make it read files or change the text.
  void directive() {
    const int32_t start = at;
    int32_t cursor = at + 1;
    const int32_t size = static_cast<int32_t>(input.size());
    while (cursor < size && (input[cursor] == ' ' || input[cursor] == '\t')) ++cursor;
    const std::string_view rest = input.substr(cursor, 64);
    const bool marker = !rest.empty() && isDigit(rest[0]);
    const bool line = rest.substr(0, 4) == "line" && rest.size() > 4 && !isWordPart(rest[4]);
    const bool pragma = rest.substr(0, 6) == "pragma";
    bool pack = false;
    if (pragma) {
      size_t word = 6;
      while (word < rest.size() && (rest[word] == ' ' || rest[word] == '\t')) ++word;
      pack = rest.substr(word, 4) == "pack";
    }
    if (pack) pragmaInBody = true;
    skipLine();
    // Inside a function the place of its beginning is still wanted.
    if (marker && options.keys) followMarker(input.substr(start, at - start), at);
    if (marker && options.cplusplus) noteMarker(input.substr(start, at - start), start);
    if (!marker && !line && !pack) blank(start, at);
  }

  // Flag 3 after the file name: a system header.
  void noteMarker(std::string_view marker, int32_t start) {
    const size_t quote = marker.rfind('"');
    const bool system = quote != std::string_view::npos && marker.find(" 3", quote) != std::string_view::npos;
    if (system == (systemStart >= 0)) return;
    if (!system) result.systemHeaders.push_back({systemStart, start});
    systemStart = system ? start : -1;
  }

  void skipLine() {
    const int32_t size = static_cast<int32_t>(input.size());
    while (at < size) {
      const void *found = std::memchr(input.data() + at, '\n', size - at);
      if (!found) {
        at = size;
        return;
      }
      at = static_cast<int32_t>(static_cast<const char *>(found) - input.data());
      const bool continued = at > 0 && (input[at - 1] == '\\' || (input[at - 1] == '\r' && at > 1 && input[at - 2] == '\\'));
      if (!continued) return;
      ++at;
    }
  }

  void skipComment() {
    const size_t end = input.find("*/", at + 2);
    at = end == std::string_view::npos ? static_cast<int32_t>(input.size()) : static_cast<int32_t>(end) + 2;
  }

  void skipNumber() {
    const int32_t size = static_cast<int32_t>(input.size());
    while (at < size) {
      const unsigned char c = input[at];
      const bool exponent = (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (peek(1) == '+' || peek(1) == '-');
      if (exponent) at += 2;
      else if (isWordPart(c) || c == '.' || (options.cplusplus && c == '\'' && isWordPart(peek(1)))) ++at;
      else return;
    }
  }

  void skipQuoted(char quote) {
    const int32_t size = static_cast<int32_t>(input.size());
    for (++at; at < size && input[at] != '\n'; ++at) {
      if (input[at] == quote) {
        ++at;
        return;
      }
      if (input[at] == '\\' && at + 1 < size) ++at;
    }
  }

  void skipRawString() {
    const size_t open = input.find('(', at);
    if (open == std::string_view::npos || open - at > 17) return skipQuoted('"');
    const std::string end = ")" + std::string(input.substr(at + 1, open - at - 1)) + "\"";
    const size_t close = input.find(end, open);
    at = close == std::string_view::npos ? static_cast<int32_t>(input.size())
                                         : static_cast<int32_t>(close + end.size());
    if (brackets.empty()) last = Last::Other;
  }
};

}  // namespace

namespace {
// Where the first type stands that is known otherwise. A unit has fewer types than are known, so its own are looked up.
int32_t firstStrange(const std::vector<TypeText> &types, const SourceOptions &options) {
  std::unordered_multimap<uint64_t, const TypeText *> own;
  own.reserve(types.size());
  for (const TypeText &type : types) own.emplace(type.name, &type);
  int32_t first = INT32_MAX;
  for (size_t at = 0; at + 1 < options.knownTypesSize; at += 2) {
    const auto [from, to] = own.equal_range(options.knownTypes[at]);
    for (auto found = from; found != to; ++found)
      if (found->second->text != options.knownTypes[at + 1]) first = std::min(first, found->second->start);
  }
  return first;
}

SourceText readKnown(std::string_view input, const SourceOptions &options) {
  SourceText source = Reader(input, options).read();
  if (!options.keys || options.known.size == 0) return source;
  // What stands before it can't mean it: a type is not complete before its definition.
  const int32_t start = firstStrange(source.types, options);
  if (start == INT32_MAX) return source;
  SourceOptions strange = options;
  strange.knownUntil = start;
  source = Reader(input, strange).read();
  source.sharedUntil = start;
  return source;
}
}  // namespace

SourceText readSourceText(std::string_view input, const SourceOptions &options) {
  SourceText source = readKnown(input, options);
  // The declaration that an old-style definition begins with is cut in pieces; one that doesn't end is broken.
  const bool whole = !source.hasOldStyle && source.declarationEnds.size() == source.declarations.size();
  if (options.prune && whole) pruneDeclarations(source, input, options.wholeTags);
  return source;
}

bool SourceText::isForeign(int32_t offset) const { return inside(systemHeaders, offset); }

bool inside(const std::vector<TextSpan> &spans, int32_t offset) {
  auto after = std::upper_bound(spans.begin(), spans.end(), offset,
                                [](int32_t value, const TextSpan &span) { return value < span.start; });
  return after != spans.begin() && offset < (after - 1)->end;
}

}  // namespace weft
