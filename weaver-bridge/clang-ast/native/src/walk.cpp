#include "walk.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "cursor-kinds.h"
#include "template-extent.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace weft {

namespace {

// Byte offsets of locations in the one file of the unit. libclang numbers the bytes of a file consecutively, which
// makes most lookups a subtraction; whether that holds is checked, and macro expansions (of the -D repairs) take
// the long way.
class Offsets {
 public:
  Offsets(const Libclang &api, Unit unit, const std::string &fileName, size_t size) : api(api), size(size) {
    file = api.getFile(unit, fileName.c_str());
    if (!file) return;
    base = encoded(unit, 0);
    consecutive = !(base & macro) && encoded(unit, size / 2) == base + size / 2 && encoded(unit, size) == base + size;
  }

  int32_t of(Location location) const {
    if (consecutive && !(location.encoded & macro)) {
      const unsigned offset = location.encoded - base;
      if (location.encoded >= base && offset <= size) return static_cast<int32_t>(offset);
    }
    File found = nullptr;
    unsigned offset = 0;
    api.getExpansionLocation(location, &found, nullptr, nullptr, &offset);
    return found && found == file ? static_cast<int32_t>(offset) : -1;
  }

 private:
  static constexpr unsigned macro = 1u << 31;
  const Libclang &api;
  size_t size;
  File file = nullptr;
  unsigned base = 0;
  bool consecutive = false;

  unsigned encoded(Unit unit, size_t offset) const {
    return api.getLocationForOffset(unit, file, static_cast<unsigned>(offset)).encoded;
  }
};

struct NodeKey {
  int32_t kind, start, end, reference;
  bool operator==(const NodeKey &other) const {
    return kind == other.kind && start == other.start && end == other.end && reference == other.reference;
  }
};

struct NodeKeyHash {
  size_t operator()(const NodeKey &key) const {
    uint64_t hash = static_cast<uint64_t>(key.start) * 0x9E3779B97F4A7C15ull;
    hash ^= (static_cast<uint64_t>(key.end) << 20) ^ (static_cast<uint64_t>(key.kind) << 8) ^ key.reference;
    return static_cast<size_t>(hash * 0xD6E8FEB86659FD93ull >> 16);
  }
};

// A declaration that is no definition, with its place in the text.
struct Redeclaration {
  Cursor cursor;
  int32_t name, start, end;
};

class Walk {
 public:
  Walk(const Libclang &api, const SourceText &source, const SourceOptions &options, const Offsets &offsets,
       Tables &tables, std::vector<int32_t> &nodes, std::vector<int32_t> &classes, std::vector<Redeclaration> &redeclared)
      : api(api), source(source), options(options), offsets(offsets), tables(tables), nodes(nodes),
        classes(classes),
        redeclared(redeclared) {}

  void run(Unit unit) {
    unitCursor = api.getTranslationUnitCursor(unit);
    api.visitChildren(unitCursor, visitor, this);
    // Grows while it is read: a local class may have methods with local classes.
    for (size_t i = 0; i < localClasses.size(); ++i) {
      const LocalClass local = localClasses[i];
      stack.clear();
      topLevel = local.topLevel;
      addClass(local.cursor);
      api.visitChildren(local.cursor, visitor, this);
    }
    addNamed();
  }

 private:
  struct Open {
    Cursor cursor;
    int32_t row;
    int32_t lastChild;
  };

  struct LocalClass {
    Cursor cursor;
    int32_t topLevel;
  };

  const Libclang &api;
  const SourceText &source;
  const SourceOptions &options;
  const Offsets &offsets;
  Tables &tables;
  std::vector<int32_t> &nodes;
  std::vector<int32_t> &classes;
  // Declarations with attributes that are neither the first of their entity nor its definition.
  std::vector<Redeclaration> &redeclared;
  std::vector<LocalClass> localClasses;
  std::unordered_set<const void *> seenClasses;
  int32_t topLevel = -1;
  // The structured binding whose initialiser is being visited.
  Cursor binding{};
  std::vector<Open> stack;
  std::unordered_set<NodeKey, NodeKeyHash> seen;
  std::unordered_map<const void *, bool> constants;
  int32_t mentionedUntil = 0;
  // Names that only the instances of a template say what they are, and what they may be: what of the unit has a name.
  std::unordered_set<std::string> openNames;
  bool openOperators = false;
  std::vector<Cursor> named;
  bool isOpen = false;
  // Class templates with explicit and partial specializations; with a null pointer once they are known.
  std::unordered_set<const void *> specialized;
  Cursor unitCursor{};
  // What is read within an operand that is not evaluated otherwise.
  TextSpan evaluated{0, 0};

  // No exception may pass through libclang's frames.
  static int visitor(Cursor cursor, Cursor parent, void *data) {
    try {
      return static_cast<Walk *>(data)->visit(cursor, parent);
    } catch (...) {
      return VisitBreak;
    }
  }

  static bool isUnit(int kind) { return kind == 300 || kind == 350; }

  static bool isClass(int kind) {
    return kind == StructDecl || kind == UnionDecl || kind == ClassDecl || kind == ClassTemplate ||
           kind == ClassTemplatePartialSpecialization;
  }

  static bool isContainer(int kind) {
    return isClass(kind) || kind == NamespaceDecl || kind == LinkageSpec || kind == UnexposedDecl ||
           kind == FriendDecl || isUnit(kind);
  }

  static bool isFunction(int kind) {
    return kind == FunctionDecl || kind == MethodDecl || kind == Constructor || kind == Destructor ||
           kind == ConversionFunction || kind == FunctionTemplate;
  }

  int visit(Cursor cursor, Cursor parent) {
    const bool isBinding = parent.kind == UnexposedDecl && api.equalCursors(parent, binding);
    // Its names.
    if (isBinding && cursor.kind == UnexposedDecl) return VisitContinue;
    if (isContainer(parent.kind) && !isBinding) return visitFileScope(cursor, isUnit(parent.kind));
    if (!findParent(cursor, parent)) return VisitContinue;
    // Of parameters, fields and types that get a name, only the sizes of arrays run, and what stands behind a `=`.
    const bool isNamed = parent.kind == TypedefDecl || parent.kind == TypeAliasDecl;
    if (isNamed && !isBound(extentOf(cursor))) return VisitContinue;
    if (parent.kind == ParmDecl && !isBound(extentOf(cursor)) && !isAssigned(extentOf(cursor))) return VisitContinue;
    if (parent.kind == FieldDecl && !isAssigned(extentOf(cursor)) && !startsWith(extentOf(cursor).start, "{"))
      return VisitContinue;
    // Of a declaration, nothing but its parameters.
    if (stack.size() == 1 && isFunction(parent.kind) && cursor.kind != ParmDecl && !api.isCursorDefinition(parent))
      return VisitContinue;
    return visitInside(cursor, parent.kind == ParmDecl);
  }

  int visitFileScope(Cursor cursor, bool outermost) {
    stack.clear();
    const int kind = cursor.kind;
    if (outermost) {
      topLevel = extentOf(cursor).start;
      if (options.cplusplus && source.isForeign(topLevel)) return VisitContinue;
    }
    if (options.cplusplus && !source.attributes.empty() && (isFunction(kind) || kind == VarDecl))
      noteAttributed(cursor);
    if (options.cplusplus && (isFunction(kind) || kind == VarDecl || kind == FieldDecl)) named.push_back(cursor);
    if (isFunction(kind)) {
      if (!api.isCursorDefinition(cursor)) return visitDeclaration(cursor);
      const TextSpan extent = extentOf(cursor);
      if (!source.hiddenBodies.empty() && isHidden(extent)) return VisitContinue;
      if (extent.start < 0 || (extent.start >= mentionedUntil && !mentioned(extent))) return VisitContinue;
      return addRoot(cursor, extent);
    }
    if (kind == VarDecl) {
      const TextSpan extent = extentOf(cursor);
      const bool isRead = options.cplusplus && (hasInitialiser(cursor, extent, '{') ||
                                                (isWanted(extent) && hasInitialiser(cursor, extent, 0)));
      return options.initialisers || isRead ? addRoot(cursor, extent) : VisitContinue;
    }
    if (kind == FieldDecl && options.cplusplus) {
      const TextSpan extent = extentOf(cursor);
      return isWanted(extent) && hasInitialiser(cursor, extent, 0) ? addRoot(cursor, extent) : VisitContinue;
    }
    if (isClass(kind)) return visitClass(cursor);
    if (!options.cplusplus || !isContainer(kind)) return VisitContinue;
    // What a namespace of interest holds is of interest.
    if (kind == NamespaceDecl && options.filter) {
      const int32_t name = offsets.of(api.getCursorLocation(cursor));
      if (std::binary_search(source.mentions.begin(), source.mentions.end(), name))
        mentionedUntil = std::max(mentionedUntil, extentOf(cursor).end);
    }
    return VisitRecurse;
  }

  // What open names may mean is among the declarations, whether anything else refers to it or not.
  void addNamed() {
    if (openNames.empty() && !openOperators) return;
    for (const Cursor &cursor : named) {
      const std::string name = api.take(api.getCursorSpelling(cursor));
      const bool isOperator = openOperators && name.compare(0, 8, "operator") == 0 && !isWordPart(name[8]);
      if (isOperator || openNames.count(name) > 0) tables.declaration(cursor);
    }
  }

  // Of what is no definition: the attributes of all declarations are the entity's.
  void noteAttributed(Cursor cursor) {
    const TextSpan extent = extentOf(cursor);
    if (extent.start >= 0 && !api.isCursorDefinition(cursor) && isAttributed(extent))
      redeclared.push_back({cursor, offsets.of(api.getCursorLocation(cursor)), extent.start, extent.end});
  }

  bool isAttributed(const TextSpan &extent) const {
    auto near = std::lower_bound(source.attributes.begin(), source.attributes.end(), extent.start,
                                 [](const TextSpan &span, int32_t start) { return span.start < start; });
    if (near != source.attributes.end() && near->end <= extent.end) return true;
    // Attributes right before a declaration are not in its extent.
    if (near == source.attributes.begin()) return false;
    const int32_t end = (--near)->end;
    return end <= extent.start && source.text.find_first_not_of(" \t\n", end) >= static_cast<size_t>(extent.start);
  }

  bool isHidden(const TextSpan &function) const {
    const auto after = std::upper_bound(source.hiddenBodies.begin(), source.hiddenBodies.end(), function.end,
                                        [](int32_t value, const TextSpan &span) { return value <= span.end; });
    return after != source.hiddenBodies.end() && after->end == function.end;
  }

  int addRoot(Cursor cursor, const TextSpan &extent) {
    seen.clear();
    addNode(cursor, extent, tables.declaration(cursor));
    nodes[nodes.size() - NodeRowLength + NodeValue] = topLevel;
    return VisitRecurse;
  }

  int visitClass(Cursor cursor) {
    if (!options.cplusplus && !options.classes) return VisitContinue;
    // A class that mentions an identifier keeps all its methods: its name qualifies them.
    const TextSpan extent = extentOf(cursor);
    if (extent.start >= mentionedUntil && !mentioned(extent)) {
      // A class that derives from one that matters need not say any of the names.
      if (options.classes && options.cplusplus && api.isCursorDefinition(cursor)) addClass(cursor);
      return VisitContinue;
    }
    mentionedUntil = std::max(mentionedUntil, extent.end);
    if (!api.isCursorDefinition(cursor)) return VisitContinue;
    addClass(cursor);
    return VisitRecurse;
  }

  void addClass(Cursor cursor) {
    const int32_t row = tables.declaration(cursor);
    if (row >= 0 && !api.Cursor_isAnonymousRecordDecl(cursor)) classes.insert(classes.end(), {row, topLevel});
  }

  // A declaration that is no definition: its default arguments run at calls.
  int visitDeclaration(Cursor cursor) {
    if (!options.cplusplus) return VisitContinue;
    const TextSpan extent = extentOf(cursor);
    if (!isWanted(extent) || !hasInitialiser(cursor, extent, '=')) return VisitContinue;
    const size_t value = source.text.find_first_not_of(" \t\n", source.text.find('=', extent.start) + 1);
    const bool isOnlySpecial = startsWith(value, "default") || startsWith(value, "delete") ||
                               value + 1 == static_cast<size_t>(extent.end);
    return isOnlySpecial ? VisitContinue : addRoot(cursor, extent);
  }

  bool isWanted(const TextSpan &extent) const {
    return extent.start >= 0 && (extent.start < mentionedUntil || mentioned(extent));
  }

  // After its name stands the character, or one that initialises. Braces before the name define a class: that is visited as one.
  bool hasInitialiser(Cursor variable, const TextSpan &extent, char with) const {
    const int32_t name = offsets.of(api.getCursorLocation(variable));
    if (extent.start < 0 || name < extent.start) return false;
    const char any[] = {with == 0 ? '=' : with, with == 0 ? '{' : with, with == 0 ? '(' : with, 0};
    const size_t found = source.text.find_first_of(any, name);
    return found < static_cast<size_t>(extent.end);
  }

  bool mentioned(const TextSpan &extent) const {
    if (!options.filter) return true;
    const auto first = std::lower_bound(source.mentions.begin(), source.mentions.end(), extent.start);
    return first != source.mentions.end() && *first < extent.end;
  }

  // Unwinds to the node that libclang names as the parent. Some C++ parents are never visited themselves; then the
  // innermost node around the cursor takes their place.
  bool findParent(Cursor cursor, Cursor parent) {
    for (size_t depth = stack.size(); depth > 0; --depth) {
      if (!api.equalCursors(stack[depth - 1].cursor, parent)) continue;
      stack.resize(depth);
      return true;
    }
    const TextSpan extent = extentOf(cursor);
    for (size_t depth = stack.size(); depth > 0; --depth) {
      const int32_t *row = &nodes[static_cast<size_t>(stack[depth - 1].row) * NodeRowLength];
      if (row[NodeStart] > extent.start || extent.end > row[NodeEnd]) continue;
      stack.resize(depth);
      return true;
    }
    // What stands nowhere, as the names of a structured binding, says nothing of where the next one does.
    return false;
  }

  // `inDefault`: it is what a parameter takes by default, or the size of its array.
  int visitInside(Cursor cursor, bool inDefault) {
    const int kind = cursor.kind;
    if ((kind >= FirstRef && kind <= LastRef) || (kind >= FirstAttribute && kind <= LastAttribute) ||
        (kind >= FirstExtraDecl && kind <= LastExtraDecl))
      return VisitContinue;
    // `auto [a, b] = f();`, which libclang has no name for.
    if (options.cplusplus && kind == UnexposedDecl && extentOf(cursor).start >= 0) {
      binding = cursor;
      return VisitRecurse;
    }
    if (kind == TypedefDecl || kind == TypeAliasDecl || (kind == ParmDecl && isOwnParameter(cursor)))
      return hasOneOf(extentOf(cursor), kind == ParmDecl && options.cplusplus ? "[=" : "[") ? VisitRecurse : VisitContinue;
    if (kind <= LastDecl && kind != VarDecl) {
      if (options.cplusplus && isClass(kind) && api.isCursorDefinition(cursor) &&
          seenClasses.insert(cursor.data[0]).second)
        localClasses.push_back({cursor, topLevel});
      return VisitContinue;
    }
    const int32_t outer = nodes[static_cast<size_t>(stack.back().row) * NodeRowLength];
    // Captures come without the calls around their initialisers.
    if (outer == LambdaExpr && kind != CompoundStmt && !inDefault) return VisitContinue;
    const TextSpan extent = extentOf(cursor);
    if (extent.start < 0) return VisitContinue;
    if (isUnevaluated(cursor, extent, outer)) {
      // Of the control of _Generic, the reader wants the type.
      if (outer != GenericSelectionExpr) return VisitContinue;
      addNode(cursor, extent, NotAnEntity);
      return VisitContinue;
    }
    const bool refers = kind == DeclRefExpr || kind == MemberRefExpr || kind == CallExpr;
    const int32_t reference = kind == CallExpr && !options.cplusplus ? NotAnEntity
                              : refers || kind == VarDecl            ? referenceOf(cursor)
                                                                     : NotAnEntity;
    if (refers && !seen.insert({kind, extent.start, extent.end, reference}).second) return VisitContinue;
    addNode(cursor, extent, reference);
    if (options.cplusplus && kind == CallExpr) {
      const int flags = (api.Cursor_isDynamicCall(cursor) ? DynamicCall : 0) | (givesLvalue(cursor) ? LvalueCall : 0);
      if (flags != 0) nodes[nodes.size() - NodeRowLength + NodeValue] = flags;
    }
    if (options.cplusplus && (kind == DeclRefExpr || kind == MemberRefExpr) && isOpen) noteOpen(extent);
    else if (options.cplusplus && kind == DeclRefExpr) {
      const int32_t value = valueOfName(cursor, reference < 0);
      if (value >= 0) nodes[nodes.size() - NodeRowLength + NodeValue] = value;
    }
    if (options.cplusplus && isOperator(kind) && api.getCursorType(cursor).kind == TypeDependent) {
      nodes[nodes.size() - NodeRowLength + NodeValue] = OpenName;
      openOperators = true;
    }
    if (options.cplusplus && kind == VarDecl && isConstantVariable(cursor, api.getCursorType(cursor)))
      nodes[nodes.size() - NodeRowLength + NodeValue] = ConstantName;
    else if (options.cplusplus && kind == VarDecl && isVariable(api.getCursorType(cursor)))
      nodes[nodes.size() - NodeRowLength + NodeValue] = VariableSize;
    return kind != UnaryExpr || startsWith(extent.start, "sizeof") ? VisitRecurse : VisitContinue;
  }

  // Sizes of arrays in the operand of sizeof, typeof and offsetof are computed, and with them operands whose type has such a
  // size (C11 6.5.3.4p2, 6.7.2.4p2): these are read, until they end.
  bool isUnevaluated(Cursor cursor, const TextSpan &extent, int32_t outer) {
    if (outer != UnaryExpr && !inside(source.unevaluated, extent.start)) return false;
    if (extent.start >= evaluated.start && extent.end <= evaluated.end && outer != UnaryExpr) return false;
    const bool isExpression = cursor.kind >= FirstExpr && cursor.kind <= LastExpr;
    if (!isExpression || !(isBound(extent) || isVariable(api.getCursorType(cursor)))) return true;
    evaluated = extent;
    return false;
  }

  bool hasOneOf(const TextSpan &extent, const char *characters) const {
    return extent.start >= 0 && source.text.find_first_of(characters, extent.start) < static_cast<size_t>(extent.end);
  }

  // `=` stands before it.
  bool isAssigned(const TextSpan &extent) const {
    int32_t at = extent.start;
    while (at > 0 && std::strchr(" \t\n", source.text[at - 1])) --at;
    return at > 0 && source.text[at - 1] == '=';
  }

  // `[` stands before it, or `[static` and the like.
  bool isBound(const TextSpan &extent) const {
    for (int32_t at = extent.start; at > 0;) {
      const char c = source.text[at - 1];
      if (c == '[') return true;
      const int32_t word = startOfLastWord({0, at});
      if (word < at && !isArrayWord(source.text.substr(word, at - word))) return false;
      if (word == at && c != ' ' && c != '\t' && c != '\n') return false;
      at = word < at ? word : at - 1;
    }
    return false;
  }

  static bool isArrayWord(const std::string &word) {
    static const std::unordered_set<std::string> words = {"static",     "const",      "volatile",
                                                          "restrict",   "__restrict", "__restrict__",
                                                          "__volatile__", "__const"};
    return words.count(word) > 0;
  }

  // An array whose size is computed, or a pointer to one.
  bool isVariable(Type type) const {
    for (Type at = api.getCanonicalType(type); at.kind == TypePointer || isArray(at.kind);
         at = at.kind == TypePointer ? api.getPointeeType(at) : api.getArrayElementType(at))
      if (at.kind == TypeVariableArray) return true;
    return false;
  }

  bool isOwnParameter(Cursor cursor) const {
    const bool inLambda = nodes[static_cast<size_t>(stack.back().row) * NodeRowLength] == LambdaExpr;
    return inLambda || (stack.size() == 1 && api.equalCursors(api.getCursorSemanticParent(cursor), stack.front().cursor));
  }

  bool startsWith(int32_t start, const char *word) const {
    return source.text.compare(start, std::char_traits<char>::length(word), word) == 0;
  }

  bool givesLvalue(Cursor call) const {
    const Type result = api.getCursorResultType(api.getCursorReferenced(call));
    return api.getCanonicalType(result).kind == TypeLValueReference;
  }

  int32_t valueOfName(Cursor cursor, bool local) {
    const Cursor named = api.getCursorReferenced(cursor);
    const Type type = api.getCursorType(named);
    if (type.kind == TypeLValueReference || type.kind == TypeRValueReference) return local ? ReferenceName : -1;
    if (named.kind == EnumConstantDecl || named.kind == NonTypeTemplateParameter) return ConstantName;
    return named.kind == VarDecl && isConstantVariable(named, type) ? ConstantName : -1;
  }

  // `const int k = 4;`, which the compiler reads as the number.
  bool isConstantVariable(Cursor variable, Type type) {
    if (!api.isConstQualifiedType(type)) return false;
    const int kind = api.getCanonicalType(type).kind;
    if (kind != TypeEnum && !(kind >= TypeFirstBuiltin && kind <= TypeLastBuiltin)) return false;
    const auto inserted = constants.emplace(variable.data[0], false);
    if (inserted.second) {
      const EvalResult result = api.Cursor_Evaluate(variable);
      inserted.first->second = result && api.EvalResult_getKind(result) == EvalInt;
      if (result) api.EvalResult_dispose(result);
    }
    return inserted.first->second;
  }

  static bool isOperator(int kind) {
    return kind >= UnaryOperator && kind <= CompoundAssignOperator;
  }

  // The last node's name: a member of an object whose class is a parameter, one of several functions, what `using` brings.
  void noteOpen(const TextSpan &extent) {
    int32_t *row = &nodes[nodes.size() - NodeRowLength];
    int32_t end = extent.end;
    int depth = 0;
    while (end > extent.start && (depth > 0 || source.text[end - 1] == '>')) {
      --end;
      if (source.text[end] == '>' && source.text[end - 1] != '-') ++depth;
      if (source.text[end] == '<') --depth;
    }
    while (end > extent.start && std::strchr(" \t\n", source.text[end - 1])) --end;
    const int32_t start = startOfLastWord({extent.start, end});
    row[NodeName] = start;
    row[NodeValue] = OpenName;
    openNames.insert(source.text.substr(start, end - start));
  }

  int32_t referenceOf(Cursor cursor) {
    isOpen = false;
    if (cursor.kind == VarDecl) return tables.declaration(cursor);
    Cursor referenced = api.getCursorReferenced(cursor);
    // A dependent name with one candidate.
    if (referenced.kind == OverloadedDeclRef && api.getNumOverloadedDecls(referenced) == 1)
      referenced = api.getOverloadedDecl(referenced, 0);
    if (cursor.kind == MemberRefExpr && (api.Cursor_isNull(referenced) || referenced.kind == UsingDeclaration)) {
      const Cursor member = memberOfObject(cursor);
      if (!api.Cursor_isNull(member)) referenced = member;
    }
    isOpen = api.Cursor_isNull(referenced) || referenced.kind == OverloadedDeclRef || referenced.kind == UsingDeclaration;
    return api.Cursor_isNull(referenced) ? NotAnEntity : tables.declaration(referenced);
  }

  // `this->a.b` in a class template whose base depends on its parameters: the member that the base's template has.
  Cursor memberOfBase(Cursor cursor) const {
    const TextSpan extent = extentOf(cursor);
    const Cursor none = api.getCursorReferenced(cursor);
    if (!isOfThis(extent)) return none;
    Cursor owner = stack.front().cursor;
    while (!api.Cursor_isNull(owner) && !isClass(owner.kind)) owner = api.getCursorSemanticParent(owner);
    for (int32_t at = extent.start + 4;;) {
      const std::string name = takeMemberName(at, extent.end);
      if (name.empty()) return none;
      const Cursor member = memberNamed(owner, name, none);
      if (at == extent.end || api.Cursor_isNull(member)) return member;
      Type type = api.getCanonicalType(api.getCursorType(member));
      if (type.kind == TypePointer || type.kind == TypeLValueReference) type = api.getPointeeType(type);
      owner = api.getTypeDeclaration(type);
      if (!isClass(owner.kind)) return none;
    }
  }

  // Begins with the word; `thisBox.n` does not.
  bool isOfThis(const TextSpan &extent) const {
    if (extent.start < 0 || source.text.compare(extent.start, 4, "this") != 0) return false;
    const size_t next = static_cast<size_t>(extent.start) + 4;
    return next >= source.text.size() || !isWordPart(source.text[next]);
  }

  Cursor memberOfObject(Cursor cursor) {
    const TextSpan extent = extentOf(cursor);
    if (extent.start < 0 || isOfThis(extent)) return memberOfBase(cursor);
    return memberOfTemplate(cursor, extent);
  }

  // `box.n` for `Box<T> &box`: the member that the template has, if no specialization may have another one.
  Cursor memberOfTemplate(Cursor cursor, const TextSpan &extent) {
    const Cursor none = api.getNullCursor();
    Cursor object = none;
    api.visitChildren(cursor, visitFirst, &object);
    if (api.Cursor_isNull(object)) return none;
    Type type = api.getCursorType(object);
    if (object.kind == MemberRefExpr && api.Cursor_isNull(api.getCursorReferenced(object))) {
      const Cursor member = memberOfObject(object);
      if (api.Cursor_isNull(member)) return none;
      type = api.getCursorType(member);
    }
    type = api.getCanonicalType(type);
    if (type.kind == TypeLValueReference || type.kind == TypeRValueReference)
      type = api.getCanonicalType(api.getPointeeType(type));
    int32_t at = behindBlanks(extentOf(object).end, extent.end);
    if (startsWith(at, "->") != (type.kind == TypePointer)) return none;
    if (type.kind == TypePointer) type = api.getCanonicalType(api.getPointeeType(type));
    const std::string name = takeMemberName(at, extent.end);
    const Cursor owner = api.getTypeDeclaration(type);
    // What the template calls itself is the instance that the object before it is of.
    if (name.empty() || at != extent.end || !isClass(owner.kind) || isSpecialized(owner)) return none;
    return memberNamed(owner, name, none);
  }

  // The first child that is an expression.
  static int visitFirst(Cursor cursor, Cursor, void *data) {
    if (cursor.kind < FirstExpr || cursor.kind > LastExpr) return VisitContinue;
    *static_cast<Cursor *>(data) = cursor;
    return VisitBreak;
  }

  bool isSpecialized(Cursor owner) {
    if (specialized.empty()) {
      specialized.insert(nullptr);
      api.visitChildren(unitCursor, visitSpecialized, this);
    }
    return specialized.count(api.getCanonicalCursor(owner).data[0]) > 0;
  }

  static int visitSpecialized(Cursor cursor, Cursor, void *data) {
    Walk &walk = *static_cast<Walk *>(data);
    if (!isContainer(cursor.kind)) return VisitContinue;
    if (isClass(cursor.kind) && cursor.kind != ClassTemplate) {
      const Cursor pattern = walk.api.getSpecializedCursorTemplate(cursor);
      if (!walk.api.Cursor_isNull(pattern)) walk.specialized.insert(walk.api.getCanonicalCursor(pattern).data[0]);
    }
    return VisitRecurse;
  }

  // Of `->name` or `. name`, and moves behind it; empty where something else stands.
  std::string takeMemberName(int32_t &at, int32_t end) const {
    const std::string &text = source.text;
    at = behindBlanks(at, end);
    if (at < end && text[at] == '.') at += 1;
    else if (at + 1 < end && text.compare(at, 2, "->") == 0) at += 2;
    else return "";
    const int32_t start = at = behindBlanks(at, end);
    while (at < end && isWordPart(text[at])) ++at;
    const std::string name = text.substr(start, at - start);
    at = behindBlanks(at, end);
    return name;
  }

  int32_t behindBlanks(int32_t at, int32_t end) const {
    while (at < end && std::strchr(" \t\n\v\f\r", source.text[at]) != nullptr && source.text[at] != '\0') ++at;
    return at;
  }

  Cursor memberNamed(Cursor owner, const std::string &name, Cursor none) const {
    MemberSearch search{&api, name, {}, {}, false};
    addMembers(owner, search);
    for (size_t i = 0; i < search.bases.size() && !search.isOpen; ++i) addMembers(search.bases[i], search);
    return search.isOpen || search.found.size() != 1 ? none : search.found.front();
  }

  static bool isDependent(const Libclang &api, Type type) {
    return api.take(api.getTypeSpelling(api.getCanonicalType(type))).find("type-parameter-") != std::string::npos;
  }

  int32_t startOfLastWord(const TextSpan &extent) const {
    int32_t start = extent.end;
    while (start > extent.start && isWordPart(source.text[start - 1])) --start;
    return start;
  }

  // Members of one name in a class and all its bases; open where one of these is a parameter of a template.
  struct MemberSearch {
    const Libclang *api;
    std::string name;
    std::vector<Cursor> bases;
    std::vector<Cursor> found;
    bool isOpen;
  };

  void addMembers(Cursor owner, MemberSearch &search) const {
    if (api.Cursor_isNull(owner)) return;
    const Cursor definition = api.getCursorDefinition(owner);
    api.visitChildren(api.Cursor_isNull(definition) ? owner : definition, visitMember, &search);
  }

  static int visitMember(Cursor cursor, Cursor parent, void *data) {
    MemberSearch &search = *static_cast<MemberSearch *>(data);
    const Libclang &api = *search.api;
    if (cursor.kind == BaseSpecifier) {
      const Cursor base = api.getTypeDeclaration(api.getCanonicalType(api.getCursorType(cursor)));
      if (isClass(base.kind)) search.bases.push_back(base);
      else search.isOpen = true;
    } else if ((cursor.kind == FieldDecl || cursor.kind == VarDecl || isFunction(cursor.kind)) &&
               api.take(api.getCursorSpelling(cursor)) == search.name) {
      // What its types mean in the base can't be written in the class.
      if (isFunction(cursor.kind) && isDependent(api, api.getCursorType(cursor))) search.isOpen = true;
      search.found.push_back(cursor);
    }
    return VisitContinue;
  }

  TextSpan extentOf(Cursor cursor) const {
    const Range extent = api.getCursorExtent(cursor);
    const TextSpan span{offsets.of(api.getRangeStart(extent)), offsets.of(api.getRangeEnd(extent))};
    if (span.start >= 0 || cursor.kind != FunctionTemplate) return span;
    const TextExtent found = extentIn(source.text, api, cursor, [this](Location at) { return offsets.of(at); });
    return {found.start, found.end};
  }

  void addNode(Cursor cursor, const TextSpan &extent, int32_t reference) {
    const int32_t row = static_cast<int32_t>(nodes.size() / NodeRowLength);
    const bool expression = cursor.kind >= FirstExpr && cursor.kind <= LastExpr;
    const bool named = cursor.kind == DeclRefExpr || cursor.kind == MemberRefExpr || !expression;
    int32_t parent = -1;
    int32_t value = -1;
    if (!stack.empty()) {
      Open &open = stack.back();
      parent = open.row;
      if (open.lastChild < 0) nodes[static_cast<size_t>(parent) * NodeRowLength + NodeChild] = row;
      else nodes[static_cast<size_t>(open.lastChild) * NodeRowLength + NodeNext] = row;
      if (open.lastChild < 0 && isChoice(nodes[static_cast<size_t>(parent) * NodeRowLength + NodeStart]))
        value = evaluate(cursor);
      open.lastChild = row;
    }
    const bool typed = expression || (cursor.kind == VarDecl && options.locals);
    int32_t name = named ? offsets.of(api.getCursorLocation(cursor)) : -1;
    Type ownType = api.getCursorType(cursor);
    // Of what only an instance resolves, libclang says where the object begins, and not the type: it stays open, but
    // for arrays and pointers, which are written in a way of their own.
    if (cursor.kind == MemberRefExpr && reference >= 0 && name == extent.start &&
        isWordPart(source.text[extent.end - 1])) {
      name = startOfLastWord(extent);
      const Type type = api.getCursorType(tables.declared(reference));
      const int kind = api.getCanonicalType(type).kind;
      if (name > extent.start && (isArray(kind) || kind == TypePointer) && !isDependent(api, type)) ownType = type;
    }
    const int32_t type = typed ? tables.type(ownType) : -1;
    const int32_t values[NodeRowLength] = {cursor.kind, parent, -1, -1, extent.start, extent.end, type, reference,
                                           name, value};
    nodes.insert(nodes.end(), values, values + NodeRowLength);
    stack.push_back({cursor, row, -1});
  }

  bool isChoice(int32_t start) const { return startsWith(start, "__builtin_choose_expr"); }

  int32_t evaluate(Cursor cursor) const {
    const EvalResult result = api.Cursor_Evaluate(cursor);
    if (!result) return -1;
    const int32_t value = api.EvalResult_getKind(result) == EvalInt ? api.EvalResult_getAsLongLong(result) != 0 : -1;
    api.EvalResult_dispose(result);
    return value;
  }
};

void readDiagnostics(const Libclang &api, Unit unit, const Offsets &offsets, std::vector<UnitDiagnostic> &result) {
  const unsigned count = api.getNumDiagnostics(unit);
  for (unsigned i = 0; i < count; ++i) {
    const Diagnostic diagnostic = api.getDiagnostic(unit, i);
    const int severity = api.getDiagnosticSeverity(diagnostic);
    if (severity >= 3)
      result.push_back({severity, offsets.of(api.getDiagnosticLocation(diagnostic)),
                        api.take(api.getDiagnosticSpelling(diagnostic))});
    api.disposeDiagnostic(diagnostic);
  }
}

// Frees a unit and gives the memory of a large one back to the system: a long-lived worker parses thousands.
struct UnitOwner {
  const Libclang &api;
  const bool large;
  Index index = nullptr;
  Unit unit = nullptr;
  ~UnitOwner() {
    if (unit) api.disposeTranslationUnit(unit);
    if (index) api.disposeIndex(index);
#ifdef __GLIBC__
    if (large) malloc_trim(0);
#endif
  }
};

}  // namespace

int parseUnit(const Libclang &api, std::string_view text, const ParseRequest &request, UnitTables &result) {
  const SourceText source = readSourceText(text, request.source);
  std::vector<const char *> arguments;
  for (const std::string &argument : request.arguments) arguments.push_back(argument.c_str());
  UnsavedFile unsaved{request.fileName.c_str(), source.text.data(), source.text.size()};
  UnitOwner owner{api, text.size() > (size_t(1) << 19)};
  owner.index = api.createIndex(0, 0);
  const int code =
      api.parseTranslationUnit2(owner.index, request.fileName.c_str(), arguments.data(),
                                static_cast<int>(arguments.size()), &unsaved, 1, KeepGoing, &owner.unit);
  if (code != 0 || !owner.unit) return code == 0 ? 1 : code;
  const Offsets offsets(api, owner.unit, request.fileName, source.text.size());
  result.tables = std::make_unique<Tables>(
      api, [&](Location at) { return offsets.of(at); }, [&](int32_t offset) { return source.isForeign(offset); },
      source.text, request.source.cplusplus);
  std::vector<Redeclaration> redeclared;
  Walk(api, source, request.source, offsets, *result.tables, result.nodes, result.classes, redeclared).run(owner.unit);
  result.tables->finish();
  for (const Redeclaration &one : redeclared) {
    const int32_t row = result.tables->knownDeclaration(one.cursor);
    if (row >= 0 && one.name >= 0) result.redeclared.insert(result.redeclared.end(), {row, one.name, one.start, one.end});
  }
  readDiagnostics(api, owner.unit, offsets, result.diagnostics);
  for (const FunctionText &function : source.functions)
    result.functions.insert(result.functions.end(),
                            {function.declaration, function.open, function.close, function.hidden ? 1 : 0});
  if (request.source.keys)
    for (const FunctionText &function : source.functions) result.keys.push_back(function.key);
  for (const TypeText &type : source.types) result.typeKeys.insert(result.typeKeys.end(), {type.name, type.text});
  result.sharedUntil = source.sharedUntil;
  result.topLevels = source.declarations;
  for (const TextSpan &attribute : source.attributes)
    result.attributes.insert(result.attributes.end(), {attribute.start, attribute.end});
  return 0;
}

}  // namespace weft
