/** What an aspect could be about at a place in C or C++. New aspects themselves are code actions (`refactor.aspect`). */
import type { Position } from "./places.js";

/** Client to server. */
export const subjectRequest = "weft/subject";

export interface SubjectParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** `null` where neither a function nor a member stands. */
export interface SubjectResult {
  readonly kind: "function" | "field";
  readonly name: string;
  /** Pointcut of advice about it. */
  readonly pointcut: string;
}
