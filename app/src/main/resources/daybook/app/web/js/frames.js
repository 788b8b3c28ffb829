/**
 * Draws at the next frame what was heard last: a page in the background, which gets no frames, keeps one report and not one a second.
 * @template Report
 * @param {(draw: () => void) => unknown} requestFrame
 * @param {(report: Report) => void} show
 * @returns {(report: Report) => void}
 */
export function newestOnly(requestFrame, show) {
  /** @type {{report: Report} | null} */
  let waiting = null;
  return (report) => {
    const isScheduled = waiting !== null;
    waiting = { report };
    if (isScheduled) return;
    requestFrame(() => {
      const newest = waiting;
      waiting = null;
      if (newest) show(newest.report);
    });
  };
}
