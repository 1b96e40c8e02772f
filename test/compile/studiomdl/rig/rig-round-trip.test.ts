/** The rig of a script: compiled to the file, and the same after decompiling and compiling. */

import { describe, expect, it } from "vitest";
import { parseMdlProceduralBones } from "../../../../src/formats/studio/read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../../../../src/formats/studio/read/parse-mdl-rig.ts";
import { JIGGLE } from "../../../../src/formats/studio/rig/procedural-types.ts";
import { takeRound } from "../decompile/round-trip.ts";
import { compileAndRead, type ReadModel, smdText } from "../make-sources.ts";

const NODES = ['0 "hips" -1', '1 "thigh" 0', '2 "shin" 1', '3 "foot" 2', '4 "tail" 0'];
const POSE = [
  "0 0 0 40 0 0 0",
  "1 4 0 0 0 0.5 0",
  "2 0 0 -18 0.25 0 0",
  "3 0 2 -16 0 0 1",
  "4 -6 0 0 0 0 0",
];
const MESH = smdText(
  [["skin", { position: [0, 0, 40] }, { position: [8, 0, 40] }, { position: [0, 8, 40], bone: 1 }]],
  NODES,
  [POSE],
);
const SCRIPT = `$modelname rigged
$body body "mesh"
$ambientboost
$noforcedfade
$donotcastshadows
$contents monster solid
$surfaceprop flesh
$eyeposition 1 2 64
$maxeyedeflection 60
$illumposition 1 2 30 "hips"
$bonemerge "thigh"
$attachment "eyes" "hips" 1 2 3.5 rotate 10 20 30
$attachment "toes" "foot" 4 0 -1 world_align
$hboxset "default"
$hbox 6 "thigh" -1 -2 -3 4 5 6.5
$hbox 7 "foot" -1 -1 -1 1 1 1 "left foot"
$hboxset "small"
$hbox 1 "tail" 0 0 0 1 1 1
$controller 1 "hips" YR -180 180
$controller mouth "tail" X 0 4
$ikchain "leg" "foot" knee 0.6 0.8 0
$ikautoplaylock "leg" 1 0.25
$jigglebone "tail" {
  is_flexible {
    length 20 tip_mass 3 yaw_stiffness 110 yaw_damping 5 pitch_stiffness 120 pitch_damping 6
    along_stiffness 130 along_damping 7 angle_constraint 45 yaw_constraint -30 60 yaw_friction 0.5
    yaw_bounce 0.25 pitch_constraint -10 20 pitch_friction 0.75 pitch_bounce 0.125 allow_length_flex
  }
  has_base_spring {
    base_mass 2 stiffness 90 damping 4 left_constraint -1 2 left_friction 0.1 up_constraint -3 4
    up_friction 0.2 forward_constraint -5 6 forward_friction 0.3
  }
  is_boing { impact_speed 80 impact_angle 45 damping_rate 0.5 frequency 20 amplitude 0.4 }
}
$keyvalues { prop_data { "base" "Flesh.Big" } }
$sequence idle "mesh"
`;

const model = compileAndRead(SCRIPT, { mesh: MESH });
const bones = model.mdl.bones.name;

const filesOf = ({ files }: ReadModel) => {
  const all: Record<string, Uint8Array> = {
    "rigged.mdl": files.mdl,
    "rigged.vvd": files.vvd,
    "rigged.dx90.vtx": files.vtx,
  };
  return { read: async (name: string) => all[name] ?? null };
};

describe("a rig of a script", () => {
  const rig = parseMdlRig(model.files.mdl);

  it("causes no warnings, and keeps the bones that it names", () => {
    expect(model.warnings).toEqual([]);
    expect(bones).toEqual(["hips", "thigh", "shin", "foot", "tail"]);
    expect(model.mdl.bones.flags[1] & 0x40000).toBe(0x40000);
    expect(model.mdl.bones.flags[0] & 0x40000).toBe(0);
  });

  it("has attachments at their positions", () => {
    expect(rig.attachments.name).toEqual(["eyes", "toes", "__illumPosition"]);
    expect([...rig.attachments.bone]).toEqual([0, 3, 0]);
    expect([...rig.attachments.flags]).toEqual([0, 0x10000, 0]);
    expect(rig.illumAttachment).toBe(2);
    const [pitch, yaw, roll] = [10, 20, 30].map((degrees) => (degrees * Math.PI) / 180);
    const local = [...rig.attachments.local.subarray(0, 12)];
    expect([local[3], local[7], local[11]]).toEqual([1, 2, 3.5]);
    // Forward is x rotated by pitch and yaw.
    expect(local[0]).toBeCloseTo(Math.cos(pitch) * Math.cos(yaw), 6);
    expect(local[4]).toBeCloseTo(Math.cos(pitch) * Math.sin(yaw), 6);
    expect(local[8]).toBeCloseTo(-Math.sin(pitch), 6);
    expect(local[9]).toBeCloseTo(Math.sin(roll) * Math.cos(pitch), 6);
  });

  it("has hit boxes by sets, with groups and names", () => {
    const { hitBoxes } = rig;
    expect(rig.hitBoxSets).toEqual(["default", "small"]);
    expect([...hitBoxes.set]).toEqual([0, 0, 1]);
    expect([...hitBoxes.group]).toEqual([6, 7, 1]);
    expect([...hitBoxes.bone]).toEqual([1, 3, 4]);
    expect(hitBoxes.name).toEqual(["", "left foot", ""]);
    expect([...hitBoxes.mins.subarray(0, 3), ...hitBoxes.maxs.subarray(0, 3)]).toEqual([
      -1, -2, -3, 4, 5, 6.5,
    ]);
    expect(model.mdl.flags).toBe(0x10000 | 0x800 | 0x20000);
  });

  it("has controllers, chains and locks", () => {
    expect(rig.boneControllers).toMatchObject({
      bone: Int32Array.of(0, 4),
      type: Int32Array.of(0x10 | 0x40000, 0x1),
      start: Float32Array.of(-180, 0),
      end: Float32Array.of(180, 4),
      inputField: Int32Array.of(1, 4),
    });
    const view = new DataView(model.files.mdl.buffer);
    const controllerOf = (bone: number, axis: number) =>
      view.getInt32(view.getInt32(160, true) + bone * 216 + 8 + axis * 4, true);
    expect([controllerOf(0, 4), controllerOf(4, 0), controllerOf(0, 0)]).toEqual([0, 1, -1]);
    expect(rig.ikChains.name).toEqual(["leg"]);
    expect([...rig.ikLinks.bone]).toEqual([1, 2, 3]);
    expect([...rig.ikLinks.kneeDirection]).toEqual(
      [...Float32Array.of(0.6, 0.8, 0)].concat([0, 0, 0, 0, 0, 0]),
    );
    expect([...rig.ikLocks.positionWeight, ...rig.ikLocks.localQuaternionWeight]).toEqual([
      1, 0.25,
    ]);
  });

  it("has jiggle bones with all parameters", () => {
    const { jiggles } = parseMdlProceduralBones(model.files.mdl);
    const radians = (...degrees: number[]) => [
      ...Float32Array.from(degrees, (value) => (value * Math.PI) / 180),
    ];
    expect([...jiggles.bone]).toEqual([4]);
    expect(model.mdl.bones.flags[4] & 0x4).toBe(0x4);
    expect(jiggles.flags[0]).toBe(
      JIGGLE.IS_FLEXIBLE |
        JIGGLE.HAS_BASE_SPRING |
        JIGGLE.IS_BOING |
        JIGGLE.HAS_ANGLE_CONSTRAINT |
        JIGGLE.HAS_YAW_CONSTRAINT |
        JIGGLE.HAS_PITCH_CONSTRAINT,
    );
    expect([...jiggles.length, ...jiggles.tipMass]).toEqual([20, 3]);
    expect([...jiggles.yaw, ...jiggles.pitch, ...jiggles.along]).toEqual([110, 5, 120, 6, 130, 7]);
    expect([...jiggles.angleLimit]).toEqual(radians(45));
    expect([...jiggles.yawLimit]).toEqual([...radians(-30, 60), 0.5, 0.25]);
    expect([...jiggles.pitchLimit]).toEqual([...radians(-10, 20), 0.75, 0.125]);
    expect([...jiggles.base]).toEqual([2, 90, 4]);
    expect([...jiggles.baseLimit]).toEqual([
      ...Float32Array.of(-1, 2, 0.1, -3, 4, 0.2, -5, 6, 0.3),
    ]);
    expect([...jiggles.boing]).toEqual([80, ...radians(45), ...Float32Array.of(0.5, 20, 0.4)]);
  });

  it("has positions and texts", () => {
    expect(rig.eyePosition).toEqual([-2, 1, 64]);
    expect(rig.maxEyeDeflection).toBeCloseTo(0.5, 6);
    expect(model.mdl.illumPosition).toEqual([-2, 1, 30]);
    expect(rig.keyValues).toBe('mdlkeyvalue\n{\n"prop_data" { "base" "Flesh.Big" }\n}\n');
    expect(model.mdl).toMatchObject({ contents: 0x2000001, surfaceProp: "flesh" });
  });

  it("survives decompiling and compiling", async () => {
    const first = await takeRound("rigged.mdl", filesOf(model));
    expect([...first.losses, ...first.warnings]).toEqual([]);
    const again = parseMdlRig(first.mdl);
    const { attachments, ...others } = again;
    const { attachments: before, ...rest } = rig;
    expect(others).toEqual({ ...rest, maxEyeDeflection: expect.closeTo(0.5, 5) });
    expect({ ...attachments, local: null }).toEqual({ ...before, local: null });
    before.local.forEach((value, i) => {
      expect(attachments.local[i]).toBeCloseTo(value, 6);
    });
    const [a, b] = [first.mdl, model.files.mdl].map(parseMdlProceduralBones);
    expect(a).toEqual(b);
    expect(first.qc).toContain('$definebone "foot" "shin"');
  });
});

describe("unknown bones in a rig", () => {
  it("are left out, with a warning each", () => {
    const { warnings, files } = compileAndRead(
      `$modelname a
$body b "mesh"
$attachment eyes head 0 0 0
$hbox 1 head 0 0 0 1 1 1
$ikchain arm hand
$ikautoplaylock arm 1 1
$jigglebone hair { is_rigid { } }
$controller 0 head XR 0 1
$ikchain leg foot pad 3`,
      { mesh: MESH },
    );
    const left = (bone: string, command: string) =>
      `there is no bone "${bone}" for ${command}, which is left out`;
    expect([...warnings].sort()).toEqual(
      [
        `line 9: of $ikchain "leg" not read: pad`,
        `line 4: ${left("head", "$hbox")}`,
        `line 5: ${left("hand", "$ikchain")}`,
        `line 3: ${left("head", "$attachment")}`,
        `line 8: ${left("head", "$controller")}`,
        `line 6: there is no $ikchain "arm" for $ikautoplaylock, which is left out`,
        `line 7: ${left("hair", "$jigglebone")}`,
      ].sort(),
    );
    const rig = parseMdlRig(files.mdl);
    expect([rig.attachments.count, rig.hitBoxes.count, rig.ikChains.count]).toEqual([0, 0, 1]);
  });
});
