/** Declarations of an aspect to begin with, in the snippet syntax of LSP, for C and C++ alike. */

export interface DeclarationTemplate {
  readonly label: string;
  readonly snippet: string;
  readonly detail: string;
}

const advice = (label: string, head: string, body: string, detail: string): DeclarationTemplate => ({
  label: `advice ${label}`,
  snippet: `advice ${head}() {\n\t${body}\n}`,
  detail,
});

export const DECLARATION_TEMPLATES: readonly DeclarationTemplate[] = [
  {
    label: "advice",
    snippet: 'advice ${1:execution("% function(...)")} : ${2|before,after,around|}() {\n\t$0\n}',
    detail: "code at join points",
  },
  {
    label: "pointcut",
    snippet: 'pointcut ${1:name}() = ${0:"% function(...)"};',
    detail: "a named set of join points",
  },
  {
    label: "virtual pointcut",
    snippet: "virtual pointcut ${1:name}() = 0;",
    detail: "what a derived aspect says",
  },
  {
    label: "aspect",
    snippet:
      'aspect ${1:Name} {\n\tadvice execution("${2:% function(...)}") : ${3|before,after,around|}() {\n\t\t$0\n\t}\n};',
    detail: "a module of advice",
  },
  advice(
    "before execution",
    'execution("${1:% function(...)}") : before',
    "$0",
    "code before a function's body",
  ),
  advice(
    "after execution",
    'execution("${1:% function(...)}") : after',
    "$0",
    "code after a function's body",
  ),
  advice(
    "around execution",
    'execution("${1:% function(...)}") : around',
    "$0\n\ttjp->proceed();",
    "code in place of a function's body",
  ),
  advice("before call", 'call("${1:% function(...)}") : before', "$0", "code where a function is called"),
  advice(
    "around call",
    'call("${1:% function(...)}") && within("${2:% caller(...)}") : around',
    "$0\n\ttjp->proceed();",
    "code in place of calls from one function",
  ),
  advice(
    "before get",
    'get("${1:% structure::member}") : before',
    "$0",
    "code where a member or variable is read",
  ),
  advice(
    "after set",
    'set("${1:% structure::member}") : after',
    "$0",
    "code where a member or variable is written",
  ),
  advice(
    "within control flow",
    'execution("${1:% function(...)}") && cflow(execution("${2:% entry(...)}")) : before',
    "$0",
    "code only while another function runs",
  ),
  {
    label: "advice order",
    snippet: 'advice execution("${1:% ...::%(...)}") : order("${2:Outer}", "${3:Inner}");',
    detail: "which aspect encloses which",
  },
  {
    label: "advice slice",
    snippet: 'advice "${1:structure}" : slice struct {\n\t$0\n};',
    detail: "members for a structure or class",
  },
];

/** What stands there when nothing is filled in, for editors without snippets. */
export function plainText(snippet: string): string {
  return snippet.replace(
    /\$\{\d+:((?:[^}\\]|\\.)*)\}?|\$\{\d+\|([^,|]*)(?:,[^|]*)?\|?\}?|\$\d+/g,
    (_, text = "", first = "") => text + first,
  );
}
