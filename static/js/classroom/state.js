/**
 * What a page of the class knows, and what each thing that comes in does to it: one pure reducer for the student's page, the
 * wall and the teacher's page, and the questions that they ask of the state.
 *
 * @typedef {object} State
 * @property {Play.Line} line
 * @property {{code: string, sentence: string} | null} barred Why the class cannot be joined.
 * @property {Classroom.Room | null} room The public state of the class, null before joining.
 * @property {Classroom.You | null} you The student's own part.
 * @property {Classroom.Teacher | null} teacher The teacher's part.
 * @property {Classroom.Contest | null} contest The match or the tournament that the class holds.
 * @property {Record<string, Classroom.Card>} boards Its boards by number, where this page shows all of them.
 * @property {number} offset The server's clock minus the page's, in seconds.
 * @property {{question: string, text: string} | null} sending An answer that is on its way.
 * @property {{question: string, sentence: string} | null} refusal Why the last answer was not taken.
 * @property {Record<string, any>} ui What this page alone remembers.
 */

/** @param {Record<string, any>} [ui] @returns {State} */
export function firstState(ui = {}) {
  return { line: "connecting", barred: null, room: null, you: null, teacher: null, contest: null, boards: {}, offset: 0, sending: null, refusal: null, ui };
}

/** The room after a newer one came; an older one, overtaken on its way, changes nothing. @param {Classroom.Room | null} room @param {Classroom.Room} next */
function newer(room, next) {
  return room && next.code === room.code && next.seq < room.seq ? room : next;
}

/** An answer is on its way only while its question is there. @param {State["sending"]} sending @param {Classroom.Room} room */
const stillSending = (sending, room) => (sending && room.question?.id === sending.question ? sending : null);

/** @param {State} state @param {Classroom.Room} next @returns {State} */
function withRoom(state, next) {
  const room = newer(state.room, next);
  return room === state.room ? state : { ...state, room, sending: stillSending(state.sending, room) };
}

/** The teacher's page walks searches itself, by their links, which no other screen has. @param {State} state @returns {State} */
function linked(state) {
  const { room, teacher } = state;
  if (!room || !teacher?.links) return state;
  const { scene, question } = room;
  const link = (/** @type {Classroom.Stage | null | undefined} */ stage) => (stage && teacher.links?.[stage.id]) ?? "";
  const stage = question?.stage;
  return {
    ...state,
    room: {
      ...room,
      scene: scene.stage ? { ...scene, link: link(scene.stage) } : scene,
      question: question && stage ? { ...question, stage: { ...stage, link: link(stage) } } : question,
    },
  };
}

/** @param {State} state @param {Classroom.Room} room @returns {State} */
const ended = (state, room) => ({ ...state, line: "live", room: { ...room, open: false, paused: false, question: null } });

/** Boards with those that changed. @param {State["boards"]} known @param {Classroom.Card[]} cards */
const byNumber = (known, cards) => ({ ...known, ...Object.fromEntries(cards.map((card) => [card.number, card])) });

/** @type {{[T in keyof Classroom.Actions]: (state: State, action: Classroom.Actions[T]) => State}} */
const HANDLERS = {
  // Joining again takes the room as it is, even if a restarted server counts anew.
  joined: (state, { ack }) => linked({
    ...state,
    room: ack.state,
    you: ack.you ?? state.you,
    teacher: ack.teacher ?? state.teacher,
    contest: ack.contest ?? null,
    boards: byNumber({}, ack.boards ?? []),
    barred: null,
    sending: stillSending(state.sending, ack.state),
  }),
  contest: (state, { contest }) => ({ ...state, contest, boards: contest?.number === state.contest?.number ? state.boards : {} }),
  boards: (state, { boards }) => ({ ...state, boards: byNumber(state.boards, boards) }),
  state: (state, { room }) => linked(withRoom(state, room)),
  you: (state, { you }) => ({ ...state, you }),
  teacher: (state, { teacher }) => linked({ ...state, teacher }),
  // A class that was there and is no more has ended, whatever this page missed.
  line: (state, { line, error = null }) => error?.code === "no_such_class" && state.room ? ended(state, state.room) : ({ ...state, line, barred: line === "refused" ? error : state.barred }),
  offset: (state, { offset }) => ({ ...state, offset }),
  sending: (state, { question, text }) => ({ ...state, sending: { question, text }, refusal: null }),
  sent: (state, { question, text, error = null }) => ({
    ...state,
    sending: state.sending?.question === question && state.sending.text === text ? null : state.sending,
    refusal: error ? { question, sentence: error.sentence } : null,
    // What the server confirmed is true even before it tells so again.
    you: error || !state.you || state.room?.question?.id !== question ? state.you : { ...state.you, answered: text },
  }),
  ui: (state, { change }) => ({ ...state, ui: { ...state.ui, ...(typeof change === "function" ? change(state.ui) : change) } }),
};

/** The state after an action; an unknown action is a mistake in the page and is said so. @param {State} state @param {Classroom.Action} action */
export function reduce(state, action) {
  const handler = /** @type {(state: State, action: any) => State} */ (HANDLERS[action.type]);
  if (!handler) throw new Error(`The class knows no action “${action.type}”.`);
  return handler(state, action);
}

/** Listeners for a line that put what it hears into a store. @param {(action: Classroom.Action) => void} dispatch */
export const hearing = (dispatch) => ({
  joined: (/** @type {Classroom.Joined} */ ack) => dispatch({ type: "joined", ack }),
  state: (/** @type {Classroom.Room} */ room) => dispatch({ type: "state", room }),
  you: (/** @type {Classroom.You} */ you) => dispatch({ type: "you", you }),
  teacher: (/** @type {Classroom.Teacher} */ teacher) => dispatch({ type: "teacher", teacher }),
  contest: (/** @type {Classroom.Contest | null} */ contest) => dispatch({ type: "contest", contest }),
  boards: (/** @type {Classroom.Card[]} */ boards) => dispatch({ type: "boards", boards }),
  line: (/** @type {Play.Line} */ line, /** @type {Protocol.Refusal | undefined} */ error = undefined) => dispatch({ type: "line", line, error }),
  offset: (/** @type {number} */ offset) => dispatch({ type: "offset", offset }),
});

/** What a screen of the class shows first: the end, a pause, a question, or the scene. @param {State} state */
export function showing({ room }) {
  if (!room) return "nothing";
  if (!room.open) return "ended";
  if (room.paused) return "paused";
  return room.question ? "question" : room.scene.kind;
}

/** Whether the class was joined. @param {State} state @returns {state is Classroom.Inside} */
export const inside = (state) => Boolean(state.room);

/** What the student answered to the question on screen, the answer on its way included; null for nothing yet. @param {State} state */
export const answered = ({ sending, you, room }) => (room?.question && sending && sending.question === room.question.id ? sending.text : (you?.answered ?? null));

/** Whether an answer would be taken now. @param {State} state */
export const answering = ({ room }) => room !== null && room.open && !room.paused && room.question?.state === "open";

/** Seconds that are left to answer, null where there is no limit. @param {State} state @param {number} here the page's clock in seconds */
export function secondsLeft({ room, offset }, here) {
  const question = room?.question;
  if (!question || question.state !== "open" || question.ends === null || question.ends === undefined) return null;
  return Math.max(0, question.ends - (here + offset));
}

/** What was asked, played and scored so far, as a text: once it is another, what the teacher was told before may be so no more. @param {State} state */
export const progress = ({ room, contest, teacher }) =>
  JSON.stringify([room?.question?.id, room?.question?.state, contest?.number, contest?.phase, teacher?.students.reduce((sum, { score }) => sum + score, 0)]);

/** Why the last answer was refused, while its question is still there. @param {State} state */
export const refusalOf = ({ room, refusal }) => (refusal && room?.question?.id === refusal.question ? refusal.sentence : "");
