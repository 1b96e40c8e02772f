/**
 * Builds a map's walls from a list of hollow and filled boxes.
 * The planes of all boxes divide space into cells, each either air or solid; later boxes win. Solid
 * cells near air are merged into few boxes by a greedy search. Walls therefore never overlap or
 * leave a gap, and every outer side of them is `nodraw`.
 */

import { type Box, type BoxSurfaces, type BrushPlan, boxBrush, type Surface } from "./brush.ts";

/**
 * Surfaces around a hollow, or on the outside of a filled box. `north` is the wall at a hollow's
 * northern end, or the northern face of a filled box. `wall` is used for walls without an own
 * surface.
 */
export interface Paint {
  readonly floor: Surface;
  readonly ceiling: Surface;
  readonly wall: Surface;
  readonly north?: Surface;
  readonly south?: Surface;
  readonly east?: Surface;
  readonly west?: Surface;
}

interface Step {
  readonly box: Box;
  readonly isAir: boolean;
  /** Surfaces by direction of the solid's face: +x, -x, +y, -y, +z, -z. */
  readonly surfaces: readonly Surface[];
}

const NODRAW: Surface = { material: "tools/toolsnodraw" };

function facesOfHollow(paint: Paint): Surface[] {
  const { wall, floor, ceiling } = paint;
  // The eastern wall's visible face points west.
  const [east, west] = [paint.east ?? wall, paint.west ?? wall];
  const [north, south] = [paint.north ?? wall, paint.south ?? wall];
  return [west, east, south, north, floor, ceiling];
}

function facesOfFilled(paint: Paint): Surface[] {
  const { wall, floor, ceiling } = paint;
  const [east, west] = [paint.east ?? wall, paint.west ?? wall];
  const [north, south] = [paint.north ?? wall, paint.south ?? wall];
  return [east, west, north, south, floor, ceiling];
}

export class Carving {
  readonly #steps: Step[] = [];
  readonly #thickness: number;

  /** @param thickness of the walls towards the void, in inches */
  constructor(thickness: number) {
    this.#thickness = thickness;
  }

  hollow(box: Box, paint: Paint): void {
    this.#steps.push({ box, isAir: true, surfaces: facesOfHollow(paint) });
  }

  fill(box: Box, paint: Paint): void {
    this.#steps.push({ box, isAir: false, surfaces: facesOfFilled(paint) });
  }

  brushes(): BrushPlan[] {
    const grid = new CellGrid(this.#steps, this.#thickness);
    return mergeCells(grid);
  }
}

const FACES = 6;
const VOID = -1;

/** Cells between the planes of all boxes. x varies fastest. */
class CellGrid {
  readonly planes: readonly (readonly number[])[];
  readonly size: readonly number[];
  readonly surfaces: Surface[] = [];
  /** 1 if the cell needs a brush. */
  readonly solid: Uint8Array;
  /** 6 a cell: 1 + index into `surfaces`; 0 if the face is not visible. */
  readonly faces: Uint16Array;

  constructor(steps: readonly Step[], thickness: number) {
    this.planes = [0, 1, 2].map((axis) => listPlanes(steps, axis, thickness));
    this.size = this.planes.map((planes) => planes.length - 1);
    const [width, depth, height] = this.size;
    const count = width * depth * height;
    const owner = new Int32Array(count).fill(VOID);
    this.solid = new Uint8Array(count);
    for (const { box, isAir } of steps) {
      const near = isAir ? grow(box, thickness) : box;
      this.#forEachCell(near, (cell) => {
        this.solid[cell] = 1;
      });
    }
    steps.forEach((step, i) => {
      this.#forEachCell(step.box, (cell) => {
        owner[cell] = i;
        this.solid[cell] = step.isAir ? 0 : 1;
      });
    });
    this.faces = new Uint16Array(count * FACES);
    this.#paintFaces(steps, owner);
  }

  index(x: number, y: number, z: number): number {
    return (z * this.size[1] + y) * this.size[0] + x;
  }

  #forEachCell(box: Box, visit: (cell: number) => void): void {
    const [from, to] = [0, 3].map((corner) =>
      this.planes.map((planes, axis) => planes.indexOf(box[corner + axis])),
    );
    for (let z = from[2]; z < to[2]; z++)
      for (let y = from[1]; y < to[1]; y++)
        for (let x = from[0]; x < to[0]; x++) visit(this.index(x, y, z));
  }

  #paintFaces(steps: readonly Step[], owner: Int32Array): void {
    const [width, depth, height] = this.size;
    const numbers = new Map<Surface, number>();
    const numberOf = (surface: Surface): number => {
      let number = numbers.get(surface);
      if (number === undefined) {
        number = this.surfaces.push(surface);
        numbers.set(surface, number);
      }
      return number;
    };
    for (let z = 0; z < height; z++)
      for (let y = 0; y < depth; y++)
        for (let x = 0; x < width; x++) {
          const cell = this.index(x, y, z);
          if (this.solid[cell] === 0) continue;
          for (let face = 0; face < FACES; face++) {
            const at = [x, y, z];
            at[face >> 1] += (face & 1) === 0 ? 1 : -1;
            if (at.some((value, axis) => value < 0 || value >= this.size[axis])) continue;
            const next = this.index(at[0], at[1], at[2]);
            if (this.solid[next] !== 0 || owner[next] === VOID) continue;
            // The later of the two steps determines the surface.
            const step = steps[Math.max(owner[cell], owner[next])];
            this.faces[cell * FACES + face] = numberOf(step.surfaces[face]);
          }
        }
  }
}

function grow(box: Box, by: number): Box {
  const [x0, y0, z0, x1, y1, z1] = box;
  return [x0 - by, y0 - by, z0 - by, x1 + by, y1 + by, z1 + by];
}

function listPlanes(steps: readonly Step[], axis: number, thickness: number): number[] {
  const planes = new Set<number>();
  for (const { box, isAir } of steps) {
    const [low, high] = [box[axis], box[axis + 3]];
    planes.add(low).add(high);
    if (isAir) planes.add(low - thickness).add(high + thickness);
  }
  return [...planes].sort((a, b) => a - b);
}

/** Merges cells whose visible faces agree into boxes, grown along x, then y, then z. */
function mergeCells(grid: CellGrid): BrushPlan[] {
  const [width, depth, height] = grid.size;
  const taken = new Uint8Array(grid.solid.length);
  const brushes: BrushPlan[] = [];
  const faces = new Uint16Array(FACES);

  const isFree = (cell: number): boolean => grid.solid[cell] === 1 && taken[cell] === 0;
  /** Tries to add a slab of cells to the box along an axis, and updates the box's faces. */
  const tryGrow = (axis: number, from: readonly number[], to: readonly number[]): boolean => {
    const seen = faces.slice();
    seen[axis * 2] = 0;
    for (let z = from[2]; z < to[2]; z++)
      for (let y = from[1]; y < to[1]; y++)
        for (let x = from[0]; x < to[0]; x++) {
          const cell = grid.index(x, y, z);
          if (!isFree(cell)) return false;
          for (let face = 0; face < FACES; face++) {
            const surface = grid.faces[cell * FACES + face];
            if (surface === 0) continue;
            if (seen[face] !== 0 && seen[face] !== surface) return false;
            seen[face] = surface;
          }
        }
    faces.set(seen);
    return true;
  };

  for (let z = 0; z < height; z++)
    for (let y = 0; y < depth; y++)
      for (let x = 0; x < width; x++) {
        const start = grid.index(x, y, z);
        if (!isFree(start)) continue;
        faces.set(grid.faces.subarray(start * FACES, (start + 1) * FACES));
        const end = [x + 1, y + 1, z + 1];
        for (let axis = 0; axis < 3; axis++) {
          while (end[axis] < grid.size[axis]) {
            const from = [x, y, z];
            from[axis] = end[axis];
            const to = [...end];
            to[axis] = end[axis] + 1;
            if (!tryGrow(axis, from, to)) break;
            end[axis] += 1;
          }
        }
        for (let cz = z; cz < end[2]; cz++)
          for (let cy = y; cy < end[1]; cy++)
            taken.fill(1, grid.index(x, cy, cz), grid.index(end[0], cy, cz));
        const corner = (at: readonly number[]) => at.map((plane, axis) => grid.planes[axis][plane]);
        const box = [...corner([x, y, z]), ...corner(end)] as unknown as Box;
        brushes.push(boxBrush(box, surfacesOf(grid, faces)));
      }
  return brushes;
}

function surfacesOf(grid: CellGrid, faces: Uint16Array): BoxSurfaces {
  const [east, west, north, south, up, down] = [...faces].map((face) =>
    face === 0 ? NODRAW : grid.surfaces[face - 1],
  );
  return { east, west, north, south, up, down };
}
