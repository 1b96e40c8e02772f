/** Tests that sequence events are reported when time passes them. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import type { ModelLoadEvent } from "../../../../src/scene/model/events.ts";
import { openModel } from "../../../../src/scene/model/open-model.ts";
import { kindOfEvent } from "../../../../src/viewer/model/shown/event-kinds.ts";
import { ShownModel } from "../../../../src/viewer/model/shown/shown-model.ts";
import { StagedModel } from "../../../../src/viewer/model/shown/staged-model.ts";
import { compileAndRead, smdText } from "../../../compile/studiomdl/make-sources.ts";
import { openTestRenderer, type TestRenderer } from "../../../render/open-test-renderer.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { addEvents } from "../../../support/models/add-events.ts";

const test = await openTestGpu();

/** Four seconds, five frames: steps at the start and at half, a sound at the end. */
const EVENTS = [
  { cycle: 1, name: "AE_CL_PLAYSOUND", options: "Door.Open" },
  { cycle: 0, event: 6004 },
  { cycle: 0.5, event: 6005 },
];
const QC = `$modelname door.mdl
$body door "door.smd"
$sequence once "still.smd" fps 1
$sequence round "still.smd" fps 1 loop
`;

async function makeDoor() {
  const frame = ["0 0 0 0 0 0 0"];
  const corner = (x: number, y: number) => ({ position: [x, y, 0] });
  const { files } = compileAndRead(QC, {
    "door.smd": smdText([["red", corner(0, 0), corner(8, 0), corner(8, 8)]]),
    "still.smd": smdText([], undefined, [frame, frame, frame, frame, frame]),
  });
  const source = madeContent({
    "models/door.mdl": addEvents(addEvents(files.mdl, 0, EVENTS), 1, EVENTS),
    "models/door.vvd": files.vvd,
    "models/door.dx90.vtx": files.vtx,
  });
  const model = (await readStudioModel("models/door.mdl", source)) as StudioModel;
  const options = { textureCompressionBc: false, maxTextureDimension: 64 };
  const events: ModelLoadEvent[] = [];
  for await (const event of openModel("models/door.mdl", [source], options)) events.push(event);
  const { scene } = events.find((event) => event.type === "scene")!;
  const { draws, box, lightPlace } = events.find((event) => event.type === "model")!;
  return { model, parts: { draws, box, lightPlace, scene } };
}

describe("kindOfEvent", () => {
  it.each([
    [0, "AE_CL_PLAYSOUND", "sound"],
    [0, "AE_NPC_LEFTFOOT", "step"],
    [0, "AE_NPC_RAGDOLL", "other"],
    [5004, "", "sound"],
    [1004, "", "sound"],
    [6009, "", "step"],
    [2050, "", "step"],
    [5001, "", "other"],
    // The kind of an event with a name follows the name.
    [5004, "AE_MUZZLEFLASH", "other"],
  ] as const)("for event %d %s is %s", (event, name, kind) => {
    expect(kindOfEvent({ event, name, cycle: 0, options: "" })).toBe(kind);
  });
});

describe.skipIf(test === null)("sequence events", () => {
  let t: TestRenderer;
  let shown: ShownModel;
  const told: string[] = [];
  beforeAll(async () => {
    t = await openTestRenderer(test!, 16, 16);
    const { model, parts } = await makeDoor();
    shown = new ShownModel(new StagedModel(t.renderer, parts, 0), { model });
    shown.onEvent = ({ kind, event, options }) => told.push(`${kind} ${options || event}`);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });
  const pass = (...seconds: number[]) =>
    seconds.map((each) => {
      told.length = 0;
      shown.advance(each);
      return [...told];
    });

  it("are reported as they are passed, from the start and again on repeat", () => {
    shown.isRepeating = true;
    shown.play("once", { fadeSeconds: 0 });
    expect(pass(0, 0.5, 1, 1, 1.4, 0.5, 0.5)).toEqual([
      [],
      ["step 6004"],
      [],
      ["step 6005"],
      [],
      ["sound Door.Open"],
      ["step 6004"],
    ]);
  });

  it("at the end come before those at the start when a loop wraps", () => {
    shown.play("round", { fadeSeconds: 0, cycle: 0.9 });
    expect(pass(0.1, 1)).toEqual([[], ["sound Door.Open", "step 6004"]]);
    expect(shown.player.cycle).toBeCloseTo(0.175, 5);
  });

  it("are not reported while paused or playing backwards", () => {
    for (const name of ["once", "round"]) {
      shown.play(name, { fadeSeconds: 0, cycle: 0.9, rate: -1 });
      expect(pass(3)).toEqual([[]]);
    }
    shown.isPlaying = false;
    shown.play("once", { fadeSeconds: 0 });
    expect(pass(1)).toEqual([[]]);
    shown.isPlaying = true;
    expect(pass(0.1)).toEqual([["step 6004"]]);
  });
});
