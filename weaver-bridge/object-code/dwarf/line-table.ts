/** Which line of the source an instruction stands for: the line programs of one unit, run once, as columns by address. */
import { ByteReader } from "../byte-reader.js";
import { FORM } from "./constants.js";
import { skipForm } from "./forms.js";

export interface LineRow {
  readonly address: number;
  /** As the compiler spelled it; absolute where the unit's folder is known. */
  readonly file: string;
  /** 0 where the compiler says that there is none. */
  readonly line: number;
  /** From 1; 0 for the line as a whole. */
  readonly column: number;
  /** A good place for a breakpoint. */
  readonly isStatement: boolean;
}

export interface LineTable {
  /** By the number that `DW_AT_decl_file` and the like give; undefined for none. */
  fileName(number: number): string | undefined;
  /** The row that holds the address; undefined outside of all code of the unit. */
  rowAt(address: number): LineRow | undefined;
  /** Rows in `[start, end)`, by address. */
  rowsIn(start: number, end: number): readonly LineRow[];
}

interface UnitNames {
  readonly directory: string;
  readonly name: string;
  readonly addressSize: number;
}

/** A row that ends a sequence has file -1. */
interface Row {
  readonly address: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly isStatement: boolean;
}

const NONE: LineTable = { fileName: () => undefined, rowAt: () => undefined, rowsIn: () => [] };

/** Where line programs are read from. */
export interface LineSections {
  /** `.debug_line`. */
  readonly bytes: Uint8Array;
  /** Of `.debug_str` or `.debug_line_str`. */
  text(section: string, offset: number): string;
  /** False where programs overlap too often. */
  mayRead(bytes: number): boolean;
  /** Bytes of the function that begins at address 0; 0 where none does. */
  readonly firstFunction: number;
}

export function readLineTable(sections: LineSections, offset: number, unit: UnitNames): LineTable {
  const { bytes } = sections;
  if (offset < 0 || offset >= bytes.length) return NONE;
  const header = readHeader(bytes, offset, sections, unit);
  if (header === undefined) return NONE;
  let sorted: readonly Row[] | undefined;
  const rows = () => (sorted ??= inOrder(runProgram(header, unit.addressSize), sections.firstFunction));
  const toRow = ({ file, ...row }: Row): LineRow => ({ ...row, file: header.fileName(file) ?? "" });
  const indexAt = (address: number) => {
    const all = rows();
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((all[middle] as Row).address <= address) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    fileName: header.fileName,
    rowAt: (address) => {
      const row = rows()[indexAt(address)];
      return row === undefined || row.file < 0 ? undefined : toRow(row);
    },
    rowsIn: (start, end) => {
      const all = rows();
      const found: LineRow[] = [];
      for (let index = indexAt(start - 1) + 1; index < all.length; index++) {
        const row = all[index] as Row;
        if (row.address >= end) break;
        if (row.file >= 0) found.push(toRow(row));
      }
      return found;
    },
  };
}

interface Header {
  readonly program: ByteReader;
  readonly minimum: number;
  readonly isStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly lengths: readonly number[];
  fileName(number: number): string | undefined;
}

function readHeader(
  bytes: Uint8Array,
  offset: number,
  sections: LineSections,
  unit: UnitNames,
): Header | undefined {
  const reader = new ByteReader(bytes, offset);
  let length = reader.u32();
  const offsetSize = length === 0xffffffff ? 8 : 4;
  if (offsetSize === 8) length = reader.u64();
  const end = Math.min(reader.at + length, bytes.length);
  const version = reader.u16();
  if (version < 2 || version > 5 || !sections.mayRead(Math.max(0, end - offset))) return undefined;
  if (version >= 5) reader.skip(2);
  const programAt = reader.word(offsetSize) + reader.at;
  const minimum = reader.u8();
  if (version >= 4) reader.u8();
  const isStatement = reader.u8() !== 0;
  const [lineBase, lineRange, opcodeBase] = [reader.s8(), reader.u8(), reader.u8()];
  if (lineRange === 0 || reader.overran) return undefined;
  const lengths = Array.from({ length: Math.max(0, opcodeBase - 1) }, () => reader.u8());
  const shape = { version, offsetSize, addressSize: unit.addressSize };
  const names = version >= 5 ? newNames(reader, sections, shape, unit) : oldNames(reader, unit);
  const program = new ByteReader(bytes, Math.min(programAt, end), end);
  return { program, minimum, isStatement, lineBase, lineRange, opcodeBase, lengths, fileName: names };
}

function oldNames(reader: ByteReader, unit: UnitNames): Header["fileName"] {
  const folders = [unit.directory];
  for (let name = reader.text(); name !== ""; name = reader.text())
    folders.push(joined(unit.directory, name));
  const files: FileName[] = [{ folder: unit.directory, name: unit.name }];
  for (let name = reader.text(); name !== ""; name = reader.text()) {
    files.push({ folder: folders[reader.uleb()] ?? unit.directory, name });
    reader.skipLeb();
    reader.skipLeb();
  }
  const spelled = spell(files);
  return (number) => (number === 0 ? undefined : spelled(number));
}

const CONTENT = { path: 1, directory: 2 } as const;

function newNames(
  reader: ByteReader,
  sections: LineSections,
  shape: { version: number; offsetSize: number; addressSize: number },
  unit: UnitNames,
): Header["fileName"] {
  const table = () => {
    const format = Array.from({ length: reader.u8() }, () => [reader.uleb(), reader.uleb()] as const);
    const rows: { name: string; folder: number }[] = [];
    for (let count = Math.min(reader.uleb(), reader.end - reader.at); count > 0 && !reader.done; count--) {
      const row = { name: "", folder: 0 };
      for (const [content, form] of format) {
        if (content === CONTENT.path) row.name = nameIn(reader, form, shape.offsetSize, sections);
        else if (content === CONTENT.directory) row.folder = smallNumber(reader, form);
        else if (!skipForm(reader, form, shape)) return rows;
      }
      rows.push(row);
    }
    return rows;
  };
  // The first is the unit's own, which may be a name that is relative to nothing; the others are relative to it.
  const [own = unit.directory, ...others] = table().map(({ name }) => name);
  const folders = [own, ...others.map((name) => joined(own, name))];
  return spell(table().map(({ name, folder }) => ({ name, folder: folders[folder] ?? unit.directory })));
}

interface FileName {
  readonly folder: string;
  readonly name: string;
}

/** Of a table's files few are asked for. */
function spell(files: readonly FileName[]): Header["fileName"] {
  const spelled: string[] = [];
  return (number) => {
    const file = files[number];
    return file && (spelled[number] ??= joined(file.folder, file.name));
  };
}

function nameIn(reader: ByteReader, form: number, offsetSize: number, sections: LineSections): string {
  if (form === FORM.string) return reader.text();
  const offset = reader.word(offsetSize);
  return sections.text(form === FORM.strp ? ".debug_str" : ".debug_line_str", offset);
}

function smallNumber(reader: ByteReader, form: number): number {
  if (form === FORM.data1) return reader.u8();
  return form === FORM.data2 ? reader.u16() : reader.uleb();
}

/** Bytes of a file's name, in Linux. */
const LONGEST_PATH = 4096;

/** A header that units reach by ways of their own, `../include/k.h`, is one file. */
const joined = (folder: string, name: string) =>
  withoutSteps((name.startsWith("/") || folder === "" ? name : `${folder}/${name}`).slice(0, LONGEST_PATH));

function withoutSteps(path: string): string {
  if (!/(?:^|\/)\.\.?(?:\/|$)|\/\//.test(path)) return path;
  const kept: string[] = [];
  for (const step of path.split("/")) {
    if (step === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (step !== "." && step !== "") kept.push(step);
  }
  return `${path.startsWith("/") ? "/" : ""}${kept.join("/")}`;
}

const STANDARD = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  negateStatement: 6,
  constAddPc: 8,
  fixedAdvancePc: 9,
} as const;
const EXTENDED = { endSequence: 1, setAddress: 2 } as const;

/** Sequences as they stand. */
function runProgram(header: Header, addressSize: number): Row[][] {
  const { program: reader, minimum, lineBase, lineRange, opcodeBase, lengths } = header;
  const fresh = () => ({ address: 0, file: 1, line: 1, column: 0, isStatement: header.isStatement });
  const sequences: Row[][] = [];
  let rows: Row[] = [];
  let state = fresh();
  while (!reader.done) {
    const opcode = reader.u8();
    if (opcode >= opcodeBase) {
      const step = opcode - opcodeBase;
      state.address += minimum * Math.floor(step / lineRange);
      state.line += lineBase + (step % lineRange);
      rows.push({ ...state });
      continue;
    }
    switch (opcode) {
      case 0: {
        const next = reader.uleb() + reader.at;
        const extended = reader.u8();
        if (extended === EXTENDED.setAddress) state.address = reader.word(addressSize);
        if (extended === EXTENDED.endSequence) {
          rows.push({ ...state, file: -1 });
          sequences.push(rows);
          rows = [];
          state = fresh();
        }
        reader.at = Math.min(Math.max(next, reader.at), reader.end);
        break;
      }
      case STANDARD.copy:
        rows.push({ ...state });
        break;
      case STANDARD.advancePc:
        state.address += minimum * reader.uleb();
        break;
      case STANDARD.advanceLine:
        state.line += reader.sleb();
        break;
      case STANDARD.setFile:
        state.file = reader.uleb();
        break;
      case STANDARD.setColumn:
        state.column = reader.uleb();
        break;
      case STANDARD.negateStatement:
        state.isStatement = !state.isStatement;
        break;
      case STANDARD.constAddPc:
        state.address += minimum * Math.floor((255 - opcodeBase) / lineRange);
        break;
      case STANDARD.fixedAdvancePc:
        state.address += reader.u16();
        break;
      default:
        for (let count = lengths[opcode - 1] ?? 0; count > 0; count--) reader.skipLeb();
    }
  }
  return sequences;
}

/** By address; sequences of code that the linker dropped (they begin at 0 as well) left out. */
function inOrder(sequences: readonly Row[][], firstFunction: number): Row[] {
  const whole = sequences.filter((rows) => rows.length > 1);
  const first = sequenceAtZero(whole, firstFunction);
  return whole
    .filter((rows) => rows === first || (rows[0] as Row).address !== 0)
    .sort((left, right) => (left[0] as Row).address - (right[0] as Row).address)
    .flat();
}

/** That of the function which is there: it ends with it, or is the only one that reaches so far. Else it is not known. */
function sequenceAtZero(sequences: readonly Row[][], firstFunction: number): Row[] | undefined {
  if (firstFunction === 0) return undefined;
  const endOf = (rows: Row[]) => rows.at(-1)?.address ?? 0;
  const candidates = sequences.filter((rows) => rows[0]?.address === 0 && endOf(rows) >= firstFunction);
  const exact = candidates.filter((rows) => endOf(rows) === firstFunction);
  const [only, another] = exact.length > 0 ? exact : candidates;
  return another === undefined ? only : undefined;
}
