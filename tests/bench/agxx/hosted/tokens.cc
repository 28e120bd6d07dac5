// A unit that lives on streams and exceptions.
#include <cctype>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Calculator {
public:
  explicit Calculator(const std::string &text) : text(text), at(0) {}
  double sum();
  bool done();

private:
  double product();
  double value();
  char next();

  std::string text;
  unsigned at;
};

char Calculator::next() {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  return at < text.size() ? text[at] : '\0';
}

bool Calculator::done() { return next() == '\0'; }

double Calculator::sum() {
  double result = product();
  for (char sign = next(); sign == '+' || sign == '-'; sign = next()) {
    ++at;
    const double other = product();
    result = sign == '+' ? result + other : result - other;
  }
  return result;
}

double Calculator::product() {
  double result = value();
  for (char sign = next(); sign == '*' || sign == '/'; sign = next()) {
    ++at;
    const double other = value();
    if (sign == '/' && other == 0) throw std::domain_error("division by zero");
    result = sign == '*' ? result * other : result / other;
  }
  return result;
}

double Calculator::value() {
  if (next() == '(') {
    ++at;
    const double result = sum();
    if (next() != ')') throw std::runtime_error("a bracket is missing");
    ++at;
    return result;
  }
  std::istringstream rest(text.substr(at));
  double result;
  if (!(rest >> result)) throw std::runtime_error("a number is missing");
  at = rest.eof() ? text.size() : at + static_cast<unsigned>(rest.tellg());
  return result;
}

int main(int argc, char **argv) {
  std::vector<std::string> lines(argv + 1, argv + argc);
  for (const std::string &line : lines) {
    try {
      Calculator calculator(line);
      const double result = calculator.sum();
      std::cout << (calculator.done() ? "" : "... ") << result << std::endl;
    } catch (const std::exception &error) {
      std::cerr << line << ": " << error.what() << std::endl;
    }
  }
}
