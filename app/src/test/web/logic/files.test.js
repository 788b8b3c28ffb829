import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const WEB = new URL("../../../main/resources/daybook/app/web/", import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, WEB), "utf8");
const PLACES = ["js/", "lab/"];
const pages = ["", ...PLACES].flatMap((place) => readdirSync(new URL(place, WEB)).filter((name) => name.endsWith(".html")).map((name) => place + name));
const modules = PLACES.flatMap((place) => readdirSync(new URL(place, WEB)).filter((name) => name.endsWith(".js")).map((name) => place + name));
/** The module that another one imports. @param {string} name @param {string} from */
const resolved = (name, from) => new URL(name, new URL(from, WEB)).pathname.slice(WEB.pathname.length);

test("each vendored file is the one that was published, and has its licence beside it", () => {
  const listed = JSON.parse(read("vendor/vendor.json"));
  for (const file of listed) {
    for (const [name, sum] of [[file.file, file.sha256], [file.licenseFile, file.licenseSha256]]) {
      assert.equal(createHash("sha256").update(readFileSync(new URL("vendor/" + name, WEB))).digest("hex"), sum, name);
    }
  }
  const known = listed.flatMap((/** @type {any} */ f) => [f.file, f.licenseFile, f.file.replace(".mjs", ".d.mts")]);
  assert.deepEqual(readdirSync(new URL("vendor/", WEB)).filter((name) => !known.includes(name)), ["vendor.json"]);
});

test("a page asks for every module it needs at once, not one after the other", () => {
  for (const page of pages) {
    const html = read(page);
    const script = /<script type="module" src="\/([^"]+)"/.exec(html)?.[1];
    if (!script) continue;
    const needed = new Set();
    const visit = (/** @type {string} */ name) => {
      for (const [, next] of read(name).matchAll(/^import [^;]*from "(\.[^"]+)"/gm)) {
        const module = resolved(next, name);
        if (!needed.has(module)) needed.add(module) && visit(module);
      }
    };
    visit(script);
    const preloaded = [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map((m) => m[1]);
    assert.deepEqual(preloaded, [...needed].sort(), page);
  }
});

test("every module is used, and none parses markup", () => {
  const all = pages.map(read).join("") + modules.map(read).join("") + 'made by the server: "/lab/learn.js"';
  for (const name of modules) {
    assert.ok(all.includes(name.slice(name.indexOf("/")) + '"'), name + " is used");
    assert.doesNotMatch(read(name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\("style/);
  }
});
