/** Tests the projected textures of maps as they start, and their images. */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { LAMP, LAMP_TEXTURE_EDGE } from "../../../src/map/motion/lamp-row.ts";
import { LAMP_ON } from "../../../src/map/motion/lamps.ts";
import { buildLamps } from "../../../src/scene/light/lamps.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { makeMap } from "../../simulation/make-simulation.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 8192 };
const LAMPS = `
{ "classname" "info_target" "OnUser1" "lamp,SpotlightTexture,Effects/Later,0,-1" }
{ "classname" "env_projectedtexture" "origin" "1 2 3" "angles" "10 20 30" "lightcolor" "10 20 30 400"
  "texturename" "effects/two" "textureframe" "1" "nearz" "1" "farz" "300" "lightworld" "0" }
{ "classname" "env_projectedtexture" "ProjectedTextureVersion" "1" "linear_attn" "2" "spawnflags" "0" }
`;
const build = (text: string, files: Record<string, Uint8Array> = {}) => {
  const access = accessTo(madeContent(files));
  return buildLamps(parseEntities(text), access, OPTIONS).then((lamps) => ({
    lamps,
    missing: access.diagnostics.warnings.map(({ subject }) => subject),
  }));
};

/** A texture of two frames: red and green at the left, and each swapped. */
const TWO = writeVtf({
  ...{ width: 2, height: 2, depth: 1, frameCount: 2, firstFrame: 0, faceCount: 1, mipCount: 1 },
  ...{ flags: 0x2000, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
  image: (_, frame = 0) => {
    const [left, right] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
    ];
    const row = frame === 0 ? [...left, ...right] : [...right, ...left];
    return Uint8Array.from([...row, ...row]);
  },
});

describe("buildLamps", () => {
  it("returns null for a map without projected textures", async () => {
    expect((await build('{ "classname" "light" }')).lamps).toBeNull();
  });

  it("gives the rows that the simulation writes at the start", async () => {
    const { lamps } = await build(LAMPS);
    const entities = parseEntities(LAMPS).map(({ pairs }) => pairs);
    const player = new MapPlayer(makeMap(entities as never), null, createCamera());
    const { rows, textures } = player.moment.lamps!;
    expect([...lamps!.entity]).toEqual([1, 2]);
    expect([...lamps!.start.rows]).toEqual([...rows]);
    expect(lamps!.start.textures).toEqual(textures);
    expect(lamps!.start.rows[LAMP.strideFloats + LAMP.flags] & LAMP_ON).toBe(0);
  });

  it("reads each texture that may be shown, a frame of it, and names missing ones", async () => {
    const { lamps, missing } = await build(LAMPS, { "materials/effects/two.vtf": TWO });
    expect(lamps!.names).toEqual(["effects/flashlight001", "effects/two@1", "effects/later"]);
    expect(missing.sort()).toEqual([
      "materials/effects/flashlight001.vtf",
      "materials/effects/later.vtf",
    ]);
    const [, texels] = lamps!.texels;
    const right = (LAMP_TEXTURE_EDGE - 1) * 4;
    expect([...texels.subarray(0, 4)]).toEqual([0, 255, 0, 255]);
    expect([...texels.subarray(right, right + 4)]).toEqual([255, 0, 0, 255]);
    expect(lamps!.texels[0]).toHaveLength(0);
    // All mips down to one texel.
    expect(texels.length / 4).toBe((4 ** 9 - 1) / 3);
  });
});
