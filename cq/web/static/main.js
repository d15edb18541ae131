// The page: one immutable state, its history, and the parts that show it.

import { ApiError, get, post } from "./api.js";
import { counts, describe, empty, fromRecorded, hexOf, key, replay, toRecorded, withBlock } from "./blocks.js";
import { Conversation } from "./conversation.js";
import { Editor } from "./editor.js";
import { announce, button, byId, download } from "./elements.js";
import { History } from "./history.js";
import { fromFragment } from "./link.js";
import { OpenDialog } from "./open_dialog.js";
import { Player } from "./player.js";
import { Preview } from "./preview.js";
import { addShareDialog } from "./share_dialog.js";
import { strings } from "./strings.js";
import { Study, isStudy } from "./study.js";
import { suggestions } from "./suggestions.js";
import { addTheme } from "./theme.js";
import { Verdict } from "./verdict.js";
import { WorldView } from "./world_view.js";

const TYPING = 400; // milliseconds of rest before what is typed is classified
const FORMAT = 3; // of what a reload restores; another version's is not read
const STATES_KEPT = 50; // that can still be undone after a reload

let history = new History({
  title: "", // of the world
  world: empty,
  start: empty, // before the conversation
  target: null,
  dialogue: null, // as the server gave it; null before the first instruction in this world
  open: false, // whether the builder waits for an answer
  entries: [], // of the conversation: { note } or { turn, context }
  build: null, // the last one: { before, actions, plan }
});
let busy = false;

const view = new WorldView(byId("world"));
let targetView = null; // made when there is a target
const state = () => history.present;
const editor = new Editor(view, () => state().world, edit, announceQuietly);
const verdict = new Verdict(save);
const player = new Player(drawMoment);
const study = isStudy() ? new Study(openTask, () => openWorld({ title: "", world: toRecorded(empty), target: null })) : null;
const preview = new Preview(view, () => state());
const conversation = new Conversation({
  answer: (number) => send({ answer: number }),
  keep: () => announce(strings.kept),
  takeBack,
  tryAgain,
  highlight: (evidence) => drawOutlines(evidence),
  preview: (number) => preview.show(number),
  rate: study && ((number, thumb, meant) => study.rate(number, thumb, meant).catch(showError)),
});
new OpenDialog(openWorld, openDialogue);
addShareDialog(async () => ({ dialogue: await currentDialogue(), target: state().target && toRecorded(state().target) }));
addTheme(() => [view, targetView].forEach((one) => one?.paint()));

// ---- what changes the state

function push(change) {
  history.push({ ...state(), ...change });
  show({ animated: Boolean(change.build) });
}

/** Place or break a block. The dialogue begins anew in the changed world. */
function edit(at, colour) {
  const { world, entries } = state();
  const before = world.blocks.get(key(...at));
  if (busy || study || (before ?? null) === colour) return;
  player.stop();
  const last = entries.at(-1);
  const edits = (last?.edits ?? 0) + 1;
  const note = strings.changed(edits);
  const changed = withBlock(world, at, colour);
  const kept = last?.edits ? entries.slice(0, -1) : entries;
  push({ world: changed, start: changed, entries: [...kept, { note, edits }], dialogue: null, open: false, build: null });
}

/** Say something, or answer the open question. */
async function send(step) {
  if (busy) return;
  setBusy(true);
  try {
    const { dialogue, world, entries } = state();
    const number = study?.turns;
    const cost = { cost_of_asking: verdict.cost };
    const begun = dialogue ? { dialogue: { ...dialogue, ...cost } } : { world: toRecorded(world), ...cost };
    const result = study ? await study.step(step) : await post("dialogue", { ...begun, ...step });
    const [turn] = result.turns;
    const entry = { ...entryOf(turn, world, result.said), number };
    byId("say-text").value = "";
    push({ ...fromDialogue(result), entries: [...entries, entry], build: turn.build && { before: world, ...turn.build } });
  } catch (error) {
    showError(error);
  } finally {
    setBusy(false);
  }
}

/** A turn in the conversation, with what ranking questions for it needs. */
function entryOf(turn, world, said) {
  return { turn, context: { world: toRecorded(world), dialogue: said.slice(0, turn.said_before) } };
}

function fromDialogue(result) {
  return {
    dialogue: result.dialogue,
    world: fromRecorded(result.world),
    start: fromRecorded(result.dialogue.start),
    open: result.question_is_open,
  };
}

function openWorld({ title, world, target, instruction }) {
  const opened = fromRecorded(world);
  byId("say-text").value = instruction ?? "";
  push({
    title,
    world: opened,
    start: opened,
    target: target && fromRecorded(target),
    entries: [{ note: strings.opened(title) }],
    dialogue: null, open: false, build: null,
  });
  classifyTyped();
}

async function openDialogue(saved, target = null) {
  const result = await post("dialogue", { dialogue: saved });
  verdict.setCost(result.dialogue.cost_of_asking ?? null);
  openTalk(result, strings.savedDialogue, target);
}

/** Open a dialogue as the server gives it, with all its turns. */
function openTalk(result, title, target) {
  const opened = fromDialogue(result);
  let world = opened.start;
  const entries = [];
  for (const turn of result.turns) {
    entries.push(entryOf(turn, world, result.said));
    if (turn.build) world = replay(world, turn.build.actions);
  }
  push({ title, target: target && fromRecorded(target), ...opened, entries: [{ note: strings.opened(title) }, ...entries], build: null });
}

/** Open a task of a study, with the dialogue about it so far. */
function openTask({ title, target, talk }) {
  byId("say-text").value = "";
  openTalk(talk, title, target);
}

function undo() {
  player.stop();
  if (history.undo()) show({});
}

/** Take back the last turn. The history knows the state before it, unless the dialogue was opened with it. */
async function takeBack() {
  const { dialogue, entries } = state();
  const kept = entries.slice(0, -1);
  const past = history.past.at(-1)?.entries ?? [];
  if (!study && past.length === kept.length && kept.every((entry, index) => entry === past[index])) return undo();
  player.stop();
  try {
    const result = study ? await study.step({ undo: true }) : await post("dialogue", { dialogue, undo: true });
    push({ ...fromDialogue(result), entries: kept, build: null });
  } catch (error) {
    showError(error);
  }
}

/** Take back what was not meant, and put its words into the box to say them in another way. */
async function tryAgain(said) {
  await takeBack();
  byId("say-text").value = said;
  byId("say-text").select();
  announce(strings.sayDifferently);
}

function redo() {
  player.stop();
  if (history.redo()) show({});
}

/** The dialogue to share; before the first instruction it has the world alone. */
async function currentDialogue() {
  return state().dialogue ?? (await post("dialogue", { world: toRecorded(state().world) })).dialogue;
}

// ---- what shows the state

function show({ animated = false }) {
  const { title, world, target, dialogue, open, entries, build } = state();
  byId("world-title").textContent = title || strings.world;
  byId("world-words").textContent = describe(world);
  editor.showPalette();
  byId("undo").disabled = !history.past.length;
  byId("redo").disabled = !history.future.length;
  conversation.show(entries, dialogue !== null, open);
  const last = entries.at(-1)?.turn;
  verdict.show(last?.clarity ?? null);
  const turns = entries.filter((entry) => entry.turn);
  const hasOptions = !byId("options").hidden;
  const question = open && turns.findLast(({ turn }) => turn.action !== "reply")?.turn.question;
  document.body.classList.toggle("asking", open);
  byId("say-label").textContent = question ? strings.answerTo(question.short) : strings.instruction;
  byId("say-text").placeholder = !open ? strings.instructionHint : hasOptions ? strings.answerHint : strings.answerHintFree;
  byId("say-anew").hidden = !open;
  byId("welcome").hidden = turns.length > 0;
  if (!turns.length) {
    byId("suggestions").replaceChildren(...suggestions(world).map((text) => button(text, () => suggest(text))));
  }
  showTarget(target);
  player.load(build, animated);
  if (!build) drawMoment(world, []);
  drawTurn(last);
  score(turns.map((entry) => entry.turn));
  save();
}

/** Keep everything with this entry of the browser's history: a reload restores it. Nothing leaves the browser. */
function save() {
  if (study) return;
  const { past, present, future } = history;
  const kept = { format: FORMAT, cost: verdict.cost, past: past.slice(-STATES_KEPT), present, future };
  window.history.replaceState(kept, "");
}

/** Restore what `save` kept; false if there is nothing. */
function restore() {
  const kept = window.history.state;
  if (kept?.format !== FORMAT) return false;
  const { past, present, future, cost } = kept;
  history = Object.assign(new History(present), { past, future });
  verdict.setCost(cost);
  return true;
}

function drawMoment(world, plan) {
  view.show(world);
  view.showPlan(plan, world);
  byId("world-count").textContent = counts(world);
}

/** Outline what a turn is about: the words that its question is about, and what it takes "it" to be. */
function drawTurn(turn) {
  const inTheWay = turn?.evidence.filter((one) => one.in_the_way && one.blocks.length) ?? [];
  if (turn && !turn.build) drawOutlines(inTheWay.length ? inTheWay : turn.evidence, turn.reading.refers);
  else drawOutlines([]);
}

/** Outline the blocks that some evidence is about, and those that pronouns refer to. */
function drawOutlines(evidence, refers = []) {
  const outlined = (ones, colour) => ones.flatMap((one) => one.blocks.map((at) => ({ at, colour })));
  view.outline([...outlined(evidence, view.accent), ...outlined(refers, view.good)]);
}

function showTarget(target) {
  byId("target-view").hidden = target === null;
  if (target === null) return;
  if (targetView === null) {
    targetView = new WorldView(byId("target"));
    targetView.follow(view);
  }
  targetView.show(target);
  byId("target-count").textContent = counts(target);
  byId("target-words").textContent = describe(target);
}

/** Compare the world with its target. */
async function score(turns) {
  const now = state();
  byId("score").hidden = now.target === null;
  if (now.target === null) return;
  const questions = turns.filter((turn) => turn.question).length;
  byId("effort").textContent = strings.effort(turns.length, questions);
  try {
    const body = { built: now.world, target: now.target, start: now.start };
    const found = await post("score", Object.fromEntries(Object.entries(body).map(([name, one]) => [name, toRecorded(one)])));
    if (now !== state()) return;
    const { target_blocks: all, maximal_intersection: fits, missing, superfluous } = found;
    byId("score-words").textContent = strings.score({ standing: all - missing.length, all, extra: superfluous.length, fits });
    byId("differences").onchange = () => drawDifferences(found);
    if (byId("differences").checked) drawDifferences(found);
  } catch (error) {
    showError(error);
  }
}

function drawDifferences({ missing, superfluous }) {
  const lacking = missing.map(([x, y, z, colour]) => ({ at: [x, y, z], colour: hexOf(colour), filled: hexOf(colour) }));
  const extra = superfluous.map(([x, y, z]) => ({ at: [x, y, z], colour: view.danger }));
  view.outline(byId("differences").checked ? [...lacking, ...extra] : []);
}

function setBusy(value) {
  busy = value;
  byId("send").disabled = value;
  byId("say").setAttribute("aria-busy", String(value));
}

function showError(error) {
  if (!(error instanceof ApiError)) throw error;
  announce(error.message);
}

function announceQuietly(text) {
  byId("cursor-words").textContent = text;
}

// ---- what is typed

let typing = null;
let asked = 0;

/** Show the verdict on what is typed, before it is sent. */
async function classifyTyped() {
  const instruction = byId("say-text").value.trim();
  const { world, dialogue, open } = state();
  if (!/[\p{L}\p{N}]/u.test(instruction) || open || busy) return;
  asked += 1;
  const mine = asked;
  try {
    const found = await post("classify", { instruction, ...(dialogue ? { after: dialogue } : { world: toRecorded(world) }) });
    if (mine !== asked || busy || instruction !== byId("say-text").value.trim()) return;
    verdict.show(found);
    drawOutlines(found.evidence, found.reading.refers);
  } catch {
    // A half-typed text may be refused; sending it says why.
  }
}

function sendTyped(step) {
  const text = byId("say-text").value.trim();
  if (text) send({ [step]: text });
  else byId("say-text").focus();
}

byId("say").addEventListener("submit", (event) => {
  event.preventDefault();
  sendTyped(state().open ? "answer" : "say");
});
byId("say-anew").addEventListener("click", () => sendTyped("say"));
byId("say-text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("say").requestSubmit();
});
byId("say-text").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(classifyTyped, TYPING);
});

// ---- buttons and keys

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("above").addEventListener("click", () => view.look("above"));
byId("front").addEventListener("click", () => view.look("south"));
byId("save-world").addEventListener("click", () => download("world.json", toRecorded(state().world)));
byId("keys-button").addEventListener("click", () => byId("keys-dialog").showModal());
document.addEventListener("keydown", (event) => {
  const typingText = event.target.matches("textarea, input:not([type=range], [type=radio], [type=checkbox])");
  if (event.altKey && event.key >= "1" && event.key <= "9") conversation.choose(Number(event.key));
  else if (!(event.ctrlKey || event.metaKey) || typingText) return;
  else if (study) return;
  else if (event.key.toLowerCase() === "z" && !event.shiftKey) undo();
  else if (["y", "z"].includes(event.key.toLowerCase())) redo();
  else return;
  event.preventDefault();
});

function suggest(text) {
  byId("say-text").value = text;
  byId("say-text").focus();
  classifyTyped();
}

// ---- the beginning

/** Whether the address holds a link, or what is left of one. Else it names a part of the page, or nothing. */
function hasLink() {
  const fragment = location.hash.slice(1);
  return Boolean(fragment) && byId(fragment) === null;
}

/** Open what the link holds, else an example. */
async function openFirst() {
  try {
    if (hasLink()) {
      const shared = await fromFragment(location.hash).catch(() => null);
      if (shared === null) throw new ApiError(strings.damagedLink);
      return await openDialogue(shared.dialogue, shared.target);
    }
  } catch (error) {
    showError(error);
  }
  openWorld(await get("worlds/examples/towers"));
}

// Another link in this tab, or the way back from it; but not a jump within the page.
window.addEventListener("hashchange", () => {
  if (hasLink() || window.history.state) location.reload();
  else save();
});

get("defaults").then((defaults) => verdict.setDefaults(defaults), showError);
if (study) {
  await study.start().catch(showError);
} else if (!restore()) {
  await openFirst();
  history = new History(state());
}
show({});
document.body.dataset.ready = "yes";
