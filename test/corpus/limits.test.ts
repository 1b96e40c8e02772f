/**
 * Costs of real maps relative to their limits. VISLEAF_COSTS=FILE writes the table of
 * docs/limits.md.
 */

import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openContent } from "../../src/cli/content/open-content.ts";
import { FormatError } from "../../src/core/errors.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { corpusContent, hasCorpus, listCorpusMaps, readCorpus } from "../support/corpus.ts";

const OPTIONS = {
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 8192,
} as const;

/** The largest share of a limit among all maps. */
interface Nearest {
  part: number;
  used: number;
  limit: number;
  map: string;
}

describe.skipIf(!hasCorpus)("real maps", () => {
  it("cost far less than their limits", { timeout: 600_000 }, async () => {
    const nearest = new Map<string, Nearest>();
    for (const path of listCorpusMaps()) {
      const { sources } = await openContent(corpusContent(path));
      const session = openMap(readCorpus(path), sources, { name: path, ...OPTIONS });
      try {
        for await (const event of session.load()) void event;
      } catch (error) {
        // Maps of unsupported versions may fail, but not for their cost.
        expect(error, path).toBeInstanceOf(FormatError);
        expect((error as FormatError).code, path).not.toBe("too-large");
      }
      expect(session.diagnostics.subjects("over-budget"), path).toEqual([]);
      for (const { name, used, limit } of session.costs) {
        const part = used / limit;
        if (part <= (nearest.get(name)?.part ?? -1)) continue;
        nearest.set(name, { part, used, limit, map: path });
      }
    }
    const table = Object.keys(LIMITS).map((name) => ({ name, ...nearest.get(name) }));
    const file = process.env.VISLEAF_COSTS;
    if (file) writeFileSync(file, JSON.stringify(table, null, 1));
    for (const { name, part, map } of table) expect(part, `${name} of ${map}`).toBeLessThan(1 / 4);
  });
});
