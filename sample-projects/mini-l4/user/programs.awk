# Reads program names, writes the assembly of the root task's table (struct program in root.c). Needs -v folder=.
# A program named before shares its memory.

{ name[NR] = $1; if (!($1 in first)) first[$1] = NR }

END {
	print ".section .rodata"
	for (i = 1; i <= NR; i++)
		if (first[name[i]] == i)
			printf "name_%d: .asciz \"%s\"\n.align 4\nfile_%d: .incbin \"%s/%s\"\n", i, name[i], i, folder, name[i]
	print ".align 4\n.globl programs\nprograms:"
	for (i = 1; i <= NR; i++)
		printf ".long name_%d, file_%d, %d\n", first[name[i]], first[name[i]], first[name[i]] - 1
	print ".globl program_count\nprogram_count: .long " NR
	print ".section .note.GNU-stack, \"\", @progbits"
}
