// Interned tables of one unit: strings, types and declarations, as flat integers that cross into JavaScript once.
// Types and declarations are keyed by libclang's pointers, so each is described once however often it is used.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

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

// Rows of `types`: kind, flags, spelling, name, usr, target, size, first parameter, parameter count.
enum TypeRow { TypeRowKind, TypeRowFlags, TypeRowSpelling, TypeRowName, TypeRowUsr, TypeRowTarget, TypeRowSize,
               TypeRowParameters, TypeRowParameterCount, TypeRowLength };
enum TypeRowKinds { RowBuiltin, RowPointer, RowLValueReference, RowRValueReference, RowMemberPointer, RowArray,
                    RowFunction, RowRecord, RowEnum, RowTypedef, RowOther };
enum TypeFlags { TypeConst = 1, TypeVolatile = 2, TypeVariadic = 4 };

// Rows of `declarations`: kind, flags, name, usr, name start, name end, type, result type, bit width,
// first parameter, parameter count, first scope name, scope length. Parameters are name, type, flags triples and
// scopes are strings, both in `lists`.
enum DeclarationRow { DeclarationKind, DeclarationFlags, DeclarationName, DeclarationUsr, DeclarationNameStart,
                      DeclarationNameEnd, DeclarationType, DeclarationResult, DeclarationBitWidth,
                      DeclarationParameters, DeclarationParameterCount, DeclarationScope, DeclarationScopeLength,
                      DeclarationRowLength };
enum DeclarationKinds { RowFunctionDeclaration, RowVariableDeclaration, RowFieldDeclaration };
enum DeclarationFlag { IsStatic = 1, IsVariadic = 2, IsInline = 4, NoReturn = 8, NoInstrument = 16,
                       BlockScope = 32, IsRegister = 64, ReturnsTwice = 128 };

// References that are no entity.
enum { NotAnEntity = -1, LocalRegister = -2, OtherFunction = -3 };

class Tables {
 public:
  // `offsetOf` gives a location's byte offset in the unit's text, or -1.
  Tables(const Libclang &api, std::function<int32_t(Location)> offsetOf, const std::string &text);

  Strings strings;
  std::vector<int32_t> types;
  std::vector<int32_t> declarations;
  std::vector<int32_t> lists;

  int32_t type(Type type);
  // The entity that a reference names, or one of the negative values above.
  int32_t declaration(Cursor referenced);
  // Describes what was interned; call once, after the walk.
  void finish();

 private:
  const Libclang &api;
  std::function<int32_t(Location)> offsetOf;
  const std::string &text;
  std::unordered_map<const void *, int32_t> typeIds;
  std::vector<Type> pendingTypes;
  std::unordered_map<const void *, int32_t> declarationIds;
  std::vector<Cursor> pendingDeclarations;

  int32_t string(String value);
  void describeType(size_t index);
  void describeDeclaration(size_t index);
  void describeFunction(Cursor cursor, int32_t *row);
  void addParameters(Cursor cursor, int32_t *row);
  void addScope(Cursor cursor, int32_t *row);
  int32_t functionFlags(Cursor cursor);
  std::string recordName(Type type, bool qualified);
  int32_t classify(Cursor cursor);
};

}  // namespace weft
