import { describe, expect, it } from "vitest";
import type { BrushModels } from "../../../src/map/motion/brush-models.ts";
import { writeWorldMatrix } from "../../../src/simulation/index.ts";
import { BrushPlaces, blendAngle } from "../../../src/viewer/simulation/moment/brush-places.ts";
import { make, runEntities } from "../../simulation/make-simulation.ts";

/** Brushes with a model each, at the origin, and what is written of them. */
function makePlaces(count: number) {
  const { simulation } = runEntities(
    ...Array.from({ length: count }, (_, i) => make("func_brush", `b${i}`, ["model", "*1"])),
  );
  const worldFromModel = new Float32Array(count * 12);
  for (let row = 0; row < count; row++) {
    for (const axis of [0, 1, 2]) worldFromModel[row * 12 + axis * 5] = 1;
  }
  const entity = Int32Array.from({ length: count }, (_, i) => i);
  const brushes = { count, entity, worldFromModel } as unknown as BrushModels;
  const out = worldFromModel.slice();
  const places = new BrushPlaces(simulation, brushes, out);
  const { entities } = simulation;
  const place = (row: number, origin: number[], angles: number[] = [0, 0, 0]): void => {
    entities.origin.set(origin, row * 3);
    entities.angles.set(angles, row * 3);
  };
  const wanted = new Float32Array(12);
  /** Matrix of an entity as the simulation has it now. */
  const matrixOf = (row: number): number[] => {
    writeWorldMatrix(entities, row, wanted);
    return [...wanted];
  };
  const shown = (row: number): number[] => [...out.subarray(row * 12, row * 12 + 12)];
  const expectShown = (row: number, numbers: readonly number[]): void => {
    for (const [i, value] of shown(row).entries()) expect(value, `${i}`).toBeCloseTo(numbers[i], 4);
  };
  return { simulation, entities, places, place, shown, matrixOf, expectShown };
}

describe("BrushPlaces", () => {
  it("blends places and angles between the last two ticks", () => {
    const { places, place, expectShown, matrixOf } = makePlaces(3);
    place(1, [4, 8, 16], [20, 40, 60]);
    place(2, [1, 2, 3]);
    places.readTick();
    expect(places.isAnyMoving).toBe(true);
    places.show(1);
    expectShown(1, matrixOf(1));
    expectShown(2, matrixOf(2));
    places.show(0.25);
    place(1, [1, 2, 4], [5, 10, 15]);
    place(2, [0.25, 0.5, 0.75]);
    expectShown(0, matrixOf(0));
    expectShown(1, matrixOf(1));
    expectShown(2, matrixOf(2));
  });

  it("shows a stopped model at the tick, and does not write it again", () => {
    const { places, place, expectShown, matrixOf } = makePlaces(2);
    place(0, [10, 0, 0], [0, 90, 0]);
    place(1, [0, 10, 0]);
    places.readTick();
    places.show(0.5);
    expect(places.readTick()).toBe(true);
    expectShown(0, matrixOf(0));
    expectShown(1, matrixOf(1));
    expect(places.isAnyMoving).toBe(false);
    expect(places.readTick()).toBe(false);
    places.show(0.3);
    expectShown(0, matrixOf(0));
  });

  it("keeps the angles of what goes on without turning", () => {
    const { places, place, expectShown, matrixOf } = makePlaces(1);
    place(0, [10, 0, 0], [0, 30, 0]);
    places.readTick();
    places.show(0.5);
    place(0, [20, 0, 0], [0, 30, 0]);
    places.readTick();
    places.show(0.5);
    place(0, [15, 0, 0], [0, 30, 0]);
    expectShown(0, matrixOf(0));
  });

  it("carries models with what carries them, moved or not themselves", () => {
    const { places, place, entities, expectShown, matrixOf } = makePlaces(3);
    place(1, [5, 0, 0], [0, 0, 30]);
    place(2, [0, 7, 0]);
    entities.parent[1] = 0;
    entities.parent[2] = 1;
    places.settle();
    expectShown(2, matrixOf(2));
    place(0, [100, 0, 0], [0, 60, 0]);
    place(1, [9, 0, 0], [0, 0, 30]);
    places.readTick();
    places.show(0.5);
    place(0, [50, 0, 0], [0, 30, 0]);
    place(1, [7, 0, 0], [0, 0, 30]);
    for (const row of [0, 1, 2]) expectShown(row, matrixOf(row));
    // The carrier stops, the carried one goes on.
    place(0, [100, 0, 0], [0, 60, 0]);
    place(1, [11, 0, 0], [0, 0, 30]);
    places.readTick();
    places.show(0.5);
    place(1, [10, 0, 0], [0, 0, 30]);
    for (const row of [0, 1, 2]) expectShown(row, matrixOf(row));
  });

  it("blends all moving models but one that gets another parent", () => {
    const { simulation, places, place, entities, expectShown, matrixOf } = makePlaces(2);
    const point = entities.add();
    entities.origin.set([100, 0, 0], point * 3);
    places.readTick();
    place(1, [8, 0, 0]);
    entities.parent[0] = point;
    expect(simulation.entities.count).toBe(3);
    places.readTick();
    places.show(0.5);
    expectShown(0, matrixOf(0));
    place(1, [4, 0, 0]);
    expectShown(1, matrixOf(1));
    // Its carrier was not tracked before.
    entities.origin[point * 3] = 200;
    places.readTick();
    places.show(0.5);
    entities.origin[point * 3] = 150;
    expectShown(0, matrixOf(0));
  });

  it("follows the entity that a template makes of a removed one, until time goes back", () => {
    const { places, place, entities, expectShown, matrixOf } = makePlaces(2);
    entities.isRemoved[1] = 1;
    const made = entities.add();
    entities.lumpRow[made] = 1;
    entities.model[made] = 1;
    place(made, [30, 0, 0], [0, 45, 0]);
    places.readTick();
    places.show(0.5);
    expectShown(1, matrixOf(made));
    place(made, [40, 0, 0], [0, 45, 0]);
    places.readTick();
    places.settle();
    expect(places.isAnyMoving).toBe(false);
    expectShown(1, matrixOf(made));
    entities.isRemoved[1] = 0;
    places.settle();
    expectShown(1, matrixOf(1));
  });

  it("shows the matrix that a model was built with if it differs by rounding only", () => {
    const { places, place, shown } = makePlaces(1);
    place(0, [50, 0, 0]);
    places.readTick();
    place(0, [0.0005, 0, 0]);
    places.readTick();
    places.readTick();
    expect(shown(0)[3]).toBe(0);
    place(0, [0.005, 0, 0]);
    places.settle();
    expect(shown(0)[3]).toBeCloseTo(0.005, 6);
  });
});

describe("blendAngle", () => {
  it("goes the shorter way round", () => {
    expect(blendAngle(10, 90, 0.25)).toBe(30);
    expect(blendAngle(350, 10, 0.5)).toBe(360);
    expect(blendAngle(10, 350, 0.5)).toBe(0);
    expect(blendAngle(-170, 170, 0.5)).toBe(-180);
    expect(blendAngle(0, 725, 1)).toBe(5);
    expect([blendAngle(0, 180, 0.5), blendAngle(0, -180, 0.5)]).toEqual([90, -90]);
  });
});
