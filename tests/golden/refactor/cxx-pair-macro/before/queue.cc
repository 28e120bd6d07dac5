struct Spin { int held; };
void take(Spin &); void give(Spin &);
#define TAKE(spin) do { take(spin); } while (0)
#define GIVE(spin) give(spin)

struct Queue {
	Spin spin;
	int count;
	void put(int n);
	void get(int n);
};

void Queue::put(int n)
{
	TAKE(spin);
	count += n;
	GIVE(spin);
}

void Queue::get(int n)
{
	TAKE(this->spin);
	count -= n;
	GIVE(this->spin);
}
