/**
 * Builds the shapes of placeholders for missing models: a few boxes and surfaces of revolution
 * each, with some hundred triangles at most. Normals are not those of the triangles: they turn
 * outwards towards a shape's edges, where `shaders/families/rare/ghost.wgsl` fades it out.
 */

import type { StudioMesh } from "../../formats/studio/types.ts";
import type { GhostKind } from "./ghost-kinds.ts";

/** Rows of `PARTS` in `ghost.wgsl`. */
const GREY = 0;
const LEAF = 1;
const WOOD = 2;
const METAL = 3;
const PAINT = 4;
const GLOW = 5;
const CLOTH = 6;
const STONE = 7;
const CARD = 8;
const GLASS = 9;

/** Number of rows of `PARTS`. */
export const GHOST_PARTS = 10;

type Vec = readonly [x: number, y: number, z: number];

/** Collects the triangles of one shape, counter-clockwise seen from outside. */
class ShapeBuilder {
  readonly position: number[] = [];
  readonly normal: number[] = [];
  readonly part: number[] = [];
  readonly indices: number[] = [];

  /** @param share fraction of a side that fades towards each of its edges */
  box(mins: Vec, maxs: Vec, part: number, share = 0.28): void {
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const sign = (side & 1) * 2 - 1;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      // The border is equally wide on all sides, if there is room.
      const border = share * Math.min(maxs[u] - mins[u], maxs[v] - mins[v]);
      const first = this.part.length;
      for (const inset of [0, border]) {
        for (const [cu, cv] of CORNERS) {
          const at = [0, 0, 0];
          at[axis] = sign > 0 ? maxs[axis] : mins[axis];
          at[u] = cu > 0 ? maxs[u] - inset : mins[u] + inset;
          at[v] = cv > 0 ? maxs[v] - inset : mins[v] + inset;
          const facing = [0, 0, 0];
          if (inset > 0) facing[axis] = sign * FLAT;
          else [facing[u], facing[v]] = [cu * Math.SQRT1_2, cv * Math.SQRT1_2];
          this.#vertex(at, facing, part);
        }
      }
      for (let k = 0; k < 4; k++) {
        const next = (k + 1) % 4;
        this.#quad(first + k, first + next, first + 4 + next, first + 4 + k, sign > 0);
      }
      this.#quad(first + 4, first + 5, first + 6, first + 7, sign > 0);
    }
  }

  /**
   * Adds a surface of revolution about z or y.
   * @param rows radius, height along the axis, and part, from the lower end to the upper
   */
  round(
    rows: readonly (readonly [r: number, h: number, part: number])[],
    options: Round = {},
  ): void {
    const { sides = 9, middle = [0, 0], alongY = false, flatten = 1, roughness = 0 } = options;
    const first = this.part.length;
    for (const [row, [radius, height, part]] of rows.entries()) {
      const below = rows[Math.max(0, row - 1)];
      const above = rows[Math.min(rows.length - 1, row + 1)];
      // Perpendicular to the profile's slope, and along the axis at the ends.
      const length = Math.hypot(above[0] - below[0], above[1] - below[1]) || 1;
      const isEnd = radius === 0;
      const out = isEnd ? 0 : (above[1] - below[1]) / length;
      const along = row === 0 ? -1 : 1;
      const up = isEnd ? along : (below[0] - above[0]) / length;
      for (let side = 0; side < sides; side++) {
        const angle = (side / sides) * 2 * Math.PI;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        // Between −1 and 1, without a visible pattern.
        const rough = 1 + roughness * Math.sin(side * 2.4 + row * 1.7) * Math.cos(row * 2.9 + side);
        const [a, b] = [middle[0] + radius * c * rough, middle[1] + radius * s * flatten * rough];
        const at = alongY ? [b, height, a] : [a, b, height];
        const facing = alongY ? [s * out, up, c * out] : [c * out, s * out, up];
        this.#vertex(at, facing, part);
      }
    }
    for (let row = 0; row + 1 < rows.length; row++) {
      for (let side = 0; side < sides; side++) {
        const a = first + row * sides + side;
        const b = first + row * sides + ((side + 1) % sides);
        this.#quad(a, b, b + sides, a + sides, true);
      }
    }
  }

  build(): StudioMesh {
    const count = this.part.length;
    const boneWeight = new Float32Array(count * 3);
    const tangent = new Float32Array(count * 4);
    const texCoord = new Float32Array(count * 2);
    for (let vertex = 0; vertex < count; vertex++) {
      boneWeight[vertex * 3] = 1;
      tangent[vertex * 4] = tangent[vertex * 4 + 3] = 1;
      texCoord[vertex * 2] = this.part[vertex];
    }
    return {
      vertices: {
        count,
        position: Float32Array.from(this.position),
        normal: Float32Array.from(this.normal),
        tangent,
        texCoord,
        boneWeight,
        boneIndex: new Uint8Array(count * 3),
        boneCount: new Uint8Array(count).fill(1),
      },
      indices: Uint32Array.from(this.indices),
      lodCount: 1,
      switchPoint: new Float32Array(1),
      drawCount: 1,
      drawLod: new Uint8Array(1),
      drawMesh: new Uint32Array(1),
      drawMaterial: new Uint16Array(1),
      drawFirstIndex: new Uint32Array(1),
      drawIndexCount: Uint32Array.of(this.indices.length),
    };
  }

  #vertex(at: readonly number[], facing: readonly number[], part: number): void {
    this.position.push(at[0], at[1], at[2]);
    this.normal.push(facing[0], facing[1], facing[2]);
    this.part.push(part);
  }

  #quad(a: number, b: number, c: number, d: number, isOutwards: boolean): void {
    const corners = isOutwards ? [a, b, c, a, c, d] : [a, c, b, a, d, c];
    this.indices.push(...corners);
  }
}

/** Length of normals in the middle of a flat side: shorter normals make a wider soft edge. */
const FLAT = 0.5;

/** Corners in counter-clockwise order. */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

interface Round {
  readonly sides?: number;
  readonly middle?: readonly [number, number];
  readonly alongY?: boolean;
  /** Width across, as a fraction of the width. */
  readonly flatten?: number;
  /** Amplitude of the surface's bumps, as a share of the radius. */
  readonly roughness?: number;
}

type Shape = (to: ShapeBuilder, x: number, y: number, z: number) => void;

/** Profile of a ball: radius and height of each ring as shares of the radius, bottom to top. */
const BALL = [
  [0, -1],
  [0.7, -0.71],
  [1, 0],
  [0.7, 0.71],
  [0, 1],
] as const;

/** Profile of a tree's crown: radius and height of each ring as shares, bottom to top. */
const CROWN = [
  [0, 0.02],
  [0.62, 0],
  [0.94, 0.2],
  [1, 0.42],
  [0.86, 0.66],
  [0.55, 0.88],
  [0.2, 0.98],
  [0, 1],
] as const;

function ball(to: ShapeBuilder, radius: number, height: number, z: number, part: number): void {
  to.round(BALL.map(([r, h]) => [r * radius, z + h * height, part]));
}

/** Box that stands on the origin: x and y from -size / 2 to size / 2, z from 0 to the size. */
const SHAPES: Readonly<Record<string, Shape>> = {
  box: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], GREY),
  crate: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], CARD),
  container: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], PAINT),
  wall: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], STONE),
  duct: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], METAL),
  panel: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], METAL),
  plate: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], CARD),
  door: (to, x, y, z) => to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z], WOOD, 0.2),
  tree(to, x, _, z) {
    const [trunk, crown] = [x * 0.05, x / 2];
    to.round(
      [
        [trunk * 1.4, 0, WOOD],
        [trunk, z * 0.2, WOOD],
        [trunk, z * 0.36, WOOD],
      ],
      { sides: 6 },
    );
    to.round(
      CROWN.map(([r, h]) => [r * crown, z * (0.28 + 0.72 * h), LEAF]),
      { sides: 10, roughness: 0.14 },
    );
  },
  pine(to, x, _, z) {
    const trunk = x * 0.05;
    to.round(
      [
        [trunk, 0, WOOD],
        [trunk, z * 0.14, WOOD],
      ],
      { sides: 6 },
    );
    to.round([
      [0, z * 0.1, LEAF],
      [x / 2, z * 0.14, LEAF],
      [x * 0.36, z * 0.42, LEAF],
      [x * 0.18, z * 0.72, LEAF],
      [0, z, LEAF],
    ]);
  },
  bush(to, x, _, z) {
    const half = z / 2;
    to.round(
      BALL.map(([r, h]) => [(r * x) / 2, half + h * half, LEAF]),
      { roughness: 0.18 },
    );
  },
  rock(to, x, _, z) {
    to.round(
      [
        [x * 0.44, 0, STONE],
        [x * 0.5, z * 0.3, STONE],
        [x * 0.38, z * 0.75, STONE],
        [0, z, STONE],
      ],
      { sides: 8, flatten: 0.8, roughness: 0.2 },
    );
  },
  mound(to, x, y, z) {
    to.round(
      [
        [x / 2, 0, STONE],
        [x * 0.36, z * 0.6, STONE],
        [0, z, STONE],
      ],
      { flatten: y / x, roughness: 0.2 },
    );
  },
  lamp(to, x, _, z) {
    to.round(
      [
        [x * 0.04, z * 0.5, METAL],
        [x * 0.04, z, METAL],
      ],
      { sides: 5 },
    );
    to.round([
      [0, 0, GLOW],
      [x * 0.42, z * 0.04, GLOW],
      [x / 2, z * 0.14, GLOW],
      [x * 0.3, z * 0.42, METAL],
      [0, z * 0.55, METAL],
    ]);
  },
  tablelamp(to, x, _, z) {
    to.round([
      [x * 0.3, 0, METAL],
      [x * 0.08, z * 0.1, METAL],
      [x * 0.08, z * 0.5, METAL],
    ]);
    to.round([
      [x / 2, z * 0.5, GLOW],
      [x * 0.3, z, GLOW],
      [0, z, GLOW],
    ]);
  },
  lamppost(to, x, y, z) {
    const pole = y * 0.16;
    to.round(
      [
        [pole * 1.6, 0, METAL],
        [pole, z * 0.1, METAL],
        [pole * 0.8, z * 0.95, METAL],
      ],
      { sides: 6 },
    );
    to.box([-x * 0.2, -y * 0.3, z * 0.95], [x * 0.8, y * 0.3, z], GLOW);
  },
  pole(to, x, _, z) {
    to.round([
      [x / 2, 0, WOOD],
      [x * 0.44, z / 2, WOOD],
      [x * 0.36, z, WOOD],
      [0, z, WOOD],
    ]);
  },
  car(to, x, y, z) {
    to.box([-x / 2, -y / 2, z * 0.18], [x / 2, y / 2, z * 0.6], PAINT);
    to.box([-x * 0.42, -y * 0.26, z * 0.6], [x * 0.42, y * 0.2, z], GLASS);
    for (const along of [-0.32, 0.32]) {
      to.box([-x * 0.46, y * (along - 0.07), 0], [x * 0.46, y * (along + 0.07), z * 0.18], METAL);
    }
  },
  truck(to, x, y, z) {
    to.box([-x / 2, -y / 2, z * 0.2], [x / 2, y * 0.2, z], PAINT);
    to.box([-x * 0.46, y * 0.2, z * 0.2], [x * 0.46, y / 2, z * 0.62], PAINT);
    for (const along of [-0.3, 0.3]) {
      to.box([-x * 0.48, y * (along - 0.08), 0], [x * 0.48, y * (along + 0.08), z * 0.2], METAL);
    }
  },
  pipe(to, x, y, z) {
    const rows: [number, number, number][] = [
      [0, -y / 2, METAL],
      [x / 2, -y / 2, METAL],
      [x / 2, 0, METAL],
      [x / 2, y / 2, METAL],
      [0, y / 2, METAL],
    ];
    to.round(rows, { alongY: true, middle: [z / 2, 0], sides: 12 });
  },
  wheel(to, x, _, z) {
    to.round([
      [0, 0, METAL],
      [x * 0.44, 0, METAL],
      [x / 2, z / 2, METAL],
      [x * 0.44, z, METAL],
      [0, z, METAL],
    ]);
  },
  chair(to, x, y, z) {
    to.box([-x / 2, -y / 2, z * 0.4], [x / 2, y / 2, z * 0.5], CLOTH);
    to.box([-x / 2, -y * 0.45, z * 0.5], [-x * 0.36, y * 0.45, z], CLOTH);
    legs(to, x, y, z * 0.4);
  },
  table(to, x, y, z) {
    to.box([-x / 2, -y / 2, z * 0.9], [x / 2, y / 2, z], WOOD);
    legs(to, x, y, z * 0.9);
  },
  bed(to, x, y, z) {
    to.box([-x / 2, -y / 2, 0], [x / 2, y / 2, z * 0.7], CLOTH);
    to.box([-x / 2, y * 0.44, z * 0.7], [x / 2, y / 2, z], WOOD);
  },
  sofa(to, x, y, z) {
    to.box([-x * 0.2, -y * 0.4, 0], [x / 2, y * 0.4, z * 0.5], CLOTH);
    to.box([-x / 2, -y / 2, 0], [-x * 0.2, y / 2, z], CLOTH);
    to.box([-x * 0.2, -y / 2, 0], [x / 2, -y * 0.4, z * 0.7], CLOTH);
    to.box([-x * 0.2, y * 0.4, 0], [x / 2, y / 2, z * 0.7], CLOTH);
  },
  bench(to, x, y, z) {
    to.box([-x * 0.4, -y / 2, z * 0.4], [x / 2, y / 2, z * 0.5], WOOD);
    to.box([-x / 2, -y / 2, z * 0.5], [-x * 0.4, y / 2, z], WOOD);
    legs(to, x * 0.8, y, z * 0.4);
  },
  shelf(to, x, y, z) {
    for (const height of [0.02, 0.34, 0.66, 0.96]) {
      to.box([-x / 2, -y * 0.46, z * height], [x / 2, y * 0.46, z * (height + 0.04)], WOOD);
    }
    for (const side of [-1, 1]) {
      const [low, high] = side < 0 ? [-y / 2, -y * 0.46] : [y * 0.46, y / 2];
      to.box([-x / 2, low, 0], [x / 2, high, z], WOOD);
    }
  },
  barrel(to, x, _, z) {
    to.round([
      [0, 0, METAL],
      [x * 0.46, 0, METAL],
      [x / 2, z * 0.3, METAL],
      [x / 2, z * 0.7, METAL],
      [x * 0.46, z, METAL],
      [0, z, METAL],
    ]);
  },
  bottle(to, x, _, z) {
    to.round(
      [
        [x / 2, 0, GLASS],
        [x / 2, z * 0.55, GLASS],
        [x * 0.2, z * 0.75, GLASS],
        [x * 0.18, z, GLASS],
      ],
      { sides: 7 },
    );
  },
  cone(to, x, _, z) {
    to.round([
      [x / 2, 0, PAINT],
      [x * 0.34, z * 0.1, PAINT],
      [0, z, PAINT],
    ]);
  },
  monitor(to, x, y, z) {
    to.box([-x / 2, -y / 2, z * 0.15], [x / 2, y / 2, z], GREY);
    to.box([-x * 0.3, -y * 0.3, 0], [x * 0.3, y * 0.3, z * 0.15], GREY);
  },
  fence(to, x, y, z) {
    bars(to, x, y, z, Math.min(9, Math.max(4, Math.round(y / 18))));
    for (const height of [0.12, 0.92]) {
      to.box([-x * 0.3, -y / 2, z * (height - 0.02)], [x * 0.3, y / 2, z * (height + 0.02)], METAL);
    }
  },
  ladder(to, x, y, z) {
    bars(to, x, y, z, 2);
    for (let rung = 0; rung < 8; rung++) {
      const height = (rung + 0.5) / 8;
      to.box(
        [-x / 3, -y * 0.46, z * (height - 0.01)],
        [x / 3, y * 0.46, z * (height + 0.01)],
        METAL,
      );
    }
  },
  frame(to, x, y, z) {
    const edge = y * 0.08;
    to.box([-x / 2, -y / 2, 0], [x / 2, edge - y / 2, z], WOOD);
    to.box([-x / 2, y / 2 - edge, 0], [x / 2, y / 2, z], WOOD);
    to.box([-x / 2, edge - y / 2, z - edge], [x / 2, y / 2 - edge, z], WOOD);
    to.box([-x / 2, edge - y / 2, 0], [x / 2, y / 2 - edge, edge * 0.5], WOOD);
  },
  person(to, x, _, z) {
    to.round(
      [
        [x * 0.22, 0, CLOTH],
        [x * 0.3, z * 0.3, CLOTH],
        [x * 0.36, z * 0.5, CLOTH],
        [x * 0.46, z * 0.75, CLOTH],
        [x * 0.18, z * 0.83, CLOTH],
        [x * 0.13, z * 0.86, CLOTH],
      ],
      { flatten: 0.7 },
    );
    ball(to, z * 0.065, z * 0.075, z * 0.925, CLOTH);
  },
};

function legs(to: ShapeBuilder, x: number, y: number, z: number): void {
  const thick = Math.min(x, y) * 0.08;
  for (const [u, v] of CORNERS) {
    const middle = [u * (x / 2 - thick), v * (y / 2 - thick)] as const;
    const rows: [number, number, number][] = [
      [thick, 0, WOOD],
      [thick, z, WOOD],
    ];
    to.round(rows, { sides: 5, middle });
  }
}

function bars(to: ShapeBuilder, x: number, y: number, z: number, count: number): void {
  for (let bar = 0; bar < count; bar++) {
    const along = (bar / (count - 1) - 0.5) * (y - x);
    const rows: [number, number, number][] = [
      [x * 0.4, 0, METAL],
      [x * 0.4, z, METAL],
    ];
    to.round(rows, { sides: 5, middle: [0, along] });
  }
}

/** Builds the mesh of a kind at its usual size. */
export function buildGhostMesh({ shape, size }: Pick<GhostKind, "shape" | "size">): StudioMesh {
  const to = new ShapeBuilder();
  SHAPES[shape](to, ...size);
  return to.build();
}
