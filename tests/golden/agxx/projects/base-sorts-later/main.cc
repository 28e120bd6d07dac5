class Device { Device(const Device &) {} public: Device() {} static void copy(Device &d) { Device e(d); } };
int main() { Device d, e; Device::copy(d); return 0; }
