// Puts the words on the page before the larger modules are there.

import { element } from "./elements.js";
import { putWords, strings } from "./strings.js";

putWords();
document.title = strings.title;
document.getElementById("can-say").append(...strings.canSay.map((words) => element("li", {}, words)));
document.getElementById("key-rows").append(
  ...strings.keyRows.map(([keys, does]) =>
    element(
      "tr", {},
      element("th", { scope: "row", colSpan: does ? 1 : 2 }, keys),
      does ? element("td", {}, does) : null,
    ),
  ),
);
