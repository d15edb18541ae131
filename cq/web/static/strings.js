// Every sentence of the page, in one place: a translation is another file like this one.

const blocks = (count) => `${count} ${count === 1 ? "block" : "blocks"}`;
const times = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const strings = {
  // The page around the conversation; index.html names these by `data-text`, `data-label` and `data-hint`.
  title: "cq: when to ask, and what to ask",
  skip: "Go to the instruction",
  tagline: "Say what to build. The builder asks when it pays to ask.",
  page: "Page",
  open: "Open",
  share: "Share",
  keys: "Keys",
  useDark: "Dark",
  useLight: "Light",
  useTheme: (other) => `Use the ${other} theme`,
  close: "Close",

  // The world.
  world: "World",
  worldCanvas: "The world, in three dimensions",
  canvasKeys: "Arrow keys move the cursor, Page Up and Page Down change its level, Enter places a block, Delete breaks one.",
  target: "Target",
  theTarget: "The target",
  play: "Play",
  stop: "Stop",
  stepOfBuild: "Step of the build",
  plan: "Plan",
  planLegend: "The plan over the world before the build: the more opaque, the likelier. White means that a block is broken.",
  differences: "Show differences",
  palette: "Block to place",
  undo: "Undo",
  redo: "Redo",
  fromAbove: "From above",
  fromSouth: "From the south",
  emptyWorld: "empty",
  worldIsEmpty: "The world is empty.",
  counted: (count, colour) => `${count} ${colour}`,
  level: (level, found) => `Level ${level}: ${found}.`,
  blockAt: (colour, x, z) => `${colour} at x ${x}, z ${z}`,
  cursorAt: (x, z, level, colour) => `x ${x}, z ${z}, level ${level}: ${colour ?? "free"}`,
  edgeHere: ({ west, east, north, south, height }) =>
    `this is the edge: x ${west} to ${east}, z ${north} to ${south}, levels 1 to ${height}`,
  breakBlocks: "Break blocks",
  placeBlocks: (colour, number) => `Place ${colour} blocks (${number})`,
  placed: (colour, x, z, level) => `place ${colour} at x ${x}, z ${z}, level ${level}`,
  broken: (x, z, level) => `break the block at x ${x}, z ${z}, level ${level}`,
  stepWords: (step, all, words) => `${step} of ${all}: ${words}`,
  beforeBuild: "before the build",
  nothingChanges: "nothing changes",

  // How near to the target: what stands in place, what is too much, and what it took.
  score: ({ standing, all, extra, fits }) =>
    `${standing} of ${all} target blocks stand` +
    (extra ? `, ${extra} too many` : "") +
    (standing === all && !extra ? ": it is done!" : "") +
    (fits > standing ? ` (${fits} if it is moved or turned)` : ""),
  effort: (turns, questions) => `${times(turns, "turn")}, ${times(questions, "question")}`,

  // The conversation.
  conversation: "Conversation",
  whatWasSaid: "What was said",
  welcomeTitle: "Hello! Tell me what to build.",
  welcomeGoal: "Hello! Tell me how to build the target.",
  welcome: "Say it in plain English: what, how many, which colour, where. If I'm not sure what you mean, I ask.",
  canSayTitle: "What you can say:",
  canSay: [
    "Order: build, put, remove, paint, move, copy.",
    "Go on: “make it taller”, “another one next to it”, “no, the red one”.",
    "Ask me: “how many red blocks are there?” Take back: “undo”.",
  ],
  ideas: "For example:",
  you: "You: ",
  speakers: { ask: "Builder asks", build: "Builder builds", refuse: "Builder can't do this", reply: "Builder says" },
  opened: (title) => `Opened: ${title}`,
  savedDialogue: "a saved dialogue",
  changed: (count) => `You changed ${blocks(count)}.`,
  needed: "I can't start yet:",
  open_: "What the words leave open",
  openToo: "What else the words leave open",
  otherQuestions: "Other questions I could ask",
  ranking: "ranking …",
  howLikely: "how likely this is",
  read: (words) => `I read: “${words}”.`,
  readAll: "I read all your words.",
  guessed: "No rule reads this, so I guessed.",
  notRead: (words) => `Not read: ${words.join(", ")}.`,
  sure: (share) => `I'm about ${share} sure.`,
  unsure: (share) => `I'm not sure that this is what you meant: about ${share}.`,
  keep: "Keep",
  takeBack: "Take it back",
  tryAgain: "Try again",
  kept: "Kept. Say what comes next.",
  sayDifferently: "Taken back. Say it in other words.",

  // The answer box.
  instruction: "Instruction",
  answerTo: (question) => question,
  // Short enough for one line of a telephone.
  instructionHint: "Build a blue tower",
  answerHint: "Or in your own words",
  answerHintFree: "In your own words",
  send: "Send",
  sayAnew: "Start something new instead",
  neverMind: "never mind", // said to the builder

  // What is behind "Details".
  details: "Details",
  people: (share) => `Of people who hear this, about ${share} would ask back.`,
  peopleAsk: "How many people would ask back",
  nobodyYet: "Say something, and I estimate how many people would ask back.",
  threshold: (share) => `The mark at ${share} is where I call an instruction unclear.`,
  mind: "How much do you mind questions?",
  rarely: "ask rarely",
  often: "ask often",
  mindMeaning: "Left: the builder asks only what changes much. Right: it asks about small things too.",
  usual: "Back to the usual",

  // Dialogs.
  openTitle: "Open a world",
  ownFile: "A file of yours",
  fileLabel: "A world or a dialogue (JSON)",
  opening: "opening …",
  rowOf: (title) => `${title}: number of the row`,
  notJson: (name) => `${name} is not valid JSON`,
  shareTitle: "Share and save",
  shareWords: "The link holds the dialogue itself, after the #. A browser does not send that part to a server.",
  link: "Link",
  copyLink: "Copy the link",
  saveDialogue: "Save the dialogue",
  saveWorld: "Save the world",
  copied: "The link is copied.",
  notCopied: "The browser does not allow copying here; copy the marked link yourself.",
  files: "Files are JSON. “cq chat --resume” goes on with a dialogue, and “--world” reads a world.",
  keysCaption: "Keys and what they do",
  keyRows: [
    ["Enter", "sends the instruction; Shift+Enter begins a new line"],
    ["Alt+1 … Alt+9", "choose an option of the question"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo; while the box holds words, of typing"],
    ["With the world in focus", ""],
    ["← → ↑ ↓", "move the cursor west, east, north, south"],
    ["Page Up, Page Down", "move it up and down"],
    ["1 … 6", "choose a colour"],
    ["Enter, Delete", "place or break a block at the cursor"],
    ["Shift+← →, + −", "turn and zoom"],
  ],
  mouse: "With a mouse: click to place, right-click to break, drag to turn, scroll to zoom.",
  httpApi: "The HTTP API",
  watchGame: "Watch a game of CerealBar",

  // The replay of a game of CerealBar.
  gameTitle: "cq: a game of CerealBar",
  gameTagline: "A leader and a follower collect sets of cards.",
  toBuilder: "To the builder",
  gameBoard: "Board",
  previous: "Back",
  next: "Next",
  momentOfGame: "Moment of the game",
  moment: "This moment",
  sampleGame: "Watch a sample game",
  gameFile: "A log of yours",
  gameWelcome: "Open a log of a game, or watch a sample: two bundled players play it when it is asked for.",
  gameKeys: "← → go one action back or on; Home and End go to the begin and the end.",
  boardAfter: (words) => `The board: ${words}`,
  gameBegins: "the game begins",
  gameOver: "nobody: the game is over",
  players: { leader: "Leader", follower: "Follower" },
  moves: { forward: "goes forward", back: "goes back", right: "turns right", left: "turns left", done: "is done" },
  instructs: (words) => `says “${words}”`,
  acts: (player, action, isSet) => `${player} ${action}${isSet ? ": a set!" : ""}`,
  turnOf: "Turn of",
  noInstruction: "none",
  score_: "Score",
  stepsLeft: "Steps left in this turn",
  turnsLeft: "Turns left",

  // A study.
  study: {
    agree: "I agree: begin",
    haveCode: "I have a code:",
    goOn: "Go on",
    task: (number, all, title) => `Task ${number} of ${all}: ${title}`,
    done: "I'm done with this task",
    withdraw: "Withdraw",
    reallyWithdraw: "Delete all that you did in this study?",
    withdrawn: "All that you did is deleted. Thank you.",
    questions: "A few questions at the end",
    send: "Send",
    thanks: "Thank you: that was all.",
    yourCode: (code) => `Your code is ${code}. With it you can withdraw later.`,
    thumbs: { up: "👍", down: "👎" },
    thumbNames: { up: "This is right", down: "This is wrong" },
    meant: "What did you mean?",
    sendMeant: "Tell",
    rated: "Noted. Thank you.",
  },

  // What can go wrong.
  noServer: "the server does not answer; is cq serve still running?",
  status: (number) => `the server answers with status ${number}`,
  damagedLink: "the link is damaged; ask for it again",

  // Instructions to begin with. They are said to the builder, whose language is English.
  ideaOf: {
    breakOne: (colour) => `Break the ${colour} one`,
    tower: () => "Build a tower",
    onHighest: (colour) => `Place a ${colour} block on top of the highest block`,
    taller: () => "Make the tallest tower two blocks higher",
    corner: (colour) => `Put a ${colour} block in the northwest corner`,
    corners: (colour) => `Put a ${colour} block in each corner`,
    middle: (colour) => `Build a tower of four ${colour} blocks in the middle`,
    paint: (colour, other) => `Paint all the ${colour} blocks ${other}`,
    square: (colour) => `Build a ${colour} square of 3 by 3 blocks in the middle`,
    count: (colour) => `How many ${colour} blocks are there?`,
    able: () => "What can you do?",
  },
};

/** Put the words into the elements that name them. */
export function putWords(root = document) {
  for (const one of root.querySelectorAll("[data-text]")) one.textContent = strings[one.dataset.text];
  for (const one of root.querySelectorAll("[data-label]")) one.setAttribute("aria-label", strings[one.dataset.label]);
  for (const one of root.querySelectorAll("[data-hint]")) one.placeholder = strings[one.dataset.hint];
}
