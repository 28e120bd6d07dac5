import type { Language } from "@weft/weaver-bridge/model";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testSnapshot } from "../../contributors/test-snapshot.js";
import { joinPointHeader } from "./join-point-header.js";
import { isVerbatim, projectAspect } from "./projection.js";

function project(text: string, language: Language = "c") {
  const snapshot = testSnapshot({ "/t.ah": text });
  const document = snapshot.aspects[0];
  if (document === undefined) throw new Error("the aspect file was not read");
  return { snapshot, document, ...projectAspect(document, language) };
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
        for (const language of ["c", "c++"] as const) {
          const projected = project(text, language).text;
          expect(projected.length).toBe(text.length);
          expect(projected.replace(/[^\r\n]/g, "")).toBe(text.replace(/[^\r\n]/g, ""));
        }
      }),
    );
  });
});

describe("an aspect file as C++ of the same shape", () => {
  test("aspects are classes, slices too, and what is not C++ is blank", () => {
    const text = `#include "base.ah"
namespace n {
slice class S { int a; void f(); };
slice void S::f() { a = 1; }
aspect Trace : public Base {
  pointcut virtual calls() = 0;
  int count;
public:
  advice "C" : slice class : public B { int i; };
  advice "D" : slice S;
  advice calls() && that(c) : around(C *c) { tjp->proceed(); }
};
}
`;
    expect(project(text, "c++").text).toMatchInlineSnapshot(`
      "                  
      namespace n {
            class S { int a; void f(); };
            void S::f() { a = 1; }
      struct Trace : public Base {
                                     
        int count;
      public:
        struct weft_s0_0                    { int i; };
                             
        __weft_0_0(                        C *c) { tjp->proceed(); }
      };
      }
      "
    `);
  });

  test("an aspect without advice has aspectof as well", () => {
    expect(project(`aspect A { pointcut p() = "C"; int a; };`, "c++").text).toMatchInlineSnapshot(
      `"struct A { __weft_0            int a; };"`,
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
    #define __weft_0_0(...) static __attribute__((unused)) void __weft_0_0_body(struct __weft_0_0_tjp *tjp __attribute__((unused)), ##__VA_ARGS__)
    "
  `);
});

test("the header of C++ has the join-point API, and aspects of other files as classes", () => {
  const snapshot = testSnapshot(
    {
      "/t.ah": `aspect A : public Base { advice execution("% C::f(...)") : before() { helper(); } };`,
      "/base.ah": `namespace n { aspect Base { pointcut virtual p() = 0; int helper(); }; }`,
      "/other.ah": "aspect Other { int x; };",
    },
    {
      shape: {
        unit: "/src/k.cc",
        language: "c++",
        members: [
          { name: "that", type: " ::C", plainType: " ::C" },
          { name: "arg0", type: "const int &", plainType: "const int &" },
        ],
      },
    },
  );
  const document = snapshot.aspects.find(({ source }) => source.path === "/t.ah");
  const text = (document && joinPointHeader(snapshot, document).text) ?? "";
  expect(text.slice(text.indexOf("#define JoinPoint"))).toMatchInlineSnapshot(`
    "#define JoinPoint ::__weft_type<__typeof__(*tjp)>::type
    namespace n { struct Base { static Base *aspectof(); static Base *aspectOf();
                               int helper(); 
    }; }
    typedef __weft_jp< ::C, void, void, void, __weft_list<const int & >, __weft_list< > > __weft_0_0_tjp;
    #define __weft_0_0(...) static A *aspectof(); static A *aspectOf(); void __weft_0_0_body(::__weft_0_0_tjp *tjp __attribute__((unused)), ##__VA_ARGS__)
    "
  `);
  expect(text.startsWith('#include "/src/k.cc"')).toBe(true);
});
