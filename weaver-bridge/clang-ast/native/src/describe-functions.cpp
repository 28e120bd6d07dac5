// What the tables say of functions.
#include "tables.h"

#include <algorithm>

#include "cursor-kinds.h"
#include "template-extent.h"

namespace weft {

namespace {
struct ParameterSearch {
  std::vector<Cursor> found;
};

int visitParameter(Cursor cursor, Cursor, void *data) {
  if (cursor.kind == ParmDecl) static_cast<ParameterSearch *>(data)->found.push_back(cursor);
  return VisitContinue;
}
}  // namespace

std::vector<Cursor> Tables::parametersOf(Cursor cursor) {
  ParameterSearch search;
  if (cursor.kind == FunctionTemplate) {
    api.visitChildren(cursor, visitParameter, &search);
    return search.found;
  }
  const int count = std::max(0, api.Cursor_getNumArguments(cursor));
  for (int i = 0; i < count; ++i) search.found.push_back(api.Cursor_getArgument(cursor, i));
  return search.found;
}

void Tables::addParameters(Cursor cursor, int32_t *row) {
  const std::vector<Cursor> parameters = parametersOf(cursor);
  const Cursor first = api.getCanonicalCursor(cursor);
  std::vector<Cursor> declared;
  if (cplusplus && !api.equalCursors(first, cursor)) declared = parametersOf(first);
  const Type function = api.getCanonicalType(api.getCursorType(cursor));
  std::vector<int32_t> entries;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Cursor parameter = parameters[i];
    Type type = api.getCursorType(parameter);
    // libclang shows `int a[3]` as an array; what is passed is the pointer.
    if (isArray(type.kind) && static_cast<int>(i) < api.getNumArgTypes(function)) type = api.getArgType(function, i);
    int32_t range[2] = {-1, -1};
    std::pair<int32_t, int32_t> names{0, 0};
    if (cplusplus) addDefault(parameter, range);
    const bool earlier = range[0] < 0 && i < declared.size();
    if (earlier) addDefault(declared[i], range);
    if (range[0] >= 0) names = addDefaultNames(earlier ? declared[i] : parameter, range);
    const int32_t entry[] = {string(api.getCursorSpelling(parameter)), this->type(type),
                             api.Cursor_getStorageClass(parameter) == StorageRegister ? 1 : 0, range[0], range[1],
                             names.first, names.second};
    entries.insert(entries.end(), std::begin(entry), std::end(entry));
  }
  row[DeclarationParameters] = static_cast<int32_t>(lists.size());
  row[DeclarationParameterCount] = static_cast<int32_t>(parameters.size());
  lists.insert(lists.end(), entries.begin(), entries.end());
}

namespace {
int visitName(Cursor cursor, Cursor, void *data) {
  if (cursor.kind == DeclRefExpr || (cursor.kind >= FirstRef && cursor.kind <= LastRef))
    static_cast<std::vector<Cursor> *>(data)->push_back(cursor);
  return VisitRecurse;
}
}  // namespace

// What the names in a default argument mean, where something outside functions and parameters of templates is meant.
std::pair<int32_t, int32_t> Tables::addDefaultNames(Cursor parameter, const int32_t *range) {
  std::vector<Cursor> found;
  api.visitChildren(parameter, visitName, &found);
  std::vector<int32_t> entries;
  for (const Cursor &name : found) {
    const int32_t at = offsetOf(api.getCursorLocation(name));
    const Cursor meant = api.getCursorReferenced(name);
    const bool ofTemplate = meant.kind >= TemplateTypeParameter && meant.kind <= TemplateTemplateParameter;
    if (at < range[0] || at >= range[1] || api.Cursor_isNull(meant) || ofTemplate) continue;
    std::string scope;
    int32_t flags = 0;
    Cursor inner = meant;
    Cursor outer = api.getCursorSemanticParent(meant);
    for (; !api.Cursor_isNull(outer) && !isFunctionKind(outer.kind); outer = api.getCursorSemanticParent(outer)) {
      if (isClassKind(outer.kind) && api.getCXXAccessSpecifier(inner) > 1) flags |= NotPublic;
      if (isTemplateClass(outer.kind)) flags |= InTemplate;
      inner = outer;
      const bool transparent = outer.kind == NamespaceDecl && api.Cursor_isInlineNamespace(outer);
      if (transparent || !(outer.kind == NamespaceDecl || isClassKind(outer.kind))) continue;
      const bool isClass = isClassKind(outer.kind) && !isTemplateClass(outer.kind);
      const std::string part = isClass ? recordName(api.getCursorType(outer), false)
                                       : api.take(api.getCursorSpelling(outer));
      if (!part.empty() && !isNameless(part)) scope = part + "\n" + scope;
    }
    if (!api.Cursor_isNull(outer)) continue;
    const int32_t entry[] = {at, strings.intern(std::move(scope)), flags};
    entries.insert(entries.end(), std::begin(entry), std::end(entry));
  }
  const auto first = static_cast<int32_t>(lists.size());
  lists.insert(lists.end(), entries.begin(), entries.end());
  return {first, static_cast<int32_t>(entries.size() / 3)};
}

// From after the `=` that follows the name to the end of the parameter.
void Tables::addDefault(Cursor parameter, int32_t *range) {
  const TextExtent extent = extentOf(parameter);
  if (extent.start < 0 || extent.end <= extent.start) return;
  const int32_t name = offsetOf(api.getCursorLocation(parameter));
  int depth = 0;
  for (int32_t at = std::max(extent.start, name); at < extent.end; ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    else if (c == ')' || c == ']' || c == '}') --depth;
    if (c != '=' || depth > 0) continue;
    for (++at; at < extent.end && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t'); ++at) {
    }
    range[0] = at;
    range[1] = extent.end;
    return;
  }
}

TextExtent Tables::extentOf(Cursor cursor) {
  return extentIn(text, api, cursor, offsetOf);
}

namespace {
struct AttributeSearch {
  const Libclang *api;
  std::function<int32_t(Location)> *offsetOf;
  const std::string *text;
  bool inlined;
  int32_t flags;
};

int visitAttribute(Cursor cursor, Cursor, void *data) {
  if (cursor.kind < FirstAttribute || cursor.kind > LastAttribute) return VisitContinue;
  AttributeSearch &search = *static_cast<AttributeSearch *>(data);
  const Range extent = search.api->getCursorExtent(cursor);
  const int32_t start = (*search.offsetOf)(search.api->getRangeStart(extent));
  const int32_t end = (*search.offsetOf)(search.api->getRangeEnd(extent));
  if (start < 0 || end <= start) return VisitContinue;
  const std::string words = search.text->substr(start, end - start);
  const auto has = [&](const char *word) { return words.find(word) != std::string::npos; };
  if (has("noreturn") || has("_Noreturn")) search.flags |= NoReturn;
  // Linux's `inline` is a macro that adds no_instrument_function to every inline function: there it marks nothing.
  if ((has("no_instrument_function") && !search.inlined) || has(".noinstr.text")) search.flags |= NoInstrument;
  if (has("returns_twice")) search.flags |= ReturnsTwice;
  return VisitContinue;
}
}  // namespace

int32_t Tables::functionFlags(Cursor cursor) {
  AttributeSearch search{&api, &offsetOf, &text, api.Cursor_isFunctionInlined(cursor) != 0, 0};
  api.visitChildren(cursor, visitAttribute, &search);
  // noreturn is also part of the function's type, where it has no attribute of its own.
  if (api.take(api.getTypeSpelling(api.getCursorType(cursor))).find("noreturn") != std::string::npos)
    search.flags |= NoReturn;
  return search.flags;
}

int32_t Tables::roleOf(Cursor cursor, const std::string &name) {
  const int kind = cursor.kind == FunctionTemplate ? api.getTemplateCursorKind(cursor) : cursor.kind;
  if (kind == Constructor) return RowConstructor;
  if (kind == Destructor) return RowDestructor;
  if (kind == ConversionFunction) return RowConversion;
  if (name.compare(0, 8, "operator") != 0 || (name.size() > 8 && isWordPart(name[8]))) return RowPlain;
  const Cursor owner = api.getCursorSemanticParent(cursor);
  if (name == "operator()" && owner.kind == ClassDecl &&
      api.take(api.getTypeSpelling(api.getCursorType(owner))).find("(lambda at") != std::string::npos)
    return RowLambda;
  return RowOperator;
}

bool Tables::isExternC(Cursor first) {
  for (Cursor outer = api.getCursorLexicalParent(first); !api.Cursor_isNull(outer);
       outer = api.getCursorLexicalParent(outer)) {
    if (outer.kind == LinkageSpec) {
      const int32_t start = extentOf(outer).start;
      return start >= 0 && text.substr(start, 32).find("\"C\"") != std::string::npos;
    }
    if (outer.kind != NamespaceDecl && outer.kind != UnexposedDecl) return false;
  }
  return false;
}

int32_t Tables::methodFlags(Cursor cursor, Cursor first) {
  int32_t flags = 0;
  if (api.CXXMethod_isVirtual(cursor)) flags |= IsVirtual;
  if (api.CXXMethod_isPureVirtual(first)) flags |= IsPure;
  if (api.CXXMethod_isDeleted(cursor)) flags |= IsDeleted;
  if (api.CXXMethod_isDefaulted(cursor)) flags |= IsDefaulted;
  if (isExternC(first)) flags |= IsExternC;
  const int specification = api.getCursorExceptionSpecificationType(cursor);
  constexpr int dynamicNone = 1, basicNoexcept = 4, computedNoexcept = 5, nothrow = 9;
  if (specification == dynamicNone || specification == basicNoexcept || specification == nothrow) flags |= IsNoexcept;
  const int32_t name = offsetOf(api.getCursorLocation(first));
  const TextExtent extent = extentOf(first);
  if (extent.start >= 0 && name >= extent.start) {
    std::string specifiers = text.substr(extent.start, name - extent.start);
    // An explicit specialisation may begin where its template does.
    const size_t other = specifiers.find_last_of(";{}");
    if (other != std::string::npos) specifiers.erase(0, other);
    if (hasWord(specifiers, "constexpr") || hasWord(specifiers, "consteval")) flags |= IsConstexpr;
    if (hasWord(specifiers, "explicit")) flags |= IsExplicit;
  }
  if (specification == computedNoexcept &&
      text.substr(std::max(0, name), extent.end - name).find("noexcept(false)") == std::string::npos)
    flags |= IsNoexcept;
  return flags;
}

void Tables::addOverridden(Cursor cursor, int32_t *row) {
  Cursor *overridden = nullptr;
  unsigned count = 0;
  api.getOverriddenCursors(cursor, &overridden, &count);
  std::vector<int32_t> ids;
  for (unsigned i = 0; i < count; ++i) ids.push_back(declaration(overridden[i]));
  if (overridden) api.disposeOverriddenCursors(overridden);
  row[DeclarationMembers] = static_cast<int32_t>(lists.size());
  row[DeclarationMemberCount] = static_cast<int32_t>(ids.size());
  lists.insert(lists.end(), ids.begin(), ids.end());
}

// As text, where all of them are types or integers.
void Tables::addTemplateArguments(Cursor cursor, int32_t *row) {
  const int count = api.Cursor_getNumTemplateArguments(cursor);
  std::vector<int32_t> texts;
  for (int i = 0; i < count; ++i) {
    const int kind = api.Cursor_getTemplateArgumentKind(cursor, i);
    if (kind == TemplateArgumentType)
      texts.push_back(string(api.getTypeSpelling(api.getCanonicalType(api.Cursor_getTemplateArgumentType(cursor, i)))));
    else if (kind == TemplateArgumentIntegral)
      texts.push_back(strings.intern(std::to_string(api.Cursor_getTemplateArgumentValue(cursor, i))));
    else return;
  }
  row[DeclarationBases] = static_cast<int32_t>(lists.size());
  row[DeclarationBaseCount] = static_cast<int32_t>(texts.size());
  lists.insert(lists.end(), texts.begin(), texts.end());
}

void Tables::describeFunction(Cursor cursor, int32_t *row) {
  row[DeclarationResult] = type(api.getCursorResultType(cursor));
  row[DeclarationFlags] |= functionFlags(cursor);
  // Of a template only its type says so.
  const bool isTemplate = cursor.kind == FunctionTemplate;
  if (isTemplate ? api.isFunctionTypeVariadic(api.getCursorType(cursor)) : api.Cursor_isVariadic(cursor))
    row[DeclarationFlags] |= IsVariadic;
  if (api.Cursor_isFunctionInlined(cursor)) row[DeclarationFlags] |= IsInline;
  addParameters(cursor, row);
  if (!cplusplus) return;
  const Cursor first = api.getCanonicalCursor(cursor);
  row[DeclarationFlags] |= methodFlags(cursor, first);
  if (row[DeclarationTemplate] >= 0) addTemplateArguments(cursor, row);
  if (row[DeclarationFlags] & IsVirtual) addOverridden(cursor, row);
  if (!api.equalCursors(first, cursor)) {
    row[DeclarationFirstName] = offsetOf(api.getCursorLocation(first));
    row[DeclarationFirstEnd] = extentOf(first).end;
  }
}

}  // namespace weft
