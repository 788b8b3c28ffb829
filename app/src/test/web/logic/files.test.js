import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const WEB = new URL("../../../main/resources/daybook/app/web/", import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, WEB), "utf8");
const pages = readdirSync(WEB).filter((name) => name.endsWith(".html"));
const modules = readdirSync(new URL("js/", WEB));

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
    const script = /<script type="module" src="\/js\/([^"]+)"/.exec(html)?.[1];
    if (!script) continue;
    const needed = new Set();
    const visit = (/** @type {string} */ name) => {
      for (const [, next] of read("js/" + name).matchAll(/^import [^;]*from "\.\/([^"]+)"/gm)) {
        if (!needed.has(next)) needed.add(next) && visit(next);
      }
    };
    visit(script);
    const preloaded = [...html.matchAll(/rel="modulepreload" href="\/js\/([^"]+)"/g)].map((m) => m[1]);
    assert.deepEqual(preloaded, [...needed].sort(), page);
  }
});

test("every module is used, and none parses markup", () => {
  const all = pages.map(read).join("") + modules.map((name) => read("js/" + name)).join("");
  for (const name of modules) {
    assert.ok(all.includes("/" + name + '"'), name + " is used");
    assert.doesNotMatch(read("js/" + name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\("style/);
  }
});
