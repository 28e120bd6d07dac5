import { expect, test } from "vitest";
import { costPage } from "./cost-page.js";

const NOTHING = { code: 0, data: 0, stack: 0, instructions: 0 };

test("specialized functions stand beside the generic one, the compiler with the facts, and the one by hand", () => {
  const one = { function: "send", residual: "send_usr1", ...numbers(11, 52, 45) };
  const page = costPage({
    ...{ units: [], aspects: [], baseline: NOTHING, woven: NOTHING, difference: NOTHING },
    specializations: [
      { ...one, byHand: { function: "send_by_hand", code: 144, instructions: 46 } },
      { ...one, residual: "send_<2>" },
    ],
  });
  expect(page).toContain('<th scope="col">By hand</th>');
  expect(page).toContain("<td>45 <small>(450)</small></td><td>46 <small>(144)</small></td></tr>");
  expect(page).toContain("send_&lt;2&gt;");
  expect(page).toContain("<td>45 <small>(450)</small></td><td></td></tr>");
});

function numbers(special: number, generic: number, compiler: number) {
  const cost = (instructions: number) => ({ instructions, code: instructions * 10 });
  return { special: cost(special), generic: cost(generic), compiler: cost(compiler) };
}
