/** Two versions of a map, of which one is whatever it is. */

import { describeParts } from "../../../src/analysis/diff/describe-diff.ts";
import { diffVersions } from "../../../src/analysis/diff/diff-maps.ts";
import { openVersion } from "../../../src/analysis/diff/open-version.ts";
import { listOutlines } from "../../../src/analysis/diff/places/list-outlines.ts";
import { listStops } from "../../../src/analysis/diff/places/list-stops.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { HostileMap } from "../../support/hostile/hostile-map.ts";
import { putBrushes } from "../../support/hostile/leafs.ts";
import { putProps } from "../../support/hostile/props.ts";
import type { Target } from "./target.ts";

const room = makeBsp({ light: "both", detailProps: true });

function makeFurnishedRoom(): Uint8Array {
  const map = new HostileMap();
  putProps(map, 4, [1, 2]);
  putBrushes(map, 6, 36, 6);
  map.put("LUMP_LEAFBRUSHES", new Uint8Array(12));
  return map.done();
}

/** Compares a map with itself, which must give no difference, and with another map. */
async function diff(bytes: Uint8Array, look: () => void): Promise<void> {
  const version = openVersion("b", bytes);
  const own = await diffVersions(version, openVersion("b", bytes));
  look();
  const wrong = describeParts(own).find(({ part, isSame }) => !isSame && own[part].untold === null);
  if (wrong !== undefined) throw new Error(`from itself it differs: ${wrong.title}, ${wrong.line}`);
  for (const [a, b] of [
    [openVersion("a", room), version],
    [version, openVersion("a", room)],
  ]) {
    const found = await diffVersions(a, b);
    JSON.stringify([describeParts(found), listStops(a, b, found)]);
    listOutlines(found);
    look();
  }
}

export const DIFF_TARGETS: readonly Target[] = [
  {
    name: "diff",
    does: "a map compared with itself, from which it has no difference, and with another",
    code: ["src/analysis/diff/"],
    form: "map",
    files: [".bsp"],
    seeds: () => [
      makeBsp({ light: "both", detailProps: true }),
      makeBsp({ version: 19 }),
      makeFurnishedRoom(),
    ],
    read: diff,
  },
];
