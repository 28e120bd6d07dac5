/** All cases by theme. */
import { CALLS } from "./cases/calls.js";
import type { RuleCases } from "./cases/case.js";
import { DATA } from "./cases/data.js";
import { DIAGNOSTICS } from "./cases/diagnostics.js";
import { DIALECTS } from "./cases/dialects.js";
import { EXECUTION } from "./cases/execution.js";
import { GRAMMAR } from "./cases/grammar.js";
import { INTRODUCTIONS } from "./cases/introductions.js";
import { INTROSPECTION } from "./cases/introspection.js";
import { JOIN_POINT_API } from "./cases/join-point-api.js";
import { LIFECYCLE } from "./cases/lifecycle.js";
import { ORDER } from "./cases/order.js";
import { POINTCUTS } from "./cases/pointcuts.js";
import { PROGRAMS } from "./cases/programs.js";

export const THEMES: Readonly<Record<string, RuleCases>> = {
  execution: EXECUTION,
  calls: CALLS,
  data: DATA,
  order: ORDER,
  introductions: INTRODUCTIONS,
  lifecycle: LIFECYCLE,
  "join-point API": JOIN_POINT_API,
  introspection: INTROSPECTION,
  pointcuts: POINTCUTS,
  dialects: DIALECTS,
  grammar: GRAMMAR,
  diagnostics: DIAGNOSTICS,
  "what programs write": PROGRAMS,
};
