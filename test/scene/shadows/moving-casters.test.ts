import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { CAST_VERTEX } from "../../../src/map/motion/moving-shadows.ts";
import { assembleModel } from "../../../src/scene/props/prop-model.ts";
import { packMovingShadows, splitMoving } from "../../../src/scene/shadows/moving-casters.ts";
import type { CastShadow } from "../../../src/scene/shadows/shadow-casters.ts";
import { WING_MODEL } from "../../render/shadows/make-shadow-map.ts";

const { mdl, mesh, animations } = WING_MODEL;
const { fps, frameCount, position, quaternion } = animations.animations[1];
const track = { fps, frameCount, position, quaternion, looping: true } as never;
const playing = assembleModel("wing", { mdl, mesh }, { track });
const standing = assembleModel("wing", { mdl, mesh });
const [named, unnamed] = parseEntities(
  '{ "classname" "prop_dynamic" "defaultanim" "flap" }\n{ "classname" "prop_dynamic" }',
);
const shadowOf = (model = playing, entity = named): CastShadow =>
  ({ model, entity, cellFromModel: new Float64Array(8) }) as unknown as CastShadow;
const written = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    shadow: shadowOf(),
    cell: Uint16Array.of(i * 32, 0, 32),
    chunk: i + 5,
  }));

describe("moving shadows", () => {
  it("include up to 64 animated models, and the others stand still", () => {
    const cast = [shadowOf(standing), shadowOf(playing, unnamed)];
    for (let i = 0; i < 70; i++) cast.push(shadowOf());
    const { still, moving, leftOut } = splitMoving(cast);
    expect([still.length, moving.length, leftOut]).toEqual([8, 64, 6]);
    expect([...still.slice(0, 2), ...moving, ...still.slice(2)]).toEqual(cast);
  });

  it("share their model's vertices and have separate bones", () => {
    const ledger = new Ledger();
    const { moving, leftOut } = packMovingShadows(written(3), 1, ledger);
    expect(leftOut).toBe(0);
    expect(moving!.vertices.length).toBe(mesh.vertices.count * CAST_VERTEX.strideBytes);
    expect([...moving!.indexCount]).toEqual([3, 3, 3]);
    expect([...moving!.firstIndex]).toEqual([0, 0, 0]);
    expect([...moving!.motion.posedFirstBone]).toEqual([0, 2, 4]);
    expect([...moving!.chunk]).toEqual([5, 6, 7]);
    expect([...moving!.cell].filter((_, i) => i % 3 === 0)).toEqual([0, 32, 64]);
    expect([ledger.used("vertices"), ledger.used("indices")]).toEqual([mesh.vertices.count, 3]);
  });

  it("stand still above the budget", () => {
    const of = (limits: object) => packMovingShadows(written(2), 1, new Ledger(limits));
    expect(of({ posedBones: 3 })).toMatchObject({
      moving: { chunk: Uint32Array.of(5) },
      leftOut: 1,
    });
    expect(of({ vertices: 2 })).toEqual({ moving: null, leftOut: 2 });
    expect(of({ indices: 2 })).toEqual({ moving: null, leftOut: 2 });
  });
});
