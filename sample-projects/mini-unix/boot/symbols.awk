# Reads the sorted output of nm, writes the assembly of the table of kernel
# functions (kernel/symbols.c). Empty input gives an empty table.

$2 ~ /^[Tt]$/ && $1 >= "c0000000" && $3 !~ /\./ { address[++count] = $1; name[count] = $3 }

END {
	print ".section .symbols, \"a\"\n.align 4\n.globl kernel_symbols\nkernel_symbols:"
	for (i = 1; i <= count; i++)
		printf ".long 0x%s, name_%d\n", address[i], i
	print ".globl kernel_symbol_count\nkernel_symbol_count: .long " count + 0
	for (i = 1; i <= count; i++)
		printf "name_%d: .asciz \"%s\"\n", i, name[i]
	print ".section .note.GNU-stack, \"\", @progbits"
}
