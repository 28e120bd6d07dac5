null.o: /dev/null
