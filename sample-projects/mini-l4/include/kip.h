/*
 * The kernel interface page at KIP_PAGE. The offsets of the system calls stand where V4's manual puts them; programs call
 * KIP_PAGE plus the offset they find there.
 */
#ifndef MINI_L4_KIP_H
#define MINI_L4_KIP_H

#define KIP_MAGIC 0x4be6344c /* "L4", micro, "K" */
#define KIP_ABI 0x04 /* 0 X0, 2 V2, 4 V4 */
#define KIP_IPC 0xe0
#define KIP_UNMAP 0xe8
#define KIP_COMMAND_LINE 0x400 /* the kernel's, up to a zero */
#define KIP_COMMAND_LINE_SIZE 0x200
#define KIP_CODE 0x800

#endif
