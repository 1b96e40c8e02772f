import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toMarkup } from "../../../src/bench/plots/markup.ts";
import { buildReportPage } from "../../../src/bench/plots/plot-style.ts";
import { buildReportBody } from "../../../src/bench/plots/report-body.ts";
import { buildRunTable, formatTableText } from "../../../src/bench/plots/run-table.ts";
import { makeRound } from "../make-report.ts";
import { makeReport, makeRun } from "./make-report.ts";

const HOSTILE = `"><script>alert(1)</script><svg onload='x'>`;

const STYLE = /<style>([\s\S]*?)<\/style>/;

/** Returns the names of elements and attributes that a parser finds in a document. */
function listNames(html: string): Set<string> {
  const names = new Set<string>();
  const bare = html.replace(STYLE, "").replace(/"[^"]*"/g, "");
  for (const [, tag, attributes] of bare.matchAll(/<\/?([a-z!][^\s>]*)([^>]*)>/gi)) {
    names.add(tag.toLowerCase());
    for (const name of attributes.split(/[\s=]+/)) if (name) names.add(name.toLowerCase());
  }
  return names;
}

describe("a report as a page", () => {
  const run = makeRun({ map: HOSTILE, changes: { passes: { [HOSTILE]: { js: 1, gpu: 1 } } } });
  const hostile = makeReport(
    [run, makeRun({ map: HOSTILE, changes: { without: ["pvs", HOSTILE as "pvs"] } })],
    { adapter: HOSTILE, partial: HOSTILE },
  );

  it("has no script, handler, style attribute or address", async () => {
    const html = await buildReportPage([hostile, makeReport([run])]);
    const names = listNames(html);
    expect([...names].filter((name) => /^(script|img|on.*|style|href|src)$/.test(name))).toEqual(
      [],
    );
    expect(names).toContain("aria-label");
    expect(html.includes("&lt;script&gt;alert(1)&lt;/script&gt;")).toBe(true);
  });

  it("allows only its own style, by hash", async () => {
    const html = await buildReportPage([makeReport([makeRun()])]);
    const style = STYLE.exec(html)![1];
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = `default-src 'none'; style-src 'sha256-${hash}'`;
    expect(html.replaceAll("&#39;", "'")).toContain(`content="${policy}"`);
    expect(style).not.toMatch(/url\(|@import|</);
  });

  it("has two versions of the charts with text labels, for wide and for narrow screens", async () => {
    const two = [makeReport([makeRun()]), makeReport([makeRun({ jsMs: 0.4 })])];
    const html = await buildReportPage(two);
    for (const kind of ["comparison", "passes"]) {
      expect(html.split(`class="plot plot-${kind}"`)).toHaveLength(3);
    }
    expect(html.split('class="plot plot-frame-time"')).toHaveLength(2);
    expect(toMarkupOf(two).split('class="plot plot-comparison"')).toHaveLength(2);
    const style = STYLE.exec(html)![1];
    expect(style).toContain(".plot-at-narrow{display:none}");
    expect(style).toContain("{.plot-at-wide{display:none}.plot-at-narrow{display:block}}");
  });

  it("closes every element", async () => {
    const html = await buildReportPage([makeReport([makeRun({ frames: 3 })])]);
    const open: string[] = [];
    for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
      if (["meta", "input"].includes(tag)) continue;
      if (slash) expect(open.pop()).toBe(tag);
      else open.push(tag);
    }
    expect(open).toEqual([]);
  });

  it("shows every kind of plot that its runs allow", () => {
    const one = toMarkupOf([makeReport([makeRun(), makeRun({ changes: { without: ["pvs"] } })])]);
    for (const kind of ["frame-time", "histogram", "passes", "ablations"]) {
      expect(one).toContain(`class="plot plot-${kind}"`);
    }
    expect(one).not.toContain("plot-comparison");
    const two = toMarkupOf([makeReport([makeRun()]), makeReport([makeRun({ jsMs: 0.4 })])]);
    expect(two).toContain('class="plot plot-comparison"');
    expect(two).toContain("×2.00");
    const grown = toMarkupOf([
      makeReport([makeRun({ map: "rooms_1000" }), makeRun({ map: "rooms_5000" })]),
    ]);
    expect(grown).toContain('class="plot plot-scaling"');
  });

  it.each([
    ["no run", makeReport([], { partial: "the device was lost" })],
    ["one frame and no timestamps", makeReport([makeRun({ frames: 1, gpuMs: null })])],
    [
      "no frame",
      makeReport([makeRun({ changes: { samples: { js: [], gpu: [], triangles: [] } } })]),
    ],
    ["only ablations", makeReport([makeRun({ changes: { without: ["pvs"] } })])],
    ["times of 0, as of a coarse clock", makeReport([makeRun({ jsMs: 0 })])],
    ["absurd numbers", makeReport([makeRun({ jsMs: 1e300, gpuMs: 1e-300 })])],
    [
      "gaps",
      makeReport([
        makeRun({ changes: { samples: { js: [1, 2, 3], gpu: [null, 1, null], triangles: [] } } }),
      ]),
    ],
    [
      "no pass and no lightmap",
      makeReport([makeRun({ changes: { passes: {}, lightmaps: null } })]),
    ],
  ])("has no NaN for %s", (_, report) => {
    for (const width of [10, 360, 1100]) {
      const html = buildReportBody([report], width).map(toMarkup).join("");
      expect(html).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("says why a report is partial", () => {
    expect(toMarkupOf([makeReport([], { partial: "the device was lost" })])).toContain(
      "partial: the device was lost",
    );
  });
});

describe("the table of runs", () => {
  it("has a column per run with distinct names, figures and intervals", () => {
    const rounds = [1, 1.1, 0.9, 1, 1, 1].map((times) => makeRound(times));
    const { head, groups } = buildRunTable([
      makeReport([makeRun({ changes: { rounds } }), makeRun({ changes: { without: ["pvs"] } })]),
      makeReport([makeRun({ gpuMs: null })]),
    ]);
    expect(head).toEqual(["Figure", "test_map (A)", "test_map (B)", "test_map (A, without PVS)"]);
    const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.name, row.cells])));
    const [a, b, without] = rows.get("GPU median")!;
    expect(a.value).toMatch(/^\d.* ms$/);
    expect(a.range).toBe("0.900 to 1.10 ms");
    expect(b).toEqual({ value: "–", range: "" });
    expect(without.range).toBe("");
    expect(rows.get("First visit worst")![0].range).toBe("1.80 to 2.20 ms");
    expect(rows.get("Complete")![0].range).toBe("270 to 330 ms");
    expect(rows.get("Allocated a frame")![0].range).toBe("2.00 to 2.00 KiB");
    expect(rows.get("Drawn / needed")![0]).toEqual({ value: "1.18", range: "" });
  });

  it("is valid Markdown, whatever a map's name", () => {
    const rounds = [1, 1.1, 0.9, 1, 1, 1].map((times) => makeRound(times));
    const run = makeRun({ map: "a|b\n\\c", changes: { rounds } });
    const lines = formatTableText(buildRunTable([makeReport([run])]))
      .trimEnd()
      .split("\n");
    expect(lines[0]).toBe("| Figure | a\\|b \\\\c |");
    expect(lines).toContainEqual(
      expect.stringMatching(/^\| GPU median \| .* ms \(0\.900 to 1\.10 ms\) \|$/),
    );
    const bars = (line: string) => line.replaceAll("\\|", "").split("|").length;
    for (const line of lines) expect(bars(line)).toBe(4);
  });
});

describe("a report's display of noise", () => {
  const rounds = (times: readonly number[]) => times.map((one) => makeRound(one));
  const twoOf = (first: readonly number[], second: readonly number[]) =>
    toMarkupOf(
      [first, second].map((times) =>
        makeReport([makeRun({ changes: { rounds: rounds(times) } })], { series: "one" }),
      ),
    );
  const SCATTER = [1, 1.3, 0.9, 1.2, 1.1, 1];

  it("has no colour within noise, and a colour beyond", () => {
    const equal = twoOf(SCATTER, [...SCATTER].reverse());
    expect(equal).toContain("within noise");
    expect(equal).not.toMatch(/class="plot-(worse|better)"/);
    const slower = twoOf(
      SCATTER,
      SCATTER.map((times) => times * 1.2),
    );
    expect(slower).toMatch(/class="plot-worse"[^>]*>×1\.20 \(×1\.20 to ×1\.20\)/);
  });

  it("begins with a warning of a busy machine", () => {
    const quiet = makeReport([makeRun()]);
    expect(toMarkupOf([quiet])).not.toContain("plot-busy");
    const busy = { ...quiet, environment: { ...quiet.environment, loadAverage: 9 } };
    const html = toMarkupOf([quiet, busy]);
    expect(html.startsWith('<p class="plot-busy">B: ')).toBe(true);
    expect(html).toContain("the machine was busy (load average 9.0 on 2 cores)");
  });

  it("can be unfolded round by round", () => {
    expect(twoOf(SCATTER, SCATTER).match(/<details/g)).toHaveLength(2);
    expect(toMarkupOf([makeReport([makeRun()])])).not.toContain("<details");
  });
});

function toMarkupOf(reports: Parameters<typeof buildReportBody>[0]): string {
  return buildReportBody(reports, 1000).map(toMarkup).join("");
}
