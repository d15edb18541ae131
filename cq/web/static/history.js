// Undo and redo over immutable states.

export class History {
  constructor(state) {
    this.past = [];
    this.present = state;
    this.future = [];
  }

  push(state) {
    this.past.push(this.present);
    this.present = state;
    this.future = [];
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.present);
    this.present = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.present);
    this.present = this.future.pop();
    return true;
  }
}

const FORMAT = 3; // of what a reload restores; another version's is not read
const STATES_KEPT = 50; // that can still be undone after a reload

/** Keep everything with this entry of the browser's history: a reload restores it. Nothing leaves the browser. */
export function keep({ past, present, future }, cost) {
  window.history.replaceState({ format: FORMAT, cost, past: past.slice(-STATES_KEPT), present, future }, "");
}

/** What was kept: { history, cost }; null if there is nothing. */
export function kept() {
  const found = window.history.state;
  if (found?.format !== FORMAT) return null;
  const { past, present, future, cost } = found;
  return { history: Object.assign(new History(present), { past, future }), cost };
}
