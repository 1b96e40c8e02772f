import { describe, expect, it } from "vitest";
import { parseMdlEyelids } from "../../../../src/formats/studio/read/parse-mdl-eyes.ts";
import { parseMdlParts } from "../../../../src/formats/studio/read/parse-mdl-parts.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { addEyeballs } from "../../../support/models/add-eyeballs.ts";
import { makeRig } from "../make-rig.ts";

const eye = {
  mesh: 0,
  bone: 1,
  origin: [0, 0, 0],
  up: [0, 0, 1],
  forward: [1, 0, 0],
  zOffset: 0,
  radius: 0.5,
  irisScale: 1,
} as const;

/** Three flex descriptors exist, and the second eye has lids. */
function makeLids() {
  const mdl = makeRig().bytes;
  const bytes = addEyeballs(mdl, [eye, eye]);
  const view = new DataView(bytes.buffer);
  const at = mdl.length + 172;
  [2, 0, 1].forEach((row, k) => {
    view.setInt32(at + 68 + k * 4, row, true);
    view.setFloat32(at + 92 + k * 4, row / 4, true);
  });
  view.setInt32(at + 116, 1, true);
  return { bytes, view, at };
}

describe("parseMdlEyelids", () => {
  it("reads existing eyelids and skips eyes without any", () => {
    const lids = parseMdlEyelids(makeLids().bytes);
    expect(lids.count).toBe(1);
    expect([...lids.descriptor]).toEqual([1]);
    expect([...lids.state]).toEqual([2, 0, 1]);
    expect([...lids.target]).toEqual([0.5, 0, 0.25]);
  });

  it("omits eyelids that flex rules move or whose flexes do not exist", () => {
    const byRules = makeLids();
    byRules.bytes[byRules.at + 140] = 1;
    expect(parseMdlEyelids(byRules.bytes).count).toBe(0);
    const past = makeLids();
    past.view.setInt32(past.at + 72, 3, true);
    expect(parseMdlEyelids(past.bytes).count).toBe(0);
  });

  it.skipIf(!hasCorpus)("finds four eyelids of a real person", () => {
    const { eyelids, face } = parseMdlParts(readCorpus("tn2/models/humans/group01/male_01.mdl"));
    const names = Array.from(eyelids.descriptor, (row) => face.descriptors[row]);
    expect(names).toEqual(["upper_right", "lower_right", "upper_left", "lower_left"]);
    const states = Array.from(eyelids.state.subarray(0, 3), (row) => face.descriptors[row]);
    expect(states).toEqual(["upper_right_lowerer", "upper_right_neutral", "upper_right_raiser"]);
  });
});
