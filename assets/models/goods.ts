/** Crates, barrels, benches, railings. `lod` 0 is the most detailed level. */

import { Mesh } from "./mesh.ts";

export function buildCrate(lod: number): Mesh {
  const mesh = new Mesh();
  const [half, height] = [20, 40];
  mesh.box("crate", [-half, -half, 0], [half, half, height]);
  if (lod > 0) return mesh;
  // Battens along the edges that stand out a little.
  const [out, wide] = [1.5, 5];
  for (const z of [0, height - wide]) {
    mesh.box("crate", [-half - out, -half - out, z], [half + out, -half, z + wide]);
    mesh.box("crate", [-half - out, half, z], [half + out, half + out, z + wide]);
    mesh.box("crate", [-half - out, -half, z], [-half, half, z + wide]);
    mesh.box("crate", [half, -half, z], [half + out, half, z + wide]);
  }
  return mesh;
}

export function buildBarrel(lod: number): Mesh {
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

export function buildBench(lod: number): Mesh {
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

export function buildRailing(lod: number): Mesh {
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
