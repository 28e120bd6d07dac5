/** Advice that changes nothing, at everything that csmith writes: what the program prints must stay. */
export const ADVICE: Readonly<Record<string, string>> = {
  "functions, globals and fields": `aspect Accesses {
  advice execution("% func_%(...)") : around() { tjp->proceed(); }
  advice call("% func_%(...)") : around() { tjp->proceed(); }
  advice call("% safe_%(...)") : before() { }
  advice get("% g_%") : around() { tjp->proceed(); }
  advice set("% g_%") : around() { tjp->proceed(); }
  advice get("% ...::f%") : before() { }
  advice set("% ...::f%") : around() { tjp->proceed(); }
};
`,
  // Structures as results of `,` and operands without an address are refused.
  operators: `aspect Operators {
  pointcut plain() = builtin("% operator +(...)" || "% operator -(...)" || "% operator *(...)" || "% operator /(...)" ||
    "% operator <(...)" || "% operator ==(...)" || "% operator &&(...)" || "% operator ||(...)" || "% operator ?:(...)");
  advice plain() && within("% func_%(...)") : around() { tjp->proceed(); }
};
`,
};
