/** Tests that a model is shown before it is read completely, in the first frame of its sequence. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import type { ModelLoadEvent } from "../../../../src/scene/model/events.ts";
import { frameModel, MODEL_FOV } from "../../../../src/scene/model/frame-model.ts";
import { openModel } from "../../../../src/scene/model/open-model.ts";
import { ShownModel } from "../../../../src/viewer/model/shown/shown-model.ts";
import { StagedModel } from "../../../../src/viewer/model/shown/staged-model.ts";
import { compileAndRead, smdText } from "../../../compile/studiomdl/make-sources.ts";
import { countDifferent } from "../../../render/compare-pictures.ts";
import { openTestRenderer, type TestRenderer } from "../../../render/open-test-renderer.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { BODY, NODES, STAND } from "../../../scene/props/motion/make-arms.ts";
import { openTestGpu } from "../../../support/dawn.ts";

const test = await openTestGpu();
const PATH = "models/test/arm.mdl";
/** A pose that differs from the bind pose. */
const BENT = ["0 0 0 3 0 0 1.5", "1 10 0 0 0 1 0", "2 12 0 0 0.6 0 0"];
const { mdl, vvd, vtx } = compileAndRead(
  `$modelname "test/arm.mdl"
   $cdmaterials "test"
   $body body "body"
   $sequence stand "stand" fps 30
   $sequence idle "idle" fps 10 loop activity ACT_IDLE 1`,
  {
    body: smdText(BODY, NODES, STAND),
    stand: smdText([], NODES, STAND),
    idle: smdText([], NODES, [BENT, STAND[0], BENT]),
  },
).files;
const content = madeContent({
  [PATH]: mdl,
  "models/test/arm.vvd": vvd,
  "models/test/arm.dx90.vtx": vtx,
  "materials/test/red.vmt": "UnlitGeneric { }",
});

describe.skipIf(test === null)("the first pose of a staged model", () => {
  let t: TestRenderer;
  let model: StudioModel;
  beforeAll(async () => {
    t = await openTestRenderer(test!, 96, 64);
    model = (await readStudioModel(PATH, content)) as StudioModel;
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function stage(sequence?: string): Promise<StagedModel> {
    const options = { textureCompressionBc: true, maxTextureDimension: 64, sequence };
    const events: ModelLoadEvent[] = [];
    for await (const event of openModel(PATH, [content], options)) events.push(event);
    const { scene } = events.find((event) => event.type === "scene")!;
    const { draws, box } = events.find((event) => event.type === "model")!;
    return new StagedModel(t.renderer, { draws, box, scene, lightPlace: null }, 0);
  }

  async function picture({ box }: StagedModel): Promise<Uint8Array> {
    const pose = { ...frameModel(box, { aspect: 1.5 }), fov: MODEL_FOV };
    t.renderer.render(pose, 0);
    await t.renderer.settled();
    t.renderer.render(pose, 0);
    return t.renderer.readPixels();
  }

  it.each([
    ["idles, where nothing is asked for", undefined, "idle"],
    ["begins what is asked for", "stand", "stand"],
  ])("equals the first frame when it %s", async (_, asked, played) => {
    const staged = await stage(asked);
    const still = await picture(staged);
    const shown = new ShownModel(staged, { model });
    shown.play(played, { fadeSeconds: 0 });
    shown.isPlaying = false;
    shown.advance(0);
    expect(countDifferent(await picture(staged), still, 1)).toBe(0);
    shown.play(played === "idle" ? "stand" : "idle", { fadeSeconds: 0 });
    shown.advance(0);
    expect(countDifferent(await picture(staged), still, 6)).toBeGreaterThan(100);
  });
});
