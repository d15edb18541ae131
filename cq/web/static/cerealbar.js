// The replay of a game of CerealBar: the server draws the map once, and what lies on it at each moment.

import { ApiError, post } from "./api.js";
import { announce, byId, element } from "./elements.js";
import { putWords, strings } from "./strings.js";
import { addTheme } from "./theme.js";

const PACE = 400; // milliseconds between two actions
let game = null;
let said = []; // all instructions, in order
let at = 0;
let timer = null;
let asked = 0;

/** Show the game of a log; null: of two bundled players. Of two that are asked for, the later one is shown. */
async function load(log) {
  stop();
  asked += 1;
  const number = asked;
  announce(strings.opening);
  let answer;
  try {
    answer = await post("cerealbar", { log });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (number === asked) announce(error.message);
    return;
  }
  if (number !== asked) return;
  announce("");
  game = answer;
  said = game.moments.map((moment) => moment.said).filter((words) => words !== null);
  byId("map").src = picture(game.map);
  byId("step").max = game.moments.length - 1;
  for (const id of ["views", "player", "moment"]) byId(id).hidden = false;
  byId("game-welcome").hidden = true;
  go(0);
}

// As an image, so that nothing in it can be more than a picture.
const picture = (parts) => `data:image/svg+xml,${encodeURIComponent(`${game.head}${parts}</svg>`)}`;

function go(step) {
  const last = game.moments.length - 1;
  at = Math.min(Math.max(step, 0), last);
  const moment = game.moments[at];
  const words = inWords();
  byId("pieces").src = picture(moment.pieces.map((piece) => game.drawings[piece]).join(""));
  byId("pieces").alt = strings.boardAfter(words);
  byId("step").value = at;
  byId("step").setAttribute("aria-valuetext", strings.stepWords(at, last, words));
  byId("moment-words").textContent = strings.stepWords(at, last, words);
  const facts = {
    turnOf: moment.turns > 0 ? strings.players[moment.player] : strings.gameOver,
    instruction: moment.instruction === null ? strings.noInstruction : said[moment.instruction],
    score_: moment.score,
    stepsLeft: moment.steps,
    turnsLeft: moment.turns,
  };
  byId("moment-facts").replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => [
      element("dt", {}, strings[name]),
      element("dd", { id: `moment-${name}` }, String(value)),
    ]),
  );
  byId("previous").disabled = at === 0;
  byId("next").disabled = at === last;
}

/** What led to the moment that is shown. */
function inWords() {
  if (at === 0) return strings.gameBegins;
  const [before, { move, said: words, score }] = game.moments.slice(at - 1, at + 1);
  const action = words === null ? strings.moves[move] : strings.instructs(words);
  return strings.acts(strings.players[before.player], action, score > before.score);
}

function play() {
  if (at === game.moments.length - 1) go(0);
  byId("play").textContent = strings.stop;
  byId("moment-words").ariaLive = "off"; // a screen reader could not keep up
  timer = setInterval(() => {
    go(at + 1);
    if (at === game.moments.length - 1) stop();
  }, PACE);
}

function stop() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = strings.play;
  byId("moment-words").ariaLive = "polite";
}

function goByHand(step) {
  stop();
  go(step);
}

async function openFile() {
  const [file] = byId("file").files;
  if (!file) return;
  const text = await file.text();
  byId("file").value = "";
  await load(text);
}

putWords();
document.title = strings.gameTitle;
addTheme(() => {});
byId("sample").addEventListener("click", () => load(null));
byId("file").addEventListener("change", openFile);
byId("previous").addEventListener("click", () => goByHand(at - 1));
byId("next").addEventListener("click", () => goByHand(at + 1));
byId("play").addEventListener("click", () => (timer === null ? play() : stop()));
byId("step").addEventListener("input", () => goByHand(Number(byId("step").value)));
document.addEventListener("keydown", (event) => {
  // The slider knows these keys itself.
  if (!game || event.target === byId("step") || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.moments.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  goByHand(to);
});
document.body.dataset.ready = "yes";
