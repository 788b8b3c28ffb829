/** Whole numbers below a bound, the same ones for the same seed. @param {number} seed */
export function seeded(seed) {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return (/** @type {number} */ below) => {
    state = Number((BigInt(state) * 48_271n) % 2_147_483_647n);
    return state % below;
  };
}
