#include "shape.h"
#include <stdio.h>
int sideOf(int);
int main() { Square s(3); s.call("square"); printf("%d\n", s.area()); printf("%d\n", sideOf(2)); printf("%d\n", Square::said); return 0; }
