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
