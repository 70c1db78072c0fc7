// A bot in C++ for any game: it reads a line of JSON for each turn and answers with a move. This one plays at random;
// "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.cpp GAME
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance;

// Choose one of the legal moves.
std::string choose(const std::string& position, const std::vector<std::string>& legal) {
    (void)position;
    return legal[chance() % legal.size()];
}

// The text of a field of a line: from behind its name to the closing quote.
std::string field(const std::string& line, const std::string& name, size_t from = 0) {
    size_t found = line.find(name, from);
    if (found == std::string::npos) return "";
    found += name.size();
    return line.substr(found, line.find('"', found) - found);
}

// The legal moves of a line.
std::vector<std::string> moves_of(const std::string& line) {
    std::vector<std::string> moves;
    size_t place = line.find("\"legal\":[");
    if (place == std::string::npos) return moves;
    for (place = line.find_first_of("\"]", place + 9); line[place] == '"'; place = line.find_first_of("\"]", place)) {
        moves.push_back(field(line, "\"", place));
        place += moves.back().size() + 2;
    }
    return moves;
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.find("\"start\"") != std::string::npos) {
            size_t seed = line.find("\"seed\":");
            if (seed != std::string::npos) chance.seed(std::stoull(line.substr(seed + 7)));  // the same seed, the same game
            std::cout << "{\"ready\": [\"position\"]}" << std::endl;
        } else if (line.find("\"turn\"") != std::string::npos) {
            auto legal = moves_of(line);
            std::string move = legal.empty() ? "pass" : choose(field(line, "\"position\":\""), legal);
            std::cout << "{\"move\": \"" << move << "\"}" << std::endl;
        } else {
            break;
        }
    }
}
