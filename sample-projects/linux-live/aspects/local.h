/* What figure 4 of the KLASY paper includes beside the headers of the kernel; nothing is needed today. */
