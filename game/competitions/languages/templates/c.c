/* A bot in C for any game: it reads a line of JSON for each turn and answers with a move. This one plays at random;
 * "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.c GAME */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MOVES 2000
#define LONGEST 200

/* Choose one of the legal moves: the answer is its place in the list. */
static int choose(const char *position, char legal[][LONGEST], int count) {
    (void)position;
    return rand() % count;
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
static int moves_of(const char *line, char moves[][LONGEST]) {
    const char *found = strstr(line, "\"legal\":[");
    int count = 0;
    while (found && count < MOST_MOVES) {
        found = strpbrk(found + (count ? 1 : 9), "\"]");
        if (!found || *found == ']') break;
        field(found, "\"", moves[count++], LONGEST);
        found = strchr(found + 1, '"');
    }
    return count;
}

int main(void) {
    static char line[1 << 20], position[1 << 20], legal[MOST_MOVES][LONGEST];
    setvbuf(stdout, NULL, _IOLBF, 0); /* each answer leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"start\"")) {
            field(line, "\"seed\":", position, 20);
            srand((unsigned)strtoul(position, NULL, 10)); /* the same seed, the same game */
            puts("{\"ready\": [\"position\"]}");
        } else if (strstr(line, "\"turn\"")) {
            field(line, "\"position\":\"", position, sizeof position);
            int count = moves_of(line, legal);
            printf("{\"move\": \"%s\"}\n", count ? legal[choose(position, legal, count)] : "pass");
        } else {
            break;
        }
    }
    return 0;
}
