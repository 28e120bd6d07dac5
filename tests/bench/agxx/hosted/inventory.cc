// A unit that lives on strings and associative containers.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

struct Item {
  std::string name;
  int amount;
  double price;
};

class Inventory {
public:
  void add(const Item &item);
  bool take(const std::string &name, int amount);
  double value() const;
  std::vector<Item> cheapest(unsigned most) const;

private:
  std::map<std::string, Item> items;
};

void Inventory::add(const Item &item) {
  std::map<std::string, Item>::iterator known = items.find(item.name);
  if (known == items.end()) items[item.name] = item;
  else known->second.amount += item.amount;
}

bool Inventory::take(const std::string &name, int amount) {
  std::map<std::string, Item>::iterator known = items.find(name);
  if (known == items.end() || known->second.amount < amount) return false;
  known->second.amount -= amount;
  if (known->second.amount == 0) items.erase(known);
  return true;
}

double Inventory::value() const {
  double sum = 0;
  for (const auto &entry : items) sum += entry.second.amount * entry.second.price;
  return sum;
}

std::vector<Item> Inventory::cheapest(unsigned most) const {
  std::vector<Item> all;
  for (const auto &entry : items) all.push_back(entry.second);
  std::sort(all.begin(), all.end(), [](const Item &a, const Item &b) { return a.price < b.price; });
  if (all.size() > most) all.resize(most);
  return all;
}
