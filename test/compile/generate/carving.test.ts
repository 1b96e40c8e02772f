import { describe, expect, it } from "vitest";
import {
  type Box,
  type BrushPlan,
  normalOf,
  type Surface,
  type Vec3,
} from "../../../src/compile/generate/brush.ts";
import { Carving, type Paint } from "../../../src/compile/generate/carving.ts";
import { createRandom } from "../../../src/compile/generate/random.ts";

const surface = (material: string): Surface => ({ material });
const paint = (name: string): Paint => ({
  floor: surface(`${name}/floor`),
  ceiling: surface(`${name}/ceiling`),
  wall: surface(`${name}/wall`),
});

function isInside(brush: BrushPlan, point: Vec3): boolean {
  return brush.every(({ corners }) => {
    const normal = normalOf(corners);
    const depth = normal.reduce((sum, n, axis) => sum + n * (point[axis] - corners[0][axis]), 0);
    return depth < 0;
  });
}

/**
 * Returns the material that a line from inside a hollow meets first along an axis, with the
 * distance.
 */
function materialSeen(brushes: readonly BrushPlan[], from: Vec3, axis: number, direction: 1 | -1) {
  let nearest = Number.POSITIVE_INFINITY;
  let material: string | null = null;
  for (const brush of brushes) {
    for (const { corners, surface } of brush) {
      const normal = normalOf(corners);
      if (normal[axis] !== -direction) continue;
      const distance = (corners[0][axis] - from[axis]) * direction;
      const behind = [...from];
      behind[axis] = corners[0][axis] + direction * 0.01;
      const [x, y, z] = behind;
      if (distance < 0 || distance >= nearest || !isInside(brush, [x, y, z])) continue;
      nearest = distance;
      material = surface.material;
    }
  }
  return { distance: nearest, material };
}

const HALL: Box = [0, 0, 0, 256, 256, 128];
const DOOR: Box = [256, 96, 0, 288, 160, 96];
const YARD: Box = [288, 0, 0, 544, 256, 128];
const KIOSK: Box = [384, 96, 0, 448, 160, 64];

function carve() {
  const carving = new Carving(32);
  carving.hollow(HALL, paint("hall"));
  carving.hollow(YARD, paint("yard"));
  carving.hollow(DOOR, paint("door"));
  carving.fill(KIOSK, paint("kiosk"));
  return carving.brushes();
}

describe("Carving", () => {
  const brushes = carve();

  it("fills everything within a wall's thickness of a hollow once, and nothing inside the hollow", () => {
    const random = createRandom(3);
    const contains = ([x0, y0, z0, x1, y1, z1]: Box, [x, y, z]: Vec3, by = 0) =>
      x > x0 - by && x < x1 + by && y > y0 - by && y < y1 + by && z > z0 - by && z < z1 + by;
    const counts = { air: 0, wall: 0, kiosk: 0 };
    for (let i = 0; i < 4000; i++) {
      const point: Vec3 = [
        random.between(-40, 580),
        random.between(-40, 300),
        random.between(-40, 170),
      ];
      const brushesHere = brushes.filter((brush) => isInside(brush, point)).length;
      if (contains(KIOSK, point)) {
        counts.kiosk += 1;
        expect(brushesHere, `${point}`).toBe(1);
      } else if ([HALL, DOOR, YARD].some((box) => contains(box, point))) {
        counts.air += 1;
        expect(brushesHere, `${point}`).toBe(0);
      } else {
        const isNear = [HALL, DOOR, YARD].some((box) => contains(box, point, 32));
        counts.wall += isNear ? 1 : 0;
        expect(brushesHere, `${point}`).toBe(isNear ? 1 : 0);
      }
    }
    expect(Math.min(counts.air, counts.wall, counts.kiosk)).toBeGreaterThan(20);
  });

  it("shows each hollow's surfaces, and those of the last fill", () => {
    const inHall: Vec3 = [128, 30, 40];
    expect(materialSeen(brushes, inHall, 2, -1)).toEqual({ distance: 40, material: "hall/floor" });
    expect(materialSeen(brushes, inHall, 2, 1)).toEqual({ distance: 88, material: "hall/ceiling" });
    expect(materialSeen(brushes, inHall, 0, 1)).toEqual({ distance: 128, material: "hall/wall" });
    const inDoor: Vec3 = [270, 128, 40];
    expect(materialSeen(brushes, inDoor, 1, 1)).toEqual({ distance: 32, material: "door/wall" });
    expect(materialSeen(brushes, inDoor, 0, 1)).toEqual({ distance: 114, material: "kiosk/wall" });
    const overKiosk: Vec3 = [400, 128, 100];
    expect(materialSeen(brushes, overKiosk, 2, -1)).toEqual({
      distance: 36,
      material: "kiosk/floor",
    });
  });

  it("names walls by their direction from inside, and faces of fills by their direction from outside", () => {
    const carving = new Carving(16);
    carving.hollow([0, 0, 0, 128, 128, 128], { ...paint("room"), north: surface("to the north") });
    carving.fill([32, 32, 0, 64, 64, 64], { ...paint("block"), north: surface("its north") });
    const made = carving.brushes();
    expect(materialSeen(made, [100, 100, 100], 1, 1).material).toBe("to the north");
    expect(materialSeen(made, [48, 100, 32], 1, -1).material).toBe("its north");
  });

  it("makes six brushes of a plain room", () => {
    const carving = new Carving(16);
    carving.hollow([0, 0, 0, 128, 128, 128], paint("room"));
    expect(carving.brushes()).toHaveLength(6);
  });
});
