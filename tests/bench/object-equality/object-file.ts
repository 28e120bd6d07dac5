/** Reads the functions of an ELF object for i386, each with what its relocations mean. */

export interface ObjectFunction {
  readonly symbols: readonly string[];
  readonly bytes: number;
  /** Machine code in hex, and each relocation by offset, type and what it refers to. */
  readonly code: string;
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly entrySize: number;
}

interface ObjectSymbol {
  readonly name: string;
  readonly value: number;
  readonly size: number;
  readonly type: number;
  readonly section: number;
}

const SYMBOL_TABLE = 2;
const REL = 9;
const FUNCTION = 2;
const STRINGS = 0x20;

/** Aliases are one function with several symbols. Compile with `-ffunction-sections`. */
export function objectFunctions(file: Buffer): ObjectFunction[] {
  const sections = readSections(file);
  const table = sections.find(({ type }) => type === SYMBOL_TABLE);
  if (table === undefined) return [];
  const symbols = readSymbols(file, table, sections);
  const places = new Map<string, ObjectSymbol[]>();
  for (const symbol of symbols) {
    if (symbol.type !== FUNCTION || symbol.section === 0 || symbol.section >= 0xff00) continue;
    const key = `${symbol.section}:${symbol.value}`;
    places.set(key, [...(places.get(key) ?? []), symbol]);
  }
  return [...places.values()].map((aliases) => {
    const { section, value, size } = aliases[0] as ObjectSymbol;
    const start = sections[section]!.offset + value;
    const machineCode = Buffer.from(file.subarray(start, start + size));
    const own = relocations(file, section, sections, symbols).filter(
      ({ offset }) => offset >= value && offset < value + size,
    );
    for (const { offset, isConstant } of own)
      if (isConstant) machineCode.fill(0, offset - value, offset - value + 4);
    return {
      symbols: aliases.map(({ name }) => name),
      bytes: size,
      code: [machineCode.toString("hex"), ...own.map(({ offset, text }) => `${offset - value} ${text}`)].join(
        "\n",
      ),
    };
  });
}

function relocations(
  file: Buffer,
  section: number,
  sections: readonly Section[],
  symbols: readonly ObjectSymbol[],
) {
  const owner = sections[section] as Section;
  return sections
    .filter(({ type, info }) => type === REL && info === section)
    .flatMap((list) =>
      Array.from({ length: list.size / 8 }, (_, index) => {
        const at = list.offset + index * 8;
        const offset = file.readUInt32LE(at);
        const info = file.readUInt32LE(at + 4);
        const symbol = symbols[info >>> 8] as ObjectSymbol;
        const addend = file.readInt32LE(owner.offset + offset);
        const isConstant = sections[symbol.section]?.name.startsWith(".rodata") === true;
        const text = `${info & 0xff} ${isConstant ? constant(file, symbol, addend, sections) : nameOf(symbol, sections)}`;
        return { offset, text, isConstant };
      }),
    );
}

const nameOf = ({ name, section }: ObjectSymbol, sections: readonly Section[]) =>
  name === "" ? (sections[section]?.name ?? "") : name;

/** What the place holds: two objects may keep one value at different offsets, beside different neighbours. */
function constant(
  file: Buffer,
  { section, value }: ObjectSymbol,
  addend: number,
  sections: readonly Section[],
): string {
  const target = sections[section] as Section;
  const start = target.offset + value + addend;
  const isText = (target.flags & STRINGS) !== 0;
  const end = isText ? file.indexOf(0, start) : start + (target.entrySize || 8);
  return file.subarray(start, end).toString("hex");
}

function readSections(file: Buffer): Section[] {
  if (file.toString("latin1", 1, 4) !== "ELF" || file[4] !== 1) throw new Error("not an ELF object for i386");
  const [start, count, names] = [file.readUInt32LE(32), file.readUInt16LE(48), file.readUInt16LE(50)];
  const field = (index: number, at: number) => file.readUInt32LE(start + index * 40 + at);
  const nameTable = field(names, 16);
  return Array.from({ length: count }, (_, index) => ({
    name: textAt(file, nameTable + field(index, 0)),
    type: field(index, 4),
    flags: field(index, 8),
    offset: field(index, 16),
    size: field(index, 20),
    link: field(index, 24),
    info: field(index, 28),
    entrySize: field(index, 36),
  }));
}

function readSymbols(file: Buffer, table: Section, sections: readonly Section[]): ObjectSymbol[] {
  const names = sections[table.link]!.offset;
  return Array.from({ length: table.size / 16 }, (_, index) => {
    const at = table.offset + index * 16;
    return {
      name: textAt(file, names + file.readUInt32LE(at)),
      value: file.readUInt32LE(at + 4),
      size: file.readUInt32LE(at + 8),
      type: file.readUInt8(at + 12) & 0xf,
      section: file.readUInt16LE(at + 14),
    };
  });
}

const textAt = (file: Buffer, at: number) => file.toString("latin1", at, file.indexOf(0, at));
