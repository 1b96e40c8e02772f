/** The page's style sheets: no unused rules or tokens, and readable contrast. */

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const readAll = (folder: string, ending: string): string =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(resolve(root, folder, path), "utf8"))
    .join("\n");

const css = readAll("src/app", ".css").replace(/\/\*[\s\S]*?\*\//g, "");
const tokens = new Map(
  [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value] as const),
);

/** Returns the relative luminance of `#rrggbb`, 0 to 1, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("the page's style sheets", () => {
  it("style only classes and ids that exist", () => {
    const page = readFileSync(resolve(root, "index.html"), "utf8");
    const sources = [page, readAll("src/app", ".ts"), readAll("src/bench/plots", ".ts")].join("\n");
    const selectors = css.replace(/\{[^{}]*\}/g, "");
    const names = new Set([...selectors.matchAll(/[#.]([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(100);
    const isThere = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(sources);
    expect([...names].filter((name) => !isThere(name))).toEqual([]);
  });

  it("use every token, and no undefined one", () => {
    const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    expect([...used].filter((name) => !tokens.has(name))).toEqual([]);
    // The list's script reads this token.
    used.add("--row-height");
    expect([...tokens.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  it.each(["--text", "--muted", "--accent", "--bad", "--good"])(
    "%s has enough contrast on every background",
    (name) => {
      for (const ground of ["--ground", "--sunken", "--surface", "--raised"]) {
        expect(contrast(tokens.get(name)!, tokens.get(ground)!), ground).toBeGreaterThan(4.5);
      }
    },
  );

  it("have readable text on the accent colours", () => {
    for (const ground of ["--accent", "--accent-bright"]) {
      expect(contrast(tokens.get("--on-accent")!, tokens.get(ground)!)).toBeGreaterThan(4.5);
    }
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  });
});
