/* Kernel of dap-strict.test.ts: a large array, a nested one, and functions of several shapes in a row. */
struct record {
  int key;
  char name[8];
};
struct record records[100000];
int table[3][200];
volatile int turns;

__attribute__((noinline, used)) int narrow(int value) { return value * 3 + turns; }

__attribute__((noinline)) void spin(void) {
  for (volatile int i = 0; i < 10000000; i++)
    ;
}

__attribute__((noinline)) int wide(int value) {
  int sum = 0;
  for (int i = 0; i < 200; i++) {
    sum += table[i % 3][i] * value;
    records[i].key = sum ^ 0x12345678;
    if (sum & 0x40000000) sum -= narrow(i);
  }
  return sum;
}

void second_processor(void) {}
void on_timer(void) {}

void first_processor(void) {
  for (;;) {
    turns++;
    table[1][turns % 200] = wide(turns);
    records[50000].key = turns;
    spin();
    turns++;
  }
}
