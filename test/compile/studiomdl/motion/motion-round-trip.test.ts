/**
 * Sequences and animations of a script: compiled to the file, and the same after decompiling and
 * compiling.
 */

import { describe, expect, it } from "vitest";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { takeRound } from "../decompile/round-trip.ts";
import { compileAndRead, type ReadModel, smdText } from "../make-sources.ts";

const NODES = ['0 "hips" -1', '1 "thigh" 0', '2 "shin" 1', '3 "foot" 2', '4 "hand" 0'];
/** The SMD walks along x, which is y in the model. */
const pose = (x: number, lift: number) => [
  `0 ${x} 0 40 0 0 0`,
  `1 0 4 0 0 ${lift / 10} 0`,
  "2 0 0 -18 0.25 0 0",
  "3 2 0 -16 0 0 0.5",
  "4 0 -8 0 0 0 0",
];
const FRAMES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MESH = smdText(
  [
    ["skin", { position: [0, 0, 40] }, { position: [8, 0, 40] }, { position: [0, 8, 40], bone: 3 }],
    ["skin", { position: [0, 0, 0] }, { position: [8, 0, 0] }, { position: [0, 8, 0], bone: 4 }],
  ],
  NODES,
  [pose(0, 0)],
);
const SMDS = {
  mesh: MESH,
  // Accelerates, with the same step at both ends.
  run: smdText(
    [],
    NODES,
    FRAMES.map((f) => pose(f * f, f % 4)),
  ),
  stand: smdText(
    [],
    NODES,
    FRAMES.map((f) => pose(0, f)),
  ),
};
const SCRIPT = `$modelname mover
$body body "mesh"
$ikchain leg "foot" knee 0 1 0
$poseparameter lean -45 45
$animation "a_Stand" "stand" fps 20
$sequence idle "a_Stand" fps 20 activity "ACT_IDLE" 2 fadein 0.3 fadeout 0.1 realtime {
  { event AE_FOOTSTEP 2 "left foot" }
  { event 1004 8 "" }
  addlayer "breathe" local
  blendlayer "breathe" 1 2 5 8 spline xfade
  blendlayer "breathe" -45 0 0 45 noblend poseparameter "lean"
  iklock leg 1 0.25
  node "standing"
  activitymodifier fast
  keyvalues { faceposer { type "gesture" } }
}
$sequence run "run" fps 30 {
  walkframe 8 LX LY
  ikrule leg footstep range 0 2 6 8 contact 3 height 18 radius 2 floor 1
  ikrule leg touch "hand" range 1 1 3 4
  ikrule leg release range 0 0 8 8
  ikrule leg unlatch range 0 1 2 3
  ikrule leg attachment "lever" bone "hand" range 0 4 8 8 target 2
  transition "standing" "running"
}
$sequence stop "stand" rtransition "running" "stopped" posecycle lean snap hidden
$sequence breathe "stand" worldspace autoplay
`;

const model = compileAndRead(SCRIPT, SMDS);
const [idle, run, stop, breathe] = model.animations.sequences;

const filesOf = ({ files }: ReadModel) => {
  const all: Record<string, Uint8Array> = {
    "mover.mdl": files.mdl,
    "mover.vvd": files.vvd,
    "mover.dx90.vtx": files.vtx,
  };
  return { read: async (name: string) => all[name] ?? null };
};

const near = (values: ArrayLike<number>, digits = 3) =>
  Array.from(values, (value) => expect.closeTo(value, digits));

describe("sequences of a script", () => {
  it("cause no warnings", () => {
    expect(model.warnings).toEqual([]);
  });

  it("have events by name and number, at fractions of the cycle", () => {
    expect(idle.events).toEqual([
      { cycle: 0.25, event: 0, name: "AE_FOOTSTEP", options: "left foot" },
      { cycle: 1, event: 1004, name: "", options: "" },
    ]);
  });

  it("have layers by frames and by pose parameters", () => {
    const breatheRow = 3;
    expect(idle.autoLayers).toEqual([
      { sequence: breatheRow, poseParameter: -1, flags: 0x1000, span: [0, 0, 0, 0] },
      { sequence: breatheRow, poseParameter: -1, flags: 0xc0, span: [0.125, 0.25, 0.625, 1] },
      { sequence: breatheRow, poseParameter: 0, flags: 0x4200, span: [-45, 0, 0, 45] },
    ]);
  });

  it("have locks, modifiers, key values, flags and pose-parameter cycles", () => {
    expect(idle.ikLocks).toEqual([{ chain: 0, positionWeight: 1, localQuaternionWeight: 0.25 }]);
    expect(idle.activityModifiers).toEqual(["fast"]);
    expect(idle.keyValues).toBe('mdlkeyvalue\n{\n"faceposer" { "type" "gesture" }\n}\n');
    expect([idle.flags, stop.flags, breathe.flags]).toEqual([
      0x100 | 0x200,
      0x2 | 0x400 | 0x80,
      0x4000 | 0x10 | 0x8,
    ]);
    expect(stop.cyclePose).toBe(0);
    expect(idle.fadeIn).toBeCloseTo(0.3, 6);
    expect([idle.activity, idle.activityWeight]).toEqual(["ACT_IDLE", 2]);
  });

  it("have transitions through intermediate nodes", () => {
    const view = new DataView(model.files.mdl.buffer);
    const sequences = view.getInt32(192, true);
    const nodesOf = (row: number) =>
      [112, 116, 120].map((field) => view.getInt32(sequences + row * 212 + field, true));
    expect([0, 1, 2, 3].map(nodesOf)).toEqual([
      [1, 1, 0],
      [1, 2, 0],
      [2, 3, 1],
      [0, 0, 0],
    ]);
    expect(view.getInt32(248, true)).toBe(3);
    const table = view.getInt32(252, true);
    // Node 1 leads to 3 through 2, and 3 to 2, but not to 1.
    expect([...model.files.mdl.subarray(table, table + 9)]).toEqual([0, 2, 2, 0, 0, 3, 0, 2, 0]);
  });
});

describe("animations of a script", () => {
  const animation = model.animations.animations[run.blends[0]];

  it("turn the root's walking into movement of the model", () => {
    const [movement, ...more] = animation.movements;
    expect(more).toEqual([]);
    expect(movement).toMatchObject({ endFrame: 8, motionFlags: 0xc0, yaw: 0 });
    // Eight frames squared, along the model's y; from rest to full speed at the end.
    expect([...movement.position]).toEqual(near([0, 64, 0]));
    expect([...movement.vector]).toEqual(near([0, 1, 0]));
    expect([...movement.speed]).toEqual(near([0, 128]));
    for (const frame of FRAMES) {
      const at = frame * model.mdl.bones.count * 3;
      expect([...animation.position.subarray(at, at + 3)]).toEqual(near([0, 0, 40], 2));
    }
  });

  it("have rules for chains, with the positions of their ends", () => {
    const kinds = animation.ikRules.map(({ type, bone, slot, span, contact, attachment }) => ({
      ...{ type, bone, slot, attachment },
      frames: [...span, contact].map((part) => Math.round(part * 800) / 100),
    }));
    const rows = { bone: -1, slot: 0, attachment: "" };
    expect(kinds).toEqual([
      { ...rows, type: 3, frames: [0, 2, 6, 8, 3] },
      { ...rows, type: 1, bone: 4, frames: [1, 1, 3, 4, 1] },
      { ...rows, type: 4, frames: [0, 0, 8, 8, 0] },
      { ...rows, type: 6, frames: [0, 1, 2, 3, 1] },
      { ...rows, type: 5, bone: 4, slot: 2, attachment: "lever", frames: [0, 4, 8, 8, 4] },
    ]);
    const [ground, touch, release] = animation.ikRules;
    expect([ground.height, ground.radius, ground.floor]).toEqual([18, 2, 1]);
    expect(release.track).toBeNull();
    expect(touch.track).toMatchObject({ firstFrame: 1, position: { length: 12 } });
    // The ground is at the foot's contact position, and stays behind as the model walks on.
    const { position } = ground.track!;
    const foot = (frame: number) => [...position.subarray(frame * 3, frame * 3 + 3)];
    expect(foot(3).slice(0, 2)).toEqual(near([0, 0]));
    expect(foot(4)[1] - foot(3)[1]).toBeGreaterThan(5);
    expect(position).toHaveLength(27);
  });

  it("measure the ground from the contact, also across a loop's end", () => {
    const walk = smdText(
      [],
      NODES,
      FRAMES.map((f) => pose(f * 4, 0)),
    );
    const { animations } = compileAndRead(
      `$modelname a
$body b "mesh"
$ikchain leg foot
$sequence walk "walk" loop { walkframe 8 LX LY
ikrule leg footstep range 6 7 10 12 contact 7 }`,
      { ...SMDS, walk },
    );
    const [{ movements, ikRules }] = animations.animations;
    expect([...movements[0].speed]).toEqual(near([32, 32]));
    const { firstFrame, position } = ikRules[0].track!;
    expect([firstFrame, position.length / 3]).toEqual([6, 7]);
    // The foot moves with the model: 4 inches per frame from its contact.
    for (let i = 0; i < 7; i++) expect(position[i * 3 + 1]).toBeCloseTo((6 + i - 7) * 4, 2);
  });

  it("survive decompiling and compiling with all names", async () => {
    const first = await takeRound("mover.mdl", filesOf(model));
    expect([...first.losses, ...first.warnings]).toEqual([]);
    const again = parseMdlAnimations(first.mdl, parseMdl(first.mdl));
    const plain = ({ sequences }: typeof again) =>
      sequences.map(({ mins: _, maxs: __, ...others }) => ({ ...others, blends: null }));
    expect(plain(again)).toEqual(plain(model.animations));
    const named = (all: typeof again) => all.animations.map(({ name }) => name).sort();
    expect(named(again)).toEqual(named(model.animations));
    expect(named(again)).toContain("a_Stand");
    const moves = again.animations.find(({ name }) => name === "@run")!;
    expect(moves.movements).toEqual([
      {
        ...animation.movements[0],
        ...{ position: near(animation.movements[0].position) },
        ...{
          vector: near(animation.movements[0].vector),
          speed: near(animation.movements[0].speed, 1),
        },
      },
    ]);
    moves.ikRules.forEach((rule, i) => {
      const before = animation.ikRules[i];
      expect(rule).toMatchObject({ span: before.span, bone: before.bone, slot: before.slot });
      expect(rule.contact).toBe(before.contact);
      expect([...rule.position]).toEqual(near(before.position, 2));
      expect([...(rule.track?.position ?? [])]).toEqual(near(before.track?.position ?? [], 2));
    });
    expect(first.qc).toContain('$animation "a_Stand"');
  });
});

describe("$declaresequence", () => {
  const script = SCRIPT.replace("$sequence run", "$declaresequence wave\n$declaresequence Stop\n$&")
    .replace('addlayer "breathe" local', 'addlayer "WAVE"')
    .concat('$declaresequence "wave"\n$includemodel "gestures.mdl"\n');
  const announced = compileAndRead(script, SMDS);

  it("adds an empty sequence once, unless the script has one of that name", () => {
    const rows = announced.animations.sequences.map(({ name, blends, flags }) => {
      return [name, blends.length, flags & 0x800];
    });
    expect(rows).toEqual([
      ["idle", 1, 0],
      ["run", 1, 0],
      ["stop", 1, 0],
      ["breathe", 1, 0],
      ["wave", 0, 0x800],
    ]);
    // The real compiler writes the same: no grid, an empty box, no weight.
    const [row] = announced.animations.sequences.slice(-1);
    expect(row).toMatchObject({ blendSize: [0, 0], mins: [9999, 9999, 9999], activity: "" });
    expect(announced.animations.sequences[0].autoLayers[0].sequence).toBe(4);
    expect(announced.warnings).toEqual([]);
  });

  it("survives decompiling and compiling", async () => {
    const { qc, mdl, losses } = await takeRound("mover.mdl", filesOf(announced));
    expect(qc).toContain('$declaresequence "wave"\n');
    expect(losses).toEqual([]);
    const again = parseMdlAnimations(mdl, parseMdl(mdl)).sequences;
    expect(again[4]).toEqual(announced.animations.sequences[4]);
    expect(again[0].autoLayers[0].sequence).toBe(4);
  });
});

describe("unknown names in a sequence", () => {
  it("are left out, with a warning each", () => {
    const { warnings, animations } = compileAndRead(
      `$modelname a
$body b "mesh"
$ikchain leg foot
$sequence s "stand" {
  addlayer gone
  iklock arm 1 1
  ikrule arm release
  ikrule leg touch tail
}
$animation t "stand" activity ACT_X`,
      SMDS,
    );
    expect([...warnings].sort()).toEqual([
      'line 10: of $animation "t" not read: activity',
      'line 5: there is no sequence "gone" for a layer, which is left out',
      'line 6: there is no $ikchain "arm" for iklock, which is left out',
      'line 7: there is no $ikchain "arm" for ikrule, which is left out',
      'line 8: there is no bone "tail" for ikrule, which is left out',
    ]);
    expect(animations.sequences[0].autoLayers).toEqual([]);
  });
});
