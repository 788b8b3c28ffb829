/** The terminal: joins the venue's channels to what is on the page. */

import { get } from "./api.js";
import { Bars } from "./bars.js";
import { Book } from "./book.js";
import { Chart } from "./chart.js";
import { compare } from "./decimal.js";
import { byId, make, setText } from "./dom.js";
import { Ladder } from "./ladder.js";
import { recall, remember } from "./memory.js";
import { OrderTable, showFills } from "./orders.js";
import { showPositions, showRanks } from "./portfolio.js";
import { Shell } from "./shell.js";
import { listen } from "./shortcuts.js";
import { Store } from "./store.js";
import { neighbour, showSymbols } from "./symbols.js";
import { showTape } from "./tape.js";
import { Ticket } from "./ticket.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Trade} Trade
 */

const TIMEFRAMES = ["1s", "1m", "5m", "15m", "1h", "1d"];
const TAPE = 200;
/** Symbols whose last price is followed in the strip; with more of them only the chosen one's is. */
const FOLLOWED = 40;
const ACCOUNT_EVERY_MS = 3_000;
const ACCOUNT_PAUSE_MS = 120;
const RETRY_MS = 1_500;
/** With fewer minutes than this a new venue shows its seconds, until somebody chooses. */
const FEW_CANDLES = 8;
const STALE = "From before: the venue does not answer";

/** @type {State} */
const nothingYet = {
  instruments: [],
  symbol: "",
  book: new Book(),
  trades: [],
  lasts: new Map(),
  bars: new Bars(),
  timeframe: remembered("timeframe", TIMEFRAMES) ?? "1m",
  who: { role: "nobody", account: "" },
  orders: [],
  fills: [],
  positions: [],
  profits: [],
  ranks: [],
};
const store = new Store(nothingYet, (draw) => requestAnimationFrame(draw));

const shell = new Shell((who) => {
  store.set("who", who);
  followAccount();
});
const ticket = new Ticket(store, { changed: refreshSoon, signIn: () => shell.signIn() });
const ladder = new Ladder(store, (price) => ticket.fill(price));
const orders = new OrderTable(store, refreshSoon);

showSymbols(store, choose);
showTape(store);
showFills(store);
showPositions(store, choose);
showRanks(store);
wireTimeframes();
wireTabs();
wireViews();
listen([
  { keys: ["b", "B"], shown: "B", does: "Buy: to the quantity", run: () => begin("BUY") },
  { keys: ["s", "S"], shown: "S", does: "Sell: to the quantity", run: () => begin("SELL") },
  { keys: ["l", "L"], shown: "L", does: "Limit order: to the price", run: () => ticket.chooseType("LIMIT") },
  { keys: ["m", "M"], shown: "M", does: "Market order: to the quantity", run: () => ticket.chooseType("MARKET") },
  { keys: ["d", "D"], shown: "D", does: "Depth: choose a price with the arrows, Enter takes it", run: () => ladder.focus() },
  { keys: ["]"], shown: "]", does: "Next symbol", run: () => choose(neighbour(store, 1)) },
  { keys: ["["], shown: "[", does: "Symbol before", run: () => choose(neighbour(store, -1)) },
  { keys: TIMEFRAMES.map((_, i) => String(i + 1)), shown: "1 \u2026 6", does: "Candles from 1 second to 1 day", run: (key) => chooseTimeframe(TIMEFRAMES[Number(key) - 1]) },
  { keys: ["o", "O"], shown: "O", does: "To the open orders; Enter changes a number, Tab goes on to Cancel", run: focusOrders },
  { keys: ["X"], shown: "Shift X", does: "Cancel all orders; press twice", run: () => orders.cancelAll() },
  { keys: ["t", "T"], shown: "T", does: "Light or dark", run: () => byId("theme").click() },
  { keys: ["?"], shown: "?", does: "This list", run: () => byId("help", HTMLDialogElement).showModal() },
]);

/** @type {(() => void)[]} */
let symbolChannels = [];
/** @type {(() => void) | null} */
let barChannel = null;
/** @type {(() => void) | null} */
let accountChannel = null;
/** @type {any} */
let refreshing = null;
let refreshes = 0;

shell.start();
shell.feed.subscribe("ops", { frame: (frame) => shell.showVenue(frame.data), refused: () => {} });
shell.feed.subscribe("leaderboard", {
  frame: (frame) => {
    panelNote("ranks-panel", "");
    store.set("ranks", frame.data.rows ?? []);
  },
  refused: (code) => panelNote("ranks-panel", whyNot(code)),
});
listInstruments();
setInterval(refreshSoon, ACCOUNT_EVERY_MS); // what a pointer was lost for is seen all the same
requestAnimationFrame(() => setTimeout(() => Chart.open(store), 0));

async function listInstruments() {
  const answer = await get("/api/v1/symbols");
  if (answer.status !== 200) {
    setTimeout(listInstruments, RETRY_MS);
    return;
  }
  store.set("instruments", answer.body);
  const symbols = store.get("instruments").map((i) => i.symbol);
  for (const symbol of symbols.slice(0, FOLLOWED)) followTrades(symbol);
  choose(remembered("symbol", symbols) ?? symbols[0] ?? "");
}

/** @type {Map<string, Trade[]>} */
const tapes = new Map();
/** @type {Map<string, () => void>} */
const tapeLeaves = new Map();

/** @param {string} symbol */
function followTrades(symbol) {
  if (tapes.has(symbol)) return;
  tapes.set(symbol, []);
  const leave = shell.feed.subscribe("trades." + symbol, {
    refused: (code) => symbol === store.get("symbol") && panelNote("tape-panel", whyNot(code)),
    frame: (frame) => {
      if (symbol === store.get("symbol")) panelNote("tape-panel", "");
      const tape = frame.type === "snap" ? [] : (tapes.get(symbol) ?? []);
      const news = frame.type === "snap" ? frame.data.trades : [frame.data];
      tapes.set(symbol, [...news.toReversed(), ...tape].slice(0, TAPE));
      const newest = news.at(-1);
      if (newest) showLast(symbol, newest.price);
      if (symbol === store.get("symbol")) store.set("trades", tapes.get(symbol) ?? []);
    },
  });
  tapeLeaves.set(symbol, () => {
    leave();
    tapes.delete(symbol);
    tapeLeaves.delete(symbol);
  });
}

/** Beyond the first symbols of the strip a tape is followed only while it is shown: a socket has room for so many channels. @param {string} symbol */
function leaveTape(symbol) {
  const place = store.get("instruments").findIndex((i) => i.symbol === symbol);
  if (place < 0 || place >= FOLLOWED) tapeLeaves.get(symbol)?.();
}

/** @param {string} symbol @param {string} price */
function showLast(symbol, price) {
  const before = store.get("lasts").get(symbol);
  const direction = before ? compare(price, before.price) || before.direction : 0;
  store.get("lasts").set(symbol, { price, direction });
  store.touch("lasts");
}

/** @param {string} symbol */
function choose(symbol) {
  if (!symbol || symbol === store.get("symbol")) return;
  remember("symbol", symbol);
  for (const leave of symbolChannels) leave();
  const book = new Book();
  const before = store.get("symbol");
  store.set("symbol", symbol);
  if (before) leaveTape(before);
  for (const panel of ["book-panel", "tape-panel"]) panelNote(panel, "");
  store.set("book", book);
  followTrades(symbol);
  store.set("trades", tapes.get(symbol) ?? []);
  ticket.clearPrice();
  symbolChannels = [
    shell.feed.subscribe("book." + symbol, {
      needsSnapshot: true,
      refused: (code) => panelNote("book-panel", whyNot(code)),
      frame: (frame) => {
        panelNote("book-panel", "");
        if (frame.type === "snap") book.snap(frame.data, frame.seq);
        else book.diff(frame.data, frame.seq);
        if (book.state) shell.showSession(book.state);
        store.touch("book");
      },
    }),
  ];
  followBars();
}

function followBars() {
  barChannel?.();
  const bars = store.get("bars");
  bars.clear();
  store.touch("bars");
  panelNote("chart-panel", "");
  barChannel = shell.feed.subscribe(`bars.${store.get("symbol")}.${store.get("timeframe")}`, {
    needsSnapshot: true,
    refused: (code) => panelNote("chart-panel", whyNot(code)),
    frame: (frame) => {
      panelNote("chart-panel", "");
      if (frame.type === "snap") {
        bars.snap(frame.data.bars ?? []);
        if (isYoung(frame.data.bars ?? [])) requestAnimationFrame(() => showTimeframe("1s"));
      } else {
        bars.change(frame.data);
      }
      store.touch("bars");
    },
  });
}

/** Whether a venue has only just begun, and nobody has chosen what to see. @param {unknown[]} bars */
function isYoung(bars) {
  return bars.length < FEW_CANDLES && store.get("timeframe") === "1m" && remembered("timeframe", TIMEFRAMES) === null;
}

/** @param {string} timeframe */
function chooseTimeframe(timeframe) {
  remember("timeframe", timeframe);
  showTimeframe(timeframe);
}

/** @param {string} timeframe */
function showTimeframe(timeframe) {
  if (timeframe === store.get("timeframe")) return;
  store.set("timeframe", timeframe);
  followBars();
}

/** The account's channel carries pointers only; the data is asked for over HTTP, where it is checked who asks. */
function followAccount() {
  accountChannel?.();
  accountChannel = null;
  const account = store.get("who").account;
  if (account) {
    panelNote("orders-panel", "");
    panelNote("positions-panel", "");
    accountChannel = shell.feed.subscribe("private-account." + account, { frame: refreshSoon, refused: () => {} });
    refreshSoon();
    return;
  }
  for (const panel of ["orders-panel", "positions-panel"]) panelNote(panel, "");
  for (const name of /** @type {const} */ (["orders", "fills", "positions", "profits"])) store.set(name, []);
}

/** However many pointers come at once, the account is asked for once. */
function refreshSoon() {
  if (refreshing !== null || !store.get("who").account || document.hidden) return;
  refreshing = setTimeout(async () => {
    try {
      await refresh();
    } finally {
      refreshing = null;
    }
  }, ACCOUNT_PAUSE_MS);
}

async function refresh() {
  const mine = ++refreshes;
  const account = store.get("who").account;
  const [open, positions, profits, fills] = await Promise.all([
    get("/api/v1/orders"),
    get("/api/v1/positions"),
    get("/api/v1/pnl"),
    get("/api/v1/fills?limit=50"),
  ]);
  if (mine !== refreshes || account !== store.get("who").account) return; // somebody else has signed in meanwhile
  if (open.status === 401) {
    shell.signedOut();
    return;
  }
  if (open.status === 200) store.set("orders", open.body);
  if (positions.status === 200) store.set("positions", positions.body);
  if (profits.status === 200) store.set("profits", profits.body);
  if (fills.status === 200) store.set("fills", fills.body);
  const isThere = (/** @type {import("./api.js").Answer[]} */ ...answers) => answers.every((answer) => answer.status === 200);
  panelNote("orders-panel", isThere(open, fills) ? "" : STALE);
  panelNote("positions-panel", isThere(positions, profits) ? "" : STALE);
}

/** @param {string} code of the refusal of a channel */
function whyNot(code) {
  return code === "BUSY" ? STALE : code === "TOO_MANY" ? "Not followed: too many channels" : "Not shown to you; sign in";
}

/** Says in a panel's head why it does not show what is now. @param {string} panel its class @param {string} text "": it does */
function panelNote(panel, text) {
  const head = document.querySelector(`.${panel} > header`);
  let note = head?.querySelector(".panel-note");
  if (!note && text) {
    note = make("p", { class: "panel-note", role: "status" });
    head?.append(note);
  }
  if (note) setText(note, text);
}

/** @param {"BUY" | "SELL"} side */
function begin(side) {
  showPart("trade");
  ticket.begin(side);
}

function focusOrders() {
  showPart("orders");
  showTab("orders-tab");
  /** @type {HTMLElement | null} */ (document.querySelector("#orders button"))?.focus();
}

function wireTimeframes() {
  const place = byId("timeframes");
  const radios = TIMEFRAMES.map((timeframe) => /** @type {HTMLInputElement} */ (place.querySelector(`input[value="${timeframe}"]`)));
  store.view(["timeframe"], () => radios.forEach((radio) => (radio.checked = radio.value === store.get("timeframe"))));
  place.addEventListener("change", (event) => chooseTimeframe(/** @type {HTMLInputElement} */ (event.target).value));
}

function wireTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  for (const tab of tabs) {
    tab.addEventListener("click", () => showTab(tab.id));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const step = event.key === "ArrowRight" ? 1 : -1;
      const other = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      showTab(other.id);
      other.focus();
    });
  }
}

/** @param {string} id */
function showTab(id) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=tab]"))) {
    const isShown = tab.id === id;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !isShown;
  }
}

/** On a phone one part of the page is shown at a time. */
function wireViews() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-show]"))) {
    button.addEventListener("click", () => showPart(button.dataset.show ?? "market"));
  }
  document.querySelector(".skip")?.addEventListener("click", () => showPart("trade")); // on a phone it may be hidden
  showPart("market");
}

/** @param {string} part */
function showPart(part) {
  document.body.dataset.part = part;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-show]"))) {
    if (button.dataset.show === part) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** @param {string} name @param {string[]} allowed */
function remembered(name, allowed) {
  const value = recall(name) ?? "";
  return allowed.includes(value) ? value : null;
}
