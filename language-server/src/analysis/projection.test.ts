import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinPointHeader } from "./join-point-header.js";
import { isVerbatim, projectAspect } from "./projection.js";
import { testSnapshot } from "./test-snapshot.js";

function project(text: string) {
  const snapshot = testSnapshot({ "/t.ah": text });
  const document = snapshot.aspects[0];
  if (document === undefined) throw new Error("the aspect file was not read");
  return { snapshot, document, ...projectAspect(document, "c") };
}

describe("an aspect file as C of the same shape", () => {
  test("bodies, members and file-scope C stay where they are", () => {
    const text = `#include "k.h"
aspect Trace {
  int count;
  pointcut calls() = call("% f(...)");
  advice calls() && within("% g(...)")
    : before() { count++; log("ä", tjp->arg0); }
};
`;
    expect(project(text).text).toMatchInlineSnapshot(`
      "#include "k.h"
                    
        int count;
                                            
        __weft_0_0()                        
                     { count++; log("ä", tjp->arg0); }
        
      "
    `);
  });

  test("context variables become parameters at their own places", () => {
    expect(
      project(`aspect A { advice call("% f(...)") && args(a, b) : after(int a, long b) { use(a + b); } };\n`)
        .text,
    ).toMatchInlineSnapshot(`
      "           __weft_0_0(                                   int a, long b) { use(a + b); }   
      "
    `);
  });

  test("the shortest header holds its opening, and one over several lines finds a place", () => {
    expect(project(`pointcut p() = call("% f()");\naspect A { advice p():after(){ x(); } };\n`).text).toMatch(
      /__weft_0_0\(\) *\{ x\(\); \}/,
    );
    expect(
      project(`aspect A {\nadvice\ncall("% f()")\n:\nafter() { x(); } };\n`).text,
    ).toMatchInlineSnapshot(`
      "          
            
      __weft_0_0() 
       
              { x(); }   
      "
    `);
  });

  test("characters beyond ASCII before a body shift nothing", () => {
    const text = `/* äöü 𝄞 */ aspect A { advice call("% f()") : before() { ö(1); } };`;
    const projection = project(text);
    expect(projection.text.indexOf("{ ö(1); }")).toBe(text.indexOf("{ ö(1); }"));
    expect(isVerbatim(projection, text.indexOf("ö(1)"))).toBe(true);
    expect(isVerbatim(projection, text.indexOf("advice"))).toBe(false);
  });

  test("any text keeps its length and line ends", () => {
    const word = fc.constantFrom(
      ...'aspect A { } ; advice call ( "% f(...)" ) : before() after(int a) ä \n \r\n pointcut p() = 𝄞 // /* */ #define'.split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join(" ");
        const projected = project(text).text;
        expect(projected.length).toBe(text.length);
        expect(projected.replace(/[^\r\n]/g, "")).toBe(text.replace(/[^\r\n]/g, ""));
      }),
    );
  });
});

test("the header types tjp from the join point and includes its unit", () => {
  const text = `aspect A { advice execution("% f(...)") : before() { } };`;
  const members = [{ name: "arg0", type: "u32", plainType: "unsigned int" }];
  const snapshot = testSnapshot({ "/t.ah": text }, { shape: { unit: "/src/k.c", language: "c", members } });
  const document = snapshot.aspects[0];
  expect(document && joinPointHeader(snapshot, document).text).toMatchInlineSnapshot(`
    "#include "/src/k.c"
    struct __weft_0_0_tjp { __typeof__(u32) arg0; const char *signature; const char *filename; int line; int args; void (*proceed)(void); };
    #define __weft_0_0(...) static __attribute__((unused)) void __weft_0_0_body(struct __weft_0_0_tjp *tjp, ##__VA_ARGS__)
    "
  `);
});
