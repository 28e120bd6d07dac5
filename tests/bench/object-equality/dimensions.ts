/** The dimensions of the table: every combination that means something is one function with advice. */

export const LANGUAGES = ["c", "c++"] as const;
/** `mixed`: around, then before and after, then around, of three aspects. */
export const ADVICE_KINDS = ["before", "after", "around", "mixed"] as const;
export const JOIN_POINTS = [
  "execution",
  "member execution",
  "construction",
  "destruction",
  "call",
  "member call",
  "virtual call",
  "static call",
  "get",
  "field get",
  "set",
  "field set",
] as const;
/** What advice uses of the join point: nothing, its values, its values to assign them, or context variables. */
export const CONTEXTS = ["none", "read", "change", "variable"] as const;
export const PARAMETERS = ["integer", "pointer", "structure", "floating point"] as const;
export const RESULTS = ["void", "value"] as const;

export type Language = (typeof LANGUAGES)[number];
export type JoinPoint = (typeof JOIN_POINTS)[number];
export type Parameter = (typeof PARAMETERS)[number];

export interface Combination {
  readonly language: Language;
  readonly joinPoint: JoinPoint;
  readonly advice: (typeof ADVICE_KINDS)[number];
  readonly aspects: 1 | 2 | 3;
  readonly context: (typeof CONTEXTS)[number];
  readonly parameter: Parameter;
  /** A value has the type of the parameter. */
  readonly result: (typeof RESULTS)[number];
}

const ONLY_CXX: ReadonlySet<JoinPoint> = new Set([
  "member execution",
  "construction",
  "destruction",
  "member call",
  "virtual call",
  "static call",
]);

export const isGet = (joinPoint: JoinPoint) => joinPoint.endsWith("get");
/** There is `tjp->arg(0)`. */
export const hasArgument = (joinPoint: JoinPoint) => !isGet(joinPoint) && joinPoint !== "destruction";
/** There is an object whose member `m` advice can look at. */
export const hasObject = (joinPoint: JoinPoint) => /^(?:member|virtual|field|con|de)/.test(joinPoint);

export function combinations(): Combination[] {
  return LANGUAGES.flatMap((language) =>
    JOIN_POINTS.flatMap((joinPoint) =>
      ADVICE_KINDS.flatMap((advice) =>
        ([1, 2, 3] as const).flatMap((aspects) =>
          CONTEXTS.flatMap((context) =>
            PARAMETERS.flatMap((parameter) =>
              RESULTS.map((result) => ({
                language,
                joinPoint,
                advice,
                aspects,
                context,
                parameter,
                result,
              })),
            ),
          ),
        ),
      ),
    ),
  ).filter(isMeaningful);
}

function isMeaningful({ language, joinPoint, advice, aspects, context, parameter, result }: Combination) {
  if (language === "c" && ONLY_CXX.has(joinPoint)) return false;
  if (advice === "mixed" && aspects !== 3) return false;
  if (/^(?:con|de)struction$|set$/.test(joinPoint) && result !== "void") return false;
  if (isGet(joinPoint) && result !== "value") return false;
  if (joinPoint === "destruction" && (parameter !== "integer" || /change|variable/.test(context)))
    return false;
  const argument = hasArgument(joinPoint);
  const value = result === "value";
  switch (context) {
    case "none":
      return true;
    case "read":
      return advice === "before"
        ? argument || hasObject(joinPoint)
        : argument || value || hasObject(joinPoint);
    case "change":
      return advice === "before" ? argument : advice === "after" ? value : argument || value;
    case "variable":
      return advice === "after" ? argument || value : argument;
  }
}
