/**
 * A map for start poses: a lit room with pillars and a dark one, both closed, with variants of its
 * entities and light that need no new compilation.
 */

import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { light } from "../../compile/vrad/light-room.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

/**
 * The lit room extends from (0, 0, 0) to (1024, 768, 256), the dark one from (2048, 0, 0) to (2560,
 * 512, 192).
 */
export async function compileRooms(): Promise<Bsp> {
  const pillar = (x: number, y: number, material: string) =>
    makeBox([x, y, 0], [x + 64, y + 64, 192], { material });
  const lit = await light(
    makeVmf(
      [
        ...makeRoom([0, 0, 0], [1024, 768, 256]),
        ...makeRoom([2048, 0, 0], [2560, 512, 192]),
        pillar(640, 128, "dev/other"),
        pillar(768, 512, "dev/bumped"),
        // A table with no room to stand below.
        makeBox([64, 640, 56], [192, 768, 72], { material: "dev/other" }),
        // A transparent pane.
        makeBox([496, 560, 0], [504, 640, 128], { material: "glass/glass" }),
      ],
      [
        pointEntity("light", [512, 384, 224], { _light: "255 255 255 400" }),
        pointEntity("light", [896, 384, 128], { _light: "255 255 255 200" }),
        pointEntity("info_null", [2304, 256, 64]),
      ],
    ),
  );
  // Only one side, because the other is the same.
  return { ...lit.bsp, hdr: null };
}

export type Keys = Readonly<Record<string, string>>;

/** Returns the same map with other entities. */
export function withEntities(bsp: Bsp, ...entities: readonly Keys[]): Bsp {
  const blocks = [{ classname: "worldspawn" }, ...entities].map(
    (keys) =>
      `{\n${Object.entries(keys)
        .map(([key, value]) => `"${key}" "${value}"`)
        .join("\n")}\n}`,
  );
  return { ...bsp, entities: parseEntities(blocks.join("\n")) };
}

/** Returns the same map with its light as HDR, `2 ** stops` as strong. */
export function asHdr(bsp: Bsp, stops: number): Bsp {
  if (bsp.ldr === null) throw new Error("no light");
  const lighting = bsp.ldr.lighting.slice();
  for (let i = 3; i < lighting.length; i += 4) lighting[i] += stops;
  return { ...bsp, ldr: null, hdr: { ...bsp.ldr, lighting } };
}

export function buildScene(bsp: Bsp): MapScene {
  const diagnostics = new Diagnostics();
  const parts = makeMapParts("rooms", bsp, diagnostics);
  return buildMapScene(parts, "hdr", diagnostics);
}
