/** An ELF file as data. */
export interface ElfSection {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  /** Where it is in memory; for a relocatable object, see above. 0 for what is not loaded. */
  readonly address: number;
  readonly size: number;
  /** Its address is a multiple of it; 0 and 1 ask for nothing. */
  readonly align: number;
  readonly link: number;
  readonly info: number;
  readonly isLoaded: boolean;
  /** One of several of the name, of which the linker keeps one for all objects. */
  readonly isGrouped?: boolean;
  readonly isCode: boolean;
  readonly isWritable: boolean;
  /** As they are loaded, relocations done; empty for zeros that the file does not hold. */
  readonly bytes: Uint8Array;
}

export interface ElfSymbol {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly kind: "function" | "object" | "section" | "file" | "other";
  readonly binding: "local" | "global" | "weak";
  /** Index of the section; undefined for what is not defined here. */
  readonly section?: number;
  /** Base name of the unit that a local symbol is from, where the file says it. */
  readonly unit?: string;
}

export interface ElfFile {
  /** ELF's number of it (`e_machine`). */
  readonly machine: number;
  readonly bits: 32 | 64;
  /** Not linked yet: addresses are made up. */
  readonly isRelocatable: boolean;
  readonly sections: readonly ElfSection[];
  readonly symbols: readonly ElfSymbol[];
  section(name: string): ElfSection | undefined;
  /** The loaded section that holds the address. */
  sectionAt(address: number): ElfSection | undefined;
}
