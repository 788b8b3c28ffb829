"use strict";
// Polls the venue and writes text nodes only: whatever a name contains, it stays text.

const byId = (id) => document.getElementById(id);

async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  if (!answer.ok) throw new Error("HTTP " + answer.status);
  return answer.json();
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function row(cells) {
  const tr = document.createElement("tr");
  cells.forEach((cell) => tr.append(element("td", cell)));
  return tr;
}

function showStatus(status) {
  const badge = byId("state");
  badge.textContent = status.state;
  badge.className = "badge " + (["green", "amber", "red"].includes(status.state) ? status.state : "");
  const facts = [];
  for (const [name, label] of [
    ["session", "Session"], ["venueTime", "Venue time"], ["durableSeq", "Durable line"],
    ["publishedSeq", "Published line"], ["lag", "Behind"], ["orders", "Orders"], ["trades", "Trades"], ["errors", "Errors"],
  ]) {
    if (status[name] !== undefined) facts.push(element("dt", label), element("dd", String(status[name])));
  }
  byId("facts").replaceChildren(...facts);
  byId("reasons").replaceChildren(...(status.reasons || []).map((reason) => element("li", reason)));
}

function showBook(book) {
  const rows = [];
  for (let i = 0; i < Math.max(book.bids.length, book.asks.length); i++) {
    const bid = book.bids[i] || { quantity: "", price: "" };
    const ask = book.asks[i] || { quantity: "", price: "" };
    rows.push(row([bid.quantity, bid.price, ask.price, ask.quantity]));
  }
  byId("levels").replaceChildren(...rows);
}

async function listSymbols() {
  const symbols = await get("/api/v1/symbols");
  const select = byId("symbol");
  if (select.options.length !== symbols.length) {
    const chosen = select.value;
    select.replaceChildren(...symbols.map((s) => element("option", s.symbol)));
    if (chosen) select.value = chosen;
  }
}

async function refresh() {
  try {
    showStatus(await get("/api/v1/ops/status"));
    await listSymbols();
    const symbol = encodeURIComponent(byId("symbol").value);
    if (symbol) {
      showBook(await get("/api/v1/book/" + symbol + "?depth=10"));
      const trades = await get("/api/v1/trades/" + symbol + "?limit=10");
      byId("trades").replaceChildren(...trades.map((t) => row([String(t.seq), t.price, t.quantity])));
    }
  } catch (error) {
    byId("state").textContent = "no answer: " + error.message;
    byId("state").className = "badge red";
  }
  setTimeout(refresh, 1000);
}


refresh();
