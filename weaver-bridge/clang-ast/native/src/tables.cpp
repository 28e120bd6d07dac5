#include "tables.h"

#include <algorithm>
#include <climits>

namespace weft {

namespace {

bool isArray(int kind) { return kind >= TypeConstantArray && kind <= TypeDependentSizedArray && kind != 113; }

bool isFunctionKind(int kind) {
  return kind == FunctionDecl || kind == FunctionTemplate ||
         (kind >= MethodDecl && kind <= ConversionFunction && kind != NamespaceDecl && kind != LinkageSpec);
}

bool isTemplateClass(int kind) { return kind == ClassTemplate || kind == ClassTemplatePartialSpecialization; }

bool isClassKind(int kind) { return (kind >= StructDecl && kind <= ClassDecl) || isTemplateClass(kind); }

bool isWordPart(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool hasWord(const std::string &text, const char *word) {
  const size_t size = std::string(word).size();
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !isWordPart(text[at - 1])) && (at + size >= text.size() || !isWordPart(text[at + size])))
      return true;
  return false;
}

const char unnamed[] = "<unnamed>";
const char anonymousNamespace[] = "(anonymous namespace)::";

void replaceAll(std::string &text, const std::string &what, const std::string &with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

bool isNameless(const std::string &spelling) {
  for (const char *part : {"(unnamed", "(anonymous", "(lambda"})
    if (spelling.find(part) != std::string::npos) return true;
  return false;
}

// `struct a::b<c::d>` without its tag word.
std::string withoutTag(const std::string &spelling) {
  for (const char *tag : {"struct ", "union ", "class ", "enum "}) {
    const std::string word = tag;
    if (spelling.compare(0, word.size(), word) == 0) return spelling.substr(word.size());
  }
  return spelling;
}

std::string lastComponent(const std::string &name) {
  int depth = 0;
  for (size_t i = name.size(); i > 1; --i) {
    const char c = name[i - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (depth == 0 && c == ':' && name[i - 2] == ':') return name.substr(i);
  }
  return name;
}

}  // namespace

int32_t Strings::intern(std::string &&value) {
  const auto found = ids.find(value);
  if (found != ids.end()) return found->second;
  const int32_t id = static_cast<int32_t>(ends.size());
  bytes += value;
  ends.push_back(static_cast<int32_t>(bytes.size()));
  ids.emplace(std::move(value), id);
  return id;
}

Tables::Tables(const Libclang &api, std::function<int32_t(Location)> offsetOf, std::function<bool(int32_t)> foreign,
               const std::string &text, bool cplusplus)
    : api(api), offsetOf(std::move(offsetOf)), foreign(std::move(foreign)), text(text), cplusplus(cplusplus) {}

int32_t Tables::string(String value) { return strings.intern(api.take(value)); }

int32_t Tables::type(Type type) {
  if (type.kind == TypeInvalid) return -1;
  const auto inserted = typeIds.emplace(type.data[0], static_cast<int32_t>(pendingTypes.size()));
  if (inserted.second) pendingTypes.push_back(type);
  return inserted.first->second;
}

int32_t Tables::classify(Cursor cursor) {
  if (cursor.kind == FieldDecl) return RowFieldDeclaration;
  if (isFunctionKind(cursor.kind)) return RowFunctionDeclaration;
  if (isClassKind(cursor.kind)) return RowClassDeclaration;
  if (cursor.kind == VarDecl) {
    const int storage = api.Cursor_getStorageClass(cursor);
    const bool global = storage == StorageStatic || storage == StorageExtern || storage == StoragePrivateExtern ||
                        api.getCursorLinkage(cursor) > LinkageNone;
    if (global) return RowVariableDeclaration;
    return storage == StorageRegister ? LocalRegister : NotAnEntity;
  }
  if (cursor.kind == ParmDecl && api.Cursor_getStorageClass(cursor) == StorageRegister) return LocalRegister;
  return NotAnEntity;
}

int32_t Tables::declaration(Cursor referenced) {
  const auto known = declarationIds.find(referenced.data[0]);
  if (known != declarationIds.end()) return known->second;
  const int32_t kind = classify(referenced);
  int32_t id = kind;
  if (kind >= 0) {
    const Cursor canonical = api.getCanonicalCursor(referenced);
    const auto inserted =
        declarationIds.emplace(canonical.data[0], static_cast<int32_t>(pendingDeclarations.size()));
    if (inserted.second) pendingDeclarations.push_back(referenced);
    id = inserted.first->second;
  }
  declarationIds.emplace(referenced.data[0], id);
  return id;
}

void Tables::finish() {
  // Describing a member interns its class, describing a class its members.
  for (size_t i = 0; i < pendingDeclarations.size(); ++i) describeDeclaration(i);
  // Describing a type interns the types it is made of.
  for (size_t i = 0; i < pendingTypes.size(); ++i) describeType(i);
}

std::string Tables::recordName(Type type, bool qualified) {
  std::string spelling = withoutTag(api.take(api.getTypeSpelling(type)));
  if (cplusplus) replaceAll(spelling, anonymousNamespace, std::string(unnamed) + "::");
  if (isNameless(spelling)) return "";
  return qualified ? spelling : lastComponent(spelling);
}

// What typeof and __auto_type stand for is spelled out: the words mean nothing elsewhere. In C++, canonical types
// spell template parameters by number, so there only these words are worth it.
std::string Tables::typeSpelling(Type spelled, Type type, bool opaque) {
  if (!cplusplus) return api.take(api.getTypeSpelling(opaque ? type : spelled));
  std::string spelling = api.take(api.getTypeSpelling(spelled));
  // What such a namespace holds is named without it.
  replaceAll(spelling, anonymousNamespace, "");
  if (!opaque || !(hasWord(spelling, "auto") || hasWord(spelling, "decltype") ||
                   spelling.find("typeof") != std::string::npos))
    return spelling;
  std::string canonical = api.take(api.getTypeSpelling(type));
  return canonical.find("type-parameter-") == std::string::npos ? canonical : spelling;
}

namespace {
// `const` and `volatile` after the parameter list of `int (int) const &`.
int32_t qualifiersOf(const std::string &function) {
  const size_t close = function.rfind(')');
  if (close == std::string::npos) return 0;
  const std::string rest = function.substr(close);
  return (hasWord(rest, "const") ? TypeConst : 0) | (hasWord(rest, "volatile") ? TypeVolatile : 0);
}
}  // namespace

void Tables::describeType(size_t index) {
  const Type spelled = pendingTypes[index];
  Type type = spelled;
  while (type.kind == TypeElaborated) type = api.Type_getNamedType(type);
  const bool opaque = type.kind == TypeUnexposed || type.kind == TypeAuto || type.kind == TypeAttributed;
  if (opaque) type = api.getCanonicalType(type);
  int32_t row[TypeRowLength] = {RowOther, 0, 0, -1, -1, -1, -1, 0, 0};
  row[TypeRowSpelling] = strings.intern(typeSpelling(spelled, type, opaque));
  if (api.isConstQualifiedType(spelled)) row[TypeRowFlags] |= TypeConst;
  if (api.isVolatileQualifiedType(spelled)) row[TypeRowFlags] |= TypeVolatile;
  if (type.kind >= TypeFirstBuiltin && type.kind <= TypeLastBuiltin) {
    row[TypeRowKind] = RowBuiltin;
  } else if (type.kind == TypePointer || type.kind == TypeLValueReference || type.kind == TypeRValueReference) {
    row[TypeRowKind] = type.kind == TypePointer             ? RowPointer
                       : type.kind == TypeLValueReference ? RowLValueReference
                                                            : RowRValueReference;
    row[TypeRowTarget] = this->type(api.getPointeeType(type));
  } else if (type.kind == TypeMemberPointer) {
    row[TypeRowKind] = RowMemberPointer;
    row[TypeRowTarget] = this->type(api.getPointeeType(type));
    row[TypeRowSize] = this->type(api.Type_getClassType(type));
  } else if (isArray(type.kind)) {
    row[TypeRowKind] = RowArray;
    row[TypeRowTarget] = this->type(api.getArrayElementType(type));
    const long long size = type.kind == TypeConstantArray ? api.getArraySize(type) : -1;
    row[TypeRowSize] = size > INT32_MAX ? INT32_MAX : static_cast<int32_t>(size);
  } else if (type.kind == TypeFunctionProto || type.kind == TypeFunctionNoProto) {
    row[TypeRowKind] = RowFunction;
    row[TypeRowTarget] = this->type(api.getResultType(type));
    const int count = std::max(0, api.getNumArgTypes(type));
    const Type canonical = api.getCanonicalType(type);
    row[TypeRowParameters] = static_cast<int32_t>(lists.size());
    row[TypeRowParameterCount] = count;
    for (int i = 0; i < count; ++i) {
      Type parameter = api.getArgType(type, i);
      if (isArray(parameter.kind)) parameter = api.getArgType(canonical, i);
      lists.push_back(this->type(parameter));
    }
    if (api.isFunctionTypeVariadic(type)) row[TypeRowFlags] |= TypeVariadic;
    if (cplusplus) row[TypeRowFlags] |= qualifiersOf(api.take(api.getTypeSpelling(type)));
  } else if (type.kind == TypeRecord || type.kind == TypeEnum) {
    row[TypeRowKind] = type.kind == TypeRecord ? RowRecord : RowEnum;
    const Cursor declaration = api.getTypeDeclaration(type);
    row[TypeRowName] = strings.intern(recordName(api.getCursorType(declaration), true));
    row[TypeRowUsr] = string(api.getCursorUSR(declaration));
  } else if (type.kind == TypeTypedef) {
    row[TypeRowKind] = RowTypedef;
    const Cursor declaration = api.getTypeDeclaration(type);
    row[TypeRowName] = string(api.getCursorSpelling(declaration));
    row[TypeRowTarget] = this->type(api.getTypedefDeclUnderlyingType(declaration));
  }
  types.insert(types.end(), row, row + TypeRowLength);
}

void Tables::addScope(Cursor cursor, int32_t *row) {
  std::vector<int32_t> names;
  for (Cursor parent = api.getCursorSemanticParent(cursor); !api.Cursor_isNull(parent);
       parent = api.getCursorSemanticParent(parent)) {
    std::string name;
    if (parent.kind == NamespaceDecl) {
      if (api.Cursor_isInlineNamespace(parent)) continue;
      name = api.take(api.getCursorSpelling(parent));
      if (name.empty() || isNameless(name)) name = unnamed;
    } else if (isClassKind(parent.kind)) {
      name = isTemplateClass(parent.kind) ? api.take(api.getCursorSpelling(parent))
                                          : recordName(api.getCursorType(parent), false);
      if (cplusplus && name.empty() && !api.Cursor_isAnonymousRecordDecl(parent)) name = unnamed;
    } else if (parent.kind != UnexposedDecl && parent.kind != LinkageSpec && parent.kind != EnumDecl) {
      break;
    }
    if (!name.empty() && !isNameless(name)) names.push_back(strings.intern(std::move(name)));
  }
  row[DeclarationScope] = static_cast<int32_t>(lists.size());
  row[DeclarationScopeLength] = static_cast<int32_t>(names.size());
  lists.insert(lists.end(), names.rbegin(), names.rend());
}

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
  row[DeclarationParameters] = static_cast<int32_t>(lists.size());
  row[DeclarationParameterCount] = static_cast<int32_t>(parameters.size());
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Cursor parameter = parameters[i];
    Type type = api.getCursorType(parameter);
    // libclang shows `int a[3]` as an array; what is passed is the pointer.
    if (isArray(type.kind) && static_cast<int>(i) < api.getNumArgTypes(function)) type = api.getArgType(function, i);
    int32_t range[2] = {-1, -1};
    if (cplusplus) addDefault(parameter, range);
    if (range[0] < 0 && i < declared.size()) addDefault(declared[i], range);
    const int32_t entry[] = {string(api.getCursorSpelling(parameter)), this->type(type),
                             api.Cursor_getStorageClass(parameter) == StorageRegister ? 1 : 0, range[0], range[1]};
    lists.insert(lists.end(), entry, entry + 5);
  }
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
  const Range extent = api.getCursorExtent(cursor);
  return {offsetOf(api.getRangeStart(extent)), offsetOf(api.getRangeEnd(extent))};
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
    const std::string specifiers = text.substr(extent.start, name - extent.start);
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

void Tables::describeFunction(Cursor cursor, int32_t *row) {
  row[DeclarationResult] = type(api.getCursorResultType(cursor));
  row[DeclarationFlags] |= functionFlags(cursor);
  if (api.Cursor_isVariadic(cursor)) row[DeclarationFlags] |= IsVariadic;
  if (api.Cursor_isFunctionInlined(cursor)) row[DeclarationFlags] |= IsInline;
  addParameters(cursor, row);
  if (!cplusplus) return;
  const Cursor first = api.getCanonicalCursor(cursor);
  row[DeclarationFlags] |= methodFlags(cursor, first);
  if (row[DeclarationFlags] & IsVirtual) addOverridden(cursor, row);
  if (!api.equalCursors(first, cursor)) {
    row[DeclarationFirstName] = offsetOf(api.getCursorLocation(first));
    row[DeclarationFirstEnd] = extentOf(first).end;
  }
}

namespace {
struct MemberSearch {
  const Libclang *api;
  bool membersToo;
  bool polymorphic;
  std::vector<Cursor> members;
  std::vector<Cursor> bases;
};

int visitMember(Cursor cursor, Cursor, void *data) {
  MemberSearch &search = *static_cast<MemberSearch *>(data);
  if (isFunctionKind(cursor.kind) && search.api->CXXMethod_isVirtual(cursor)) search.polymorphic = true;
  if (cursor.kind == BaseSpecifier) search.bases.push_back(cursor);
  else if (search.membersToo && (isFunctionKind(cursor.kind) || isClassKind(cursor.kind) ||
                                 cursor.kind == FieldDecl || cursor.kind == VarDecl))
    search.members.push_back(cursor);
  return VisitContinue;
}
}  // namespace

void Tables::describeClass(Cursor cursor, int32_t *row) {
  const int kind = isTemplateClass(cursor.kind) ? api.getTemplateCursorKind(cursor) : cursor.kind;
  row[DeclarationRole] = kind == ClassDecl ? RowClass : kind == UnionDecl ? RowUnion : RowStruct;
  if (api.isCursorDefinition(cursor)) row[DeclarationFlags] |= IsDefinition;
  if (api.Cursor_isAnonymousRecordDecl(cursor)) row[DeclarationFlags] |= IsAnonymous;
  MemberSearch search{&api, !foreign(row[DeclarationNameStart]), false, {}, {}};
  api.visitChildren(cursor, visitMember, &search);
  // libclang doesn't show what an implicit instantiation is made of: its bases are the template's, where they
  // don't depend on its parameters.
  const Cursor pattern = api.getSpecializedCursorTemplate(cursor);
  if (!api.Cursor_isNull(pattern) && search.bases.empty()) {
    search.membersToo = false;
    api.visitChildren(pattern, visitMember, &search);
  }
  if (search.polymorphic) row[DeclarationFlags] |= IsPolymorphic;
  std::vector<int32_t> entries;
  for (const Cursor &member : search.members) entries.push_back(declaration(member));
  entries.erase(std::remove_if(entries.begin(), entries.end(), [](int32_t id) { return id < 0; }), entries.end());
  row[DeclarationMembers] = static_cast<int32_t>(lists.size());
  row[DeclarationMemberCount] = static_cast<int32_t>(entries.size());
  lists.insert(lists.end(), entries.begin(), entries.end());
  entries.clear();
  for (const Cursor &base : search.bases) {
    const Cursor declared = api.getTypeDeclaration(api.getCanonicalType(api.getCursorType(base)));
    if (!isClassKind(declared.kind)) continue;
    const int32_t entry[] = {declaration(declared), api.getCXXAccessSpecifier(base),
                             static_cast<int32_t>(api.isVirtualBase(base))};
    entries.insert(entries.end(), entry, entry + 3);
  }
  row[DeclarationBases] = static_cast<int32_t>(lists.size());
  row[DeclarationBaseCount] = static_cast<int32_t>(entries.size() / 3);
  lists.insert(lists.end(), entries.begin(), entries.end());
}

void Tables::describeMember(Cursor cursor, int32_t *row) {
  Cursor owner = api.getCursorSemanticParent(cursor);
  // Members of anonymous unions belong to the class around them.
  while (isClassKind(owner.kind) && api.Cursor_isAnonymousRecordDecl(owner)) owner = api.getCursorSemanticParent(owner);
  if (!isClassKind(owner.kind)) return;
  row[DeclarationClass] = declaration(owner);
  row[DeclarationAccess] = api.getCXXAccessSpecifier(api.getCanonicalCursor(cursor));
  const int32_t role = row[DeclarationRole];
  const bool special = row[DeclarationKind] == RowFunctionDeclaration && role != RowPlain && role != RowLambda;
  if (special && row[DeclarationNameStart] == offsetOf(api.getCursorLocation(owner)))
    row[DeclarationFlags] |= IsImplicit;
}

void Tables::describeTemplate(Cursor cursor, int32_t *row) {
  const Cursor pattern = api.getSpecializedCursorTemplate(cursor);
  if (!api.Cursor_isNull(pattern) && !isTemplateClass(cursor.kind)) row[DeclarationTemplate] = declaration(pattern);
  for (Cursor outer = cursor; !api.Cursor_isNull(outer); outer = api.getCursorSemanticParent(outer)) {
    if (outer.kind != FunctionTemplate && !isTemplateClass(outer.kind)) continue;
    row[DeclarationFlags] |= IsPattern;
    return;
  }
}

void Tables::describeDeclaration(size_t index) {
  const Cursor referenced = pendingDeclarations[index];
  const Cursor definition = api.getCursorDefinition(referenced);
  const Cursor cursor = api.Cursor_isNull(definition) ? referenced : definition;
  int32_t row[DeclarationRowLength] = {};
  row[DeclarationKind] = classify(referenced);
  for (const int column : {DeclarationResult, DeclarationBitWidth, DeclarationClass, DeclarationTemplate,
                           DeclarationFirstName, DeclarationFirstEnd})
    row[column] = -1;
  const bool isClass = row[DeclarationKind] == RowClassDeclaration;
  std::string name = isClass && !isTemplateClass(cursor.kind) ? recordName(api.getCursorType(cursor), false)
                                                              : api.take(api.getCursorSpelling(cursor));
  if (cplusplus && row[DeclarationKind] == RowFunctionDeclaration) {
    row[DeclarationRole] = roleOf(cursor, name);
    if (row[DeclarationRole] == RowConstructor || row[DeclarationRole] == RowDestructor)
      name = name.substr(0, name.find('<'));
  }
  const int32_t start = offsetOf(api.getCursorLocation(cursor));
  row[DeclarationNameStart] = start;
  row[DeclarationNameEnd] = start < 0 ? -1 : start + static_cast<int32_t>(name.size());
  row[DeclarationName] = strings.intern(std::move(name));
  row[DeclarationUsr] = string(api.getCursorUSR(cursor));
  row[DeclarationType] = type(api.getCursorType(cursor));
  // What a member is was said in its class.
  const int storage = api.Cursor_getStorageClass(cplusplus ? api.getCanonicalCursor(cursor) : cursor);
  const bool member = cplusplus && isClassKind(api.getCursorSemanticParent(cursor).kind);
  if (storage == StorageStatic || (!isClass && !member && api.getCursorLinkage(cursor) == LinkageInternal))
    row[DeclarationFlags] |= IsStatic;
  if (storage == StorageRegister) row[DeclarationFlags] |= IsRegister;
  const Cursor outer = api.getCursorLexicalParent(api.getCanonicalCursor(cursor));
  if (row[DeclarationKind] != RowFieldDeclaration && isFunctionKind(outer.kind))
    row[DeclarationFlags] |= BlockScope;
  if (row[DeclarationKind] == RowFieldDeclaration && api.Cursor_isBitField(cursor))
    row[DeclarationBitWidth] = api.getFieldDeclBitWidth(cursor);
  addScope(cursor, row);
  if (cplusplus) {
    describeMember(cursor, row);
    describeTemplate(cursor, row);
  }
  if (cplusplus || isClass) {
    const TextExtent extent = extentOf(cursor);
    row[DeclarationStart] = extent.start;
    row[DeclarationEnd] = extent.end;
  }
  if (isClass) describeClass(cursor, row);
  if (row[DeclarationKind] == RowFunctionDeclaration) describeFunction(cursor, row);
  declarations.resize(std::max(declarations.size(), (index + 1) * DeclarationRowLength));
  std::copy(row, row + DeclarationRowLength, declarations.begin() + index * DeclarationRowLength);
}

}  // namespace weft
