import { describe, expect, it } from "vitest";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { chooseDraws, FIRST_CHOICE } from "../../../src/scene/model/choose-draws.ts";
import { openModel } from "../../../src/scene/model/open-model.ts";
import { ModelTrace, modelRaysOf, type PosedModel } from "../../../src/viewer/model/model-rays.ts";
import type { ModelViewer } from "../../../src/viewer/model/model-types.ts";
import { madeContent } from "../../scene/content-sources.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";

const REST = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
/** The second bone is 100 up. */
const RAISED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 100];

/** Two squares across x, one above the other from 0 to 16 and from 16 to 32; the upper one moves. */
async function openSquares(): Promise<Omit<PosedModel, "palette" | "pose">> {
  const files = makeMovingModel();
  const options = { textureCompressionBc: true, maxTextureDimension: 64 };
  const model = await readStudioModel("models/lift.mdl", {
    read: async (path) => files[path] ?? null,
  });
  for await (const event of openModel("models/lift.mdl", [madeContent(files)], options)) {
    if (event.type !== "model") continue;
    return { vertices: model!.vvd!.vertices, drawn: chooseDraws(event.draws, FIRST_CHOICE) };
  }
  throw new Error("no model");
}

describe("rays against a posed model", () => {
  it("hit its triangles where the bones put them, from either side", async () => {
    const { vertices, drawn } = await openSquares();
    const trace = new ModelTrace(vertices, drawn);
    const castAt = (z: number, side = 1, most = Number.POSITIVE_INFINITY) =>
      trace.cast([50 * side, 0.5, z], [-7 * side, 0, 0], most);
    trace.pose(Float32Array.of(...REST, ...REST));
    const hit = castAt(24)!;
    expect(hit.distance).toBeCloseTo(50 - hit.point[0], 6);
    expect([hit.point[1], hit.point[2]]).toEqual([0.5, 24]);
    expect(hit.normal[0]).toBeCloseTo(1, 6);
    expect(castAt(24, -1)!.normal[0]).toBeCloseTo(-1, 6);
    expect(castAt(24, 1, hit.distance - 0.01)).toBeNull();
    expect(castAt(40)).toBeNull();
    trace.pose(Float32Array.of(...REST, ...RAISED));
    expect(castAt(24)).toBeNull();
    expect(castAt(124)).not.toBeNull();
    expect(castAt(8)).not.toBeNull();
  });

  it("follow the viewer's pose and its choice of parts", async () => {
    const squares = await openSquares();
    const palette = Float32Array.of(...REST, ...REST);
    let posed: PosedModel | null = null;
    const viewer = {
      get posed() {
        return posed;
      },
    };
    const rays = modelRaysOf(viewer as unknown as ModelViewer);
    const isHit = (z: number) => rays.cast([50, 0.5, z], [-1, 0, 0]) !== null;
    expect(rays.pose).toBe(-1);
    expect(isHit(24)).toBe(false);
    posed = { ...squares, palette, pose: 1 };
    expect(isHit(24)).toBe(true);
    palette.set(RAISED, 12);
    posed = { ...posed, pose: 2 };
    expect(isHit(24)).toBe(false);
    expect(isHit(124)).toBe(true);
    posed = { ...posed, drawn: { ...squares.drawn, drawCount: 0 } };
    expect(isHit(124)).toBe(false);
    expect(() => modelRaysOf({} as ModelViewer)).toThrow("createModelViewer");
  });
});
