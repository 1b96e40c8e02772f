/** Plants and rocks. `lod` 0 is the most detailed level. */

import { createRandom } from "../../src/compile/generate/random.ts";
import { Mesh, placed, subtract, unit, type Vec3 } from "./mesh.ts";

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

export function buildPlantPot(lod: number): Mesh {
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

export function buildBush(lod: number): Mesh {
  const mesh = new Mesh();
  const below: Vec3 = [0, 0, -24];
  addPuff(mesh, "leaves", [0, 0, 20], 48, lod > 0 ? 2 : 4, below);
  if (lod > 0) return mesh;
  addPuff(mesh, "leaves", [17, 7, 13], 36, 3, below);
  addPuff(mesh, "leaves", [-14, -12, 14], 38, 3, below);
  return mesh;
}

export function buildTree(lod: number): Mesh {
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

export function buildRock(lod: number): Mesh {
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
