/** The demo's props that stand still. Inches; the origin is where a prop touches what carries it. */

import { createRandom } from "../../src/compile/generate/random.ts";
import { Mesh, placed, subtract, unit, type Vec3 } from "./mesh.ts";
import { createStaticModel, type ModelSource } from "./model-source.ts";

function buildCrate(lod: number): Mesh {
  const mesh = new Mesh();
  const [half, height] = [20, 40];
  mesh.box("crate", [-half, -half, 0], [half, half, height]);
  if (lod > 0) return mesh;
  // Battens along the edges, standing out a little.
  const [out, wide] = [1.5, 5];
  for (const z of [0, height - wide]) {
    mesh.box("crate", [-half - out, -half - out, z], [half + out, -half, z + wide]);
    mesh.box("crate", [-half - out, half, z], [half + out, half + out, z + wide]);
    mesh.box("crate", [-half - out, -half, z], [-half, half, z + wide]);
    mesh.box("crate", [half, -half, z], [half + out, half, z + wide]);
  }
  return mesh;
}

function buildBarrel(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = [20, 10, 6][lod];
  const hoops: [number, number, boolean?][] =
    lod > 0
      ? [[15, 46, true]]
      : [
          [15, 15],
          [16, 16],
          [15, 17],
          [15, 29],
          [16, 30],
          [15, 31],
          [15, 46, true],
        ];
  mesh.lathe(
    "barrel",
    [[0, 0], [15, 0, true], ...hoops, [13, 46, true], [13, 44, true], [0, 44]],
    segments,
    { repeat: 2 },
  );
  return mesh;
}

/** Hangs from its origin: rose, rod, shade, bulb. */
function buildHangingLamp(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = lod > 0 ? 6 : 14;
  mesh.lathe(
    "lamp",
    [
      [0, -3],
      [5, -3, true],
      [4, 0, true],
    ],
    segments,
  );
  mesh.tube(
    "lamp",
    [
      [0, 0, -50],
      [0, 0, -2],
    ],
    1,
    lod > 0 ? 3 : 6,
  );
  mesh.lathe(
    "lamp",
    [
      [15, -66, true],
      [13, -60],
      [6, -53],
      [2, -50, true],
    ],
    segments,
  );
  // The shade's inside.
  mesh.lathe(
    "lamp_glow",
    [
      [5, -54, true],
      [12, -60],
      [14.5, -66, true],
    ],
    segments,
  );
  mesh.lathe(
    "lamp_glow",
    [
      [0, -69],
      [4, -66],
      [5, -61],
      [3, -55],
    ],
    segments,
  );
  return mesh;
}

function buildSpotLamp(): Mesh {
  const mesh = new Mesh();
  mesh.box("lamp", [-3, -3, -8], [3, 3, 0]);
  const tilt = 0.47;
  const place = ([x, y, z]: Vec3): Vec3 => [
    x * Math.cos(tilt) - z * Math.sin(tilt),
    y,
    x * Math.sin(tilt) + z * Math.cos(tilt) - 12,
  ];
  mesh.lathe(
    "lamp",
    [
      [6, -10, true],
      [5, 4],
      [2, 7, true],
      [0, 7],
    ],
    10,
    { place },
  );
  mesh.lathe(
    "lamp_glow",
    [
      [0, -9],
      [6, -9.5],
    ],
    10,
    { place: ([x, y, z]) => place([x, -y, z]) },
  );
  return mesh;
}

function buildLampPost(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = lod > 0 ? 6 : 12;
  mesh.lathe(
    "lamp",
    [
      [0, 0],
      [10, 0, true],
      [9, 10, true],
      [5, 14, true],
      [3, 22],
      [2.5, 128],
      [4, 132, true],
      [8, 136, true],
    ],
    segments,
  );
  mesh.lathe(
    "lamp_glow",
    [
      [7, 136, true],
      [9, 148],
      [7, 160, true],
    ],
    segments,
  );
  mesh.lathe(
    "lamp",
    [
      [0, 160],
      [11, 160, true],
      [6, 166],
      [0, 170],
    ],
    segments,
  );
  return mesh;
}

/** Leaves about a point: upright cards through it, lit as the round thing that they stand for. */
function addPuff(
  mesh: Mesh,
  material: string,
  center: Vec3,
  size: number,
  cards: number,
  from: Vec3,
): void {
  const normal = unit(subtract([center[0], center[1], center[2] + size / 2], from));
  for (let i = 0; i < cards; i++) {
    const place = placed((i * 180) / cards + center[0] * 3 + center[1] * 5, center);
    const [half, low, high] = [size / 2, -size / 2, size / 2];
    mesh.card(
      material,
      [
        place([-half, 0, low]),
        place([half, 0, low]),
        place([half, 0, high]),
        place([-half, 0, high]),
      ],
      normal,
    );
  }
}

function buildPlantPot(lod: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    "pot",
    [
      [0, 0],
      [9, 0, true],
      [13, 20],
      [14, 22, true],
      [14, 25, true],
      [12, 25, true],
      [11, 22, true],
      [0, 22],
    ],
    lod > 0 ? 6 : 14,
  );
  addPuff(mesh, "leaves", [0, 0, 40], 44, lod > 0 ? 2 : 4, [0, 0, 0]);
  return mesh;
}

function buildBush(lod: number): Mesh {
  const mesh = new Mesh();
  const below: Vec3 = [0, 0, -24];
  addPuff(mesh, "leaves", [0, 0, 20], 48, lod > 0 ? 2 : 4, below);
  if (lod > 0) return mesh;
  addPuff(mesh, "leaves", [17, 7, 13], 36, 3, below);
  addPuff(mesh, "leaves", [-14, -12, 14], 38, 3, below);
  return mesh;
}

/** A trunk, and a crown of puffs about it: fewer and larger ones from afar. */
function buildTree(lod: number): Mesh {
  const mesh = new Mesh();
  const crown: Vec3 = [0, 0, 150];
  mesh.lathe(
    "bark",
    [
      [15, -10],
      [9, 14],
      [7, 80],
      [4, 170],
      [0, 200],
    ],
    [9, 6, 4][lod],
    { repeat: 2 },
  );
  const rings = [
    { z: 112, reach: 58, puffs: [5, 3, 2][lod], size: 84 },
    { z: 164, reach: 46, puffs: [4, 3, 0][lod], size: 80 },
  ];
  for (const { z, reach, puffs, size } of rings) {
    for (let i = 0; i < puffs; i++) {
      const angle = (i / puffs) * 2 * Math.PI + z;
      const at: Vec3 = [reach * Math.cos(angle), reach * Math.sin(angle), z + 8 * (i % 2)];
      addPuff(mesh, "leaves", at, size * [1, 1.25, 1.6][lod], [3, 2, 2][lod], crown);
    }
  }
  addPuff(mesh, "leaves", [0, 0, 206], [84, 100, 140][lod], [3, 2, 2][lod], crown);
  return mesh;
}

/** A ball, dented by a seed; coarser levels keep its corners. */
function buildRock(lod: number): Mesh {
  const mesh = new Mesh();
  const random = createRandom(91);
  const [rows, columns] = [8, 12];
  const radius = Array.from({ length: (rows + 1) * columns }, () => random.between(0.82, 1.12));
  const step = [1, 2][lod];
  const at = (row: number, column: number): Vec3 => {
    const polar = (row / rows) * Math.PI;
    const turn = ((column % columns) / columns) * 2 * Math.PI;
    const r = radius[row * columns + (row % rows === 0 ? 0 : column % columns)];
    return [
      44 * r * Math.sin(polar) * Math.cos(turn),
      34 * r * Math.sin(polar) * Math.sin(turn),
      18 - 30 * r * Math.cos(polar),
    ];
  };
  for (let row = 0; row < rows; row += step)
    for (let column = 0; column < columns; column += step) {
      const [a, b] = [at(row, column), at(row, column + step)];
      const [d, c] = [at(row + step, column), at(row + step, column + step)];
      mesh.quad("rock", [a, b, c, d]);
    }
  return mesh;
}

function buildPillar(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = [16, 8, 5][lod];
  mesh.box("stone", [-14, -14, 0], [14, 14, 6]);
  mesh.lathe(
    "stone",
    [
      [12, 6, true],
      [12, 9],
      [10, 12, true],
      [9.5, 50],
      [8, 84, true],
      [10, 88],
      [12, 90, true],
    ],
    segments,
    { repeat: 2 },
  );
  mesh.box("stone", [-14, -14, 90], [14, 14, 95]);
  return mesh;
}

/** A figure turned on a lathe: from afar, somebody. */
function buildStatue(lod: number): Mesh {
  const mesh = new Mesh();
  const profile: [number, number, boolean?][] = [
    [0, 0],
    [16, 0, true],
    [16, 4, true],
    [13, 6],
    [11, 22],
    [8, 36],
    [9, 44],
    [12, 52],
    [10, 58],
    [4, 61],
    [3.5, 63],
    [6, 67],
    [6.5, 71],
    [5, 75],
    [0, 77],
  ];
  mesh.lathe("stone", profile, [18, 9, 5][lod], { repeat: 2 });
  return mesh;
}

function buildFountain(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = lod > 0 ? 8 : 20;
  mesh.lathe(
    "stone",
    [
      [0, 0],
      [40, 0, true],
      [34, 30],
      [16, 44],
      [14, 84],
      [20, 90],
      [62, 104],
      [66, 110, true],
      [60, 110, true],
      [50, 104],
      [0, 100],
    ],
    segments,
    { repeat: 3 },
  );
  mesh.lathe(
    "stone",
    [
      [9, 100],
      [7, 128],
      [10, 134],
      [26, 142, true],
      [22, 142, true],
      [0, 138],
    ],
    segments,
    { repeat: 2 },
  );
  return mesh;
}

function buildBench(lod: number): Mesh {
  const mesh = new Mesh();
  const boards = lod > 0 ? 1 : 3;
  for (let i = 0; i < boards; i++) {
    const [y0, y1] = [-9 + (i * 18) / boards, -9 + ((i + 1) * 18) / boards - 1];
    mesh.box("wood", [-32, y0, 17], [32, y1, 19]);
  }
  for (const x of [-26, 22]) {
    mesh.box("metal", [x, -8, 0], [x + 4, 8, 2]);
    mesh.box("metal", [x, -2, 2], [x + 4, 2, 17]);
  }
  return mesh;
}

/** 64 inches along x, about its middle. */
function buildRailing(lod: number): Mesh {
  const mesh = new Mesh();
  const segments = lod > 0 ? 3 : 6;
  mesh.tube(
    "metal",
    [
      [-32, 0, 40],
      [32, 0, 40],
    ],
    1.6,
    segments,
  );
  mesh.tube(
    "metal",
    [
      [-32, 0, 6],
      [32, 0, 6],
    ],
    1,
    segments,
  );
  for (let x = -28; x <= 28; x += lod > 0 ? 28 : 8) {
    mesh.tube(
      "metal",
      [
        [x, 0, 0],
        [x, 0, 40],
      ],
      0.8,
      lod > 0 ? 3 : 5,
    );
  }
  return mesh;
}

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
  () => createStaticModel({ name: "rock", build: buildRock, lods: [14, 32], surface: "rock" }),
  () => createStaticModel({ name: "pillar", build: buildPillar, lods: [10, 24], surface: "rock" }),
  () => createStaticModel({ name: "statue", build: buildStatue, lods: [12, 28], surface: "rock" }),
  () => createStaticModel({ name: "fountain", build: buildFountain, lods: [20], surface: "rock" }),
  () => createStaticModel({ name: "bench", build: buildBench, lods: [16], surface: "wood" }),
  () => createStaticModel({ name: "railing", build: buildRailing, lods: [14], surface: "metal" }),
];
