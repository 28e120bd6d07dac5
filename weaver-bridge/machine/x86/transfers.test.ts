import { expect, test } from "vitest";
import { type DataPlace, machineOfBits, type Transfer } from "../code.js";

const NAMES = ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"];

function placeText(place: DataPlace): string {
  if (place.kind === "register") return `${NAMES[place.number]}[${place.offset}+${place.size}]`;
  const { base, index, scale, displacement, segment, size } = place;
  const names = [base, index].map((one) => (one === undefined ? "" : NAMES[one]));
  return `${segment ?? ""}${size}@${displacement}(${names[0]},${names[1]},${scale})`;
}

const transferText = ({ to, how, from, value, isConditional }: Transfer) =>
  `${placeText(to)} ${isConditional === true ? "maybe " : ""}${how} ${value ?? from.map(placeText).join(" ")}`.trim();

function transfers(hex: string, bits: 32 | 64 = 32): string[] {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
  return machineOfBits(bits).code.transfers(bytes, 0x1000).map(transferText).sort();
}

test.each([
  ["mov %eax,4(%ebx,%ecx,8)", "89 44 cb 04", ["4@4(ebx,ecx,8) copy eax[0+4]"]],
  ["mov %gs:0x10,%eax", "65 a1 10 00 00 00", ["eax[0+4] copy gs4@16(,,1)"]],
  ["movzbl 3(%eax),%edx", "0f b6 50 03", ["edx[0+4] copy 1@3(eax,,1)"]],
  ["mov $5,%ah", "b4 05", ["eax[1+1] constant 5"]],
  ["movl $5,(%edx)", "c7 02 05 00 00 00", ["4@0(edx,,1) constant 5"]],
  ["xor %eax,%eax", "31 c0", ["eax[0+4] constant 0"]],
  ["andl $0,(%eax)", "83 20 00", ["4@0(eax,,1) constant 0"]],
  ["or $-1,%edx", "83 ca ff", ["edx[0+4] constant -1"]],
  ["add %ecx,%eax", "01 c8", ["eax[0+4] computed eax[0+4] ecx[0+4]"]],
  ["incl (%edx)", "ff 02", ["4@0(edx,,1) computed 4@0(edx,,1)"]],
  ["lea 4(%ebx,%ecx,2),%eax", "8d 44 4b 04", ["eax[0+4] computed ebx[0+4] ecx[0+4]"]],
  ["lea (%ebx),%eax", "8d 03", ["eax[0+4] copy ebx[0+4]"]],
  ["cmovne %ecx,%eax", "0f 45 c1", ["eax[0+4] maybe copy ecx[0+4]"]],
  ["sbb %eax,%eax", "19 c0", ["eax[0+4] computed"]],
  ["sbb %ecx,%eax", "19 c8", ["eax[0+4] computed eax[0+4] ecx[0+4]"]],
  ["sete %al", "0f 94 c0", ["eax[0+1] computed"]],
  ["leave", "c9", ["ebp[0+4] copy 4@0(ebp,,1)", "esp[0+4] computed ebp[0+4]"]],
  ["push %ebx", "53", ["4@-4(esp,,1) copy ebx[0+4]", "esp[0+4] computed esp[0+4]"]],
  ["pop %ebx", "5b", ["ebx[0+4] copy 4@0(esp,,1)", "esp[0+4] computed esp[0+4]"]],
  ["call +0", "e8 00 00 00 00", ["4@-4(esp,,1) constant 4101", "esp[0+4] computed esp[0+4]"]],
  ["xchg %eax,(%edx)", "87 02", ["4@0(edx,,1) copy eax[0+4]", "eax[0+4] copy 4@0(edx,,1)"]],
  ["in (%dx),%al", "ec", ["eax[0+1] input"]],
  ["rdtsc", "0f 31", ["eax[0+4] input", "edx[0+4] input"]],
  ["fstps (%eax)", "d9 18", ["4@0(eax,,1) unknown"]],
  ["mov %cr2,%eax", "0f 20 d0", ["eax[0+4] unknown"]],
])("%s", (_name, hex, expected) => {
  expect(transfers(hex).filter((one) => !one.startsWith("esp") || expected.includes(one))).toEqual(
    [...expected].sort(),
  );
});

test("a repeated copy is told one time of it, with its addresses and counter", () => {
  const all = transfers("f3 a5");
  expect(all).toContain("4@0(edi,,1) copy 4@0(esi,,1)");
  expect(all.filter((one) => /^e(?:si|di|cx)\[0\+4\] computed /.test(one))).toHaveLength(3);
});

test("all registers are pushed and popped in their order, and the stack's pointer is not popped", () => {
  expect(transfers("60")).toContain("4@-32(esp,,1) copy edi[0+4]");
  expect(transfers("60")).toContain("4@-4(esp,,1) copy eax[0+4]");
  expect(transfers("61")).toContain("eax[0+4] copy 4@28(esp,,1)");
  expect(transfers("61").filter((one) => one.startsWith("esp[0+4] copy"))).toEqual([]);
});

test("half of a register of 64 bits is written with zeroes above it", () => {
  const [one] = machineOfBits(64).code.transfers(Buffer.from("89c8", "hex"), 0x1000);
  expect(one?.to).toMatchObject({ size: 8 });
  expect(one?.from).toMatchObject([{ size: 4 }]);
});

test("bytes that are no instruction transfer nothing", () => {
  expect(transfers("0f ff ff")).toEqual([]);
  expect(transfers("")).toEqual([]);
});

test.each([
  ["cmp %ecx,4(%ebx)", "39 4b 04", "writes 4@4(ebx,,1) ecx[0+4] by ebx[0+4]"],
  ["test %al,%al", "84 c0", "writes eax[0+1] by "],
  ["jne", "75 02", "reads  by "],
  ["loop", "e2 fe", " ecx[0+4] by "],
  ["jmp *8(,%eax,4)", "ff 24 85 08 00 00 00", " 4@8(,eax,4) by eax[0+4]"],
])("flags and sources of %s", (_name, hex, expected) => {
  const use = machineOfBits(32).code.flagUse(Buffer.from(hex.replaceAll(" ", ""), "hex"), 0x1000);
  const { read = 0, written = 0, from = [], addressedBy = [] } = use ?? {};
  const kind = `${read === 0 ? "" : "reads"}${written === 0 ? "" : "writes"}`;
  const places = from.map(placeText).sort().join(" ");
  expect(`${kind} ${places} by ${addressedBy.map(placeText).join(" ")}`).toBe(expected);
});
