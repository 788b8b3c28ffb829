/** What a page remembers on this machine. A browser that forbids it, or has no room, costs the memory and nothing else. */

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem("daybook." + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem("daybook." + name, value);
  } catch {
    // the next visit begins as the first one did
  }
}
