// A bot for Othello in Rust: alpha-beta search to a fixed depth, with corners and edges for its judgement.
// The server writes a line of JSON for each turn; this program answers with the text of a move.
use std::io::{self, BufRead};

const DEPTH: i32 = 3;
const MOST: i32 = 1_000_000;

/// Cells are 0 empty, 1 X, 2 O, 3 border.
type Board = [u8; 400];

struct Bot {
    size: usize,
    width: usize,
    nodes: u64,
}

impl Bot {
    fn at(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.width + column + 1
    }

    /// Put a disc and turn what it encloses; false, with nothing changed, if that is nothing.
    fn play(&self, board: &mut Board, cell: usize, me: u8) -> bool {
        if board[cell] != 0 {
            return false;
        }
        let width = self.width as isize;
        let mut turned = false;
        for step in [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1] {
            let mut to = cell as isize + step;
            while board[to as usize] == 3 - me {
                to += step;
            }
            if board[to as usize] != me {
                continue;
            }
            to -= step;
            while to != cell as isize {
                board[to as usize] = me;
                turned = true;
                to -= step;
            }
        }
        if turned {
            board[cell] = me;
        }
        turned
    }

    fn worth(&self, row: usize, column: usize) -> i32 {
        let last = self.size - 1;
        let edges = (row == 0 || row == last) as i32 + (column == 0 || column == last) as i32;
        [1, 5, 25][edges as usize]
    }

    /// What the discs are worth to me: by their places, or, when the game is over, by their number.
    fn total(&self, board: &Board, me: u8, over: bool) -> i32 {
        let mut sum = 0;
        for row in 0..self.size {
            for column in 0..self.size {
                let owner = board[self.at(row, column)];
                if owner != 0 {
                    let worth = if over { 1000 } else { self.worth(row, column) };
                    sum += if owner == me { worth } else { -worth };
                }
            }
        }
        sum
    }

    /// What the position is worth to me, who am to move.
    fn search(&mut self, board: &Board, me: u8, depth: i32, mut alpha: i32, beta: i32, passed: bool) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.total(board, me, false);
        }
        let mut moved = false;
        for row in 0..self.size {
            for column in 0..self.size {
                let cell = self.at(row, column);
                if board[cell] != 0 {
                    continue;
                }
                let mut child = *board;
                if !self.play(&mut child, cell, me) {
                    continue;
                }
                moved = true;
                let value = -self.search(&child, 3 - me, depth - 1, -beta, -alpha, false);
                if value >= beta {
                    return beta;
                }
                alpha = alpha.max(value);
            }
        }
        if moved {
            return alpha;
        }
        if passed {
            return self.total(board, me, true);
        }
        -self.search(board, 3 - me, depth, -beta, -alpha, true)
    }

    /// The best of the legal moves, which are texts such as d3.
    fn choose<'a>(&mut self, position: &str, legal: &[&'a str]) -> &'a str {
        let (cells, turn) = position.split_once(' ').unwrap();
        self.size = (cells.len() as f64).sqrt().round() as usize;
        self.width = self.size + 2;
        let mut board: Board = [3; 400];
        for (place, letter) in cells.bytes().enumerate() {
            board[self.at(place / self.size, place % self.size)] = match letter {
                b'X' => 1,
                b'O' => 2,
                _ => 0,
            };
        }
        let me = if turn.starts_with('X') { 1 } else { 2 };
        let (mut best, mut best_value) = (legal[0], -MOST);
        for &text in legal {
            let mut child = board;
            let column = (text.as_bytes()[0] - b'a') as usize;
            let row = text[1..].parse::<usize>().unwrap() - 1;
            self.play(&mut child, self.at(row, column), me);
            let value = -self.search(&child, 3 - me, DEPTH - 1, -MOST, -best_value, false);
            if value > best_value {
                best_value = value;
                best = text;
            }
        }
        best
    }
}

/// What stands in a line between the first of two texts and the next.
fn between<'a>(line: &'a str, first: &str, last: &str) -> &'a str {
    match line.find(first) {
        Some(place) => line[place + first.len()..].split(last).next().unwrap(),
        None => "",
    }
}

fn main() {
    let mut bot = Bot { size: 8, width: 10, nodes: 0 };
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"start\"") {
            println!("{{\"ready\": [\"position\"]}}");
        } else if line.contains("\"turn\"") {
            let legal: Vec<&str> = between(&line, "\"legal\":[\"", "\"]").split("\",\"").collect();
            let best = bot.choose(between(&line, "\"position\":\"", "\""), &legal);
            println!("{{\"note\": \"{} positions\"}}\n{{\"move\": \"{}\"}}", bot.nodes, best);
        } else {
            break;
        }
    }
}
