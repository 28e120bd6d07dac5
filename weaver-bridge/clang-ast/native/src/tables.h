// Interned tables of one unit: strings, types and declarations, as flat integers that cross into JavaScript once.
// Types and declarations are keyed by libclang's pointers, so each is described once however often it is used.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "copied-as-bytes.h"
#include "libclang.h"

namespace weft {

class Strings {
 public:
  int32_t intern(std::string &&text);
  std::string bytes;
  std::vector<int32_t> ends;  // end offset of each string in `bytes`

 private:
  std::unordered_map<std::string, int32_t> ids;
};

// Rows of `types`: kind, flags, spelling, name, usr, target, size, first parameter, parameter count, name with the
// template arguments that are left to their defaults.
enum TypeRow { TypeRowKind, TypeRowFlags, TypeRowSpelling, TypeRowName, TypeRowUsr, TypeRowTarget, TypeRowSize,
               TypeRowParameters, TypeRowParameterCount, TypeRowFullName, TypeRowLength };
enum TypeRowKinds { RowBuiltin, RowPointer, RowLValueReference, RowRValueReference, RowMemberPointer, RowArray,
                    RowFunction, RowRecord, RowEnum, RowTypedef, RowOther };
enum TypeFlags { TypeConst = 1, TypeVolatile = 2, TypeVariadic = 4 };

// Rows of `declarations`: kind, flags, name, usr, name start, name end, type, result type, bit width,
// first parameter, parameter count, first scope name, scope length; then what C++ and classes add: class that it is
// a member of (-1 without), access, role, template that it is an instance of (-1 without), start and end of the
// declaration that is described, start of the name and end of the declaration in the class when that is another one,
// first list entry and count of overridden functions or, for a class, of members, the same of its bases.
// Parameters are (name, type, flags, start and end of the default argument or -1, first and count of the names in it),
// such names are (offset, scope with each part on a line of its own, DefaultName flags), scopes are strings, bases are
// (class, access, virtual), all in `lists`.
enum DeclarationRow { DeclarationKind, DeclarationFlags, DeclarationName, DeclarationUsr, DeclarationNameStart,
                      DeclarationNameEnd, DeclarationType, DeclarationResult, DeclarationBitWidth,
                      DeclarationParameters, DeclarationParameterCount, DeclarationScope, DeclarationScopeLength,
                      DeclarationClass, DeclarationAccess, DeclarationRole, DeclarationTemplate, DeclarationStart,
                      DeclarationEnd, DeclarationFirstName, DeclarationFirstEnd, DeclarationMembers,
                      DeclarationMemberCount, DeclarationBases, DeclarationBaseCount, DeclarationRowLength };
enum DefaultNameFlags { NotPublic = 1, InTemplate = 2 };
enum DeclarationKinds { RowFunctionDeclaration, RowVariableDeclaration, RowFieldDeclaration, RowClassDeclaration };
enum DeclarationRoles { RowPlain, RowConstructor, RowDestructor, RowConversion, RowOperator, RowLambda,
                        RowClass, RowStruct, RowUnion };
enum DeclarationFlag { IsStatic = 1, IsVariadic = 2, IsInline = 4, NoReturn = 8, NoInstrument = 16,
                       BlockScope = 32, IsRegister = 64, ReturnsTwice = 128, IsVirtual = 256, IsPure = 512,
                       IsImplicit = 1 << 10, IsDeleted = 1 << 11, IsDefaulted = 1 << 12, IsExplicit = 1 << 13,
                       IsConstexpr = 1 << 14, IsExternC = 1 << 15, IsNoexcept = 1 << 16, IsPattern = 1 << 17,
                       IsDefinition = 1 << 18, IsAnonymous = 1 << 19, IsPolymorphic = 1 << 20,
                       IsCopiedAsBytes = 1 << 21, MayBePod = 1 << 22 };

struct TextExtent {
  int32_t start;
  int32_t end;
};

// References that are no entity.
enum { NotAnEntity = -1, LocalRegister = -2, OtherFunction = -3 };

class Tables {
 public:
  // `offsetOf` gives a location's byte offset in the unit's text, or -1; `foreign` says whether an offset lies in
  // text that is not the project's: of classes there, only the bases are listed.
  Tables(const Libclang &api, std::function<int32_t(Location)> offsetOf, std::function<bool(int32_t)> foreign,
         const std::string &text, bool cplusplus);

  Strings strings;
  std::vector<int32_t> types;
  std::vector<int32_t> declarations;
  std::vector<int32_t> lists;

  int32_t type(Type type);
  // The entity that a reference names, or one of the negative values above.
  int32_t declaration(Cursor referenced);
  // Of a declaration that is there already, by whichever cursor; negative without one.
  int32_t knownDeclaration(Cursor cursor);
  Cursor declared(int32_t declaration) const { return pendingDeclarations[declaration]; }
  // Describes what was interned; call once, after the walk.
  void finish();

 private:
  const Libclang &api;
  std::function<int32_t(Location)> offsetOf;
  std::function<bool(int32_t)> foreign;
  const std::string &text;
  const bool cplusplus;
  std::unordered_map<const void *, int32_t> typeIds;
  std::vector<Type> pendingTypes;
  std::unordered_map<const void *, int32_t> declarationIds;
  std::vector<Cursor> pendingDeclarations;
  CopiedAsBytes copied;
  std::unordered_map<const void *, std::string> fullNames;

  int32_t string(String value);
  void describeType(size_t index);
  void describeDeclaration(size_t index);
  void describeFunction(Cursor cursor, int32_t *row);
  void describeClass(Cursor cursor, int32_t *row);
  void describePassing(Cursor cursor, int32_t *row);
  void describeMember(Cursor cursor, int32_t *row);
  void describeTemplate(Cursor cursor, int32_t *row);
  void addOverridden(Cursor cursor, int32_t *row);
  void addTemplateArguments(Cursor cursor, int32_t *row);
  void addParameters(Cursor cursor, int32_t *row);
  void addDefault(Cursor parameter, int32_t *range);
  std::pair<int32_t, int32_t> addDefaultNames(Cursor parameter, const int32_t *range);
  std::vector<Cursor> parametersOf(Cursor cursor);
  void addScope(Cursor cursor, int32_t *row);
  int32_t functionFlags(Cursor cursor);
  int32_t methodFlags(Cursor cursor, Cursor first);
  int32_t roleOf(Cursor cursor, const std::string &name);
  bool isExternC(Cursor first);
  TextExtent extentOf(Cursor cursor);
  std::string typeSpelling(Type spelled, Type type, bool opaque);
  std::string recordName(Type type, bool qualified);
  std::string fullName(Cursor record);
  void addDefaults(Cursor record, Type type, std::string &name);
  std::string argumentText(Cursor record, int index, Cursor parameter);
  void addFullNames(Type type, std::vector<std::pair<std::string, std::string>> &names);
  int32_t classify(Cursor cursor);
};

}  // namespace weft
