/* Ends with the number of arguments, or 99 when they are not "one" and "two". */
#include "user/runtime/runtime.h"

int main(int count, char *arguments[])
{
	if (count != 3 || strcmp(arguments[1], "one") != 0 || strcmp(arguments[2], "two") != 0)
		return 99;
	return count;
}
