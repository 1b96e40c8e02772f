import { describe, expect, it } from "vitest";
import { LeakError, writePointFile } from "../../../../src/compile/vbsp/tree/leak.ts";
import { FormatError } from "../../../../src/core/errors.ts";
import type { Vmf } from "../../../../src/formats/vmf/types.ts";
import { makeBox, makeRoom, makeTwoRooms, makeVmf, pointEntity } from "../../make-vmf.ts";
import { compile } from "../compile.ts";

function leakOf(vmf: Vmf): LeakError {
  try {
    compile(vmf);
  } catch (error) {
    if (error instanceof LeakError) return error;
    throw error;
  }
  throw new Error("the map does not leak");
}

/** Makes two rooms, the second without its wall at +x. */
function makeLeakyRooms(): Vmf {
  const { world, entities } = makeTwoRooms();
  return makeVmf(
    world.solids.filter((_, i) => i !== 3),
    entities,
  );
}

describe("a leak", () => {
  it("throws an error with the entity and its line", () => {
    const vmf = makeLeakyRooms();
    const leak = leakOf(vmf);
    expect(leak).toBeInstanceOf(FormatError);
    expect(leak).toMatchObject({ format: "VMF", where: "info_player_start" });
    expect(leak.line).toBe(vmf.entities[0].line);
    expect(leak.message).toContain("128 128 16");
  });

  it("has the path from outside, through the hole and the door, to the entity", () => {
    const { points } = leakOf(makeLeakyRooms());
    const at = (i: number) => [...points.subarray(i * 3, i * 3 + 3)];
    const count = points.length / 3;
    expect(at(count - 1)).toEqual([128, 128, 16]);
    // The path begins beyond the missing wall.
    expect(at(0)[0]).toBeGreaterThan(544);
    const isAt = (low: number[], high: number[]) =>
      Array.from({ length: count }, (_, i) => at(i)).some((point) =>
        point.every((value, axis) => value >= low[axis] && value <= high[axis]),
      );
    expect(isAt([256, 96, 0], [272, 160, 96])).toBe(true);
  });

  it("names the entity nearest to the outside", () => {
    const { world, entities } = makeLeakyRooms();
    const near = pointEntity("light", [500, 128, 64]);
    const leak = leakOf(makeVmf(world.solids, [...entities, near]));
    expect(leak.line).toBe(near.line);
  });

  it("is found for an entity in the void", () => {
    const { world, entities } = makeTwoRooms();
    const lost = pointEntity("prop_physics", [3000, 0, 0]);
    expect(leakOf(makeVmf(world.solids, [...entities, lost])).line).toBe(lost.line);
  });

  it("is found through a crack of an inch", () => {
    const room = makeRoom([0, 0, 0], [256, 256, 128]);
    const lid = makeBox([-16, -16, 128], [271, 272, 144]);
    const player = pointEntity("info_player_start", [128, 128, 16]);
    expect(() => compile(makeVmf([room[0], ...room.slice(2), lid], [player]))).not.toThrow();
    const short = makeBox([-16, -16, 128], [255, 272, 144]);
    expect(() => compile(makeVmf([room[0], ...room.slice(2), short], [player]))).toThrow(LeakError);
  });

  it("is not sealed by func_detail", () => {
    const { world, entities } = makeLeakyRooms();
    const plug = makeBox([528, -16, 0], [544, 272, 128]);
    expect(() => compile(makeVmf([...world.solids, plug], entities))).not.toThrow();
    const detail = { ...pointEntity("func_detail", [0, 0, 0]), solids: [plug] };
    expect(() => compile(makeVmf(world.solids, [...entities, detail]))).toThrow(LeakError);
  });

  it("is written as a point file", () => {
    expect(writePointFile(Float64Array.of(1, -2, 0.5, 100, 200, 300))).toBe(
      "1.000000 -2.000000 0.500000\n100.000000 200.000000 300.000000\n",
    );
  });
});

describe("a map without entities", () => {
  it("is compiled with a warning, but not filled", () => {
    const { said, bsp } = compile(makeVmf(makeRoom([0, 0, 0], [256, 256, 128]), []));
    expect(said).toEqual(["no entity is in the open: the outside is not filled"]);
    // The outer walls are drawn too.
    expect(bsp.faces.count).toBeGreaterThan(6);
  });
});
