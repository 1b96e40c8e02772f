/** Numbers for people: three digits say as much as a measurement does. */

import type { Interval } from "../report/statistics.ts";

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Three significant digits, no exponent, no digits after the point from 100 on. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 100) return COUNT.format(value);
  if (Math.abs(value) < 1e-4) return value.toExponential(1);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, Math.abs(value) < 1 ? 3 : digits));
}

export function formatMs(value: number): string {
  return `${formatNumber(value)} ms`;
}

/** On an axis: no more digits than the value has. */
export function formatTick(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return value >= 1000 ? COUNT.format(value) : String(Number(value.toPrecision(3)));
}

/** A share of one, on an axis or in a label: `×1.25`. */
export function formatRatio(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `×${value.toFixed(digits)}`;
}

export function formatCount(value: number): string {
  return COUNT.format(value);
}

const KIB = 1024;

export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${formatNumber(bytes)} B`;
  if (bytes < KIB * KIB) return `${formatNumber(bytes / KIB)} KiB`;
  return `${formatNumber(bytes / KIB / KIB)} MiB`;
}

/** `0.20 to 0.24 ms`: the unit stands once, where both ends have the same after their number. */
export function formatInterval({ low, high }: Interval, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  const unit = / \S+$/.exec(to)?.[0] ?? "";
  const start = unit !== "" && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${start} to ${to}`;
}

/** Cut in the middle, where names of maps and browsers differ least. */
export function shorten(text: string, length: number): string {
  const chars = [...text];
  if (chars.length <= length) return text;
  const head = Math.ceil((length - 1) / 2);
  return `${chars.slice(0, head).join("")}…${chars.slice(chars.length - (length - 1 - head)).join("")}`;
}
