/* The first contents of the root file system. */
#ifndef FS_POPULATE_H
#define FS_POPULATE_H

/* Makes /bin with the embedded programs, /dev with the devices, /tmp and /var. */
void root_populate(void);

#endif
