#ifndef T_H
#define T_H
class Thread {
	int id;

public:
	int get_id() const { return id; }
};
#endif
