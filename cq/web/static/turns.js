// What the server says of a dialogue, as parts of the page's state.

import { fromRecorded, replay, toRecorded } from "./blocks.js";
import { strings } from "./strings.js";

/** A turn in the conversation, with what ranking questions for it needs. */
export function entryOf(turn, world, said) {
  return { turn, context: { world: toRecorded(world), dialogue: said.slice(0, turn.said_before) } };
}

/** The dialogue with its world, its start, and whether a question is open. */
export function fromDialogue(result) {
  return {
    dialogue: result.dialogue,
    world: fromRecorded(result.world),
    start: fromRecorded(result.dialogue.start),
    open: result.question_is_open,
  };
}

/** All turns of a dialogue, each with the world that it was said in. */
export function entriesOf(result) {
  let world = fromRecorded(result.dialogue.start);
  return result.turns.map((turn) => {
    const entry = entryOf(turn, world, result.said);
    if (turn.build) world = replay(world, turn.build.actions);
    return entry;
  });
}

/** The entries after one more change by hand; changes in a row are one entry. */
export function withEdit(entries) {
  const before = entries.at(-1)?.edits ?? 0;
  const edits = before + 1;
  return [...(before ? entries.slice(0, -1) : entries), { note: strings.changed(edits), edits }];
}
