/** Text output of commands about files with thousands of faults of one kind. */

import { afterEach, describe, expect, it, vi } from "vitest";
import type { CheckReport } from "../../../src/analysis/check/check-map.ts";
import type { Finding } from "../../../src/analysis/check/findings.ts";
import { writeWarnings } from "../../../src/cli/shot/shot-request.ts";
import { formatCheck } from "../../../src/cli/verbs/check.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";

describe("formatCheck", () => {
  const findingsOf = (rule: string, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const message = `number ${i}`;
      return { rule, severity: "warning", message, camera: "0,0,0,0,0" } as unknown as Finding;
    });
  const format = (findings: readonly Finding[]) => {
    const counts = { error: 0, warning: findings.length, note: 0 };
    const rest = { map: "m", untold: [], limitsOf: null, limits: [] };
    return formatCheck({ ...rest, findings, counts } as unknown as CheckReport);
  };

  it("prints ten findings of a rule, and the number of others that --json lists", () => {
    const lines = format([...findingsOf("first", 12), ...findingsOf("second", 10)]);
    expect(lines.filter((line) => line.includes("number"))).toHaveLength(20);
    expect(lines.filter((line) => line.includes("more"))).toEqual([
      "  warning  first: 2 more findings of this rule, which --json lists.",
    ]);
  });

  it("keeps the last finding of a full list, which counts those that are not listed", () => {
    const lines = format(findingsOf("full", 101));
    expect(lines.filter((line) => line.includes("number"))).toHaveLength(11);
    expect(lines.filter((line) => line.includes("more"))).toEqual([
      "  warning  full: 90 more findings of this rule, which --json lists.",
    ]);
    expect(lines.at(-2)).toBe("  warning  full: number 100");
  });
});

describe("writeWarnings", () => {
  afterEach(() => vi.restoreAllMocks());

  it("prints eight warnings of a code, and the number of others", () => {
    const said: string[] = [];
    vi.spyOn(console, "error").mockImplementation((text) => {
      said.push(String(text));
    });
    const diagnostics = new Diagnostics();
    for (let i = 0; i < 200; i++) diagnostics.warn("over-budget", `t${i}.vtf`, "It is left out.");
    diagnostics.warn("unreadable-texture", "u.vtf", "It is broken.");
    writeWarnings(diagnostics.warnings);
    expect(said.filter((line) => line.includes("left out."))).toHaveLength(8);
    expect(said.slice(-2).map((line) => line.trim())).toEqual([
      "visleaf: u.vtf: It is broken.",
      "visleaf: 192 more warnings of this kind are left out [over-budget]",
    ]);
  });
});
