/**
 * Tests animated props, from an entity's keys and a compiled model to the GPU's pose, against
 * `test/oracle/pose/pose.ts`.
 */

import { describe, expect, it } from "vitest";
import { openContent } from "../../../../src/cli/content/open-content.ts";
import { MapContent } from "../../../../src/content/maps/map-content.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { TRACK_LOOPING } from "../../../../src/map/motion/prop-motion.ts";
import { buildProps } from "../../../../src/scene/props/props.ts";
import { compileAndRead, smdText } from "../../../compile/studiomdl/make-sources.ts";
import { trackOf } from "../../../compile/studiomdl/track-of.ts";
import { paletteAt } from "../../../oracle/pose/pose.ts";
import { corpusPath, hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { accessTo } from "../../content-sources.ts";
import { BODY, buildArms, MODEL, NODES, OPTIONS, STAND, TREE } from "./make-arms.ts";

/** Appends a table of one `mstudiomodelgroup_t`: an empty label and the file's name. */
function withIncluded(mdl: Uint8Array, file: string): Uint8Array {
  const name = new TextEncoder().encode(`${file}\0`);
  const out = new Uint8Array(mdl.length + 8 + name.length);
  out.set(mdl);
  const view = new DataView(out.buffer);
  view.setInt32(76, out.length, true);
  view.setInt32(336, 1, true);
  view.setInt32(340, mdl.length, true);
  view.setInt32(mdl.length, 8 + name.length - 1, true);
  view.setInt32(mdl.length + 4, 8, true);
  out.set(name, mdl.length + 8);
  return out;
}

describe("animated prop entities", () => {
  it("share a track per sequence and have separate bone rows", async () => {
    const { props, access } = await buildArms([
      ...[{ defaultanim: "swing" }, { defaultanim: "stand" }, { classname: "npc_a" }],
      ...[{ defaultanim: "once" }, { defaultanim: "rest" }, { defaultanim: "swing", body: "1" }],
    ]);
    expect(access.diagnostics.warnings).toEqual([]);
    const motion = props.motion!;
    expect([...motion.posedInstance]).toEqual([0, 2, 3, 5]);
    expect([...motion.posedTrack]).toEqual([0, 0, 1, 0]);
    expect([...motion.trackFrameCount]).toEqual([5, 5]);
    expect([...motion.trackFps]).toEqual([8, 4]);
    expect([...motion.trackFlags]).toEqual([TRACK_LOOPING, 0]);
    expect([...motion.trackDepth]).toEqual([2, 2]);
    // The skeleton is stored once.
    expect([...motion.trackFirstBone]).toEqual([0, 0]);
    expect([...motion.trackFirstPose]).toEqual([0, 15]);
    expect([...motion.posedFirstBone]).toEqual([0, 3, 6, 9].map((row) => props.boneCount + row));
    expect(motion.paletteBoneCount).toBe(12);
    expect(motion.posedPeriod[2]).toBeCloseTo(1.1, 6);
    expect([...motion.posedPeriod].filter((_, i) => i !== 2)).toEqual([0, 0, 0]);
    expect(access.ledger.used("trackPoses")).toBe(3 * (5 + 5 + 1 + 3));
    expect(access.ledger.used("posedBones")).toBe(12);
  });

  it("stand in the first frame until they are posed", async () => {
    const { props } = await buildArms([{ defaultanim: "swing", angles: "0 0 0" }]);
    const expected = paletteAt(trackOf(MODEL, "swing"), 0).flat(2);
    const first = props.variantFirstBone[0] * 12;
    expected.forEach((value, k) => {
      expect(props.bonePalette[first + k]).toBeCloseTo(value, 3);
    });
  });

  it("stay within their boxes, also between frames", async () => {
    const { props } = await buildArms([{ defaultanim: "swing" }, { defaultanim: "stand" }]);
    const track = trackOf(MODEL, "swing");
    const { position, boneIndex, boneWeight, count } = MODEL.mesh.vertices;
    const [mins, maxs] = [props.instanceBox.subarray(0, 3), props.instanceBox.subarray(3, 6)];
    const reached = [...new Float32Array(6)];
    for (let seconds = 0; seconds < 0.5; seconds += 0.01) {
      const palette = paletteAt(track, seconds);
      for (let vertex = 0; vertex < count; vertex++) {
        const at = [0, 1, 2].map((axis) =>
          [0, 1, 2].reduce((sum, k) => {
            const row = palette[boneIndex[vertex * 3 + k]][axis];
            const moved =
              row[3] + [0, 1, 2].reduce((s, c) => s + row[c] * position[vertex * 3 + c], 0);
            return sum + boneWeight[vertex * 3 + k] * moved;
          }, 0),
        );
        at.forEach((value, axis) => {
          reached[axis] = Math.min(reached[axis], value);
          reached[3 + axis] = Math.max(reached[3 + axis], value);
        });
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      // Between two frames 90° apart it may bulge slightly.
      expect(mins[axis]).toBeLessThan(reached[axis] + 1);
      expect(maxs[axis]).toBeGreaterThan(reached[3 + axis] - 1);
      // The boxes are at most twice as large as needed.
      expect(maxs[axis] - mins[axis]).toBeLessThan(2 * (reached[3 + axis] - reached[axis]) + 1);
    }
    // A static one is within its own box.
    expect(props.instanceBox[9]).toBeLessThan(maxs[0] + 1);
    expect(props.instanceBox[10] - props.instanceBox[7]).toBeLessThan(maxs[1] - mins[1]);
  });

  it("stand still in the first sequence if the model lacks theirs", async () => {
    const { props } = await buildArms([{ defaultanim: "fly" }]);
    expect(props.motion).toBeNull();
    const expected = paletteAt(trackOf(MODEL, "stand"), 0).flat(2);
    const first = props.variantFirstBone[0] * 12;
    expected.forEach((value, k) => {
      expect(props.bonePalette[first + k]).toBeCloseTo(value, 3);
    });
  });

  it("stand still with a warning above the budget", async () => {
    const swing = { defaultanim: "swing" };
    const crowded = await buildArms([swing, swing], {}, { posedBones: 5 });
    expect(crowded.props.motion?.posedCount).toBe(1);
    expect(crowded.access.diagnostics.warnings.map(({ code, subject }) => [code, subject])).toEqual(
      [["over-budget", "animated models"]],
    );
    const long = await buildArms([swing, { defaultanim: "once" }], {}, { trackPoses: 20 });
    expect([...long.props.motion!.posedInstance]).toEqual([0]);
    expect(long.access.diagnostics.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
    const costly = await buildArms([swing], {}, { poseSteps: 14 });
    expect(costly.props.motion).toBeNull();
    expect(costly.access.diagnostics.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });

  it("play sequences of included models, or stand with a warning without them", async () => {
    const own = compileAndRead(
      `$modelname "test/arm.mdl"
       $cdmaterials "test"
       $body body "body"
       $sequence stand "stand" fps 30`,
      { body: smdText(BODY, NODES, STAND), stand: smdText([], NODES, STAND) },
    );
    const { mdl, vvd, vtx } = own.files;
    const files = {
      "models/test/arm.mdl": withIncluded(mdl, "models/test/moves.mdl"),
      "models/test/arm.vvd": vvd,
      "models/test/arm.dx90.vtx": vtx,
    };
    const there = await buildArms([{ defaultanim: "swing" }], {
      ...files,
      "models/test/moves.mdl": MODEL.files.mdl,
    });
    expect([...there.props.motion!.trackFrameCount]).toEqual([5]);
    // Another model includes the same file, which is read once.
    const reads: string[] = [];
    const both = {
      ...files,
      "models/test/moves.mdl": MODEL.files.mdl,
      "models/b.mdl": files["models/test/arm.mdl"],
      "models/b.vvd": vvd,
      "models/b.dx90.vtx": vtx,
    };
    const two: Record<string, string>[] = [
      { defaultanim: "swing" },
      { defaultanim: "swing", model: "models/b.mdl" },
    ];
    const shared = await buildArms(two, both, {}, reads);
    expect(shared.props.motion!.posedCount).toBe(2);
    expect(reads.filter((path) => path === "models/test/moves.mdl")).toHaveLength(1);
    const gone = await buildArms([{ defaultanim: "swing" }], files);
    expect(gone.props.motion).toBeNull();
    expect(gone.access.diagnostics.warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["missing-model", "models/test/moves.mdl"],
    ]);
  });
});

/** Models that play, with their bones and frames. */
const REAL: [string, string, string[]][] = [
  [
    "gunman_city2/gunman_city2.bsp",
    "gunman_city2/content",
    ["models/gunman/forcefield001a.mdl 5 81", "models/gunman/gunman.mdl 28 31"],
  ],
  [
    "rc_deathmatch1/rc_deathmatch1.bsp",
    "rc_deathmatch1/content",
    ["models/props_ricochet/skybox/vortex.mdl 3 101", "models/platform_exhaust.mdl 1 201"],
  ],
  // From an included model, whose frames are in an .ani file.
  ["tn2/maps/tuffs_nightmare2.bsp", "tn2", ["models/humans/group01/male_02.mdl 44 280"]],
];

describe.skipIf(!hasCorpus)("animated props of real maps", () => {
  it.each(REAL)("play in %s", async (map, content, expected) => {
    const bsp = parseBsp(readCorpus(map));
    const { sources } = await openContent([corpusPath(content)]);
    const access = accessTo(sources[0]);
    const built = await buildProps(
      bsp,
      TREE,
      "ldr",
      { ...access, content: new MapContent(sources, access.diagnostics, access.ledger) },
      OPTIONS,
    );
    const { motion, modelName, variantModel, instanceVariant } = built!.props;
    const names = Array.from(motion!.posedInstance, (instance, i) => {
      const track = motion!.posedTrack[i];
      const name = modelName[variantModel[instanceVariant[instance]]];
      return `${name} ${motion!.trackBoneCount[track]} ${motion!.trackFrameCount[track]}`;
    });
    expect([...new Set(names)]).toEqual(expected);
    expect(motion!.poses.every(Number.isFinite)).toBe(true);
  });
});
