/** Lamps, with the origin at their mounting point. `lod` 0 is the most detailed level. */

import { Mesh, type Vec3 } from "./mesh.ts";

export function buildHangingLamp(lod: number): Mesh {
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
  // Inside of the shade.
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

export function buildSpotLamp(): Mesh {
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

export function buildLampPost(lod: number): Mesh {
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
