struct inode {
  unsigned i_uid;
  unsigned i_mode;
  const char *name;
};

void serial_init(void);
void serial_write(const char *text);
void serial_put(char c);
