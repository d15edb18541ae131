// The page: one immutable state, its history, and the parts that show it.

import { ApiError, get, post } from "./api.js";
import { describe, empty, fromRecorded, key, toRecorded, withBlock } from "./blocks.js";
import { addControls } from "./controls.js";
import { Conversation } from "./conversation.js";
import { Editor } from "./editor.js";
import { announce, byId, download } from "./elements.js";
import { History, keep, kept } from "./history.js";
import { fromFragment, hasLink } from "./link.js";
import { OpenDialog } from "./open_dialog.js";
import { Player } from "./player.js";
import { Preview } from "./preview.js";
import { Score } from "./score.js";
import { addShareDialog } from "./share_dialog.js";
import { Stage } from "./stage.js";
import { strings } from "./strings.js";
import { Study, isStudy } from "./study.js";
import { addTheme } from "./theme.js";
import { entriesOf, entryOf, fromDialogue, withEdit } from "./turns.js";
import { TypingBox } from "./typing.js";
import { Verdict } from "./verdict.js";

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

const stage = new Stage();
const { view } = stage;
const state = () => history.present;
const editor = new Editor(view, () => state().world, edit, (text) => (byId("cursor-words").textContent = text));
const verdict = new Verdict(save);
const player = new Player((world, plan) => stage.show(world, plan));
const study = isStudy() ? new Study(openTask, () => openWorld({ title: "", world: toRecorded(empty), target: null })) : null;
const preview = new Preview(view, state);
const score = new Score(view, state);
const conversation = new Conversation({
  answer: (number) => send({ answer: number }),
  keep: () => announce(strings.kept),
  takeBack,
  tryAgain,
  highlight: (evidence) => stage.outline(evidence),
  preview: (number) => preview.show(number),
  rate: study && ((number, thumb, meant) => study.rate(number, thumb, meant).catch(showError)),
});
new OpenDialog(openWorld, openDialogue);
const box = new TypingBox(() => ({ ...state(), busy }), send, (found) => {
  verdict.show(found);
  stage.outline(found.evidence, found.reading.refers);
});
addShareDialog(async () => {
  const { dialogue, world, target } = state();
  const shared = dialogue ?? (await post("dialogue", { world: toRecorded(world) })).dialogue;
  return { dialogue: shared, target: target && toRecorded(target) };
});
addControls({
  undo, redo, study,
  look: (from) => view.viewpoint.look(from),
  save: () => download("world.json", toRecorded(state().world)),
  choose: (number) => conversation.choose(number),
});
addTheme(() => stage.paint());

// ---- what changes the state

function push(change) {
  history.push({ ...state(), ...change });
  show(Boolean(change.build));
}

/** Place or break a block. The dialogue begins anew in the changed world. */
function edit(at, colour) {
  const { world, entries } = state();
  if (busy || study || (world.blocks.get(key(...at)) ?? null) === colour) return;
  player.stop();
  const changed = withBlock(world, at, colour);
  push({ world: changed, start: changed, entries: withEdit(entries), dialogue: null, open: false, build: null });
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
    byId("say-text").value = "";
    const entry = { ...entryOf(turn, world, result.said), number };
    push({ ...fromDialogue(result), entries: [...entries, entry], build: turn.build && { before: world, ...turn.build } });
  } catch (error) {
    showError(error);
  } finally {
    setBusy(false);
  }
}

function openWorld({ title, world, target, instruction }) {
  const opened = fromRecorded(world);
  push({
    title,
    world: opened,
    start: opened,
    target: target && fromRecorded(target),
    entries: [{ note: strings.opened(title) }],
    dialogue: null, open: false, build: null,
  });
  box.fill(instruction ?? "");
}

async function openDialogue(saved, target = null) {
  const result = await post("dialogue", { dialogue: saved });
  verdict.setCost(result.dialogue.cost_of_asking ?? null);
  openTalk(result, strings.savedDialogue, target);
}

/** Open a dialogue as the server gives it, with all its turns. */
function openTalk(result, title, target) {
  const entries = [{ note: strings.opened(title) }, ...entriesOf(result)];
  push({ title, target: target && fromRecorded(target), ...fromDialogue(result), entries, build: null });
}

/** Open a task of a study, with the dialogue about it so far. */
function openTask({ title, target, talk }) {
  byId("say-text").value = "";
  openTalk(talk, title, target);
}

function undo() {
  player.stop();
  if (history.undo()) show();
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
  if (history.redo()) show();
}

// ---- what shows the state

function show(animated = false) {
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
  box.show(turns, open, state());
  stage.showTarget(target);
  player.load(build, animated);
  if (!build) stage.show(world);
  stage.outlineTurn(last);
  score.show(turns.map((entry) => entry.turn)).catch(showError);
  save();
}

function save() {
  if (!study) keep(history, verdict.cost);
}

/** Restore what was kept; false if there is nothing. */
function restore() {
  const found = kept();
  if (found === null) return false;
  history = found.history;
  verdict.setCost(found.cost);
  return true;
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

// ---- the beginning

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
show();
document.body.dataset.ready = "yes";
