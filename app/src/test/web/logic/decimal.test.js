import assert from "node:assert/strict";
import { test } from "node:test";
import * as decimal from "../../../main/resources/daybook/app/web/js/decimal.js";
import { seeded } from "./seeded.js";

test("a number keeps every digit, however many a binary fraction would lose", () => {
  assert.equal(decimal.add("0.1", "0.2"), "0.3");
  assert.equal(decimal.multiply("9007199254740993.07", "3"), "27021597764222979.21");
  assert.equal(decimal.subtract("1.00", "0.99"), "0.01");
});

test("what would have to be rounded has no units", () => {
  assert.equal(decimal.toUnits("1510.05", 2), 151_005n);
  assert.equal(decimal.toUnits("1510.050", 2), 151_005n);
  assert.equal(decimal.toUnits("1510.055", 2), null);
  for (const text of ["", " ", ".5", "5.", "1e3", "1,000", "--1", "NaN", "0x10", "1\u0663"]) {
    assert.equal(decimal.isDecimal(text), false, text);
  }
});

test("units and text are the same number, for any number", () => {
  const random = seeded(1);
  for (let i = 0; i < 2_000; i++) {
    const scale = random(10), units = BigInt(random(2 ** 31)) * BigInt(random(2 ** 31)) * (random(2) ? 1n : -1n);
    assert.equal(decimal.toUnits(decimal.fromUnits(units, scale), scale), units);
  }
});

test("a step goes to the next multiple of the tick, from wherever one is, and never below one tick", () => {
  assert.equal(decimal.step("1510.05", "0.05", 1), "1510.10");
  assert.equal(decimal.step("1510.07", "0.05", 1), "1510.10");
  assert.equal(decimal.step("1510.07", "0.05", -1), "1510.05");
  assert.equal(decimal.step("0.05", "0.05", -10), "0.05");
  assert.equal(decimal.step("10", "1", 10), "20");
});

test("order is that of the numbers and not of the text", () => {
  assert.equal(decimal.compare("9.5", "10.25"), -1);
  assert.equal(decimal.compare("1.50", "1.5"), 0);
  assert.equal(decimal.compare("-2", "1"), -1);
});

test("an average of fills is exact to two digits more than their prices", () => {
  assert.equal(decimal.average([{ price: "1502.25", quantity: "8" }, { price: "1502.50", quantity: "2" }]), "1502.30");
  assert.equal(decimal.average([{ price: "1.00", quantity: "1" }, { price: "2.00", quantity: "2" }]), "1.6666");
  assert.equal(decimal.average([]), "");
});

test("people read thousands in groups and a real minus", () => {
  assert.equal(decimal.group("1234567.5000"), "1,234,567.5000");
  assert.equal(decimal.group("-1234.00"), "-1,234.00");
  assert.equal(decimal.signed("-1234.00"), "\u22121,234.00");
  assert.equal(decimal.signed("0.00"), "0.00");
  assert.equal(decimal.percent("1500.00", "1510.05"), "+0.67");
  assert.equal(decimal.percent("0.00", "1"), "");
  assert.equal(decimal.trim("1502.300000", 2), "1502.30");
});
