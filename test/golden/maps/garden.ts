/**
 * Builds a pond with flowing water, a tree in the wind, a cliff with seamless textures, a seamless
 * ball, and a prop with texel light.
 */

import { compileModelSource } from "../../../assets/demo-content.ts";
import { writeVmt } from "../../../assets/materials/write-vmt.ts";
import { Mesh } from "../../../assets/models/mesh.ts";
import { createStaticModel } from "../../../assets/models/model-source.ts";
import type { CompileReport } from "../../../src/compile/types.ts";
import { listStripGroups } from "../../../src/formats/studio/mesh/list-strip-groups.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { makeBox, makePrism, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { makePpl } from "../../formats/studio/make-ppl.ts";
import { SKY_NAME } from "./content.ts";
import { makeTexture, PROFILE, type Texel } from "./gallery-content.ts";
import type { MadeMap } from "./made-maps.ts";

const wave = (at: number, turns: number) =>
  Math.round(128 + 100 * Math.sin((at / 32) * 2 * Math.PI * turns));
/** Flow around a centre, faster on one side. */
const whirl: Texel = (x, y) => [255 - y * 8, x * 8, 0, 255];
const stone: Texel = (x, y) =>
  (x + 2 * (y >> 3)) % 16 < 2 || y % 8 < 1 ? [60, 50, 45, 255] : [165 - y, 140, 105 + x, 255];

const PICTURES: Readonly<Record<string, Uint8Array>> = {
  stone: makeTexture([stone]),
  ripples: makeTexture([(x, y) => [wave(x + y, 2), wave(x - y, 3), 255, 255]], { kind: "data" }),
  whirl: makeTexture([whirl], { kind: "data" }),
  noise: makeTexture([(x, y) => [0, wave(x + 3 * y, 1), 0, 255]], { kind: "data" }),
  rough: makeTexture([(x, y) => [wave(x, 4), wave(y, 4), 200, 255]], { kind: "normal" }),
  white: makeTexture([() => [210, 210, 205, 255]]),
  leaf: makeTexture([(x, y) => [40 + y, 120 + x * 2, 40, 255]]),
};

const MATERIALS: Readonly<Record<string, string>> = {
  "garden/pond": writeVmt("Water", {
    ...{ $normalmap: "garden/ripples", $abovewater: 1, "%compilewater": 1 },
    ...{ $refracttexture: "_rt_WaterRefraction", $refractamount: 0.15, $fogenable: 1 },
    ...{ $fogcolor: "{30 90 120}", $fogstart: 0, $fogend: 160, "%tooltexture": "garden/white" },
    ...{ $flowmap: "garden/whirl", $flow_noise_texture: "garden/noise" },
    ...{
      $flow_worlduvscale: 4,
      $flow_bumpstrength: 0.4,
      $flow_normaluvscale: 60,
      $flow_noise_scale: 0.01,
    },
  }),
  "garden/cliff": writeVmt("LightmappedGeneric", {
    $basetexture: "garden/stone",
    $bumpmap: "garden/rough",
    $seamless_scale: 0.02,
  }),
  "models/visleaf/trunk": writeVmt("VertexLitGeneric", {
    ...{ $basetexture: "garden/leaf", $nocull: 1, $treesway: 1, $treeswayheight: 90 },
    ...{ $treeswayradius: 40, $treeswaystrength: 3, $treeswayscrumblestrength: 0.3 },
    ...{ $treeswayscrumblefrequency: 4 },
  }),
  "models/visleaf/marble": writeVmt("VertexLitGeneric", { $basetexture: "garden/white" }),
  "models/visleaf/draped": writeVmt("VertexLitGeneric", {
    $basetexture: "garden/stone",
    $seamless_base: 1,
    $seamless_scale: 0.03,
  }),
};

const MODELS = [
  createStaticModel({
    name: "tree",
    build() {
      const mesh = new Mesh();
      mesh.lathe(
        "trunk",
        Array.from({ length: 13 }, (_, i) => [5 - i * 0.3, i * 6] as const),
        8,
      );
      for (let i = 0; i < 7; i++) {
        const angle = i * 0.9;
        const [x, y, z] = [Math.cos(angle), Math.sin(angle), 40 + i * 7];
        const [left, right] = [
          [x * 34 - y * 9, y * 34 + x * 9, z + 16],
          [x * 34 + y * 9, y * 34 - x * 9, z + 16],
        ] as const;
        mesh.card("trunk", [[0, 0, z], left, [x * 44, y * 44, z + 26], right], [0, 0, 1]);
      }
      return mesh;
    },
  }),
  createStaticModel({
    name: "orb",
    skins: [["marble"], ["draped"]],
    build() {
      const mesh = new Mesh();
      mesh.lathe("marble", PROFILE, 24);
      return mesh;
    },
  }),
];

/** Index of the prop with texel light. */
const FINE_PROP = 0;

function makeContent(report: CompileReport): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, bytes] of Object.entries(PICTURES)) {
    files.set(`materials/garden/${name}.vtf`, bytes);
  }
  for (const [name, vmt] of Object.entries(MATERIALS)) {
    files.set(`materials/${name}.vmt`, new TextEncoder().encode(vmt));
  }
  for (const model of MODELS) {
    for (const [path, bytes] of compileModelSource(model, report)) files.set(path, bytes);
  }
  const orb = (suffix: string) => files.get(`models/visleaf/orb${suffix}`) as Uint8Array;
  const mdl = parseMdl(orb(".mdl"));
  const vtx = [...files.keys()].find(
    (path) => path.startsWith("models/visleaf/orb.") && path.endsWith(".vtx"),
  );
  const meshes = listStripGroups(mdl, files.get(vtx as string) as Uint8Array, 1 << 16).length;
  // Sunlight that no lamp of the map gives: bars of shade and a warm side.
  const light = makePpl({
    ...{ checksum: mdl.checksum, width: 64, height: 32, meshes },
    texel: (x, y, level) => {
      const isShaded = ((x << level) >> 3) % 2 === 0;
      const warmth = Math.min((y << level) * 3, 90);
      return isShaded ? [24, 28, 40] : [40 + warmth, 40 + warmth * 0.8, 60];
    },
  });
  files.set(`texelslighting_${FINE_PROP}.ppl`, light);
  return files;
}

const FLOOR = { material: "made/letter", textureScale: 1, lightmapScale: 16 };
const CLIFF = { material: "garden/cliff", textureScale: 1, lightmapScale: 8 };

const prop = (model: string, x: number, y: number, z: number, skin = 0) =>
  pointEntity("prop_static", [x, y, z], {
    ...{ model: `models/visleaf/${model}.mdl`, angles: "0 40 0", skin: String(skin) },
    ...{ solid: "0", disablevertexlighting: "1" },
  });

export const garden: MadeMap = {
  makeContent,
  build: () =>
    makeVmf(
      [
        ...makeRoom([0, 0, -48], [288, 256, 128], FLOOR),
        makeBox([0, 0, -48], [288, 64, 0], FLOOR),
        makeBox([0, 176, -48], [288, 256, 0], FLOOR),
        makeBox([0, 64, -48], [16, 176, 0], FLOOR),
        makeBox([272, 64, -48], [288, 176, 0], FLOOR),
        makeBox([16, 64, -48], [272, 176, -10], {
          material: "tools/toolsnodraw",
          sides: { top: { material: "garden/pond", textureScale: 1 } },
        }),
        makePrism(
          Array.from({ length: 7 }, (_, i) => {
            const angle = (i / 7) * 2 * Math.PI;
            return [56 + 42 * Math.cos(angle), 214 + 34 * Math.sin(angle)] as const;
          }),
          ...([0, 92, CLIFF] as const),
        ),
      ],
      [
        pointEntity("info_player_start", [144, 30, 8]),
        pointEntity("env_wind", [0, 0, 0], { minwind: "10", maxwind: "20", angles: "0 20 0" }),
        pointEntity("light", [60, 60, 110], { _light: "255 235 200 220", _quadratic_attn: "1" }),
        pointEntity("light", [250, 110, 90], { _light: "180 210 255 120", _quadratic_attn: "1" }),
        prop("orb", 150, 210, 0),
        prop("orb", 196, 210, 0, 1),
        prop("tree", 246, 208, 0),
      ],
      { skyname: SKY_NAME },
    ),
  shots: [{ name: "garden", camera: { x: 144, y: 10, z: 62, pitch: 12, yaw: 90, fov: 84 } }],
};
