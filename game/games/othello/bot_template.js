// A bot for Othello in JavaScript: alpha-beta search to a fixed depth, with corners and edges for its judgement.
// The server writes a line of JSON for each turn; this program answers with the text of a move.
const DEPTH = 3;
const MOST = 1_000_000;

let size = 8;
let width = 10;
let steps = [];
let nodes = 0;

/** The place of a cell on a board with a border; cells are 0 empty, 1 X, 2 O, 3 border. */
const at = (row, column) => (row + 1) * width + column + 1;

/** Put a disc and turn what it encloses; false, with nothing changed, if that is nothing. */
function play(board, cell, me) {
  if (board[cell]) return false;
  let turned = false;
  for (const step of steps) {
    let to = cell + step;
    while (board[to] === 3 - me) to += step;
    if (board[to] !== me) continue;
    for (to -= step; to !== cell; to -= step) {
      board[to] = me;
      turned = true;
    }
  }
  if (turned) board[cell] = me;
  return turned;
}

function worth(row, column) {
  const edges = (row === 0 || row === size - 1) + (column === 0 || column === size - 1);
  return edges === 2 ? 25 : edges === 1 ? 5 : 1;
}

/** What the discs are worth to me: by their places, or, when the game is over, by their number. */
function total(board, me, over) {
  let sum = 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const owner = board[at(row, column)];
      if (owner) sum += (owner === me ? 1 : -1) * (over ? 1000 : worth(row, column));
    }
  return sum;
}

/** What the position is worth to me, who am to move. */
function search(board, me, depth, alpha, beta, passed) {
  nodes++;
  if (depth === 0) return total(board, me, false);
  let moved = false;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const cell = at(row, column);
      if (board[cell]) continue;
      const child = board.slice();
      if (!play(child, cell, me)) continue;
      moved = true;
      const value = -search(child, 3 - me, depth - 1, -beta, -alpha, false);
      if (value >= beta) return beta;
      if (value > alpha) alpha = value;
    }
  if (moved) return alpha;
  if (passed) return total(board, me, true);
  return -search(board, 3 - me, depth, -beta, -alpha, true);
}

/** The best of the legal moves, which are texts such as d3. */
function choose(position, legal) {
  const [cells, turn] = position.split(" ");
  size = Math.round(Math.sqrt(cells.length));
  width = size + 2;
  steps = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const board = new Int8Array(width * width).fill(3);
  for (let cell = 0; cell < cells.length; cell++) board[at(Math.floor(cell / size), cell % size)] = "-XO".indexOf(cells[cell]);
  const me = turn === "X" ? 1 : 2;
  let best = legal[0];
  let bestValue = -MOST;
  for (const move of legal) {
    const child = board.slice();
    play(child, at(Number(move.slice(1)) - 1, move.charCodeAt(0) - 97), me);
    const value = -search(child, 3 - me, DEPTH - 1, -MOST, -bestValue, false);
    if (value > bestValue) {
      bestValue = value;
      best = move;
    }
  }
  return best;
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.start) say({ ready: ["position"] });
  else if (message.turn) {
    const move = choose(message.turn.position, message.turn.legal);
    say({ note: `${nodes} positions` });
    say({ move });
  } else process.exit();
});
