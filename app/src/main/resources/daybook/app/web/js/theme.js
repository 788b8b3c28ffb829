// Runs before the first paint, so that the page never flashes in the other colours.
"use strict";
(() => {
  const KEY = "daybook.theme";
  const root = document.documentElement;
  const stored = localStorage.getItem(KEY);
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  window.addEventListener("daybook-theme", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem(KEY, root.dataset.theme);
  });
})();
