import assert from "node:assert/strict";
import { test } from "node:test";
import { by, jsonFault, outcomeTone, sums, took, venueTime, verdict, why } from "../../../main/resources/daybook/app/web/js/work.js";

const queue = (size, due, inFlight) => ({ queue: "q", size, due, inFlight });
const run = (over) => ({ id: "1", queue: "q", name: "n", attempt: 1, outcome: "DONE", reason: "", owner: "host:12:ab", startedAt: "2026-01-05T10:00:00Z",
  endedAt: "2026-01-05T10:00:01.500Z", done: 0, total: 0, what: "hello", ...over });

test("what is in all queues is added up, and what runs does not wait", () => {
  assert.deepEqual(sums([queue(5, 2, 1), queue(3, 0, 0)]), { waiting: 7, due: 2, inFlight: 1 });
});

test("failed jobs are said first, then what runs, then what waits", () => {
  assert.equal(verdict([queue(5, 2, 1)], 2).title, "2 failed jobs wait for a decision");
  assert.equal(verdict([queue(5, 2, 1)], 1).tone, "warn");
  assert.equal(verdict([queue(5, 2, 1)], 0).title, "1 job runs");
  assert.equal(verdict([queue(5, 2, 0)], 0).title, "2 jobs are due");
  assert.equal(verdict([queue(5, 0, 0)], 0).title, "Jobs wait for their time");
  assert.equal(verdict([queue(0, 0, 0)], 0).title, "No job waits");
});

test("an outcome has a tone", () => {
  assert.equal(outcomeTone("DONE"), "good");
  assert.equal(outcomeTone("FAILED"), "bad");
  assert.equal(outcomeTone("RUNS"), null);
});

test("a run says how long it took, why, and who did it", () => {
  assert.equal(took(run({})), "1.5 s");
  assert.equal(took(run({ endedAt: null })), "\u2014");
  assert.equal(took(run({ attempt: 0 })), "\u2014");
  assert.equal(why(run({})), "hello");
  assert.equal(why(run({ reason: "deadline" })), "deadline");
  assert.equal(by("host:12:ab"), "host, process 12");
  assert.equal(by("token 1234"), "token 1234");
});

test("venue time is the venue's, wherever the browser is", () => {
  assert.equal(venueTime("2026-01-05T10:10:00Z", "+05:30"), "2026-01-05 15:40");
  assert.equal(venueTime("2026-01-05T01:10:00Z", "-02:00"), "2026-01-04 23:10");
  assert.equal(venueTime(null, "+05:30"), "never");
});

test("what is no JSON is said before it is sent", () => {
  assert.equal(jsonFault("{\"name\":\"INFY\"}"), "");
  assert.notEqual(jsonFault("{name}"), "");
});
