/** The browser's end of the socket: packets over a websocket, answers in time and late, lines that break, polling where there is nothing else. */

import { afterEach, beforeEach, test } from "node:test";
import "./support/page.js";
import { polling } from "lib/polling.js";
import { Socket } from "lib/socket.js";
import { equal, ok, settle, until } from "./support/expect.js";

const OPEN = '0{"sid":"s","upgrades":[],"pingInterval":5000,"pingTimeout":8000}';

/** @type {any[]} */
let lines = [];
let refusing = false;

/** A websocket that goes nowhere; a test speaks for the server. */
class Wire {
  constructor(address) {
    Object.assign(this, { address, sent: [], closed: false });
    lines.push(this);
    if (refusing) setTimeout(() => this.onclose());
  }

  send(packet) {
    this.sent.push(packet);
  }

  say(...packets) {
    for (const data of packets) this.onmessage({ data });
  }

  close() {
    this.closed = true;
  }
}

const before = {};
const sockets = [];
beforeEach(() => {
  for (const name of ["WebSocket", "fetch", "location", "addEventListener"]) before[name] = globalThis[name];
  lines = [];
  refusing = false;
  Object.assign(globalThis, { WebSocket: Wire, location: { origin: "https://host" }, addEventListener: () => {} });
});
afterEach(() => {
  sockets.splice(0).forEach((each) => each.disconnect());
  Object.assign(globalThis, before);
});

function opened() {
  const socket = new Socket("/at/socket.io", 0);
  sockets.push(socket);
  const heard = [];
  for (const name of ["connect", "disconnect", "connect_error", "event"]) socket.on(name, (message) => heard.push([name, message ?? null]));
  return { socket, heard, names: () => heard.map(([name]) => name) };
}

function connected() {
  const all = opened();
  lines[0].say(OPEN, '40{"sid":"t"}');
  return { ...all, line: lines[0] };
}

test("opens by the protocol, answers pings, and tells messages", () => {
  const { socket, heard, line } = connected();
  equal(line.address, "wss://host/at/socket.io/?EIO=4&transport=websocket");
  let any = 0;
  socket.onAny(() => (any += 1));
  line.say("2", '42["event",{"a":[1]}]', '42["nobody",1]');
  equal(line.sent, ["40", "3"]);
  equal(heard, [["connect", null], ["event", { a: [1] }]]);
  equal([any, socket.connected], [2, true]);
});

test("what is sent before the line is up goes when it is, in order", () => {
  const { socket } = opened();
  socket.emit("one", { a: 1 });
  socket.emit("two", {}, () => {});
  equal(lines[0].sent, []);
  lines[0].say(OPEN, "40{}");
  equal(lines[0].sent, ["40", '42["one",{"a":1}]', '421["two",{}]']);
});

test("an answer comes to who asked, once, or it is late", async () => {
  const { socket, line } = connected();
  const answers = [];
  socket.emit("a", {}, (answer) => answers.push(answer));
  socket.timeout(1000).emit("b", {}, (late, answer) => answers.push([late, answer]));
  socket.timeout(1).emit("c", {}, (late) => answers.push(late?.message));
  line.say('431[{"ok":true}]', '430["[x]"]', "430[2]");
  await until(() => answers.length === 3);
  line.say("432[1]");
  equal(answers, [[null, { ok: true }], "[x]", "late"]);
});

test("a line that breaks is told, who waits is told too, and it is opened again as a websocket", async () => {
  const { socket, line, names } = connected();
  const late = [];
  socket.timeout(60_000).emit("a", {}, (error) => late.push(error.message));
  line.onclose();
  equal([late, socket.connected], [["gone"], false]);
  await until(() => lines.length === 2);
  line.onclose(); // says nothing of the next
  line.say('42["event",1]');
  lines[1].say(OPEN, "40{}");
  equal(names(), ["connect", "disconnect", "connect_error", "connect"]);
});

test("a line that says nothing for longer than the server lets it is opened again", async () => {
  const { socket } = opened();
  lines[0].say('0{"sid":"s","pingInterval":5,"pingTimeout":5}', "40{}");
  await until(() => lines.length === 2);
  equal([lines[0].closed, socket.connected], [true, false]);
});

test("a line that does not open again is given up, sooner at first than later, and also halfway", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const waited = [];
  const given = () => {
    for (let milliseconds = 0, { length } = lines; ; milliseconds += 50) {
      if (lines.length > length) return waited.push(milliseconds);
      context.mock.timers.tick(50);
    }
  };
  connected().line.onclose();
  given();
  given();
  given();
  lines.at(-1).say(OPEN); // and no word of the namespace
  given();
  equal(waited, [150, 2300, 4600, 4900]);
});

test("a server that wants no more is left alone until the page asks again", async () => {
  const { socket, line, names } = connected();
  line.say("41");
  await settle(400);
  equal([lines.length, names()], [1, ["connect", "disconnect"]]);
  socket.connect();
  socket.connect();
  equal(lines.length, 2);
});

test("who hears of a broken line may open it at once, and only one is opened", async () => {
  const { socket, line } = connected();
  socket.on("disconnect", () => (socket.disconnect(), socket.connect()));
  line.onclose();
  equal(lines.length, 2);
  await settle(400);
  equal(lines.length, 2);
});

/** Requests that a test answers, one after the other. */
function requests() {
  const asked = [];
  globalThis.fetch = (address, given = {}) =>
    new Promise((resolve, reject) => {
      given.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      asked.push({ address, body: given.body ?? null, say: (text, ok = true) => resolve({ ok, status: ok ? 200 : 400, text: async () => text }) });
    });
  return asked;
}

test("packets go by polling where no websocket opens", async () => {
  refusing = true;
  const asked = requests();
  const { socket, heard } = opened();
  socket.emit("one", {});
  await until(() => asked.length === 1);
  equal(asked[0].address, "https://host/at/socket.io/?EIO=4&transport=polling");
  asked[0].say(OPEN);
  await until(() => asked.length === 3);
  const [post, get] = asked[1].body ? [asked[1], asked[2]] : [asked[2], asked[1]];
  equal([post.body, post.address.endsWith("&sid=s")], ["40", true]);
  post.say("ok");
  get.say('40{"sid":"t"}\x1e42["event",7]');
  await until(() => asked.some(({ body }) => body === '42["one",{}]'));
  equal(heard, [["connect", null], ["event", 7]]);
  equal(lines.length, 1);
});

test("packets go by polling where a websocket is not even refused", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = requests();
  opened();
  context.mock.timers.tick(3999);
  equal(lines[0].closed, false);
  context.mock.timers.tick(1);
  while (!asked.length) await new Promise(setImmediate);
  equal([lines.length, lines[0].closed, asked[0].address], [1, true, "https://host/at/socket.io/?EIO=4&transport=polling"]);
});

test("where polling fails as well, the websocket is tried again", async () => {
  refusing = true;
  const asked = requests();
  const { names } = opened();
  await until(() => asked.length === 1);
  asked[0].say("", false);
  await until(() => lines.length === 2);
  equal(names(), ["connect_error"]);
});

test("what is sent while a request is on its way goes with the next, as many as the server takes", async () => {
  const asked = requests();
  const heard = [];
  const carrier = polling("http://host/?EIO=4", { hear: (packet) => heard.push(packet), gone: () => heard.push("gone") });
  asked[0].say(OPEN);
  await until(() => asked.length === 2);
  for (let each = 0; each < 20; each += 1) carrier.send(`42[${each}]`);
  equal(asked[2].body, "42[0]");
  asked[2].say("ok");
  await until(() => asked.length === 4);
  equal(asked[3].body.split("\x1e").length, 16);
  asked[3].say("ok");
  await until(() => asked.length === 5);
  asked[4].say("ok");
  carrier.close();
  equal(asked[5].body, "1");
  await settle(5);
  ok(!heard.includes("gone"));
});
