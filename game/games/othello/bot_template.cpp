// A bot for Othello in C++: alpha-beta search to a fixed depth, with corners and edges for its judgement.
// The server writes a line of JSON for each turn; this program answers with the text of a move.
#include <array>
#include <iostream>
#include <string>
#include <vector>

constexpr int DEPTH = 3;
constexpr int MOST = 1000000;

// Cells are 0 empty, 1 X, 2 O, 3 border.
using Board = std::array<signed char, 400>;

int size, width;
long nodes = 0;
std::array<int, 8> steps;

int at(int row, int column) { return (row + 1) * width + column + 1; }

// Put a disc and turn what it encloses; false, with nothing changed, if that is nothing.
bool play(Board& board, int cell, int me) {
    if (board[cell]) return false;
    bool turned = false;
    for (int step : steps) {
        int to = cell + step;
        while (board[to] == 3 - me) to += step;
        if (board[to] != me) continue;
        for (to -= step; to != cell; to -= step) {
            board[to] = me;
            turned = true;
        }
    }
    if (turned) board[cell] = me;
    return turned;
}

int worth(int row, int column) {
    int edges = (row == 0 || row == size - 1) + (column == 0 || column == size - 1);
    return edges == 2 ? 25 : edges == 1 ? 5 : 1;
}

// What the discs are worth to me: by their places, or, when the game is over, by their number.
int total(const Board& board, int me, bool over) {
    int sum = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (int owner = board[at(row, column)])
                sum += (owner == me ? 1 : -1) * (over ? 1000 : worth(row, column));
    return sum;
}

// What the position is worth to me, who am to move.
int search(const Board& board, int me, int depth, int alpha, int beta, bool passed) {
    nodes++;
    if (depth == 0) return total(board, me, false);
    bool moved = false;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            if (board[at(row, column)]) continue;
            Board child = board;
            if (!play(child, at(row, column), me)) continue;
            moved = true;
            int value = -search(child, 3 - me, depth - 1, -beta, -alpha, false);
            if (value >= beta) return beta;
            if (value > alpha) alpha = value;
        }
    if (moved) return alpha;
    if (passed) return total(board, me, true);
    return -search(board, 3 - me, depth, -beta, -alpha, true);
}

// The best of the legal moves, which are texts such as d3.
std::string choose(const std::string& position, const std::vector<std::string>& legal) {
    int cells = position.find(' ');
    for (size = 1; size * size < cells; size++) {}
    width = size + 2;
    steps = {-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1};
    Board board;
    board.fill(3);
    for (int cell = 0; cell < cells; cell++)
        board[at(cell / size, cell % size)] = position[cell] == 'X' ? 1 : position[cell] == 'O' ? 2 : 0;
    int me = position[cells + 1] == 'X' ? 1 : 2;
    std::string best = legal[0];
    int best_value = -MOST;
    for (const auto& move : legal) {
        Board child = board;
        play(child, at(std::stoi(move.substr(1)) - 1, move[0] - 'a'), me);
        int value = -search(child, 3 - me, DEPTH - 1, -MOST, -best_value, false);
        if (value > best_value) {
            best_value = value;
            best = move;
        }
    }
    return best;
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
            std::cout << "{\"ready\": [\"position\"]}" << std::endl;
        } else if (line.find("\"turn\"") != std::string::npos) {
            std::string move = choose(field(line, "\"position\":\""), moves_of(line));
            std::cout << "{\"note\": \"" << nodes << " positions\"}\n{\"move\": \"" << move << "\"}" << std::endl;
        } else {
            break;
        }
    }
}
