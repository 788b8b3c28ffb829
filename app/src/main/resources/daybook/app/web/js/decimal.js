/**
 * Decimal numbers as text and whole units. A price or a quantity never becomes a binary fraction; only `share` does,
 * because a bar on a screen has a width.
 */

const FORM = /^(-?)(\d{1,30})(?:\.(\d{1,18}))?$/;

/** Digits behind the point that `key` keeps: more than any instrument has. */
const KEY_SCALE = 18;

/** @param {string} text */
export function isDecimal(text) {
  return FORM.test(text);
}

/** @param {string} text how many digits it has behind the point */
export function scaleOf(text) {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/**
 * The number in units of 10^-scale; null if it is no decimal, or has more digits than that and would have to be rounded.
 * @param {string} text
 * @param {number} scale
 * @returns {bigint | null}
 */
export function toUnits(text, scale) {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const digits = (parts[3] ?? "").replace(/0+$/, "");
  if (digits.length > scale) return null;
  const units = BigInt(parts[2] + digits.padEnd(scale, "0"));
  return parts[1] ? -units : units;
}

/**
 * @param {bigint} units
 * @param {number} scale
 */
export function fromUnits(units, scale) {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return sign + whole + (scale > 0 ? "." + digits.slice(digits.length - scale) : "");
}

/**
 * A number to sort and to compare by, exact up to 18 digits behind the point.
 * @param {string} text
 */
export function key(text) {
  const units = toUnits(text, KEY_SCALE);
  if (units === null) throw new RangeError("decimal: " + text + " (expected: like 1510.05)");
  return units;
}

/** @param {string} a @param {string} b */
export function compare(a, b) {
  const x = key(a), y = key(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** @param {string} text */
export function isZero(text) {
  return /^-?0*(\.0*)?$/.test(text) && text !== "";
}

/** -1, 0 or 1. @param {string} text */
export function sign(text) {
  return isZero(text) ? 0 : text.startsWith("-") ? -1 : 1;
}

/** @param {string} a @param {string} b */
export function add(a, b) {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return fromUnits((toUnits(a, scale) ?? 0n) + (toUnits(b, scale) ?? 0n), scale);
}

/** @param {string} a @param {string} b */
export function subtract(a, b) {
  return add(a, b.startsWith("-") ? b.slice(1) : "-" + b);
}

/** @param {string} a @param {string} b */
export function multiply(a, b) {
  const left = scaleOf(a), right = scaleOf(b);
  return fromUnits((toUnits(a, left) ?? 0n) * (toUnits(b, right) ?? 0n), left + right);
}

/**
 * The next multiple of the tick, `count` of them up or down; never below one tick.
 * @param {string} text
 * @param {string} tick
 * @param {number} count
 */
export function step(text, tick, count) {
  const scale = Math.max(scaleOf(text), scaleOf(tick));
  const size = toUnits(tick, scale) ?? 1n;
  const now = toUnits(text, scale) ?? 0n;
  const below = now / size;
  const onTick = below * size === now;
  let next = below + BigInt(count);
  if (!onTick && count < 0) next += 1n; // the first step down lands on the multiple just below
  if (next < 1n) next = 1n;
  return fromUnits(next * size, scaleOf(tick));
}

/** @param {string} text @param {string} of */
export function isMultiple(text, of) {
  const scale = Math.max(scaleOf(text), scaleOf(of));
  const size = toUnits(of, scale);
  const units = toUnits(text, scale);
  return size !== null && units !== null && size !== 0n && units % size === 0n;
}

/**
 * The change from one number to another in percent, two digits, cut and not rounded; empty if there is nothing to compare with.
 * @param {string} from
 * @param {string} to
 */
export function percent(from, to) {
  if (isZero(from)) return "";
  const scale = Math.max(scaleOf(from), scaleOf(to));
  const base = toUnits(from, scale) ?? 1n;
  const hundredths = (((toUnits(to, scale) ?? 0n) - base) * 10_000n) / base;
  return (hundredths > 0n ? "+" : "") + fromUnits(hundredths, 2);
}

/**
 * The average of amounts at prices, with two digits more than the prices have, cut.
 * @param {{price: string, quantity: string}[]} trades
 */
export function average(trades) {
  const priceScale = Math.max(0, ...trades.map((t) => scaleOf(t.price)));
  const quantityScale = Math.max(0, ...trades.map((t) => scaleOf(t.quantity)));
  let value = 0n, amount = 0n;
  for (const t of trades) {
    const quantity = toUnits(t.quantity, quantityScale) ?? 0n;
    value += (toUnits(t.price, priceScale) ?? 0n) * quantity;
    amount += quantity;
  }
  return amount === 0n ? "" : trim(fromUnits((value * 100n) / amount, priceScale + 2), priceScale);
}

/**
 * Without zeros at the end, but with at least so many digits.
 * @param {string} text
 * @param {number} scale
 */
export function trim(text, scale) {
  let end = text.length;
  while (scaleOf(text.slice(0, end)) > scale && text[end - 1] === "0") end--;
  return text[end - 1] === "." ? text.slice(0, end - 1) : text.slice(0, end);
}

/** With commas between thousands, for people to read. @param {string} text */
export function group(text) {
  const point = text.indexOf(".");
  const whole = point < 0 ? text : text.slice(0, point);
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (point < 0 ? "" : text.slice(point));
}

/** With a sign in front, a real minus, for people to read. @param {string} text */
export function signed(text) {
  const grouped = group(text.replace("-", ""));
  return sign(text) < 0 ? "\u2212" + grouped : sign(text) > 0 ? "+" + grouped : grouped;
}

/**
 * How large a part is, 0 to 1, in thousandths: for the width of a bar and nothing else.
 * @param {bigint} part
 * @param {bigint} whole
 */
export function share(part, whole) {
  return whole <= 0n ? 0 : Math.min(1, Number((part * 1_000n) / whole) / 1_000);
}
