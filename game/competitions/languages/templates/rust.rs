// A bot in Rust for any game: it reads a line of JSON for each turn and answers with a move. This one plays at random;
// "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.rs GAME
use std::io::{self, BufRead};

/// Choose one of the legal moves.
fn choose<'a>(_position: &str, legal: &[&'a str], chance: &mut u64) -> &'a str {
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    legal[(*chance % legal.len() as u64) as usize]
}

/// What stands in a line between the first of two texts and the next.
fn between<'a>(line: &'a str, first: &str, last: &str) -> &'a str {
    match line.find(first) {
        Some(place) => line[place + first.len()..].split(last).next().unwrap(),
        None => "",
    }
}

fn main() {
    let mut chance = 1;
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"start\"") {
            let seed: String = between(&line, "\"seed\":", "}").chars().take_while(|c| c.is_ascii_digit()).collect();
            chance = seed.parse::<u64>().unwrap_or(0) + 1; // the same seed, the same game
            println!("{{\"ready\": [\"position\"]}}");
        } else if line.contains("\"turn\"") {
            let moves = between(&line, "\"legal\":[\"", "\"]");
            let legal: Vec<&str> = moves.split("\",\"").filter(|text| !text.is_empty()).collect();
            let position = between(&line, "\"position\":\"", "\"");
            let best = if legal.is_empty() { "pass" } else { choose(position, &legal, &mut chance) };
            println!("{{\"move\": \"{}\"}}", best);
        } else {
            break;
        }
    }
}
