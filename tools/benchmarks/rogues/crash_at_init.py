"""Breaks down before its first move."""

secret_plan = {}


def get_initial_state(random, time, configuration):
    return secret_plan["opening"]


def make_move_state(random, time, configuration, moves, state):
    return "Down", state
