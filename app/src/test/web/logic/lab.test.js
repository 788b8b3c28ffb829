import assert from "node:assert/strict";
import { test } from "node:test";
import { Sandbox } from "../../../main/resources/daybook/app/web/lab/sandbox.js";
import { said } from "../../../main/resources/daybook/app/web/lab/words.js";

const PATH = "/api/v1/lab/sandboxes";
const OFFERED = { status: 200, body: { paths: { [PATH]: {} } }, retryAfterS: 0 };

/** @param {any} [of] @returns {any} */
function state(of = {}) {
  return {
    id: "a", members: 2, mode: "at-least-once", guard: "none", generation: 2, nextEvent: 101, partitions: [],
    consumers: [{ consumer: 1, alive: true, partitions: [0, 2] }, { consumer: 2, alive: true, partitions: [1] }],
    symbols: [], secondGroup: { runs: 0, records: 0 }, totals: { sent: 0, waiting: 0, lost: 0, twice: 0 }, log: [], ...of,
  };
}

/** @param {number} n @param {string} kind @param {number | null} eventId @param {any} [more] */
const line = (n, kind, eventId, more = {}) => ({ n, kind, consumer: 1, eventId, partition: 0, offset: 0, text: "", ...more });

/** A venue with sandboxes; `forgets` makes it lose them. */
function venue() {
  let made = 0;
  /** @type {Set<string>} */
  const known = new Set();
  /** @type {string[]} */
  const asked = [];
  return {
    asked,
    forgets: () => known.clear(),
    /** @type {any} */
    ask: async (/** @type {string} */ method, /** @type {string} */ path) => {
      asked.push(`${method} ${path}`);
      if (path === "/api/openapi.json") return OFFERED;
      if (method === "POST" && path === PATH) {
        const id = "s" + ++made;
        known.add(id);
        return { status: 201, body: state({ id }), retryAfterS: 0 };
      }
      const id = path.split("/")[5];
      return known.has(id) ? { status: 200, body: state({ id }), retryAfterS: 0 } : { status: 404, body: {}, retryAfterS: 0 };
    },
  };
}

function store() {
  const kept = new Map();
  return { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) };
}

test("a tab comes back to its own sandbox", async () => {
  const one = venue();
  const kept = store();
  await new Sandbox(one.ask, kept, () => {}).open();
  const again = new Sandbox(one.ask, kept, () => {});

  assert.equal(await again.open(), "");
  assert.equal(again.state?.id, "s1");
  assert.equal(one.asked.filter((asked) => asked === "POST " + PATH).length, 1);
});

test("a sandbox that is gone is replaced by a new one, and the step is done there", async () => {
  const one = venue();
  const sandbox = new Sandbox(one.ask, store(), () => {});
  await sandbox.open();
  one.forgets();

  assert.equal(await sandbox.act({ action: "consume" }), "");
  assert.equal(sandbox.state?.id, "s2");
});

test("steps are done one after the other, in the order of the clicks", async () => {
  const one = venue();
  /** @type {string[]} */
  const done = [];
  const sandbox = new Sandbox(one.ask, store(), (_, action) => void (action && done.push(action.action)));
  await sandbox.open();

  await Promise.all(["trade", "consume", "crash"].map((action) => sandbox.act({ action })));

  assert.deepEqual(done, ["trade", "consume", "crash"]);
});

test("a venue without a sandbox is not asked for one", async () => {
  /** @type {string[]} */
  const asked = [];
  /** @type {any} */
  const ask = async (/** @type {string} */ method, /** @type {string} */ path) => {
    asked.push(path);
    return { status: method === "GET" && path === "/api/openapi.json" ? 200 : 404, body: { paths: {} }, retryAfterS: 0 };
  };

  assert.match(await new Sandbox(ask, store(), () => {}).open(), /--demo/);
  assert.deepEqual(asked, ["/api/openapi.json"]);
});

test("a death is told by which duty it came between", () => {
  const worked = state({ log: [line(1, "sent", 101, { consumer: null }), line(2, "applied", 101), line(3, "crashed", null)] });
  const committed = state({ log: [line(1, "sent", 101, { consumer: null }), line(2, "committed", null), line(3, "crashed", null)] });

  assert.match(said({ action: "crash" }, worked, null).text, /died after the work on 101 and before its commit/);
  assert.match(said({ action: "crash" }, committed, null).text, /after its commit and before the work/);
});

test("only what the last step did is told", () => {
  const before = state({ log: [line(1, "twice", 101)] });
  const after = state({ log: [line(1, "twice", 101), line(2, "applied", 102)], totals: { sent: 2, waiting: 0, lost: 0, twice: 1 } });

  const told = said({ action: "consume" }, after, before);

  assert.equal(told.tone, "good");
  assert.match(told.text, /^102 counted/);
});

test("what went wrong is told before what went well", () => {
  const lost = state({ log: [line(1, "applied", 104), line(2, "lost", 103)] });
  const twice = state({ log: [line(1, "applied", 105), line(2, "twice", 101)] });
  const known = state({ log: [line(1, "applied", 105), line(2, "skipped", 101)] });

  assert.match(said({ action: "consume" }, lost, null).text, /^103 .* never counts/);
  assert.match(said({ action: "consume" }, twice, null).text, /^101 came again and counted a second time/);
  assert.equal(said({ action: "consume" }, known, null).tone, "good");
});

test("members without a partition are named", () => {
  const four = state({ consumers: [1, 2, 3, 4].map((consumer) => ({ consumer, alive: true, partitions: consumer < 4 ? [consumer - 1] : [] })) });

  assert.match(said({ action: "members", members: 4 }, four, null).text, /consumer 4 gets no partition/);
});

test("a step that could not be shown is told of, and does not keep the next one", async () => {
  const one = venue();
  let isBroken = false;
  const sandbox = new Sandbox(
    async (method, path, body) => (path.endsWith("/actions") ? { status: 200, body: state({ id: "s1" }), retryAfterS: 0 } : one.ask(method, path, body)),
    store(),
    () => {
      if (isBroken) throw new TypeError("planted");
    },
  );
  await sandbox.open();
  isBroken = true;
  const error = console.error;
  console.error = () => {};
  await assert.rejects(sandbox.act({ action: "random" }), /could not show it/);
  console.error = error;
  isBroken = false;
  assert.equal(await sandbox.act({ action: "random" }), "");
});
