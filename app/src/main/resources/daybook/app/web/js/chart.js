import { group } from "./decimal.js";
import { byId, setText } from "./dom.js";
import { instrument, isOpen, openQuantity } from "./state.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./state.js").Bar} Bar
 */

/**
 * Candles with volume, and one's own orders as lines. Here alone prices become binary fractions: to find a place on the screen. What is
 * written beside the candles is the text that came.
 */
export class Chart {
  #store;
  #library;
  #chart;
  #candles;
  #volumes;
  /** @type {any[]} */
  #lines = [];
  /** @type {Record<string, string>} */
  #colours = {};
  #shown = "";

  /** Loads what draws it, after the page's first paint. @param {TerminalStore} store */
  static async open(store) {
    const library = await import("../vendor/lightweight-charts.mjs");
    return new Chart(store, library);
  }

  /** @param {TerminalStore} store @param {typeof import("../vendor/lightweight-charts.mjs")} library */
  constructor(store, library) {
    this.#store = store;
    this.#library = library;
    const place = byId("chart");
    this.#chart = library.createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false }, // it needs an inline style and tells its maker our address; the page has the link instead
    });
    this.#candles = this.#chart.addSeries(library.CandlestickSeries, { borderVisible: false, priceLineStyle: 1 });
    this.#volumes = this.#chart.addSeries(library.HistogramSeries, {
      priceScaleId: "volume",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
    this.#chart.subscribeCrosshairMove((/** @type {any} */ at) => this.#legend(at.time));
    window.addEventListener("daybook-colours", () => requestAnimationFrame(() => this.#colour()));
    this.#colour();
    store.view(["bars", "symbol", "timeframe", "instruments"], () => this.#draw());
    store.view(["orders", "symbol"], () => this.#drawOrders());
  }

  #draw() {
    const { isAll, bars } = this.#store.get("bars").take();
    const listed = instrument(this.#store);
    const shown = this.#store.get("symbol") + this.#store.get("timeframe");
    if (listed) {
      const precision = listed.priceScale;
      this.#candles.applyOptions({ priceFormat: { type: "price", precision, minMove: 1 / 10 ** precision } });
    }
    if (isAll) {
      this.#candles.setData(bars.map((bar) => this.#candle(bar)));
      this.#volumes.setData(bars.map((bar) => this.#volume(bar)));
      if (shown !== this.#shown && bars.length > 0) {
        this.#shown = shown;
        this.#chart.timeScale().setVisibleLogicalRange({ from: bars.length - 90, to: bars.length + 4 });
      }
    } else {
      for (const bar of bars) {
        this.#candles.update(this.#candle(bar));
        this.#volumes.update(this.#volume(bar));
      }
    }
    const newest = this.#store.get("bars").newest();
    byId("chart-empty").hidden = Boolean(newest);
    this.#legend(undefined);
    const isSeconds = this.#store.get("timeframe").endsWith("s");
    this.#chart.applyOptions({ timeScale: { timeVisible: true, secondsVisible: isSeconds } });
  }

  /** @param {Bar} bar */
  #candle(bar) {
    return { time: at(bar), open: +bar.open, high: +bar.high, low: +bar.low, close: +bar.close };
  }

  /** @param {Bar} bar */
  #volume(bar) {
    const isUp = +bar.close >= +bar.open;
    return { time: at(bar), value: +bar.volume, color: isUp ? this.#colours.buyFaint : this.#colours.sellFaint };
  }

  /** The candle under the pointer in words, or the newest. @param {number | undefined} time */
  #legend(time) {
    const bars = this.#store.get("bars");
    const start = time === undefined ? undefined : new Date(time * 1_000).toISOString().replace(".000Z", "Z");
    const bar = (start && bars.at(start)) || bars.newest();
    const text = bar
      ? `O ${group(bar.open)}  H ${group(bar.high)}  L ${group(bar.low)}  C ${group(bar.close)}  V ${group(bar.volume)}`
      : "";
    setText(byId("legend"), text);
  }

  #drawOrders() {
    for (const line of this.#lines) this.#candles.removePriceLine(line);
    this.#lines = this.#store
      .get("orders")
      .filter((order) => order.symbol === this.#store.get("symbol") && isOpen(order) && order.price)
      .map((order) =>
        this.#candles.createPriceLine({
          price: Number(order.price),
          color: order.side === "BUY" ? this.#colours.buy : this.#colours.sell,
          lineWidth: 1,
          lineStyle: this.#library.LineStyle.Dashed,
          axisLabelVisible: true,
          title: `${order.side === "BUY" ? "buy" : "sell"} ${openQuantity(order)}`,
        }),
      );
  }

  /** Takes the page's colours: a canvas knows nothing of them by itself. */
  #colour() {
    const colours = pageColours();
    this.#colours = colours;
    this.#chart.applyOptions({
      layout: { background: { color: "transparent" }, textColor: colours.muted, fontSize: 11, fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
      rightPriceScale: { borderColor: colours.line },
      timeScale: { borderColor: colours.line },
      crosshair: {
        vertLine: { color: colours.muted, labelBackgroundColor: colours.ink },
        horzLine: { color: colours.muted, labelBackgroundColor: colours.ink },
      },
    });
    this.#candles.applyOptions({
      upColor: colours.buy,
      wickUpColor: colours.buy,
      downColor: colours.sell,
      wickDownColor: colours.sell,
    });
    this.#drawOrders();
    this.#store.get("bars").redraw();
    this.#store.touch("bars");
  }
}

/** @param {Bar} bar seconds since 1970 */
function at(bar) {
  return Math.floor(Date.parse(bar.start) / 1_000);
}

/** The colours of the theme, as the browser has worked them out. */
function pageColours() {
  const probe = byId("colour-probe");
  /** @type {Record<string, string>} */
  const colours = {};
  for (const name of ["ink", "muted", "line", "grid", "buy", "sell", "buy-faint", "sell-faint"]) {
    probe.style.color = `var(--${name})`;
    colours[name.replace("-f", "F")] = getComputedStyle(probe).color;
  }
  return colours;
}
