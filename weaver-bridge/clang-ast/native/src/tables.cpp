#include "tables.h"

#include <algorithm>
#include <climits>

namespace weft {

namespace {

bool isArray(int kind) { return kind >= TypeConstantArray && kind <= TypeDependentSizedArray && kind != 113; }

bool isFunctionKind(int kind) {
  return kind == FunctionDecl || (kind >= MethodDecl && kind <= ConversionFunction && kind != NamespaceDecl &&
                                  kind != LinkageSpec);
}

bool isNameless(const std::string &spelling) {
  return spelling.find("(unnamed") != std::string::npos || spelling.find("(anonymous") != std::string::npos;
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

Tables::Tables(const Libclang &api, std::function<int32_t(Location)> offsetOf, const std::string &text)
    : api(api), offsetOf(std::move(offsetOf)), text(text) {}

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
  declarations.resize(pendingDeclarations.size() * DeclarationRowLength);
  for (size_t i = 0; i < pendingDeclarations.size(); ++i) describeDeclaration(i);
  // Describing a type interns the types it is made of.
  for (size_t i = 0; i < pendingTypes.size(); ++i) describeType(i);
}

std::string Tables::recordName(Type type, bool qualified) {
  const std::string spelling = withoutTag(api.take(api.getTypeSpelling(type)));
  if (isNameless(spelling)) return "";
  return qualified ? spelling : lastComponent(spelling);
}

void Tables::describeType(size_t index) {
  const Type spelled = pendingTypes[index];
  Type type = spelled;
  while (type.kind == TypeElaborated) type = api.Type_getNamedType(type);
  const bool opaque = type.kind == TypeUnexposed || type.kind == TypeAuto || type.kind == TypeAttributed;
  if (opaque) type = api.getCanonicalType(type);
  int32_t row[TypeRowLength] = {RowOther, 0, 0, -1, -1, -1, -1, 0, 0};
  // What typeof and __auto_type stand for is spelled out: the words mean nothing elsewhere.
  row[TypeRowSpelling] = string(api.getTypeSpelling(opaque ? type : spelled));
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
    if (parent.kind == NamespaceDecl) name = api.take(api.getCursorSpelling(parent));
    else if (parent.kind == StructDecl || parent.kind == UnionDecl || parent.kind == ClassDecl ||
             parent.kind == 31 || parent.kind == 32)
      name = parent.kind > LinkageSpec ? api.take(api.getCursorSpelling(parent))
                                       : recordName(api.getCursorType(parent), false);
    else if (parent.kind != UnexposedDecl && parent.kind != LinkageSpec && parent.kind != EnumDecl) break;
    if (!name.empty() && !isNameless(name)) names.push_back(strings.intern(std::move(name)));
  }
  row[DeclarationScope] = static_cast<int32_t>(lists.size());
  row[DeclarationScopeLength] = static_cast<int32_t>(names.size());
  lists.insert(lists.end(), names.rbegin(), names.rend());
}

void Tables::addParameters(Cursor cursor, int32_t *row) {
  const int count = std::max(0, api.Cursor_getNumArguments(cursor));
  const Type function = api.getCanonicalType(api.getCursorType(cursor));
  row[DeclarationParameters] = static_cast<int32_t>(lists.size());
  row[DeclarationParameterCount] = count;
  for (int i = 0; i < count; ++i) {
    const Cursor parameter = api.Cursor_getArgument(cursor, i);
    Type type = api.getCursorType(parameter);
    // libclang shows `int a[3]` as an array; what is passed is the pointer.
    if (isArray(type.kind) && i < api.getNumArgTypes(function)) type = api.getArgType(function, i);
    lists.push_back(string(api.getCursorSpelling(parameter)));
    lists.push_back(this->type(type));
    lists.push_back(api.Cursor_getStorageClass(parameter) == StorageRegister ? 1 : 0);
  }
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

void Tables::describeFunction(Cursor cursor, int32_t *row) {
  row[DeclarationResult] = type(api.getCursorResultType(cursor));
  row[DeclarationFlags] |= functionFlags(cursor);
  if (api.Cursor_isVariadic(cursor)) row[DeclarationFlags] |= IsVariadic;
  if (api.Cursor_isFunctionInlined(cursor)) row[DeclarationFlags] |= IsInline;
  addParameters(cursor, row);
}

void Tables::describeDeclaration(size_t index) {
  const Cursor referenced = pendingDeclarations[index];
  const Cursor definition = api.getCursorDefinition(referenced);
  const Cursor cursor = api.Cursor_isNull(definition) ? referenced : definition;
  int32_t row[DeclarationRowLength] = {};
  row[DeclarationKind] = classify(referenced);
  row[DeclarationResult] = -1;
  row[DeclarationBitWidth] = -1;
  std::string name = api.take(api.getCursorSpelling(cursor));
  const int32_t start = offsetOf(api.getCursorLocation(cursor));
  row[DeclarationNameStart] = start;
  row[DeclarationNameEnd] = start < 0 ? -1 : start + static_cast<int32_t>(name.size());
  row[DeclarationName] = strings.intern(std::move(name));
  row[DeclarationUsr] = string(api.getCursorUSR(cursor));
  row[DeclarationType] = type(api.getCursorType(cursor));
  const int storage = api.Cursor_getStorageClass(cursor);
  if (api.getCursorLinkage(cursor) == LinkageInternal || storage == StorageStatic)
    row[DeclarationFlags] |= IsStatic;
  if (storage == StorageRegister) row[DeclarationFlags] |= IsRegister;
  const Cursor outer = api.getCursorLexicalParent(api.getCanonicalCursor(cursor));
  if (row[DeclarationKind] != RowFieldDeclaration && isFunctionKind(outer.kind))
    row[DeclarationFlags] |= BlockScope;
  if (row[DeclarationKind] == RowFieldDeclaration && api.Cursor_isBitField(cursor))
    row[DeclarationBitWidth] = api.getFieldDeclBitWidth(cursor);
  addScope(cursor, row);
  if (row[DeclarationKind] == RowFunctionDeclaration) describeFunction(cursor, row);
  std::copy(row, row + DeclarationRowLength, declarations.begin() + index * DeclarationRowLength);
}

}  // namespace weft
