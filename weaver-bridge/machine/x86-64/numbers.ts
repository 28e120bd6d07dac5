/** Registers of x86-64 by DWARF's numbers (System V ABI, figure 3.36), which are not those of its instructions. */
export const RAX = 0;
export const RDX = 1;
export const RCX = 2;
export const RSI = 4;
export const RDI = 5;
export const RBP = 6;
export const RSP = 7;
export const R8 = 8;
export const R9 = 9;
export const R10 = 10;
export const R11 = 11;
export const RIP = 16;
export const RFLAGS = 49;
