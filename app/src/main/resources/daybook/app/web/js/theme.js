// Runs before the first paint, so that the page never flashes in the other colours.
"use strict";
(() => {
  const KEY = "daybook.theme";
  const root = document.documentElement;
  let stored = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // forbidden here: the colours are the system's at each visit
  }
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  window.addEventListener("daybook-theme", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // they hold for as long as the page is open
    }
  });
})();
