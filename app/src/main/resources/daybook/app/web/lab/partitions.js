/** The topic as it lies there: a lane for each partition, records faded once the group's bookmark is behind them. */

import { make, setAttribute, setText } from "../js/dom.js";

/**
 * @typedef {import("./sandbox.js").State} State
 * @typedef {import("./sandbox.js").Partition} Partition
 * @typedef {import("./sandbox.js").Entry} Entry
 */

export class Partitions {
  #lanes;
  #consumers;
  /** @type {Map<number, Lane>} */
  #byNumber = new Map();

  /** @param {HTMLElement} lanes @param {HTMLElement} consumers */
  constructor(lanes, consumers) {
    this.#lanes = lanes;
    this.#consumers = consumers;
  }

  /** @param {State} state @param {State | null} before */
  show(state, before) {
    for (const partition of state.partitions) {
      let lane = this.#byNumber.get(partition.partition);
      if (!lane) {
        lane = new Lane(partition.partition);
        this.#byNumber.set(partition.partition, lane);
        this.#lanes.append(lane.element);
      }
      lane.show(partition, before?.partitions[partition.partition] ?? null);
    }
    for (const [number, lane] of this.#byNumber) {
      if (number >= state.partitions.length) {
        lane.element.remove();
        this.#byNumber.delete(number);
      }
    }
    this.#showConsumers(state);
  }

  /** @param {State} state */
  #showConsumers(state) {
    this.#consumers.replaceChildren(
      ...state.consumers.map((consumer) =>
        make(
          "li",
          { class: "consumer", "data-owner": consumer.consumer, "data-dead": !consumer.alive },
          make("span", { class: "dot" }),
          make("strong", {}, `consumer ${consumer.consumer}`),
          " ",
          consumer.alive ? has(consumer.partitions) : "is dead",
        ),
      ),
      make("li", { class: "quiet" }, `generation ${state.generation} of the group`),
      ...(state.secondGroup.runs > 0 ? [make("li", { class: "quiet" }, `second group: ${state.secondGroup.records} records from offset 0`)] : []),
    );
  }
}

/** @param {number[]} partitions */
function has(partitions) {
  if (partitions.length === 0) return "gets no partition";
  return (partitions.length === 1 ? "partition " : "partitions ") + partitions.join(", ");
}

class Lane {
  element;
  #owner = make("span", { class: "owner" });
  #facts = make("span", { class: "facts" });
  #track = make("ol", { class: "track" });
  #frame;
  #known = "";

  /** @param {number} number */
  constructor(number) {
    const name = `partition-${number}`;
    this.#frame = make("div", { class: "frame", tabindex: 0, role: "region", "aria-label": `Records of partition ${number}` }, this.#track);
    this.element = make(
      "article",
      { class: "lane", "aria-labelledby": name },
      make("header", {}, make("h3", { id: name }, `Partition ${number}`), this.#owner, this.#facts),
      this.#frame,
    );
  }

  /** @param {Partition} partition @param {Partition | null} before */
  show(partition, before) {
    const orphan = partition.owner === null;
    setText(this.#owner, orphan ? "nobody" : `consumer ${partition.owner}`);
    setAttribute(this.element, "data-owner", orphan ? "none" : String(partition.owner));
    const lag = partition.end - partition.committed;
    setText(this.#facts, `committed ${partition.committed} \u00b7 end ${partition.end} \u00b7 lag ${lag}`);
    const known = JSON.stringify([partition.committed, partition.records]);
    if (known !== this.#known) {
      this.#known = known;
      this.#showRecords(partition, before);
    }
  }

  /** @param {Partition} partition @param {Partition | null} before */
  #showRecords(partition, before) {
    const newFrom = before ? before.end : partition.end;
    const bookmark = make("li", { class: "bookmark" }, make("span", {}, `bookmark ${partition.committed}`));
    const items = [];
    const first = partition.records[0]?.offset ?? 0;
    if (first > 0) items.push(make("li", { class: "more" }, `${first} before`));
    for (const entry of partition.records) {
      if (entry.offset === partition.committed) items.push(bookmark);
      items.push(record(entry, partition, entry.offset >= newFrom));
    }
    if (partition.committed === partition.end) items.push(bookmark);
    if (partition.end === 0) items.push(make("li", { class: "empty" }, "no record; no key has led here"));
    this.#track.replaceChildren(...items);
    const wanted = bookmark.offsetLeft - this.#frame.clientWidth / 2;
    this.#frame.scrollTo({ left: Math.max(0, wanted) });
  }
}

/** @param {Entry} entry @param {Partition} partition @param {boolean} isNew */
function record(entry, partition, isNew) {
  const read = entry.offset < partition.committed;
  const fate = entry.counts > 1 ? "twice" : read && entry.counts === 0 ? "lost" : !read && entry.counts > 0 ? "worked" : read ? "read" : "fresh";
  const words = {
    twice: `counted ${entry.counts} times`,
    lost: "never counted",
    worked: "counted, not committed",
    read: "counted, committed",
    fresh: "to be read",
  }[fate];
  const sign = entry.quantity > 0 ? "+" : "";
  const item = make(
    "li",
    { class: "record", "data-fate": fate, "data-read": read, "data-new": isNew, title: `event ${entry.eventId}, ${sign}${entry.quantity} ${entry.symbol}: ${words}` },
    make("span", { class: "place" }, `${entry.offset}:${entry.symbol}`),
  );
  const event = make("span", { class: "event" }, String(entry.eventId));
  if (fate === "twice") event.append(make("span", { class: "fate" }, `\u00d7${entry.counts}`));
  if (fate === "lost") event.append(make("span", { class: "fate" }, "lost"));
  item.append(event, make("span", { class: "unseen" }, `, ${words}`));
  return item;
}
