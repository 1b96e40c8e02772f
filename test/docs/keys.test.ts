/** Options, JSON keys and attributes that the documentation names are those of the code. */

import { describe, expect, it } from "vitest";
import { checkMap } from "../../src/analysis/check/check-map.ts";
import { compareCosts } from "../../src/analysis/cost/compare-costs.ts";
import type { CostMap } from "../../src/analysis/cost/open-cost-map.ts";
import { emptyCost } from "../../src/analysis/cost/view-cost.ts";
import { diffBytes } from "../analysis/diff/made-versions.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { helpOf, keysAfter, read, sectionsOf, sorted, verbs } from "./read-docs.ts";

const optionsIn = (text: string) => [
  ...new Set([...text.matchAll(/(?<![\w#-])--([a-z][a-z-]*)/g)].map(([, name]) => name)),
];

describe("options of verbs", () => {
  it("are found in the sources", () => {
    expect(verbs.length).toBeGreaterThan(15);
    for (const { verb, help, options } of verbs) {
      expect([verb, help.length > 100]).toEqual([verb, true]);
      expect(options.length > 0 || verb, verb).toBeTruthy();
    }
    expect(verbs.find(({ verb }) => verb === "check")?.options).toEqual([
      "content",
      "json",
      "fail-on",
      "limit",
      "jobs",
    ]);
  });

  it.each(verbs)("are all in the help of $verb", ({ help, options }) => {
    const named = help.includes("contentHelp(") ? [...optionsIn(help), "content"] : optionsIn(help);
    expect(options.filter((option) => !named.includes(option))).toEqual([]);
  });

  it.each(verbs.filter(({ options }) => options.length > 0))(
    "in docs/commands.md are all of $verb, and others only of a command named there",
    ({ verb, options }) => {
      const text = sectionsOf(verb);
      // For example `visleaf shot --camera` in the text of another verb.
      const others = verbs.filter(
        (one) => one.verb !== verb && new RegExp(`\\b${one.verb}\\b`).test(text),
      );
      const known = new Set([...options, "help", ...others.flatMap((one) => one.options)]);
      expect(optionsIn(text).filter((option) => !known.has(option))).toEqual([]);
      expect(options.filter((option) => !optionsIn(text).includes(option))).toEqual([]);
    },
  );
});

describe("JSON keys", () => {
  it("in the help of check match its output", async () => {
    const report = await checkMap({ name: "made", bytes: makeBsp({ light: "none" }), content: [] });
    const [finding] = report.findings;
    const text = helpOf("check");
    expect(sorted(keysAfter(text, "{map, counts"))).toEqual(sorted(Object.keys(report)));
    expect(sorted(keysAfter(text, "{rule, severity"))).toEqual(sorted(Object.keys(finding)));
    expect(keysAfter(text, "{error, warning")).toEqual(Object.keys(report.counts));
    expect(keysAfter(text, "{rule, because")).toEqual(["rule", "because"]);
    expect(sorted(keysAfter(text, "{lump, unit"))).toEqual(sorted(Object.keys(report.limits[0])));
    expect(Object.keys(report.untold[0])).toEqual(["rule", "because"]);
  });

  it("in the help of diff match its output", async () => {
    const bytes = makeBsp();
    const diff = await diffBytes(bytes, bytes);
    expect(sorted(keysAfter(helpOf("diff"), "{a, b, isSame"))).toEqual(sorted(Object.keys(diff)));
    expect(keysAfter(helpOf("diff"), "{facts, lumps")).toEqual(Object.keys(diff.file));
    for (const part of Object.values(diff)) {
      if (part !== null && typeof part === "object" && "changes" in part) {
        expect(Object.keys(part)).toContain("untold");
      }
    }
  });

  it("in the help of cost match its tables", () => {
    const text = helpOf("cost");
    const costs = keysAfter(text, "{rank, camera");
    const wanted = ["rank", "camera", "cluster", "sees", "triangles", ...Object.keys(emptyCost())];
    expect(sorted(costs)).toEqual(sorted(wanted));
    const none = { map: {} as CostMap, costs: [], standing: { count: 0, eye: [] } } as never;
    const change = compareCosts(none, none, "triangles", 1);
    expect(sorted(keysAfter(text, "{places, onlyBefore"))).toEqual(sorted(Object.keys(change)));
  });
});

describe("attributes", () => {
  const page = read("docs/embedding.md");
  const table = (heading: string) => {
    const section = page.slice(page.indexOf(heading) + heading.length);
    const end = section.search(/\n##/);
    const rows = section.slice(0, end).match(/^\* `[^:]+:/gm) ?? [];
    return rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  };
  /**
   * Returns the rows of an element's table in its source, including those that all elements have.
   */
  const observed = (file: string, start: string) => {
    const source = read(file);
    const from = source.indexOf(start);
    const own = source.slice(
      from,
      source.indexOf("\n  };", from) < 0 || start.startsWith("const")
        ? source.indexOf("\n};", from)
        : source.indexOf("\n  };", from),
    );
    const indent = start.startsWith("const") ? 2 : 4;
    const rows = [...own.matchAll(new RegExp(`^ {${indent}}"?([a-z-]+)"?: \\{`, "gm"))].map(
      ([, name]) => name,
    );
    const base = read("src/component/base/attribute-table.ts");
    const common = base.slice(base.indexOf("COMMON_ATTRIBUTES = {"), base.indexOf("} as const"));
    // `present` is read when the viewer is made, and not observed.
    return [
      ...rows,
      ...[...common.matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map(([, name]) => name),
      ...["aria-label", "lang", "present"],
    ];
  };

  it("of <visleaf-map> in docs/embedding.md are exactly the observed ones", () => {
    expect(sorted(table("### Attributes"))).toEqual(
      sorted(observed("src/component/visleaf-map.ts", "static readonly #attributes")),
    );
  });

  it("of <visleaf-model> in docs/embedding.md are exactly the observed ones", () => {
    const named = table("## A model alone").filter(
      (name) => !["orbit", "fly", "none"].includes(name),
    );
    expect(sorted(new Set(named))).toEqual(
      sorted(new Set(observed("src/component/visleaf-model.ts", "const ATTRIBUTES"))),
    );
  });
});
