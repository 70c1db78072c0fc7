/* A bot for Othello in C: alpha-beta search to a fixed depth, with corners and edges for its judgement.
 * The server writes a line of JSON for each turn; this program answers with the text of a move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 3
#define MOST 1000000
#define CELLS 400 /* a board of 18 x 18 with its border */

static int size, width;
static long nodes = 0;

/* One step in each direction; board cells are 0 empty, 1 X, 2 O, 3 border. */
static int steps[8];

static int at(int row, int column) { return (row + 1) * width + column + 1; }

/* Put a disc and turn what it encloses; returns how many discs are turned, and changes nothing if none is. */
static int play(signed char *board, int cell, int me) {
    int turned = 0;
    if (board[cell]) return 0;
    for (int d = 0; d < 8; d++) {
        int to = cell + steps[d];
        while (board[to] == 3 - me) to += steps[d];
        if (board[to] != me) continue;
        for (to -= steps[d]; to != cell; to -= steps[d]) {
            board[to] = me;
            turned++;
        }
    }
    if (turned) board[cell] = me;
    return turned;
}

static int worth(int row, int column) {
    int edges = (row == 0 || row == size - 1) + (column == 0 || column == size - 1);
    return edges == 2 ? 25 : edges == 1 ? 5 : 1;
}

static int evaluate(const signed char *board, int me) {
    int total = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int owner = board[at(row, column)];
            if (owner) total += owner == me ? worth(row, column) : -worth(row, column);
        }
    return total;
}

static int difference(const signed char *board, int me) {
    int total = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int owner = board[at(row, column)];
            if (owner) total += owner == me ? 1 : -1;
        }
    return total;
}

/* What the position is worth to me, who am to move. */
static int search(const signed char *board, int me, int depth, int alpha, int beta, int passed) {
    int moved = 0;
    nodes++;
    if (depth == 0) return evaluate(board, me);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            signed char child[CELLS];
            if (board[at(row, column)]) continue;
            memcpy(child, board, width * width);
            if (!play(child, at(row, column), me)) continue;
            moved = 1;
            int value = -search(child, 3 - me, depth - 1, -beta, -alpha, 0);
            if (value >= beta) return beta;
            if (value > alpha) alpha = value;
        }
    if (moved) return alpha;
    if (passed) return 1000 * difference(board, me);
    return -search(board, 3 - me, depth, -beta, -alpha, 1);
}

/* The best of the legal moves, which are texts such as d3; the answer is its place in the list. */
static int choose(const char *position, char legal[][16], int count) {
    signed char board[CELLS];
    int best = 0, best_value = -MOST, cells = (int)strcspn(position, " ");
    for (size = 1; size * size < cells; size++) {}
    width = size + 2;
    int eight[8] = {-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1};
    memcpy(steps, eight, sizeof steps);
    memset(board, 3, sizeof board);
    for (int cell = 0; cell < cells; cell++)
        board[at(cell / size, cell % size)] = position[cell] == 'X' ? 1 : position[cell] == 'O' ? 2 : 0;
    int me = position[cells + 1] == 'X' ? 1 : 2;
    for (int i = 0; i < count; i++) {
        signed char child[CELLS];
        memcpy(child, board, sizeof board);
        play(child, at(atoi(legal[i] + 1) - 1, legal[i][0] - 'a'), me);
        int value = -search(child, 3 - me, DEPTH - 1, -MOST, -best_value, 0);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* The text of a field of a line: from behind its name to the closing quote. */
static void field(const char *line, const char *name, char *text, int room) {
    const char *found = strstr(line, name);
    int length = 0;
    if (found) {
        found += strlen(name);
        while (found[length] && found[length] != '"' && length < room - 1) {
            text[length] = found[length];
            length++;
        }
    }
    text[length] = 0;
}

/* The legal moves of a line; returns how many. */
static int moves_of(const char *line, char moves[][16]) {
    const char *found = strstr(line, "\"legal\":[");
    int count = 0;
    while (found && *found != ']' && count < 400) {
        found = strpbrk(found + (count ? 1 : 9), "\"]");
        if (!found || *found == ']') break;
        field(found, "\"", moves[count], 16);
        found = strchr(found + 1, '"');
        count++;
    }
    return count;
}

int main(void) {
    static char line[1 << 20], position[1000], legal[400][16];
    setvbuf(stdout, NULL, _IOLBF, 0); /* each answer leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"start\"")) {
            puts("{\"ready\": [\"position\"]}");
        } else if (strstr(line, "\"turn\"")) {
            field(line, "\"position\":\"", position, sizeof position);
            int count = moves_of(line, legal), best = choose(position, legal, count);
            printf("{\"note\": \"%ld positions\"}\n{\"move\": \"%s\"}\n", nodes, legal[best]);
        } else {
            break;
        }
    }
    return 0;
}
