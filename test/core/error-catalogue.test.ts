/** The catalogue has every code, and its examples are messages in the sources. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { SupportProblemCode } from "../../src/component/describe-support.ts";
import { DEVICE_ERRORS, type ErrorRow } from "../../src/core/device-errors.ts";
import {
  ERROR_CATALOGUE,
  explainMessage,
  FORMAT_ERRORS,
  findErrorRows,
  NAMED_ERRORS,
  WARNINGS,
} from "../../src/core/error-catalogue.ts";
import type { GpuErrorCode } from "../../src/gpu/errors.ts";
import type { LoadEndReason } from "../../src/viewer/load/load-watch.ts";

const root = resolve(import.meta.dirname, "../..");
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter(
    (name) =>
      name.endsWith(".ts") &&
      name !== "core/device-errors.ts" &&
      name !== "core/error-catalogue.ts",
  )
  .map((name) => ({ name, text: readFileSync(join(root, "src", name), "utf8") }));

/**
 * The type checks that no code of the page is missing; the value checks that none is superfluous.
 */
type PageCode = GpuErrorCode | SupportProblemCode | LoadEndReason | "failed";
const PAGE: Readonly<Record<PageCode, ErrorRow>> = DEVICE_ERRORS;
const isPageCode = (code: keyof typeof DEVICE_ERRORS): PageCode => code;

/** Errors that users never see: wrappers, internal control flow, and replies to typed commands. */
const INWARD = ["HandlingError", "NeedsMore", "UntoldError", "ConsoleError"];

describe("the catalogue of errors", () => {
  it("covers every named error and nothing more", () => {
    const declared = sources.flatMap(({ text }) =>
      [...text.matchAll(/class (\w+) extends (?:Cli)?Error\b/g)].map(([, name]) => name),
    );
    expect(declared.length).toBeGreaterThan(10);
    const shown = declared.filter((name) => !INWARD.includes(name));
    expect(Object.keys(NAMED_ERRORS).sort()).toEqual(shown.sort());
  });

  it("has the page's codes", () => {
    expect(Object.keys(PAGE).map((code) => isPageCode(code as PageCode))).toContain("failed");
  });

  it("lists only warnings from the sources", () => {
    const isGiven = (code: string) =>
      sources.some(
        ({ name, text }) => name !== "core/diagnostics.ts" && text.includes(`"${code}"`),
      );
    expect(Object.keys(WARNINGS).filter((code) => !isGiven(code))).toEqual([]);
  });

  it("describes each code in whole sentences", () => {
    for (const { code, means, remedy, example } of ERROR_CATALOGUE) {
      expect(means, code).toMatch(/^[A-Z].*\.$/);
      expect(remedy, code).toMatch(/^[A-Z].*\.$/);
      expect(example.length, code).toBeGreaterThan(5);
    }
  });

  it("finds a code, a name in any case, and the code at a message's end", () => {
    const truncated = findErrorRows("Truncated");
    expect(new Set(truncated.map(({ kind, code }) => `${kind} ${code}`))).toEqual(
      new Set(["file truncated"]),
    );
    expect(truncated[0].means).toBe(FORMAT_ERRORS.truncated.means);
    expect(truncated).toHaveLength(1 + FORMAT_ERRORS.truncated.cases!.length);
    expect(findErrorRows("nogpuerror").map(({ code }) => code)).toEqual(["NoGpuError"]);
    const said = "BSP LUMP_FACES at byte 64: expected 1 [x], found 2 [bad-count]";
    expect(findErrorRows(said).map(({ code }) => code)).toEqual(["bad-count"]);
    expect(findErrorRows("all is well")).toEqual([]);
  });

  it("explains a message by its matching case, with the message's words", () => {
    const of = (text: string) =>
      findErrorRows(text).map(({ means, remedy }) => `${means} ${remedy}`);
    const archive = "BSP header at byte 0: expected VBSP or PSBV, found a 7z archive [bad-magic]";
    expect(of(archive)).toEqual([
      "This is a 7z archive, which is not read. Unpack it, and open the map that is in it.",
    ]);
    expect(of("VTF header at byte 0: expected VTF, found a 7z [bad-magic]")).toEqual([
      `${FORMAT_ERRORS["bad-magic"].means} ${FORMAT_ERRORS["bad-magic"].remedy}`,
    ]);
    expect(of("https://a/b was answered with status 503")[0]).toBe(
      "The server is in trouble. Try it again later.",
    );
    const foreign = "BSP header at byte 4: expected version 1 or 2, found 7 (X) [unsupported]";
    expect(of(foreign)[0]).toMatch(
      /^This is a Source map of version 7 \(X\), .* version 1 or 2 are\./,
    );
  });

  it("has an example for each case, which no earlier case matches", () => {
    for (const [kind, table] of [
      ["file", FORMAT_ERRORS],
      ["page", DEVICE_ERRORS],
    ] as const) {
      for (const [code, row] of Object.entries<ErrorRow>(table)) {
        for (const { match, example, means } of row.cases ?? []) {
          expect(example, code).toMatch(match);
          const said = explainMessage(kind, code, example);
          expect(said.example).toBe(example);
          expect(said.means).not.toMatch(/\$\d/);
          if (means !== undefined && !means.includes("$")) expect(said.means).toBe(means);
        }
        // The general example matches none of the cases.
        expect(explainMessage(kind, code, row.example).example, code).toBe(row.example);
      }
    }
  });
});

/** Returns a source text as a pattern in which placeholders match anything. */
function patternOf(text: string): RegExp | null {
  const fixed = text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
  if (fixed.join("").replaceAll(/\W/g, "").length < 8) return null;
  const escaped = fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".+")}$`);
}

const TEXT = /`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g;
const said = sources.flatMap(({ text }) =>
  [...text.matchAll(TEXT)].flatMap(([, template, plain]) => patternOf(template ?? plain) ?? []),
);

describe("an example", () => {
  // Examples of file errors are tested in format-errors.test.ts. Drivers word the other two.
  const worded = ["damaged-section", "CancelledError", "out-of-memory", "validation"];
  const rows = ERROR_CATALOGUE.filter(
    ({ kind, code }) => kind !== "file" && !worded.includes(code),
  );
  it.each(rows)("of $code is a text in the sources", ({ example }) => {
    const core = example.replace(/^visleaf: /, "").replace(/ \[[\w-]+\]$/, "");
    const forms = [example, core, core.replace(/^[^ ]+: /, ""), core.replace(/ \(see .*\)$/, "")];
    expect(forms.some((form) => said.some((pattern) => pattern.test(form)))).toBe(true);
  });
});
