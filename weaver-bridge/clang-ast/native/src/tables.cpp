#include "tables.h"

#include <algorithm>
#include <climits>

#include "cursor-kinds.h"

namespace weft {

namespace {

// `struct a::b<c::d>` without its tag word.
std::string withoutTag(const std::string &spelling) {
  for (const char *tag : {"struct ", "union ", "class ", "enum "}) {
    const std::string word = tag;
    if (spelling.compare(0, word.size(), word) == 0) return spelling.substr(word.size());
  }
  return spelling;
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
    : api(api), offsetOf(std::move(offsetOf)), foreign(std::move(foreign)), text(text), cplusplus(cplusplus), copied(api) {}

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

int32_t Tables::knownDeclaration(Cursor cursor) {
  const auto known = declarationIds.find(api.getCanonicalCursor(cursor).data[0]);
  return known == declarationIds.end() ? -1 : known->second;
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
// spell template parameters by number, so there only these words are worth it, and what `auto` took from a class
// (`size_type`) where it is built in.
std::string Tables::typeSpelling(Type spelled, Type type, bool opaque) {
  if (!cplusplus) return api.take(api.getTypeSpelling(opaque ? type : spelled));
  std::string spelling = api.take(api.getTypeSpelling(spelled));
  // What such a namespace holds is named without it.
  replaceAll(spelling, anonymousNamespace, "");
  const bool builtin = type.kind >= TypeFirstBuiltin && type.kind <= TypeLastBuiltin && type.kind != TypeDependent;
  if (!opaque || !(builtin || hasWord(spelling, "auto") || hasWord(spelling, "decltype") ||
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
  int32_t row[TypeRowLength] = {RowOther, 0, 0, -1, -1, -1, -1, 0, 0, -1};
  row[TypeRowSpelling] = strings.intern(typeSpelling(spelled, type, opaque));
  // An argument of a template may bring qualifiers of its own.
  const auto has = [&](auto is) { return is(spelled) || (opaque && is(type)); };
  if (has(api.isConstQualifiedType)) row[TypeRowFlags] |= TypeConst;
  if (has(api.isVolatileQualifiedType)) row[TypeRowFlags] |= TypeVolatile;
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
    std::string name = recordName(api.getCursorType(declaration), true);
    row[TypeRowFullName] = strings.intern(cplusplus && name.find('<') != std::string::npos ? fullName(declaration) : "");
    row[TypeRowName] = strings.intern(std::move(name));
    row[TypeRowUsr] = string(api.getCursorUSR(declaration));
  } else if (type.kind == TypeTypedef) {
    row[TypeRowKind] = RowTypedef;
    const Cursor declaration = api.getTypeDeclaration(type);
    row[TypeRowName] = string(api.getCursorSpelling(declaration));
    row[TypeRowTarget] = this->type(api.getTypedefDeclUnderlyingType(declaration));
  }
  types.insert(types.end(), row, row + TypeRowLength);
}

}  // namespace weft
