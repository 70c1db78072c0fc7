/** The line to the server: order, gaps, lost lines, commands that are sent again. */

import { afterEach, test } from "node:test";
import "./support/page.js";
import { Connection } from "lib/connection.js";
import { freshId } from "lib/line.js";
import { equal, ok, settle, until } from "./support/expect.js";
import { FakeSocket } from "./support/fake_socket.js";
import { d6, f5, snapshot } from "./support/games.js";

const opened = [];
afterEach(() => opened.splice(0).forEach((each) => each.stop()));

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
  opened.push(connection);
  await connection.start();
  const of = (what) => heard.filter(([name]) => name === what).map(([, value]) => value);
  return { socket, connection, heard, of };
}

test("joins with its tokens and takes the snapshot", async () => {
  const { socket, of } = await line();
  socket.up();
  await settle(5);
  equal(socket.last("join").message, { game: "game1", tokens: ["A"] });
  equal([of("snapshot").length, of("line")], [1, ["live"]]);
});

test("events are taken in order and once", async () => {
  const { socket, of } = await line();
  socket.up();
  await settle(5);
  socket.receive("event", f5());
  socket.receive("event", f5());
  socket.receive("event", { ...d6(), game: "another" });
  socket.receive("event", d6());
  equal(of("event").map((event) => event.seq), [1, 2]);
});

test("a gap means joining again", async () => {
  const { socket, of } = await line();
  socket.up();
  await settle(5);
  line.seq = 2;
  socket.receive("event", d6(2));
  equal(of("event").length, 0);
  await settle(5);
  equal([socket.all("join").length, of("snapshot").at(-1).seq], [2, 2]);
});

test("what passes by itself is tried again", async () => {
  const { socket, connection, of } = await line({ rest: 1 });
  const refusals = ["busy", "storage_failed", "closing"];
  socket.automatic.join = () => {
    const code = refusals.shift();
    return code ? { ok: false, error: { code, sentence: "In a moment." } } : { ok: true, snapshot: snapshot({ seq: 0 }) };
  };
  socket.up();
  await until(() => of("line").includes("live"));
  equal([of("line"), socket.all("join").length], [["live"], 4]);
  const answer = connection.command({ token: "A", ply: 0, do: "move", move: "f5" });
  socket.last("command").answer({ ok: false, error: { code: "busy", sentence: "In a moment." } });
  await until(() => socket.all("command").length === 2);
  socket.last("command").answer({ ok: true, seq: 1 });
  ok((await answer).ok);
});

test("what cannot be joined at a moment is joined soon, and then more rarely", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { socket, connection } = await line({ rest: 800 });
  delete socket.automatic.join;
  socket.up();
  const refuse = (code) => socket.last("join").answer({ ok: false, error: { code, sentence: "In a moment." } });
  /** How long it takes until the page joins again. */
  const rest = (code) => {
    const before = socket.all("join").length;
    refuse(code);
    for (let passed = 100; passed <= 1600; passed += 100) {
      context.mock.timers.tick(100);
      if (socket.all("join").length > before) return passed;
    }
  };
  equal(["busy", "closing", "busy", "busy", "busy", "too_fast"].map(rest), [100, 200, 400, 800, 800, 800]);
  socket.last("join").answer({ ok: true, snapshot: snapshot({ seq: 0 }) });
  connection.join();
  equal([rest("too_fast"), rest("busy")], [800, 200]);
});

test("another server goes on with the game, so the page joins again", async () => {
  const { socket } = await line();
  delete socket.automatic.join;
  socket.up();
  socket.receive("again", {});
  socket.last("join").answer({ ok: true, snapshot: snapshot({ seq: 0 }) });
  equal(socket.all("join").length, 2);
});

test("events that overtake the snapshot are kept", async () => {
  const { socket, of } = await line();
  delete socket.automatic.join;
  socket.up();
  socket.receive("event", f5(1));
  socket.receive("event", d6(2));
  socket.last("join").answer({ ok: true, snapshot: snapshot({ seq: 1 }) });
  equal(of("event").map((event) => event.seq), [2]);
});

test("commands are sent again with the same id until acknowledged", async () => {
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
});

test("commands wait while the line is down", async () => {
  const { socket, connection } = await line();
  const answer = connection.command({ token: "A", ply: 0, do: "resign" });
  equal(socket.all("command").length, 0);
  socket.up();
  await settle(5);
  socket.last("command").answer({ ok: false, error: { code: "old_ply", sentence: "Too late." } });
  equal((await answer).error.code, "old_ply");
});

test("a silent line is noticed and renewed", async () => {
  const { socket, of } = await line({ heartbeat: 20, patience: 30 });
  socket.up();
  await settle(5);
  delete socket.automatic.ping_clock;
  await until(() => of("line").length > 1 && socket.connects, "a silent line is noticed");
  equal(of("line").slice(0, 2), ["live", "lost"]);
  ok(socket.connects >= 1, "a new connection was asked for");
});

test("a line on which a joining waits is not taken for dead", async () => {
  const { socket, connection, of } = await line();
  socket.up();
  await until(() => of("line").includes("live") && !connection.checking);
  socket.automatic = {};
  connection.check();
  connection.again();
  socket.last("ping_clock").fail();
  const asked = socket.all("ping_clock").length;
  connection.check();
  equal([socket.connects, socket.all("ping_clock").length], [0, asked], "the joining may still be answered");
  socket.last("join").fail();
  equal(socket.connects, 1, "it was not");
});

test("the servers clock is learnt", async () => {
  const { socket, of } = await line();
  const before = performance.now() / 1000;
  socket.up();
  await until(() => of("offset").length, "an answer");
  const after = performance.now() / 1000;
  const offset = of("offset").at(-1);
  ok(offset > 500 - after && offset < 500.1 - before + (after - before), `offset ${offset}`); // however long the answer took
});

test("a refused joining is told", async () => {
  const { socket, heard } = await line();
  socket.automatic.join = { ok: false, error: { code: "no_such_game", sentence: "There is no such game." } };
  socket.up();
  await settle(5);
  equal(heard.at(-1), ["line", "refused", { code: "no_such_game", sentence: "There is no such game." }]);
});

test("ids do not repeat", () => {
  equal(new Set(Array.from({ length: 2000 }, freshId)).size, 2000);
  ok(freshId().length <= 64, "short enough");
});
