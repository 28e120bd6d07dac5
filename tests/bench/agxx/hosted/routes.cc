// A unit that lives on smart pointers, hash tables and function objects.
#include <functional>
#include <limits>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

struct Place;

struct Road {
  std::weak_ptr<Place> to;
  unsigned length;
};

struct Place {
  std::string name;
  std::vector<Road> roads;
};

class Map {
public:
  std::shared_ptr<Place> place(const std::string &name);
  void connect(const std::string &from, const std::string &to, unsigned length);
  unsigned distance(const std::string &from, const std::string &to);
  void each(const std::function<void(const Place &)> &visit) const;

private:
  std::unordered_map<std::string, std::shared_ptr<Place>> places;
};

std::shared_ptr<Place> Map::place(const std::string &name) {
  std::shared_ptr<Place> &known = places[name];
  if (!known) {
    known = std::make_shared<Place>();
    known->name = name;
  }
  return known;
}

void Map::connect(const std::string &from, const std::string &to, unsigned length) {
  place(from)->roads.push_back(Road{place(to), length});
  place(to)->roads.push_back(Road{place(from), length});
}

unsigned Map::distance(const std::string &from, const std::string &to) {
  typedef std::pair<unsigned, const Place *> Step;
  std::priority_queue<Step, std::vector<Step>, std::greater<Step>> open;
  std::unordered_map<const Place *, unsigned> best;
  open.push(Step(0, place(from).get()));
  while (!open.empty()) {
    const Step step = open.top();
    open.pop();
    if (!best.insert(std::make_pair(step.second, step.first)).second) continue;
    if (step.second->name == to) return step.first;
    for (const Road &road : step.second->roads)
      if (std::shared_ptr<Place> next = road.to.lock()) open.push(Step(step.first + road.length, next.get()));
  }
  return std::numeric_limits<unsigned>::max();
}

void Map::each(const std::function<void(const Place &)> &visit) const {
  for (const auto &entry : places) visit(*entry.second);
}
