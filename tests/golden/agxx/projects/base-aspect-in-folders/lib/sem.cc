#include "queue.h"
namespace lib { void Sem::up() { if (count < limit) count++; } bool Sem::down() { if (count == 0) return false; count--; return true; } }
