import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { encodeVisibility } from "../../../src/compile/vvis/encode-visibility.ts";
import { parseBsp } from "../../../src/formats/index.ts";
import { parsePrt } from "../../../src/formats/prt/parse-prt.ts";
import { corpusPath, readCorpus } from "../../support/corpus.ts";

const tests = ["bsp_tool", "tests"];
/** Clusters visible in all, as the compiler's own log says. */
const maps = [
  ["Momentum Mod", "mp_lobby", 16],
  ["Team Fortress 2", "test_physcollide", 224],
] as const;

describe.each(maps)("vvis on the portals of %s's %s", (game, name, visible) => {
  const portals = [...tests, "mapsrc", "Hammer", game, `${name}.prt`];

  it.skipIf(!existsSync(corpusPath(...portals)))(
    "makes the very lump that the real one made",
    () => {
      const file = parsePrt(new TextDecoder().decode(readCorpus(...portals)));
      const report = { progress() {}, warn: (message: string) => expect.fail(message) };
      const { pvs, pas } = computeVisibility(file, report);
      const { visibility } = parseBsp(readCorpus(...tests, "maps", game, `${name}.bsp`));
      const lump = encodeVisibility(pvs, pas, file.clusterCount);
      expect([...lump]).toEqual([...visibility!.bytes]);
      const bits = [...pvs].reduce(
        (sum, row) => sum + row.toString(2).replaceAll("0", "").length,
        0,
      );
      expect(bits).toBe(visible);
    },
  );
});
