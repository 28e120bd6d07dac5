/**
 * C and C++ types as structure, not text: match expressions compare types node by node, and the weaver spells them.
 * A unit's types live in one table ({@link UnitFacts.types}); a {@link TypeId} is an index into it.
 */

export type TypeId = number;

export interface TypeBase {
  /** As libclang prints it, sugar kept: `const struct inode *`, `u32`. Valid source text unless `nameless`. */
  readonly spelling: string;
  readonly isConst: boolean;
  readonly isVolatile: boolean;
  /** True when the spelling can't be written in source because a record or enum in it has no name. */
  readonly nameless?: boolean;
}

export type Type = TypeBase &
  (
    | { readonly kind: "builtin" } // spelling without qualifiers is the name: `int`, `unsigned long`, `void`, `_Bool`
    | { readonly kind: "pointer" | "lvalue-reference" | "rvalue-reference"; readonly to: TypeId }
    | { readonly kind: "member-pointer"; readonly to: TypeId; readonly ofClass: TypeId }
    | { readonly kind: "array"; readonly of: TypeId; readonly size?: number }
    | {
        readonly kind: "function";
        readonly result: TypeId;
        readonly parameters: readonly TypeId[];
        readonly variadic: boolean;
      }
    /**
     * A struct, union, class or enum; `name` is qualified (`n::K`), empty when the type has none. `fullName` also has
     * the template arguments that are left to their defaults, where there are some.
     */
    | {
        readonly kind: "record" | "enum";
        readonly name: string;
        readonly usr: string;
        readonly fullName?: string;
      }
    /** Sugar: a typedef or alias; compare through `underlying` unless the pattern names it. */
    | { readonly kind: "typedef"; readonly name: string; readonly underlying: TypeId }
    | { readonly kind: "other" }
  );
