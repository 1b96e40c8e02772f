/**
 * Tests that world lights arrive with the details, from the current side or, if it has none, from
 * the other.
 */

import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import type { BspWorld } from "../../../src/formats/bsp/types.ts";
import { pickWorldLights } from "../../../src/scene/light/local-lights.ts";
import { openBsp, readBsp } from "../../../src/scene/open/read-map.ts";
import { readDetailRanges, readSideRanges } from "../../../src/scene/open/read-map-details.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { makeWorldLights } from "../../formats/bsp/make-world-lights.ts";

const POINT = { type: 1 };

function open(ldr: number, hdr: number) {
  const lumps = makeBspLumps({ light: "both" });
  const put = (name: "LUMP_WORLDLIGHTS" | "LUMP_WORLDLIGHTS_HDR", count: number) => {
    if (count > 0) lumps.set(name, makeWorldLights(new Array(count).fill(POINT)));
  };
  put("LUMP_WORLDLIGHTS", ldr);
  put("LUMP_WORLDLIGHTS_HDR", hdr);
  return memoryBytes("map", assembleBsp(lumps, { light: "both" }));
}

/** Returns light counts at the first picture, with the details, and after a change of side. */
async function countLights(ldr: number, hdr: number) {
  const source = open(ldr, hdr);
  const diagnostics = new Diagnostics();
  const map = await openBsp(source, "hdr");
  const first = await readBsp(source, "hdr");
  const details = (await readDetailRanges(map, "hdr"))(first, diagnostics);
  const relit = (await readSideRanges(map, "ldr"))(details, diagnostics);
  expect(diagnostics.warnings).toEqual([]);
  const count = (bsp: BspWorld, side: "ldr" | "hdr") => pickWorldLights(bsp, side)?.count ?? 0;
  return [count(first, "hdr"), count(details, "hdr"), count(relit, "ldr"), count(relit, "hdr")];
}

describe("world lights", () => {
  it("are separate per side, and not read for the first picture", async () => {
    expect(await countLights(2, 3)).toEqual([0, 3, 2, 3]);
  });
  it("come from the other side if a side has none", async () => {
    expect(await countLights(2, 0)).toEqual([0, 2, 2, 2]);
    expect(await countLights(0, 3)).toEqual([0, 3, 3, 3]);
  });
  it("are null if neither side has any", async () => {
    expect(await countLights(0, 0)).toEqual([0, 0, 0, 0]);
  });
  it("are null for an unlit map", async () => {
    const bsp = await readBsp(open(2, 3), "hdr");
    expect(pickWorldLights(bsp, null)).toBeNull();
  });
});
