/** Registers of i686 by DWARF's numbers, which are those of its instructions too (its psABI, table 2.14). */
export const EAX = 0;
export const ECX = 1;
export const EDX = 2;
export const ESP = 4;
export const EBP = 5;
export const EIP = 8;
export const EFLAGS = 9;
