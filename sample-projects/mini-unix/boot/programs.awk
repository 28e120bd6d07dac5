# Reads program names, writes the assembly that puts the files into the kernel
# image: an array of struct embedded_program (fs/populate.c). Needs -v folder=.

{ name[NR] = $1 }

END {
	print ".section .rodata"
	for (i = 1; i <= NR; i++) {
		printf "path_%d: .asciz \"/bin/%s\"\n", i, name[i]
		printf ".align 4\nstart_%d: .incbin \"%s/%s\"\nend_%d:\n", i, folder, name[i], i
	}
	print ".align 4\n.globl embedded_programs\nembedded_programs:"
	for (i = 1; i <= NR; i++)
		printf ".long path_%d, start_%d, end_%d\n", i, i, i
	print ".globl embedded_program_count\nembedded_program_count: .long " NR
	print ".section .note.GNU-stack, \"\", @progbits"
}
