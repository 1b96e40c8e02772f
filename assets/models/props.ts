/** The demo's static props, in inches. The origin is the point where a prop rests or is mounted. */

import { buildBarrel, buildBench, buildCrate, buildRailing } from "./goods.ts";
import { buildHangingLamp, buildLampPost, buildSpotLamp } from "./lamps.ts";
import { createStaticModel, type ModelSource } from "./model-source.ts";
import { buildBush, buildPlantPot, buildRock, buildTree } from "./plants.ts";
import { buildFountain, buildPillar, buildStatue } from "./stonework.ts";

export const STATIC_MODELS: readonly (() => ModelSource)[] = [
  () =>
    createStaticModel({
      name: "crate",
      build: buildCrate,
      lods: [12],
      skins: [["crate"], ["crate_b"]],
      surface: "wood",
    }),
  () =>
    createStaticModel({
      name: "barrel",
      build: buildBarrel,
      lods: [10, 26],
      skins: [["barrel"], ["barrel_b"]],
      surface: "metal",
    }),
  () =>
    createStaticModel({
      name: "lamp_hanging",
      build: buildHangingLamp,
      lods: [14],
      surface: "metal",
    }),
  () => createStaticModel({ name: "lamp_spot", build: buildSpotLamp, surface: "metal" }),
  () =>
    createStaticModel({ name: "lamp_post", build: buildLampPost, lods: [18], surface: "metal" }),
  () =>
    createStaticModel({ name: "plant_pot", build: buildPlantPot, lods: [14], surface: "grass" }),
  () =>
    createStaticModel({
      name: "bush",
      build: buildBush,
      lods: [18],
      skins: [["leaves"], ["leaves_b"]],
      surface: "grass",
    }),
  () =>
    createStaticModel({
      name: "tree",
      build: buildTree,
      lods: [22, 44],
      skins: [
        ["bark", "leaves"],
        ["bark", "leaves_b"],
      ],
      surface: "wood",
    }),
  () => createStaticModel({ name: "rock", build: buildRock, lods: [24], surface: "rock" }),
  () => createStaticModel({ name: "pillar", build: buildPillar, lods: [10, 24], surface: "rock" }),
  () => createStaticModel({ name: "statue", build: buildStatue, lods: [12, 28], surface: "rock" }),
  () => createStaticModel({ name: "fountain", build: buildFountain, lods: [20], surface: "rock" }),
  () => createStaticModel({ name: "bench", build: buildBench, lods: [16], surface: "wood" }),
  () => createStaticModel({ name: "railing", build: buildRailing, lods: [14], surface: "metal" }),
];
