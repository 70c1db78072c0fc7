"""Takes all memory there is."""


def make_move(random, time, configuration, game_state):
    taken = []
    while True:
        taken.append(bytearray(16 * 1024 * 1024))
