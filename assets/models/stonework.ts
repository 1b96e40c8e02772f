/** Stone pillars, statues and fountains. `lod` 0 is the most detailed level. */

import { Mesh } from "./mesh.ts";

export function buildPillar(lod: number): Mesh {
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

export function buildStatue(lod: number): Mesh {
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

export function buildFountain(lod: number): Mesh {
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
