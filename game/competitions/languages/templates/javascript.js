// A bot in JavaScript for any game: it reads a line of JSON for each turn and answers with a move. This one plays at
// random; "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.js GAME
let chance = 1;

/** The next number by chance, from 0 to 1. */
function random() {
  chance = (Math.imul(chance, 1103515245) + 12345) & 0x7fffffff;
  return chance / 0x80000000;
}

/** Choose one of the legal moves; they are null where there are too many to list. */
function choose(position, legal) {
  return legal ? legal[Math.floor(random() * legal.length)] : "pass";
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.start) {
    chance = message.start.seed % 0x7fffffff; // the same seed, the same game
    say({ ready: ["position"] });
  } else if (message.turn) say({ move: choose(message.turn.position, message.turn.legal) });
  else process.exit();
});
