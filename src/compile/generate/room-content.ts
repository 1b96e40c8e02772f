/** Content of generated maps: small textures, their materials, and two models. */

import { parseSmd } from "../../formats/smd/parse-smd.ts";
import { compileVtex } from "../compile-vtex.ts";
import { compileStudioModel } from "../studiomdl/compile-studio-model.ts";
import { parseQc } from "../studiomdl/qc/parse-qc.ts";
import type { CompileReport } from "../types.ts";
import { createRandom } from "./random.ts";

type Rgb = readonly [number, number, number];

/** Appearance of a texture with tiles and mortar between them. */
interface Look {
  readonly color: Rgb;
  readonly tiles: number;
}

const MATERIALS: Readonly<Record<string, Look>> = {
  wall_sand: { color: [196, 170, 128], tiles: 4 },
  wall_clay: { color: [168, 104, 78], tiles: 8 },
  wall_slate: { color: [104, 118, 132], tiles: 4 },
  wall_moss: { color: [112, 128, 92], tiles: 6 },
  floor_oak: { color: [134, 98, 62], tiles: 8 },
  floor_stone: { color: [128, 126, 120], tiles: 2 },
  ceiling: { color: [206, 202, 192], tiles: 2 },
  frame: { color: [82, 76, 70], tiles: 1 },
  pillar: { color: [178, 174, 164], tiles: 2 },
  crate: { color: [156, 118, 72], tiles: 3 },
  wire: { color: [58, 60, 66], tiles: 1 },
};
const SKINS: Readonly<Record<string, Rgb>> = { amber: [220, 150, 60], teal: [64, 146, 150] };

const EDGE = 64;

/** Builds the files by content path, the same on every run. */
export function buildRoomContent(report: CompileReport): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  const addMaterial = (name: string, shader: string, look: Look): void => {
    const texels = drawTiles(look, name.length);
    files.set(`materials/${name}.vtf`, compileVtex([texels], { width: EDGE, height: EDGE }));
    files.set(
      `materials/${name}.vmt`,
      encoder.encode(`"${shader}"\n{\n\t"$basetexture" "${name}"\n}\n`),
    );
  };
  for (const [name, look] of Object.entries(MATERIALS)) {
    addMaterial(`generated/${name}`, "LightmappedGeneric", look);
  }
  for (const [name, color] of Object.entries(SKINS)) {
    addMaterial(`models/generated/${name}`, "VertexLitGeneric", { color, tiles: 2 });
  }
  addModel(files, "cube", [prism(4, 12, 12, 24)], report);
  addModel(files, "cone", [prism(16, 14, 2, 40), prism(6, 14, 2, 40)], report);
  return files;
}

function drawTiles({ color, tiles }: Look, seed: number): Uint8Array {
  const random = createRandom(seed * 977 + tiles);
  const tones = Float64Array.from({ length: tiles * tiles }, () => random.between(0.82, 1.12));
  const texels = new Uint8Array(EDGE * EDGE * 4);
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const [s, t] = [(x * tiles) / EDGE, (y * tiles) / EDGE];
      const isJoint = tiles > 1 && (x % (EDGE / tiles) < 1 || y % (EDGE / tiles) < 1);
      const tone = isJoint ? 0.6 : tones[Math.floor(t) * tiles + Math.floor(s)];
      const at = (y * EDGE + x) * 4;
      for (let k = 0; k < 3; k++) {
        texels[at + k] = Math.min(255, Math.round(color[k] * tone * random.between(0.96, 1.04)));
      }
      texels[at + 3] = 255;
    }
  return texels;
}

/** Compiles a model of two skins from SMDs, the nearest LOD first. */
function addModel(
  files: Map<string, Uint8Array>,
  name: string,
  smds: readonly string[],
  report: CompileReport,
): void {
  const lods = smds.slice(1).map((_, i) => {
    return `$lod ${12 * (i + 1)}\n{\n  replacemodel "lod0.smd" "lod${i + 1}.smd"\n}`;
  });
  const qc = parseQc(
    [
      `$modelname "generated/${name}.mdl"`,
      "$staticprop",
      '$cdmaterials "models/generated"',
      '$body body "lod0.smd"',
      ...lods,
      '$texturegroup skins { { "amber" } { "teal" } }',
      '$sequence idle "lod0.smd" fps 1',
      "",
    ].join("\n"),
    report,
  );
  const read = (file: string) => parseSmd(smds[Number(/\d/.exec(file)?.[0] ?? 0)]);
  const { mdl, vvd, vtx } = compileStudioModel(qc, read, report);
  files.set(`models/generated/${name}.mdl`, mdl);
  files.set(`models/generated/${name}.vvd`, vvd);
  files.set(`models/generated/${name}.dx90.vtx`, vtx);
}

/** Returns an upright prism or truncated cone, on the ground, as SMD. */
function prism(sides: number, low: number, high: number, height: number): string {
  const lines = ["version 1", "nodes", '0 "root" -1', "end"];
  lines.push("skeleton", "time 0", "0 0 0 0 0 0 0", "end", "triangles");
  const at = (i: number, radius: number): readonly [number, number] => {
    const angle = ((i + 0.5) / sides) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  type Corner = readonly [x: number, y: number, z: number, u: number, v: number];
  const triangle = (normal: readonly number[], ...corners: readonly Corner[]): void => {
    lines.push("amber");
    for (const [x, y, z, u, v] of corners) {
      const numbers = [x, y, z, ...normal, u, v].map((value) => value.toFixed(5));
      lines.push(`0 ${numbers.join(" ")}`);
    }
  };
  const slope = (low - high) / height;
  for (let i = 0; i < sides; i++) {
    const [a, b] = [at(i, low), at(i + 1, low)];
    const [d, c] = [at(i, high), at(i + 1, high)];
    const [nx, ny] = at(i + 0.5, 1);
    const normal = [nx, ny, slope].map((value) => value / Math.hypot(nx, ny, slope));
    const [u, v] = [i / sides, (i + 1) / sides];
    triangle(normal, [...a, 0, u, 0], [...b, 0, v, 0], [...c, height, v, 1]);
    triangle(normal, [...a, 0, u, 0], [...c, height, v, 1], [...d, height, u, 1]);
    triangle([0, 0, 1], [0, 0, height, 0.5, 0.5], [...d, height, 0, 0], [...c, height, 1, 0]);
  }
  lines.push("end", "");
  return lines.join("\n");
}
