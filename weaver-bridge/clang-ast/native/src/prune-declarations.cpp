#include "prune-declarations.h"

#include <algorithm>
#include <cstring>

namespace weft {

namespace {

bool isWordStart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}
bool isDigit(unsigned char c) { return c >= '0' && c <= '9'; }
bool isWordPart(unsigned char c) { return isWordStart(c) || isDigit(c); }

using Symbol = uint32_t;
constexpr uint32_t None = ~0u;

// Identifiers as numbers; the words of the language come first.
class Symbols {
 public:
  Symbols() : slots(1 << 15) { std::memset(slots.data(), 0xff, slots.size() * sizeof(Slot)); }

  Symbol of(std::string_view word) {
    uint32_t hash = 2166136261u;
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    if (names.size() * 2 > slots.size()) grow();
    for (size_t at = hash & (slots.size() - 1);; at = (at + 1) & (slots.size() - 1)) {
      Slot &slot = slots[at];
      if (slot.symbol == None) {
        slot = {hash, static_cast<Symbol>(names.size())};
        names.push_back(word);
        return slot.symbol;
      }
      if (slot.hash == hash && names[slot.symbol] == word) return slot.symbol;
    }
  }

  size_t size() const { return names.size(); }

 private:
  struct Slot {
    uint32_t hash;
    Symbol symbol;
  };
  std::vector<Slot> slots;
  std::vector<std::string_view> names;

  void grow() {
    const std::vector<Slot> before = std::move(slots);
    slots.resize(before.size() * 2);
    std::memset(slots.data(), 0xff, slots.size() * sizeof(Slot));
    for (const Slot &slot : before) {
      if (slot.symbol == None) continue;
      size_t at = slot.hash & (slots.size() - 1);
      while (slots[at].symbol != None) at = (at + 1) & (slots.size() - 1);
      slots[at] = slot;
    }
  }
};

// Words of C, in the order in which they are numbered; each group ends where the next begins.
constexpr const char *Tags[] = {"struct", "union", "enum"};
constexpr const char *Annotations[] = {"__attribute__", "__attribute", "__asm__", "__asm", "asm"};
constexpr const char *Operators[] = {"typeof", "__typeof__", "__typeof", "sizeof", "_Alignas", "_Alignof",
                                     "__alignof__", "_Static_assert", "_Atomic"};
constexpr const char *Qualifiers[] = {"const", "volatile", "__const", "__volatile__", "restrict", "__restrict",
                                      "__restrict__"};
constexpr const char *Others[] = {"typedef", "static", "extern", "inline", "__inline", "__inline__", "register",
                                  "_Thread_local", "_Noreturn", "__extension__", "void", "char", "short", "int",
                                  "long", "float", "double", "signed", "__signed__", "unsigned", "_Bool", "_Complex",
                                  "__auto_type", "__int128", "if", "else", "for", "while", "do", "switch", "case",
                                  "default", "break", "continue", "return", "goto", "_Generic"};
constexpr Symbol Enum = 2, FirstAnnotation = 3, FirstOperator = 8, FirstQualifier = 17, FirstOther = 24;
constexpr Symbol FirstName = FirstOther + sizeof Others / sizeof *Others;
static_assert(FirstAnnotation == sizeof Tags / sizeof *Tags);
static_assert(FirstOperator == FirstAnnotation + sizeof Annotations / sizeof *Annotations);
static_assert(FirstQualifier == FirstOperator + sizeof Operators / sizeof *Operators);
static_assert(FirstOther == FirstQualifier + sizeof Qualifiers / sizeof *Qualifiers);

bool isTag(Symbol word) { return word < FirstAnnotation; }
bool isAnnotation(Symbol word) { return word >= FirstAnnotation && word < FirstOperator; }
bool isOperator(Symbol word) { return word >= FirstOperator && word < FirstQualifier; }
bool isQualifier(Symbol word) { return word >= FirstQualifier && word < FirstOther; }

// How a declaration uses a name.
enum Use : uint32_t { Ordinary, WholeTag, PointedTag, Member };

// What one declaration declares and says; all of it stands in shared lists, one declaration after another.
struct Declared {
  int32_t start, end;
  uint32_t uses, usesEnd;
  uint32_t fields, fieldsEnd;
  uint32_t tags, tagsEnd;
  bool kept;
};

struct Link {
  uint32_t declared;
  uint32_t next;
};

// Lists by symbol.
class Lists {
 public:
  void add(Symbol symbol, uint32_t declared) {
    if (symbol >= heads.size()) heads.resize(symbol * 2 + 64, None);
    if (heads[symbol] != None && links[heads[symbol]].declared == declared) return;
    links.push_back({declared, heads[symbol]});
    heads[symbol] = static_cast<uint32_t>(links.size() - 1);
  }
  template <typename Visit>
  void each(Symbol symbol, Visit visit) const {
    if (symbol >= heads.size()) return;
    for (uint32_t at = heads[symbol]; at != None; at = links[at].next) visit(links[at].declared);
  }

 private:
  std::vector<uint32_t> heads;
  std::vector<Link> links;
};

struct Mention {
  uint32_t declared = None;
  int32_t start, end;
};

class Pruning {
 public:
  Pruning(SourceText &source, std::string_view input, const std::vector<std::string> &wholeTags)
      : source(source), text(source.text), input(input), wholeTags(wholeTags) {
    for (const char *word : Tags) symbols.of(word);
    for (const char *word : Annotations) symbols.of(word);
    for (const char *word : Operators) symbols.of(word);
    for (const char *word : Qualifiers) symbols.of(word);
    for (const char *word : Others) symbols.of(word);
  }

  void run() {
    const size_t count = source.declarations.size();
    all.reserve(count);
    for (size_t i = 0; i < count; ++i) scan(source.declarations[i], source.declarationEnds[i]);
    wanted.resize(symbols.size());
    for (const FunctionText &function : source.functions) {
      if (function.hidden) continue;
      const auto found = std::lower_bound(source.declarations.begin(), source.declarations.end(), function.declaration);
      if (found != source.declarations.end()) keep(static_cast<uint32_t>(found - source.declarations.begin()));
    }
    for (const std::string &tag : wholeTags)
      if (const Symbol symbol = symbols.of(tag); symbol < wanted.size()) want(symbol, WholeTag);
    while (!open.empty()) {
      const Declared &next = all[open.back()];
      open.pop_back();
      for (uint32_t i = next.uses; i < next.usesEnd; ++i) want(uses[i] >> 2, static_cast<Use>(uses[i] & 3));
    }
    for (const Declared &declared : all)
      if (!declared.kept) blank(declared.start, declared.end);
    for (Symbol tag = 0; tag < mentions.size() && tag < wanted.size(); ++tag) declareTag(tag);
  }

 private:
  SourceText &source;
  std::string &text;
  std::string_view input;
  const std::vector<std::string> &wholeTags;
  Symbols symbols;
  std::vector<Declared> all;
  std::vector<uint32_t> uses;
  std::vector<Symbol> fields;
  std::vector<Symbol> tags;
  Lists names;
  Lists definitions;
  Lists holders;  // of fields
  std::vector<Mention> mentions;  // the first of each tag at file scope
  std::vector<uint8_t> wanted;    // a bit for each `Use`
  std::vector<uint32_t> open;

  // Closing over what is kept.

  void keep(uint32_t index) {
    if (all[index].kept) return;
    all[index].kept = true;
    open.push_back(index);
  }

  void want(Symbol symbol, Use use) {
    const uint8_t bit = static_cast<uint8_t>(1u << use);
    if (wanted[symbol] & bit) return;
    wanted[symbol] |= bit;
    if (use == Ordinary) names.each(symbol, [&](uint32_t index) { keep(index); });
    if (use == WholeTag) definitions.each(symbol, [&](uint32_t index) { keep(index); });
    if (use == PointedTag) definitions.each(symbol, [&](uint32_t index) {
      const Declared &declared = all[index];
      for (uint32_t i = declared.fields; i < declared.fieldsEnd; ++i)
        if (wanted[fields[i]] & (1u << Member)) return want(symbol, WholeTag);
    });
    if (use == Member) holders.each(symbol, [&](uint32_t index) {
      const Declared &declared = all[index];
      for (uint32_t i = declared.tags; i < declared.tagsEnd; ++i)
        if (wanted[tags[i]] & (1u << PointedTag)) want(tags[i], WholeTag);
    });
  }

  void blank(int32_t from, int32_t to) {
    for (int32_t i = from; i < to; ++i) {
      if (text[i] == '#' && (i == 0 || text[i - 1] == '\n')) {
        while (i < to && text[i] != '\n') ++i;
      } else if (text[i] != '\n') {
        text[i] = ' ';
      }
    }
  }

  // A tag that is first said in the parameters of a function would be another one.
  void declareTag(Symbol tag) {
    const Mention &first = mentions[tag];
    if (first.declared == None || all[first.declared].kept) return;
    if (!(wanted[tag] & ((1u << WholeTag) | (1u << PointedTag)))) return;
    int32_t end = first.end;
    while (end < all[first.declared].end && input[end] == '\n') ++end;
    if (end >= all[first.declared].end) return;
    for (int32_t i = first.start; i < first.end; ++i) text[i] = input[i];
    text[end] = ';';
  }

  // Reading one declaration.

  enum class Context : char { Top, Fields, Enumerators, Group, Code };

  struct Level {
    Context context;
    char close;
    bool declares;      // at the top: `(*name)(...)`
    uint32_t firstUse;  // when it was opened
  };

  uint32_t index = 0;
  std::vector<Level> levels;
  int32_t at = 0;
  bool code = false;        // in a function body or an initialiser
  Symbol tagWord = None;    // `struct`, and no name yet
  int32_t tagStart = 0;
  Symbol tag = None;        // `struct name`, and no token after it but qualifiers
  Symbol candidate = None;  // a name whose next token decides
  bool candidateIsField = false;
  char previous = 0;        // last token: its character, `w` a word, `n` a name, `k` a qualifier
  bool afterStar = false;   // before the candidate
  uint32_t lastGroup = None;  // first use in the parameters that just ended at the top
  uint32_t lastGroupEnd = 0;
  bool memberBegins = false;

  void use(Symbol symbol, Use how) { uses.push_back(symbol << 2 | how); }
  Context context() const { return levels.empty() ? Context::Top : levels.back().context; }

  void scan(int32_t start, int32_t end) {
    index = static_cast<uint32_t>(all.size());
    const uint32_t firstUse = static_cast<uint32_t>(uses.size());
    const uint32_t firstField = static_cast<uint32_t>(fields.size());
    const uint32_t firstTag = static_cast<uint32_t>(tags.size());
    levels.clear();
    code = false;
    tagWord = tag = candidate = None;
    previous = 0;
    lastGroup = None;
    for (at = start; at < end;) {
      const unsigned char c = text[at];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v') ++at;
      else if (c == '#' && (at == 0 || text[at - 1] == '\n')) skipLine(end);
      else if (c == '/' && at + 1 < end && text[at + 1] == '*') skipComment(end);
      else if (c == '/' && at + 1 < end && text[at + 1] == '/') skipLine(end);
      else if (isWordStart(c)) word(end);
      else if (isDigit(c)) skipNumber(end);
      else if (c == '"' || c == '\'') skipQuoted(c, end);
      else sign(c);
    }
    settle(';');
    for (uint32_t i = firstField; i < fields.size(); ++i) holders.add(fields[i], index);
    all.push_back({start, end, firstUse, static_cast<uint32_t>(uses.size()), firstField,
                   static_cast<uint32_t>(fields.size()), firstTag, static_cast<uint32_t>(tags.size()), false});
  }

  void skipLine(int32_t end) {
    while (at < end && text[at] != '\n') ++at;
  }
  void skipComment(int32_t end) {
    const size_t close = text.find("*/", at + 2);
    at = close == std::string::npos ? end : static_cast<int32_t>(close) + 2;
  }
  void skipNumber(int32_t end) {
    settle('0');
    while (at < end && (isWordPart(text[at]) || text[at] == '.')) {
      const char c = text[at++];
      if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') && at < end && (text[at] == '+' || text[at] == '-')) ++at;
    }
    previous = '0';
  }
  void skipQuoted(char quote, int32_t end) {
    settle('"');
    for (++at; at < end && text[at] != quote && text[at] != '\n'; ++at)
      if (text[at] == '\\') ++at;
    ++at;
    previous = '"';
  }

  void word(int32_t end) {
    const int32_t start = at;
    while (at < end && isWordPart(text[at])) ++at;
    const Symbol symbol = symbols.of(input.substr(start, at - start));
    if (isTag(symbol)) {
      settle('w');
      tagWord = symbol;
      tagStart = start;
      previous = 'w';
    } else if (isAnnotation(symbol) || isOperator(symbol)) {
      settle(isAnnotation(symbol) ? 'a' : 'w');
      skipOperand(end, isOperator(symbol));
    } else if (isQualifier(symbol)) {
      if (tag == None) settle('w');
      previous = 'k';
    } else if (symbol < FirstName) {
      settle('w');
      previous = 'w';
    } else if (tagWord != None && tag == None) {
      tag = symbol;
      // `enum name;` may stand before its definition, in gcc's C alone.
      const bool isFirst = tagWord != Enum || (levels.empty() && peekSign() == ';');
      if (isFirst && !code && !inParentheses()) noteMention(symbol, at);
      previous = 't';
    } else {
      name(symbol);
    }
    memberBegins = false;
  }

  bool inParentheses() const {
    for (const Level &level : levels)
      if (level.context == Context::Group) return true;
    return false;
  }

  void noteMention(Symbol symbol, int32_t end) {
    if (symbol >= mentions.size()) mentions.resize(symbol * 2 + 64);
    if (mentions[symbol].declared == None) mentions[symbol] = {index, tagStart, end};
  }

  // `(...)` of an attribute or of an operator: all of its names are used.
  void skipOperand(int32_t end, bool isType) {
    while (at < end && (text[at] == ' ' || text[at] == '\n')) ++at;
    previous = isType ? 'w' : previous;
    if (at >= end || text[at] != '(') return;
    int depth = 0;
    bool afterTag = false;
    bool member = false;
    while (at < end) {
      const unsigned char c = text[at];
      if (isWordStart(c)) {
        const int32_t start = at;
        while (at < end && isWordPart(text[at])) ++at;
        const Symbol symbol = symbols.of(input.substr(start, at - start));
        if (symbol >= FirstName) use(symbol, afterTag ? WholeTag : member ? Member : Ordinary);
        // What `offsetof` and the like name without a dot.
        if (symbol >= FirstName && code && !afterTag) use(symbol, Member);
        afterTag = isTag(symbol);
        member = false;
        continue;
      }
      if (c == '"' || c == '\'') {
        const char before = previous;
        const Symbol keepTag = tag, keepWord = tagWord, keepCandidate = candidate;
        tag = tagWord = candidate = None;
        skipQuoted(c, end);
        tag = keepTag;
        tagWord = keepWord;
        candidate = keepCandidate;
        previous = before;
        continue;
      }
      if (isDigit(c)) {
        while (at < end && isWordPart(text[at])) ++at;
        continue;
      }
      ++at;
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) break;
      if (c == '.') member = true;
      else if (c == '>' && text[at - 2] == '-') member = true;
      else if (c != ' ' && c != '\n') member = false;
    }
  }

  void name(Symbol symbol) {
    settle('n');
    const Context here = context();
    if (code || here == Context::Code) {
      // Names of members may also stand without a dot: the second operand of `offsetof`.
      use(symbol, previous == '.' ? Member : Ordinary);
      if (previous == ',') use(symbol, Member);
      previous = 'n';
      return;
    }
    if (here == Context::Enumerators) names.add(symbol, index);
    if (here == Context::Fields || here == Context::Top || here == Context::Group) {
      candidate = symbol;
      candidateIsField = here == Context::Fields ? !memberBegins : false;
      afterStar = previous == '*';
      previous = 'n';
      return;
    }
    use(symbol, Ordinary);
    previous = 'n';
  }

  // The token after a tag or a name tells what they were.
  void settle(char next) {
    if (tagWord != None && tag == None && next == 'a') return;
    if (tag != None) {
      if (next == '{' && !code) {
        definitions.add(tag, index);
        tags.push_back(tag);
      } else if (next == '*' && !code && tagWord != Enum) {
        use(tag, PointedTag);
      } else if (!(next == ';' && levels.empty() && !code)) {
        use(tag, WholeTag);
      }
      tag = tagWord = None;
    } else if (next != '{') {
      tagWord = None;
    }
    if (candidate == None) return;
    const Symbol symbol = candidate;
    candidate = None;
    const bool ends = next == ';' || next == ',' || next == '[' || next == ':' || next == 'a' || next == '=';
    switch (context()) {
      case Context::Fields:
        if (candidateIsField && ends) fields.push_back(symbol);
        if (!(candidateIsField && ends) || next == ':') use(symbol, Ordinary);
        return;
      case Context::Group:
        if (levels.back().declares) names.add(symbol, index);
        if (next == ')' && afterStar && inFields()) fields.push_back(symbol);
        else use(symbol, Ordinary);
        return;
      default:
        if (ends || next == '(') names.add(symbol, index);
        use(symbol, Ordinary);
    }
  }

  bool inFields() const {
    for (const Level &level : levels)
      if (level.context == Context::Fields) return true;
    return false;
  }

  char peekSign() const {
    int32_t next = at;
    while (next < static_cast<int32_t>(text.size()) && (text[next] == ' ' || text[next] == '\n')) ++next;
    return next < static_cast<int32_t>(text.size()) ? text[next] : '\0';
  }

  void sign(char c) {
    const char before = previous;
    const bool named = candidate != None;
    const bool heldTag = tag != None || tagWord != None;
    const bool isEnum = tagWord == Enum;
    settle(c);
    ++at;
    previous = c;
    memberBegins = false;
    switch (c) {
      case '(': {
        bool declares = false;
        if (context() == Context::Top && !code) {
          const char first = peekSign();
          declares = first == '*' || first == '(' || first == '^' || !named;
          // `u32 (name)(int)`
          if (before == ')' && lastGroup != None)
            for (uint32_t i = lastGroup; i < lastGroupEnd; ++i)
              if ((uses[i] & 3) == Ordinary) names.add(uses[i] >> 2, index);
        } else if (context() == Context::Group) {
          declares = levels.back().declares;
        }
        levels.push_back({code ? Context::Code : Context::Group, ')', declares, static_cast<uint32_t>(uses.size())});
        return;
      }
      case '[':
        levels.push_back({Context::Code, ']', false, 0});
        return;
      case '{': {
        Context inner = Context::Code;
        if (!code && heldTag) inner = isEnum ? Context::Enumerators : Context::Fields;
        else if (context() == Context::Top) code = true;
        tagWord = tag = None;
        levels.push_back({inner, '}', false, 0});
        memberBegins = inner == Context::Fields;
        return;
      }
      case ')':
      case ']':
      case '}': {
        if (levels.empty()) return;
        const Level closed = levels.back();
        levels.pop_back();
        if (levels.empty() && c == ')' && !code) {
          lastGroup = closed.firstUse;
          lastGroupEnd = static_cast<uint32_t>(uses.size());
        }
        return;
      }
      case ';':
        memberBegins = context() == Context::Fields;
        return;
      case ',':
        if (levels.empty()) code = false;
        return;
      case '=':
        if (levels.empty()) code = true;
        return;
      case '.':
        // A range, `[0 ... last]`, names no member.
        if (before == '.' || before == '~') previous = '~';
        return;
      case '>':
        if (before == '-') previous = '.';
        return;
      default:
        return;
    }
  }
};

}  // namespace

void pruneDeclarations(SourceText &source, std::string_view input, const std::vector<std::string> &wholeTags) {
  Pruning(source, input, wholeTags).run();
}

}  // namespace weft
