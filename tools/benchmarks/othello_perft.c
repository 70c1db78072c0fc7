/* Plain C yardstick for the compiled Othello perft: the same algorithm, move by move and vector by vector.
 *
 * cc -O3 -march=native -o othello_perft othello_perft.c && ./othello_perft 10
 *
 * Prints the leaves and the seconds on one line. A pass is a ply; a game that is over earlier is one leaf; the
 * last ply is counted without being played. Kept as close as C allows to game/games/othello/runs.py and
 * game/search/perft.py, so that the two speeds compare the compilers and nothing else.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PASS 64
#define MOST_MOVES 56

static const uint64_t board = UINT64_C(0xFFFFFFFFFFFFFFFF);

typedef uint64_t Vector __attribute__((vector_size(64)));

#define COLUMNS UINT64_C(0x7E7E7E7E7E7E7E7E)
#define ROWS UINT64_C(0x00FFFFFFFFFFFF00)
#define BOTH (COLUMNS & ROWS)

static const Vector steps = {1, 9, 8, 7, 63, 55, 56, 57}, twice = {2, 18, 16, 14, 62, 46, 48, 50};
static const Vector inside = {COLUMNS, BOTH, ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH};

typedef struct {
    uint64_t own, other;
} Position;

static inline Vector turned(Vector lanes, Vector by) {
    return lanes << by | lanes >> (64 - by);
}

static inline uint64_t joined(Vector lanes) {
    lanes |= __builtin_shuffle(lanes, (Vector){4, 5, 6, 7, 0, 1, 2, 3});
    lanes |= __builtin_shuffle(lanes, (Vector){2, 3, 0, 1, 6, 7, 4, 5});
    return lanes[0] | lanes[1];
}

static inline Vector run_from(uint64_t start, uint64_t other) {
    const Vector none = {0}, inner = (none | other) & inside;
    Vector run = inner & turned(none | start, steps);
    run |= inner & turned(run, steps);
    const Vector pairs = inner & turned(inner, steps);
    run |= pairs & turned(run, twice);
    run |= pairs & turned(run, twice);
    return run;
}

static inline uint64_t targets(uint64_t own, uint64_t other) {
    return joined(turned(run_from(own, other), steps)) & ~(own | other) & board;
}

static inline uint64_t flips(uint64_t own, uint64_t other, uint64_t placed) {
    const Vector run = run_from(placed, other);
    return joined(run & (Vector)((turned(run, steps) & own) != 0));
}

static inline int legal_moves(Position position, int *moves) {
    uint64_t left = targets(position.own, position.other);
    if (!left) {
        if (!targets(position.other, position.own)) return 0;
        moves[0] = PASS;
        return 1;
    }
    int count = 0;
    for (; left; left &= left - 1) moves[count++] = __builtin_ctzll(left);
    return count;
}

static inline int count_moves(Position position) {
    const uint64_t open_squares = targets(position.own, position.other);
    if (open_squares) return __builtin_popcountll(open_squares);
    return targets(position.other, position.own) ? 1 : 0;
}

static inline Position play(Position position, int move) {
    if (move == PASS) return (Position){position.other, position.own};
    const uint64_t placed = UINT64_C(1) << move;
    const uint64_t flipped = flips(position.own, position.other, placed);
    return (Position){position.other & ~flipped, position.own | flipped | placed};
}

static uint64_t perft(Position position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) {
        const int count = count_moves(position);
        return count ? (uint64_t)count : 1;
    }
    int moves[MOST_MOVES];
    const int count = legal_moves(position, moves);
    if (count == 0) return 1;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) leaves += perft(play(position, moves[i]), depth - 1);
    return leaves;
}

int main(int argc, char **argv) {
    const int depth = argc > 1 ? atoi(argv[1]) : 10;
    if (depth < 0 || depth > 20) {
        fprintf(stderr, "The depth goes from 0 to 20.\n");
        return 2;
    }
    /* Dark on e4 and d5, light on d4 and e5, dark to move; a1 is bit 0. */
    const Position start = {UINT64_C(1) << 28 | UINT64_C(1) << 35, UINT64_C(1) << 27 | UINT64_C(1) << 36};
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    const uint64_t leaves = perft(start, depth);
    clock_gettime(CLOCK_MONOTONIC, &after);
    const double seconds = (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) / 1e9;
    printf("%llu %.6f\n", (unsigned long long)leaves, seconds);
    return 0;
}
