/** Join points and what became of them, as text and as JSON. */
import {
  ACCOUNTS,
  type ImageCode,
  type MachinePlace,
  spellAddress,
  totals,
} from "../../../live-weave/index.js";
import { printPosition } from "../../../model/index.js";
import type { ReadAccounts, Told } from "./read-accounts.js";

export function joinPointJson({ joinPoint, reasons, effects, places, account, why }: Told, image: ImageCode) {
  return {
    ...{ joinPoint, account, reasons },
    advice: effects.map(({ title }) => title),
    places: places.map((place) => placeJson(place, image)),
    ...(why === undefined ? {} : { why }),
  };
}

/** `12 join points: 10 hooked, 2 gone`. */
export function describeTotals(
  joinPoints: readonly Told[],
  accounts: Pick<ReadAccounts, "units"> | undefined,
): string {
  if (joinPoints.length === 0) return "";
  const all = totals(joinPoints.map(({ account }) => account));
  const doubted = joinPoints.filter(({ places }) => places.some(({ doubt }) => doubt !== undefined)).length;
  const parts = ACCOUNTS.flatMap((account) =>
    all[account] === 0 ? [] : [`${all[account]} ${account.replace("-", " ")}`],
  );
  const doubts = doubted === 0 ? "" : `; ${doubted} of them with a doubt`;
  const of = accounts === undefined ? "" : ` of ${accounts.units} sources`;
  return `${joinPoints.length} join points${of}: ${parts.join(", ")}${doubts}\n`;
}

export function describeCodeOnly(accounts: ReadAccounts | undefined, image: ImageCode): string {
  const { codeOnly = [] } = accounts ?? {};
  if (codeOnly.length === 0) return "";
  return `${codeOnly.length} more that instructions do and no name in these sources says: structs that are copied or filled whole, pointers to members, assembler\n${codeOnly.map((one) => describe(one, image)).join("")}`;
}

function placeJson(
  { address, how, isInlined, doubt, inOwner, isIndexed, isRest }: MachinePlace,
  image: ImageCode,
): object {
  const section = image.elf.isRelocatable ? image.elf.sectionAt(address) : undefined;
  return {
    // Of an object that is not linked there is none yet.
    ...(section === undefined
      ? { address: addressJson(address, image) }
      : { section: section.name, offset: address - section.address }),
    ...{ symbol: image.spell(address), how, inlined: isInlined },
    ...(doubt === undefined ? {} : { doubt }),
    ...(inOwner === undefined ? {} : { inOwner }),
    ...(isIndexed === true ? { indexed: true } : {}),
    ...(isRest === true ? { rest: true } : {}),
  };
}

/** A number is not exact above 2^53: of 64 bits hexadecimal. */
const addressJson = (address: number, { machine }: ImageCode) =>
  machine.bits === 64 ? spellAddress(address, machine) : address;

export function describe(
  { joinPoint, reasons, effects, places, account, why }: Told,
  image: ImageCode,
): string {
  const { range, kind, signature, within } = joinPoint;
  const inside = kind === "execution" ? "" : ` within ${within}`;
  const because = (effects.length > 0 ? effects.map(({ title }) => title) : reasons).join("; ");
  const lines = [
    `${range.file === "" ? "" : `${printPosition(range)}: `}${kind}: ${signature}${inside}: ${because}`,
    ...places.map((place) => `  ${describePlace(place, image)}`),
    ...(why === undefined ? [] : [`  ${WITHOUT[account]}${why}`]),
  ];
  return `${lines.join("\n")}\n`;
}

const WITHOUT = {
  ...{ hooked: "", "not-found": "not found: " },
  ...{ shared: "no instruction: ", gone: "no instruction: ", refused: "no instruction: " },
};

function describePlace({ address, how, isInlined, doubt, isRest }: MachinePlace, image: ImageCode): string {
  const section = image.elf.isRelocatable ? image.elf.sectionAt(address) : undefined;
  const where =
    section === undefined
      ? spellAddress(address, image.machine)
      : `${section.name}+0x${(address - section.address).toString(16)}`;
  const copy = isInlined ? " (inlined there)" : "";
  return `${where} ${image.spell(address)}: ${how}${isRest === true ? REST : ""}${copy}${doubt === undefined ? "" : `: ${doubt}`}`;
}

const REST = ", the rest of the one before: it is counted there";
