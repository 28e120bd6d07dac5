char begin[4], end[4];
int main(void)
{
	return which(&table[3], begin) != third(&table[3], begin) || which(&table[8], end) != behind(&table[8], end);
}
