/** The line to the server: order, gaps, lost lines, commands that are sent again. */

import { Connection } from "lib/connection.js";
import { freshId } from "lib/line.js";
import { equal, ok, settle } from "harness/expect.js";
import { FakeSocket } from "harness/fake_socket.js";
import { d6, f5, snapshot } from "harness/games.js";

/** A connection over a fake socket that answers joins, and all that it heard. */
async function line(settings = {}) {
  const socket = new FakeSocket();
  socket.automatic = { join: () => ({ ok: true, snapshot: snapshot({ seq: line.seq }) }), ping_clock: { ok: true, now: 500 } };
  line.seq = 0;
  const heard = [];
  const note = (what) => (value, more) => heard.push([what, value, more]);
  const hear = Object.fromEntries(
    ["snapshot", "event", "thinking", "hint", "watchers", "line", "offset"].map((name) => [name, note(name)]),
  );
  const connection = new Connection({ game: "game1", tokens: ["A"], hear, open: () => socket, ...settings });
  await connection.start();
  const of = (what) => heard.filter(([name]) => name === what).map(([, value]) => value);
  return { socket, connection, heard, of };
}

export async function test_joins_with_its_tokens_and_takes_the_snapshot() {
  const { socket, connection, of } = await line();
  socket.up();
  await settle(5);
  equal(socket.last("join").message, { game: "game1", tokens: ["A"] });
  equal([of("snapshot").length, of("line")], [1, ["live"]]);
  connection.stop();
}

export async function test_events_are_taken_in_order_and_once() {
  const { socket, connection, of } = await line();
  socket.up();
  await settle(5);
  socket.receive("event", f5());
  socket.receive("event", f5());
  socket.receive("event", { ...d6(), game: "another" });
  socket.receive("event", d6());
  equal(of("event").map((event) => event.seq), [1, 2]);
  connection.stop();
}

export async function test_a_gap_means_joining_again() {
  const { socket, connection, of } = await line();
  socket.up();
  await settle(5);
  line.seq = 2;
  socket.receive("event", d6(2));
  equal(of("event").length, 0);
  await settle(5);
  equal([socket.all("join").length, of("snapshot").at(-1).seq], [2, 2]);
  connection.stop();
}

export async function test_events_that_overtake_the_snapshot_are_kept() {
  const { socket, connection, of } = await line();
  delete socket.automatic.join;
  socket.up();
  socket.receive("event", f5(1));
  socket.receive("event", d6(2));
  socket.last("join").answer({ ok: true, snapshot: snapshot({ seq: 1 }) });
  equal(of("event").map((event) => event.seq), [2]);
  connection.stop();
}

export async function test_commands_are_sent_again_with_the_same_id_until_acknowledged() {
  const { socket, connection } = await line();
  socket.up();
  await settle(5);
  const answer = connection.command({ token: "A", ply: 0, do: "move", move: "f5" });
  const first = socket.last("command").message;
  socket.down();
  socket.up();
  await settle(5);
  const again = socket.all("command");
  equal(again.length, 2);
  equal(again[1].message, first);
  again[1].answer({ ok: true, seq: 1 });
  equal((await answer).seq, 1);
  socket.down();
  socket.up();
  await settle(5);
  equal(socket.all("command").length, 2, "an acknowledged command is not sent again");
  connection.stop();
}

export async function test_commands_wait_while_the_line_is_down() {
  const { socket, connection } = await line();
  const answer = connection.command({ token: "A", ply: 0, do: "resign" });
  equal(socket.all("command").length, 0);
  socket.up();
  await settle(5);
  socket.last("command").answer({ ok: false, error: { code: "old_ply", sentence: "Too late." } });
  equal((await answer).error.code, "old_ply");
  connection.stop();
}

export async function test_a_silent_line_is_noticed_and_renewed() {
  const { socket, connection, of } = await line({ heartbeat: 20, patience: 30 });
  socket.up();
  await settle(5);
  delete socket.automatic.ping_clock;
  await settle(90);
  equal(of("line").slice(0, 2), ["live", "lost"]);
  ok(socket.connects >= 1, "a new connection was asked for");
  connection.stop();
}

export async function test_the_servers_clock_is_learnt() {
  const { socket, connection, of } = await line();
  socket.up();
  await settle(10);
  const offset = of("offset").at(-1);
  ok(Math.abs(offset + performance.now() / 1000 - 500) < 0.2, `offset ${offset}`);
  connection.stop();
}

export async function test_a_refused_joining_is_told() {
  const { socket, connection, heard } = await line();
  socket.automatic.join = { ok: false, error: { code: "no_such_game", sentence: "There is no such game." } };
  socket.up();
  await settle(5);
  equal(heard.at(-1), ["line", "refused", { code: "no_such_game", sentence: "There is no such game." }]);
  connection.stop();
}

export async function test_ids_do_not_repeat() {
  equal(new Set(Array.from({ length: 2000 }, freshId)).size, 2000);
  ok(freshId().length <= 64, "short enough");
}
