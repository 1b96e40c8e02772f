import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import type { AutoLayer } from "../../../src/formats/studio/animation/animation-types.ts";
import { mergeMotions } from "../../../src/model/motions/merge-motions.ts";
import { type MadeModel, makeGroup, makePoseParameters, NO_FILES, turn } from "../make-motions.ts";

const STUDIO_OVERRIDE = 0x800;

const layer = (sequence: number, over: Partial<AutoLayer> = {}): AutoLayer => ({
  sequence,
  poseParameter: -1,
  flags: 0,
  span: [0, 0, 0, 0],
  ...over,
});

const main: MadeModel = {
  path: "models/main.mdl",
  bones: [{ name: "Root" }, { name: "Arm", parent: 0, position: [1, 2, 3] }, { name: "Tail" }],
  animations: [{ name: "own", frames: [{}] }],
  sequences: [
    { name: "idle" },
    { name: "Walk", flags: STUDIO_OVERRIDE },
    { name: "own", autoLayers: [layer(0)] },
  ],
  rig: { poseParameters: makePoseParameters(["aim", -10, 45]) },
};

/** Its bones are in reverse order, and it has no tail. */
const shared: MadeModel = {
  path: "models/shared.mdl",
  bones: [{ name: "arm" }, { name: "other" }, { name: "root" }],
  animations: [
    { name: "OWN", frames: [{}] },
    {
      name: "stride",
      frames: [{ 0: { position: [7, 8, 9] } }, { 2: { quaternion: turn("z", 90) } }],
    },
    { name: "lean", flags: 4, frames: [{ 0: { position: [1, 0, 0] } }] },
  ],
  sequences: [
    { name: "walk", blends: [1], boneWeights: Float32Array.of(0.25, 0.5, 0.75) },
    {
      name: "look",
      blends: [0, 2],
      blendSize: [2, 1],
      blendAxes: [{ poseParameter: 1, start: -90, end: 90, keys: null }, null],
      autoLayers: [layer(0), layer(1, { poseParameter: 0 })],
      cyclePose: 0,
    },
    { name: "IDLE" },
  ],
  rig: { poseParameters: makePoseParameters(["move", 0, 1], ["AIM", -90, 30]) },
};

const merge = (...models: MadeModel[]) => {
  const diagnostics = new Diagnostics();
  return { diagnostics, motions: mergeMotions(models.map(makeGroup), NO_FILES, diagnostics) };
};

describe("mergeMotions", () => {
  const { motions, diagnostics } = merge(main, shared);

  it("keeps the model's own motions and adds new ones, matching names in any case", () => {
    expect(motions.sequences.map(({ name }) => name)).toEqual(["idle", "walk", "own", "look"]);
    expect(motions.animations.map(({ name }) => name)).toEqual(["own", "stride", "lean"]);
  });

  it("replaces declared sequences by included ones", () => {
    expect(motions.sequences[1].flags).toBe(0);
    expect(motions.sequences[1].blends).toEqual([1]);
  });

  it("keeps a declared sequence empty where no included model has it", () => {
    const declared: MadeModel = {
      ...main,
      sequences: [{ name: "gone", flags: STUDIO_OVERRIDE, blends: [], blendSize: [0, 0] }],
    };
    const { motions: merged, diagnostics: said } = merge(declared, shared);
    expect(merged.sequences.map(({ name }) => name)).toEqual(["gone", "walk", "look", "IDLE"]);
    expect(merged.sequences[0]).toMatchObject({ flags: STUDIO_OVERRIDE, blends: [] });
    expect(said.subjects("unreadable-model")).toEqual([]);
  });

  it("renumbers blends, layers and pose parameters", () => {
    const look = motions.sequences[3];
    // Its first blend is the model's own animation with that name.
    expect(look.blends).toEqual([0, 2]);
    expect(look.autoLayers.map(({ sequence }) => sequence)).toEqual([1]);
    expect(look.blendAxes[0]).toMatchObject({ poseParameter: 0, start: -90 });
    expect(look.cyclePose).toBe(1);
  });

  it("extends pose parameter ranges to cover all models", () => {
    const { name, start, end } = motions.poseParameters;
    expect(name).toEqual(["aim", "move"]);
    expect([...start]).toEqual([-90, 0]);
    expect([...end]).toEqual([45, 1]);
  });

  it("maps weights and poses to the model's bones", () => {
    expect([...motions.sequences[1].boneWeights]).toEqual([0.75, 0.25, 0]);
    const { position, quaternion } = motions.frames(1);
    // The arm in the first frame; the tail keeps the model's bind pose.
    expect([...position.subarray(3, 6)]).toEqual([7, 8, 9]);
    expect([...position.subarray(6, 9)]).toEqual([0, 0, 0]);
    // The root in the second frame; the arm keeps the bind pose of its own file.
    expect(quaternion[12 + 2]).toBeCloseTo(Math.SQRT1_2, 6);
    expect([...position.subarray(12, 15)]).toEqual([0, 0, 0]);
    expect(motions.frames(1)).toBe(motions.frames(1));
  });

  it("adds nothing to bones that an additive file lacks", () => {
    const { position, quaternion } = motions.frames(2);
    expect([...position]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect([...quaternion.subarray(8, 12)]).toEqual([0, 0, 0, 1]);
  });

  it("drops cyclic layers and reports them", () => {
    // "look" is laid over itself.
    expect(motions.sequences[3].autoLayers).toHaveLength(1);
    expect(diagnostics.subjects("over-budget")).toEqual(["models/main.mdl"]);
  });

  it("remaps shared bone weights only once", () => {
    const weights = Float32Array.of(0.1, 0.2, 0.3);
    const twice = {
      ...shared,
      sequences: [
        { name: "a", boneWeights: weights },
        { name: "b", boneWeights: weights },
      ],
    };
    const [a, b] = merge(main, twice).motions.sequences.slice(-2);
    expect([...a.boneWeights].map((v) => Math.round(v * 10))).toEqual([3, 1, 0]);
    expect(b.boneWeights).toBe(a.boneWeights);
  });

  it("drops layers beyond the budget", () => {
    const fold: MadeModel = {
      bones: [{ name: "root" }],
      animations: [{ name: "a", frames: [{}] }],
      sequences: Array.from({ length: 12 }, (_, i) => ({
        name: `s${i}`,
        autoLayers: i === 11 ? [] : [layer(i + 1), layer(i + 1), layer(i + 1)],
      })),
    };
    const { motions: folded } = merge(fold);
    const cost = (row: number): number =>
      folded.sequences[row].autoLayers.reduce((sum, { sequence }) => sum + cost(sequence), 1);
    for (let row = 0; row < 12; row++) expect(cost(row)).toBeLessThanOrEqual(64);
    expect(cost(9)).toBe(1 + 3 + 9);
  });
});

describe("merged attachments, IK locks and knees", () => {
  const at = (name: string, bone: number) => ({
    count: 1,
    name: [name],
    flags: new Uint32Array(1),
    bone: Int32Array.of(bone),
    local: Float32Array.of(1, 0, 0, bone, 0, 1, 0, 0, 0, 0, 1, 0),
  });
  const limbs = (knee: readonly number[]) => ({
    ikChains: {
      count: 1,
      name: ["foot"],
      firstLink: Uint32Array.of(0),
      linkCount: Uint32Array.of(1),
    },
    ikLinks: { count: 1, bone: Int32Array.of(0), kneeDirection: Float32Array.from(knee) },
  });
  const locks = (positionWeight: number) => ({
    count: 1,
    chain: Int32Array.of(0),
    positionWeight: Float32Array.of(positionWeight),
    localQuaternionWeight: Float32Array.of(0),
  });
  const { motions } = merge(
    { ...main, rig: { ...limbs([0, 0, 0]), attachments: at("eyes", 1), ikLocks: locks(0.5) } },
    {
      ...shared,
      rig: { ...limbs([0, 1, 0]), attachments: at("mouth", 0), ikLocks: locks(1) },
    },
    { ...shared, path: "models/more.mdl", rig: { attachments: at("EYES", 0) } },
    { ...shared, path: "models/most.mdl", rig: { attachments: at("nowhere", 1) } },
  );

  it("use the model's own bones, or are dropped", () => {
    expect(motions.attachments.name).toEqual(["eyes", "mouth"]);
    expect([...motions.attachments.bone]).toEqual([1, 1]);
    expect(motions.attachments.local[12 + 3]).toBe(0);
  });

  it("keep the first lock of each chain", () => {
    expect([...motions.ikLocks.chain]).toEqual([0]);
    expect(motions.ikLocks.positionWeight[0]).toBe(0.5);
  });

  it("fill in missing knee directions", () => {
    expect([...motions.kneeDirection]).toEqual([0, 1, 0]);
  });
});
