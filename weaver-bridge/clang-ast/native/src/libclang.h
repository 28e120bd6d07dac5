// The part of libclang's C interface that Weft uses, declared here so that the addon builds without LLVM headers,
// and bound with dlopen so that one binary runs on every libclang from 16 on. Layouts and enumerators below are
// libclang's stable ABI. Knows nothing of Node and nothing of what the calls are used for.
#pragma once

#include <string>

namespace weft {

struct String {
  const void *data;
  unsigned flags;
};

struct Cursor {
  int kind;
  int extra;
  const void *data[3];
};

struct Type {
  int kind;
  void *data[2];
};

struct Location {
  const void *data[2];
  unsigned encoded;
};

struct Range {
  const void *data[2];
  unsigned begin;
  unsigned end;
};

struct UnsavedFile {
  const char *name;
  const char *contents;
  unsigned long length;
};

using Index = void *;
using Unit = void *;
using File = void *;
using Diagnostic = void *;
using EvalResult = void *;
using Visitor = int (*)(Cursor cursor, Cursor parent, void *data);
using FieldVisitor = int (*)(Cursor field, void *data);

enum VisitResult { VisitBreak = 0, VisitContinue = 1, VisitRecurse = 2 };

enum CursorKind {
  UnexposedDecl = 1,
  StructDecl = 2,
  UnionDecl = 3,
  ClassDecl = 4,
  EnumDecl = 5,
  FieldDecl = 6,
  EnumConstantDecl = 7,
  FunctionDecl = 8,
  VarDecl = 9,
  ParmDecl = 10,
  LastObjCDecl = 19,
  TypedefDecl = 20,
  MethodDecl = 21,
  NamespaceDecl = 22,
  LinkageSpec = 23,
  TemplateTypeParameter = 27,
  NonTypeTemplateParameter = 28,
  TemplateTemplateParameter = 29,
  Constructor = 24,
  Destructor = 25,
  ConversionFunction = 26,
  FunctionTemplate = 30,
  ClassTemplate = 31,
  ClassTemplatePartialSpecialization = 32,
  UsingDeclaration = 35,
  TypeAliasDecl = 36,
  LastDecl = 39,
  FirstRef = 40,
  BaseSpecifier = 44,
  OverloadedDeclRef = 49,
  LastRef = 50,
  FirstExpr = 100,
  UnexposedExpr = 100,
  DeclRefExpr = 101,
  MemberRefExpr = 102,
  CallExpr = 103,
  UnaryOperator = 112,
  BinaryOperator = 114,
  CompoundAssignOperator = 115,
  GenericSelectionExpr = 122,
  UnaryExpr = 136,
  LambdaExpr = 144,
  LastExpr = 199,
  UnexposedStmt = 200,
  CompoundStmt = 202,
  TryStmt = 224,
  FirstAttribute = 400,
  LastAttribute = 499,
  FirstExtraDecl = 600,
  FriendDecl = 603,
  LastExtraDecl = 699,
};

enum TypeKind {
  TypeInvalid = 0,
  TypeUnexposed = 1,
  TypeFirstBuiltin = 2,
  TypeBool = 3,
  TypeCharU = 4,
  TypeUShort = 8,
  TypeULongLong = 11,
  TypeCharS = 13,
  TypeDependent = 26,
  TypeLastBuiltin = 40,
  TypePointer = 101,
  TypeLValueReference = 103,
  TypeRValueReference = 104,
  TypeRecord = 105,
  TypeEnum = 106,
  TypeTypedef = 107,
  TypeFunctionNoProto = 110,
  TypeFunctionProto = 111,
  TypeConstantArray = 112,
  TypeIncompleteArray = 114,
  TypeVariableArray = 115,
  TypeDependentSizedArray = 116,
  TypeMemberPointer = 117,
  TypeAuto = 118,
  TypeElaborated = 119,
  TypeAttributed = 163,
};

enum StorageClass { StorageExtern = 2, StorageStatic = 3, StoragePrivateExtern = 4, StorageRegister = 7 };
enum Linkage { LinkageNone = 1, LinkageInternal = 2 };
enum ParseFlag { KeepGoing = 0x200, SingleFileParse = 0x400 };
enum EvalKind { EvalInt = 1 };
enum TemplateArgumentKind { TemplateArgumentType = 1, TemplateArgumentDeclaration = 2, TemplateArgumentNullPtr = 3,
                            TemplateArgumentIntegral = 4 };

// One row per function: result, name without the clang_ prefix, parameters.
#define WEFT_LIBCLANG_FUNCTIONS(F)                                                                              \
  F(String, getClangVersion, ())                                                                                \
  F(const char *, getCString, (String))                                                                         \
  F(void, disposeString, (String))                                                                              \
  F(Index, createIndex, (int, int))                                                                             \
  F(void, disposeIndex, (Index))                                                                                \
  F(int, parseTranslationUnit2,                                                                                 \
    (Index, const char *, const char *const *, int, UnsavedFile *, unsigned, unsigned, Unit *))                 \
  F(void, disposeTranslationUnit, (Unit))                                                                       \
  F(Cursor, getNullCursor, ())                                                                                  \
  F(Cursor, getTranslationUnitCursor, (Unit))                                                                   \
  F(File, getFile, (Unit, const char *))                                                                        \
  F(Location, getLocationForOffset, (Unit, File, unsigned))                                                     \
  F(unsigned, getNumDiagnostics, (Unit))                                                                        \
  F(Diagnostic, getDiagnostic, (Unit, unsigned))                                                                \
  F(void, disposeDiagnostic, (Diagnostic))                                                                      \
  F(int, getDiagnosticSeverity, (Diagnostic))                                                                   \
  F(String, getDiagnosticSpelling, (Diagnostic))                                                                \
  F(Location, getDiagnosticLocation, (Diagnostic))                                                              \
  F(unsigned, visitChildren, (Cursor, Visitor, void *))                                                         \
  F(unsigned, equalCursors, (Cursor, Cursor))                                                                   \
  F(int, Cursor_isNull, (Cursor))                                                                               \
  F(Range, getCursorExtent, (Cursor))                                                                           \
  F(Location, getCursorLocation, (Cursor))                                                                      \
  F(Location, getRangeStart, (Range))                                                                           \
  F(Location, getRangeEnd, (Range))                                                                             \
  F(void, getExpansionLocation, (Location, File *, unsigned *, unsigned *, unsigned *))                         \
  F(Type, getCursorType, (Cursor))                                                                              \
  F(Type, getCursorResultType, (Cursor))                                                                        \
  F(Cursor, getCursorReferenced, (Cursor))                                                                      \
  F(Cursor, getCanonicalCursor, (Cursor))                                                                       \
  F(Cursor, getCursorDefinition, (Cursor))                                                                      \
  F(unsigned, isCursorDefinition, (Cursor))                                                                     \
  F(String, getCursorSpelling, (Cursor))                                                                        \
  F(String, getCursorUSR, (Cursor))                                                                             \
  F(Cursor, getCursorSemanticParent, (Cursor))                                                                  \
  F(Cursor, getCursorLexicalParent, (Cursor))                                                                   \
  F(int, getCursorLinkage, (Cursor))                                                                            \
  F(int, Cursor_getStorageClass, (Cursor))                                                                      \
  F(unsigned, Cursor_isFunctionInlined, (Cursor))                                                               \
  F(unsigned, Cursor_isVariadic, (Cursor))                                                                      \
  F(int, Cursor_getNumArguments, (Cursor))                                                                      \
  F(Cursor, Cursor_getArgument, (Cursor, unsigned))                                                             \
  F(unsigned, Cursor_isBitField, (Cursor))                                                                      \
  F(int, getFieldDeclBitWidth, (Cursor))                                                                        \
  F(EvalResult, Cursor_Evaluate, (Cursor))                                                                      \
  F(int, EvalResult_getKind, (EvalResult))                                                                      \
  F(long long, EvalResult_getAsLongLong, (EvalResult))                                                          \
  F(void, EvalResult_dispose, (EvalResult))                                                                     \
  F(String, getTypeSpelling, (Type))                                                                            \
  F(Type, getCanonicalType, (Type))                                                                             \
  F(unsigned, isConstQualifiedType, (Type))                                                                     \
  F(unsigned, isVolatileQualifiedType, (Type))                                                                  \
  F(Type, getPointeeType, (Type))                                                                               \
  F(Type, getArrayElementType, (Type))                                                                          \
  F(long long, getArraySize, (Type))                                                                            \
  F(Type, getResultType, (Type))                                                                                \
  F(int, getNumArgTypes, (Type))                                                                                \
  F(Type, getArgType, (Type, unsigned))                                                                         \
  F(unsigned, isFunctionTypeVariadic, (Type))                                                                   \
  F(Cursor, getTypeDeclaration, (Type))                                                                         \
  F(Type, getTypedefDeclUnderlyingType, (Cursor))                                                               \
  F(Type, Type_getNamedType, (Type))                                                                            \
  F(Type, Type_getClassType, (Type))                                                                            \
  F(int, getCXXAccessSpecifier, (Cursor))                                                                       \
  F(unsigned, isVirtualBase, (Cursor))                                                                          \
  F(unsigned, CXXMethod_isStatic, (Cursor))                                                                     \
  F(unsigned, CXXMethod_isVirtual, (Cursor))                                                                    \
  F(unsigned, CXXMethod_isPureVirtual, (Cursor))                                                                \
  F(unsigned, CXXMethod_isDefaulted, (Cursor))                                                                  \
  F(unsigned, CXXMethod_isDeleted, (Cursor))                                                                    \
  F(unsigned, Cursor_isAnonymousRecordDecl, (Cursor))                                                           \
  F(unsigned, Cursor_isInlineNamespace, (Cursor))                                                               \
  F(int, Cursor_isDynamicCall, (Cursor))                                                                        \
  F(void, getOverriddenCursors, (Cursor, Cursor **, unsigned *))                                                \
  F(void, disposeOverriddenCursors, (Cursor *))                                                                 \
  F(Cursor, getSpecializedCursorTemplate, (Cursor))                                                             \
  F(int, getTemplateCursorKind, (Cursor))                                                                       \
  F(int, Cursor_getNumTemplateArguments, (Cursor))                                                              \
  F(int, Cursor_getTemplateArgumentKind, (Cursor, unsigned))                                                    \
  F(Type, Cursor_getTemplateArgumentType, (Cursor, unsigned))                                                   \
  F(long long, Cursor_getTemplateArgumentValue, (Cursor, unsigned))                                             \
  F(int, Type_getNumTemplateArguments, (Type))                                                                  \
  F(Type, Type_getTemplateArgumentAsType, (Type, unsigned))                                                     \
  F(unsigned, getNumOverloadedDecls, (Cursor))                                                                  \
  F(Cursor, getOverloadedDecl, (Cursor, unsigned))                                                              \
  F(int, getCursorExceptionSpecificationType, (Cursor))                                                         \
  F(unsigned, CXXConstructor_isCopyConstructor, (Cursor))                                                       \
  F(unsigned, CXXConstructor_isMoveConstructor, (Cursor))                                                       \
  F(unsigned, isPODType, (Type))                                                                                \
  F(unsigned, Type_visitFields, (Type, FieldVisitor, void *))

struct Libclang {
#define WEFT_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  WEFT_LIBCLANG_FUNCTIONS(WEFT_MEMBER)
#undef WEFT_MEMBER

  // Copies and frees a libclang string.
  std::string take(String string) const;
};

// Loads the library at `path`; on failure returns false and says why in `error`. One library per process: a later
// call with another path is refused.
bool openLibclang(const std::string &path, std::string &version, std::string &error);

// Valid after openLibclang succeeded, else nullptr.
const Libclang *libclang();

}  // namespace weft
