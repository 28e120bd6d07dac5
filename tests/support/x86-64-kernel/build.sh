set -eu
flags="-m64 -std=gnu11 -O2 -g -ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -mcmodel=kernel -mno-red-zone -mgeneral-regs-only"
${CC:-gcc} -m64 -c start.S
${CC:-gcc} $flags -c main.c
${CC:-gcc} $flags -fcf-protection=branch -c work.c
ld -m elf_x86_64 -z noexecstack -z max-page-size=4096 --build-id=none -T image.ld -o kernel.elf start.o main.o work.o
objcopy -O binary kernel.elf kernel.bin
