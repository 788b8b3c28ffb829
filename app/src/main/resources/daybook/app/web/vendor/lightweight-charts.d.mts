/** The part of TradingView Lightweight Charts that the terminal uses, for the check of types. */

type Options = Record<string, unknown>;
type Time = number;

export interface PriceLine {
  applyOptions(options: Options): void;
}

export interface PriceScale {
  applyOptions(options: Options): void;
}

export interface Series {
  applyOptions(options: Options): void;
  setData(data: { time: Time }[]): void;
  update(point: { time: Time }): void;
  createPriceLine(options: Options): PriceLine;
  removePriceLine(line: PriceLine): void;
  priceScale(): PriceScale;
}

export interface TimeScale {
  setVisibleLogicalRange(range: { from: number; to: number }): void;
}

export interface Chart {
  addSeries(kind: unknown, options?: Options): Series;
  applyOptions(options: Options): void;
  priceScale(id: string): PriceScale;
  timeScale(): TimeScale;
  subscribeCrosshairMove(moved: (at: { time?: Time }) => void): void;
}

export function createChart(place: HTMLElement, options?: Options): Chart;
export const CandlestickSeries: unknown;
export const HistogramSeries: unknown;
export const LineStyle: { Dashed: number };
