/** Two eyes of one model in a room: one iris on its base texture, one below a cornea. */

import { compileModelSource } from "../../../assets/demo-content.ts";
import { writeVmt } from "../../../assets/materials/write-vmt.ts";
import { Mesh } from "../../../assets/models/mesh.ts";
import { createStaticModel } from "../../../assets/models/model-source.ts";
import type { CompileReport } from "../../../src/compile/types.ts";
import {
  TEXTUREFLAGS_CLAMPS,
  TEXTUREFLAGS_CLAMPT,
} from "../../../src/formats/vtf/texture-flags.ts";
import { makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { addEyeballs, type MadeEyeball } from "../../support/models/add-eyeballs.ts";
import { SKY_NAME } from "./content.ts";
import { makeTexture, PROFILE, ROOM_SIDES, type Texel } from "./gallery-content.ts";
import type { MadeMap } from "./made-maps.ts";

const CLAMPED = TEXTUREFLAGS_CLAMPS | TEXTUREFLAGS_CLAMPT;

/**
 * A ring with a pupil and a mark at its upper left on black; `width` is the distance from the
 * middle to the rim in texels.
 */
const ring =
  (width: number, around: readonly [number, number, number, number]): Texel =>
  (x, y) => {
    const [u, v] = [x - 15.5, y - 15.5];
    const far = Math.hypot(u, v) / width;
    if (far > 1) return around;
    if (far < 0.4) return [8, 8, 10, 255];
    return u < 0 && v < 0 ? [200, 150, 60, 255] : [70, 120, 160, 255];
  };

/** A dome over the iris: its depth and caustics in blue and alpha. */
const cornea: Texel = (x, y) => {
  const [u, v] = [x - 15.5, y - 15.5].map((value) => value / 14);
  const inside = u * u + v * v < 1;
  return inside ? [128 + u * 90, 128 - v * 90, 200, 255] : [128, 128, 0, 0];
};

const PICTURES: Readonly<Record<string, Uint8Array>> = {
  white: makeTexture([(x) => [225, 215 - x, 205 - x, 255]]),
  iris: makeTexture([ring(13, [0, 0, 0, 0])], { flags: CLAMPED }),
  // Texture of the ball; its alpha roughens the cornea.
  ball: makeTexture([(x, y) => [...ring(6.5, [225, 215, 205, 0])(x, y).slice(0, 3), 0] as never], {
    flags: CLAMPED,
  }),
  cornea: makeTexture([cornea], { kind: "data", flags: CLAMPED }),
  open: makeTexture([(_x, y) => [255 - y * 4, 240 - y * 5, 230 - y * 6, 255]]),
  around: makeTexture(ROOM_SIDES, { cubemap: true }),
};

const EYES = {
  eye: ["Eyes", { $basetexture: "eyes/white", $iris: "eyes/iris", $halflambert: 1 }],
  deep: [
    "EyeRefract",
    {
      ...{ $iris: "eyes/ball", $corneatexture: "eyes/cornea", $ambientoccltexture: "eyes/open" },
      ...{ $envmap: "eyes/around", $glossiness: 0.4, $raytracesphere: 1, $eyeballradius: 16 },
    },
  ],
} as const;

/** Above and beside the origin of a model that faces −x. */
const EYEBALL: MadeEyeball = {
  ...{ mesh: 0, bone: 0, origin: [0, 0, 16], up: [0, 0, 1], forward: [-1, 0, 0] },
  ...{ zOffset: 0.1, radius: 16, irisScale: 1 / 20 },
};

function makeContent(report: CompileReport): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, bytes] of Object.entries(PICTURES)) {
    files.set(`materials/eyes/${name}.vtf`, bytes);
  }
  for (const [name, [shader, params]] of Object.entries(EYES)) {
    const vmt = new TextEncoder().encode(writeVmt(shader, params));
    files.set(`materials/models/visleaf/${name}.vmt`, vmt);
  }
  const model = createStaticModel({
    name: "eye",
    skins: Object.keys(EYES).map((name) => [name]),
    build() {
      const mesh = new Mesh();
      mesh.lathe("eye", PROFILE, 24, { repeat: 2 });
      return mesh;
    },
  });
  for (const [path, bytes] of compileModelSource(model, report)) {
    files.set(path, path.endsWith(".mdl") ? addEyeballs(bytes, [EYEBALL]) : bytes);
  }
  return files;
}

const FLOOR = { material: "made/letter", textureScale: 1, lightmapScale: 16 };

export const eyes: MadeMap = {
  makeContent,
  build: () =>
    makeVmf(
      makeRoom([0, 0, 0], [128, 128, 96], FLOOR),
      [
        pointEntity("info_player_start", [64, 20, 8]),
        pointEntity("light", [20, 20, 80], { _light: "255 235 200 120", _quadratic_attn: "1" }),
        pointEntity("light", [120, 50, 60], { _light: "180 210 255 60", _quadratic_attn: "1" }),
        ...Object.keys(EYES).map((_, i) =>
          pointEntity("prop_static", [42 + i * 44, 80, 20], {
            ...{ model: "models/visleaf/eye.mdl", angles: "0 90 0", skin: String(i) },
            ...{ solid: "0", disablevertexlighting: "1" },
          }),
        ),
      ],
      { skyname: SKY_NAME },
    ),
  shots: [{ name: "eyes", camera: { x: 64, y: 14, z: 40, pitch: 3, yaw: 90, fov: 75 } }],
};
