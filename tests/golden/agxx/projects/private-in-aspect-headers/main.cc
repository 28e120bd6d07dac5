void boot() {}
int main() { boot(); return 0; }
