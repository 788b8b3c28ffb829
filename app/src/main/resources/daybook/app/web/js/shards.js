/**
 * What the map of shards says, in words: pure, so that it can be tested without a page.
 *
 * @typedef {{shard: number, path: string, previous: string, boundary: string | null, drained: boolean, fixed: boolean, owner: string,
 *   token: number, remainingMs: number, strategies: number, lag: number}} Shard
 * @typedef {{percent: number, draining: number[], shards: Shard[]}} Cutover
 * @typedef {"local" | "log" | "draining" | "late"} Look How a cell is drawn
 */

/** So many evaluations may be on their way in a shard; beyond it somebody should look. */
const BREATHING = 100;

const number = new Intl.NumberFormat("en");

/** @param {number} n */
export function count(n) {
  return number.format(n);
}

/** @param {number} n @param {string} word @param {string} [many] */
export function some(n, word, many = word + "s") {
  return n === 0 ? `no ${many}` : n === 1 ? `1 ${word}` : `${count(n)} ${many}`;
}

/** @param {number} ms */
export function age(ms) {
  if (ms < 1_000) return "now";
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} d`;
}

/** "host:/data:venue:...:.../evaluator" as people say it: what, and on which machine. @param {string} owner */
export function ownerWords(owner) {
  const slash = owner.lastIndexOf("/"), colon = owner.indexOf(":");
  return owner === "" ? "nobody" : slash < 0 || colon < 0 ? owner : `${owner.slice(slash + 1)} on ${owner.slice(0, colon)}`;
}

/** What matters most about a shard. @param {Shard} shard @returns {Look} */
export function look(shard) {
  if (!shard.drained) return "draining";
  if (shard.lag > Math.max(BREATHING, 2 * shard.strategies)) return "late";
  return shard.path === "log" ? "log" : "local";
}

/** @param {string} path */
export function pathWords(path) {
  return path === "log" ? "from the log" : "in the clock\u2019s process";
}

/** One shard in a sentence. @param {Shard} shard */
export function shardWords(shard) {
  const where = shard.drained
    ? `evaluated ${pathWords(shard.path)}`
    : `moving: ${pathWords(shard.previous)} until its bars up to the boundary are evaluated, then ${pathWords(shard.path)}`;
  const owner = shard.owner ? `owned by ${ownerWords(shard.owner)} (token ${count(shard.token)})` : "owned by nobody now";
  const late = shard.lag === 0 ? "nothing waits" : `${some(shard.lag, "evaluation")} to go`;
  const name = shard.fixed ? `Shard ${shard.shard}, for strategies that may not move` : `Shard ${shard.shard}`;
  return `${name}: ${where}, ${owner}, ${some(shard.strategies, "strategy", "strategies")}, ${late}.`;
}

/** @typedef {{from: number, to: number, look: Look, path: string, owner: string, strategies: number, lag: number}} Range */

/**
 * The map as text: neighbours that are alike, together.
 * @param {Shard[]} shards by number
 * @returns {Range[]}
 */
export function ranges(shards) {
  /** @type {Range[]} */
  const found = [];
  for (const shard of shards) {
    const last = found.at(-1);
    if (last && last.look === look(shard) && last.path === shard.path && last.owner === shard.owner && !shard.fixed) {
      last.to = shard.shard;
      last.strategies += shard.strategies;
      last.lag += shard.lag;
    } else {
      found.push({ from: shard.shard, to: shard.shard, look: look(shard), path: shard.path, owner: shard.owner,
        strategies: shard.strategies, lag: shard.lag });
    }
  }
  return found;
}

/** Shards that would move, by where they would go. @param {Shard[]} shards @param {number} percent */
export function moving(shards, percent) {
  const movable = shards.filter((shard) => !shard.fixed);
  const onTheLog = Math.floor((movable.length * percent) / 100);
  const moves = movable.filter((shard) => shard.path !== (shard.shard < onTheLog ? "log" : "local"));
  return { onTheLog, of: movable.length, moves, strategies: moves.reduce((sum, shard) => sum + shard.strategies, 0) };
}

/** What a percentage means. @param {Shard[]} shards @param {number} percent */
export function percentWords(shards, percent) {
  const { onTheLog, of } = moving(shards, percent);
  if (of === 0) return "";
  if (onTheLog === 0) return `${percent} %: all ${of} shards are evaluated in the clock\u2019s process; the log is a shadow that is compared, and orders nothing.`;
  if (onTheLog === of) return `${percent} %: all ${of} shards are evaluated from the log, by whichever evaluators run.`;
  return `${percent} %: the first ${onTheLog} of ${of} shards are evaluated from the log, the other ${of - onTheLog} in the clock\u2019s process. A strategy\u2019s shard is its id modulo ${of}.`;
}

/** What a move would do, for the one who confirms it. @param {Shard[]} shards @param {number} percent */
export function moveWords(shards, percent) {
  const { moves, strategies } = moving(shards, percent);
  if (moves.length === 0) return "Nothing has to move: all shards are there.";
  const first = moves[0].shard, last = moves[moves.length - 1].shard;
  const which = moves.length === 1 ? `Shard ${first} moves` : `Shards ${first} to ${last} move`;
  const to = moves[0].path === "log" ? "back to the clock\u2019s process" : "to the log";
  const whose = some(strategies, "running strategy", "running strategies");
  return `${which} ${to}, with ${whose}. Bars that are recorded already are evaluated where they are now, all later ones there. ` +
    "No bar is evaluated twice and none is left out; the next move must wait until this one has drained.";
}

/** @typedef {"good" | "warn" | "bad" | "unknown"} Tone */

/** @type {Record<string, [Tone, string]>} */
const FATES = {
  WAITING: ["unknown", "Recorded with its evaluation; the order-gateway has not taken it from the log yet"],
  QUEUED: ["unknown", "Taken by the order-gateway; nothing has been sent"],
  PROCESSING: ["warn", "About to be sent, or sent; no answer yet"],
  UNKNOWN: ["bad", "Sent, and no answer says what became of it: the venue is asked before anything else is done"],
  ACCEPTED: ["good", "At the venue and open"],
  PARTIALLY_FILLED: ["good", "At the venue, filled in part"],
  FILLED: ["good", "Filled"],
  CANCELLED: ["unknown", "Cancelled"],
  REJECTED: ["warn", "The venue has refused it"],
  FAILED: ["bad", "Never sent, and never will be"],
};

/** All that can become of an intent, for the filter. */
export const STATUSES = Object.keys(FATES);

/** @param {string} status @returns {Tone} */
export function fateTone(status) {
  return FATES[status]?.[0] ?? "unknown";
}

/** @param {string} status @param {string} reason */
export function fateWords(status, reason) {
  const why = reason === "staleFencingToken" ? "it was decided by an owner that had been deposed" : reason;
  return (FATES[status]?.[1] ?? status) + (why ? `: ${why}` : "");
}

/** Whether the order-gateway can be asked to cancel it. @param {string} status */
export function mayCancel(status) {
  return ["QUEUED", "PROCESSING", "UNKNOWN", "ACCEPTED", "PARTIALLY_FILLED"].includes(status);
}

/** "PARTIALLY_FILLED" as words. @param {string} status */
export function statusWords(status) {
  return status.toLowerCase().replace("_", " ");
}

/** The order in one line. @param {{side: string, quantity: string, symbol: string, orderType: string, price: string}} intent */
export function orderWords(intent) {
  const price = intent.orderType === "MARKET" ? "at market" : `at ${intent.price}`;
  return `${intent.side} ${intent.quantity} ${intent.symbol.toUpperCase()} ${price}`;
}

/** @param {Record<string, number>} parameters */
export function parameterWords(parameters) {
  return Object.entries(parameters).map(([name, value]) => `${name}=${value}`).join(" ");
}

/** The parameters as somebody types them; a string says what is wrong. @param {string} text @returns {Record<string, number> | string} */
export function parseParameters(text) {
  /** @type {Record<string, number>} */
  const parameters = {};
  for (const part of text.trim().split(/\s+/).filter(Boolean)) {
    const match = /^([A-Za-z][A-Za-z0-9]{0,31})=(-?\d{1,15})$/.exec(part);
    if (!match) return `${part}: not NAME=NUMBER`;
    if (match[1] in parameters) return `${match[1]}: given twice`;
    parameters[match[1]] = Number(match[2]);
  }
  return parameters;
}

/** "bar:daybook:cash:spot:infy:1m" as the venue's users say it. @param {string} series */
export function seriesWords(series) {
  const parts = series.split(":");
  if (parts.length !== 6) return series;
  const name = `${parts[4].toUpperCase()} ${parts[5]}`;
  return parts[1] === "daybook" ? name : `${name} (${parts[1]} ${parts[3]})`;
}

/** "account:daybook:alice:spot" as the venue's users say it. @param {string} account */
export function accountWords(account) {
  const parts = account.split(":");
  return parts.length !== 4 ? account : parts[1] === "daybook" ? parts[2] : `${parts[2]} (${parts[1]})`;
}
