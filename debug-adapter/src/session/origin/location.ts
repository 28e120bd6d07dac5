/** Bytes of a register or of memory at one moment of a run. */
import type { MachineFacts } from "@weft/weaver-bridge/machine";
import type { DataPlace } from "@weft/weaver-bridge/machine/code";
import type { AllRegisters } from "../../qemu/index.js";

export type Location = RegisterLocation | MemoryLocation;

export interface RegisterLocation {
  readonly kind: "register";
  /** DWARF's. */
  readonly number: number;
  /** Of its lowest byte. */
  readonly start: number;
  /** In bytes. */
  readonly size: number;
}

export interface MemoryLocation {
  readonly kind: "memory";
  /** Virtual; of the lowest byte. */
  readonly start: bigint;
  readonly size: number;
}

/** A processor in another mode has other registers. */
export class UnknownRegister extends Error {
  constructor(name: string) {
    super(`QEMU told of no register ${name} there`);
  }
}

/** What an instruction means by a place, with the registers before it. Throws {@link UnknownRegister}. */
export function locate(place: DataPlace, registers: AllRegisters, machine: MachineFacts): Location {
  if (place.kind === "register") {
    const { number, offset: start, size } = place;
    return { kind: "register", number, start, size };
  }
  const named = (name: string) => {
    const value = registers.get(name);
    if (value === undefined) throw new UnknownRegister(name);
    return value;
  };
  const value = (number: number | undefined) =>
    number === undefined ? 0n : named(machine.names[number] ?? "");
  const segment = place.segment === undefined ? 0n : named(`${place.segment}_base`);
  const sum = segment + value(place.base) + value(place.index) * BigInt(place.scale) + place.displacement;
  return { kind: "memory", start: BigInt.asUintN(machine.bits, sum), size: place.size };
}

/** Bytes of `of` that `part` has too, counted from the lowest of `of`; `undefined` where there are none. */
export function overlap(of: Location, part: Location): { start: number; size: number } | undefined {
  if (of.kind === "register" && (part.kind !== "register" || part.number !== of.number)) return undefined;
  if (of.kind !== part.kind) return undefined;
  const distance = Number(BigInt(part.start) - BigInt(of.start));
  const start = Math.max(0, distance);
  const size = Math.min(of.size, distance + part.size) - start;
  return size > 0 ? { start, size } : undefined;
}

/** So many bytes of a location, from one that is counted from its lowest. */
export function partOf(location: Location, start: number, size: number): Location {
  return location.kind === "register"
    ? { ...location, start: location.start + start, size }
    : { ...location, start: location.start + BigInt(start), size };
}

/** Of a register's bytes. */
export function registerValue(
  location: RegisterLocation,
  registers: AllRegisters,
  machine: MachineFacts,
): bigint | undefined {
  const whole = registers.get(machine.names[location.number] ?? "");
  return whole === undefined
    ? undefined
    : BigInt.asUintN(location.size * 8, whole >> BigInt(location.start * 8));
}

/** Lowest byte first. */
export function numberOf(bytes: Buffer): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** As GDB takes it as an expression. */
export function expressionOf(location: Location, machine: MachineFacts): string {
  if (location.kind === "register") {
    const { number, start: offset, size } = location;
    const name = machine.parts.nameOf({ number, offset, size });
    return name === undefined
      ? `(${unsigned(size)})($${machine.names[number]} >> ${offset * 8})`
      : `$${name}`;
  }
  const address = `0x${location.start.toString(16)}`;
  const type = WORDS.get(location.size);
  return type === undefined ? `*(unsigned char (*)[${location.size}])${address}` : `*(${type} *)${address}`;
}

const WORDS = new Map([
  [1, "unsigned char"],
  [2, "unsigned short"],
  [4, "unsigned int"],
  [8, "unsigned long long"],
]);

const unsigned = (size: number) => WORDS.get(size) ?? "unsigned char";
