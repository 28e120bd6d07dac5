#include "model.h"
int model::Item::total = 40;
