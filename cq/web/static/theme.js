// Light and dark: as the system says, or as the visitor chooses.

import { byId } from "./elements.js";
import { strings } from "./strings.js";

const STORED = "cq-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** Follow the system and the button; `repaint()` is called after each change. */
export function addTheme(repaint) {
  const chosen = () => localStorage.getItem(STORED) ?? (system.matches ? "dark" : "light");
  const apply = () => {
    const theme = chosen();
    document.documentElement.dataset.theme = theme;
    const other = theme === "dark" ? "light" : "dark";
    byId("theme-button").textContent = other === "dark" ? strings.useDark : strings.useLight;
    byId("theme-button").setAttribute("aria-label", strings.useTheme(other));
    repaint();
  };
  byId("theme-button").addEventListener("click", () => {
    localStorage.setItem(STORED, chosen() === "dark" ? "light" : "dark");
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
