/** Another way to a term than by its name, as plain data, and what is known while these are looked for. */
import type { TextRange, UnitFacts } from "../../model/index.js";
import type { GuardDeclaration } from "../facts/declaration.js";
import type { FunctionBody } from "../facts/function-text.js";
import type { Layout } from "../facts/layout.js";
import type { AddressUses } from "../writes/own-address.js";

export interface AliasWarning {
  readonly guard: GuardDeclaration;
  readonly terms: readonly string[];
  readonly kind: "address" | "bytes" | "cast" | "container";
  readonly range: TextRange;
  readonly within?: string;
  /** From the place to where it is used, one step each. */
  readonly chain: readonly string[];
  /** The function that gets it. */
  readonly callee?: string;
  /** Why nothing can be written by it; absent where it can. */
  readonly harmless?: string;
}

export type RawAlias = Omit<AliasWarning, "guard" | "within">;

export interface Unit {
  readonly uses: AddressUses;
  readonly facts: UnitFacts;
  readonly unitText: string;
  readonly layout: Layout;
  readonly bodyAt: (at: TextRange) => FunctionBody | undefined;
}
