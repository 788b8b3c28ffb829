/** The one button of a page of the explainer. */

document.getElementById("theme")?.addEventListener("click", () => window.dispatchEvent(new Event("daybook-theme")));
