import { describe, expect, it } from "vitest";
import { parseQc } from "../../../../src/compile/studiomdl/qc/parse-qc.ts";
import type { Qc } from "../../../../src/compile/studiomdl/qc/qc-types.ts";
import { writeQc } from "../../../../src/compile/studiomdl/qc/write-qc.ts";
import { FormatError } from "../../../../src/core/errors.ts";

const SCRIPT = `// A lamp
$modelname "props\\lamp.mdl"   # where it goes
$staticprop ; nothing moves
$scale 0.5
$origin 1 2 3 45
$upaxis Y
$body body "lamp_ref.smd"
$bodygroup shade
{
  studio "shade_a.smd"
  studio "shade_b"
  blank
}
/* three
   levels */
$lod 12.5
{
  replacemodel "lamp_ref.smd" "lamp_lod1.smd"
  nofacial
}
$lod 30 { removemodel "shade_a.smd" removemesh "glass" }
$shadowlod {
  replacemodel "lamp_ref" "lamp_shadow"
}
$cdmaterials "models/props"
$cdmaterials "models/shared" "models/more"
$texturegroup skins
{
  { "brass" "glass" }
  { "steel" "glass_red" }
}
$surfaceprop "metal"
$illumposition 0 0 20
$bbox -1 -2 -3 4 5 6
$cbox -10 -10 -10 10 10 10
$mostlyopaque
$contents grate
$keyvalues { prop_data { base "Metal.Small" } }
$animation sway "sway.smd" fps 12 loop
$sequence idle "idle.smd" fps 15 loop ACT_IDLE 2
$sequence swaying sway fadein 0.5 fadeout 0.25 snap
$sequence clip {
  "long.smd"
  frames 10 20
  activity ACT_WALK 3
  { event 5 10 "go" }
}
`;

function parse(text: string): { qc: Qc; warnings: string[] } {
  const warnings: string[] = [];
  return { qc: parseQc(text, { warn: (line) => warnings.push(line) }), warnings };
}

describe("parseQc", () => {
  it("reads every command", () => {
    const { qc, warnings } = parse(SCRIPT);
    expect(warnings).toEqual([]);
    expect(qc).toMatchObject({
      modelName: "props/lamp.mdl",
      isStaticProp: true,
      scale: 0.5,
      origin: [1, 2, 3],
      originYaw: 45,
      upAxis: "y",
      materialDirs: ["models/props", "models/shared", "models/more"],
      skins: [
        ["brass", "glass"],
        ["steel", "glass_red"],
      ],
      surfaceProp: "metal",
      illumPosition: [0, 0, 20],
      collisionBox: [
        [-1, -2, -3],
        [4, 5, 6],
      ],
      viewBox: [
        [-10, -10, -10],
        [10, 10, 10],
      ],
      flags: 0x8,
      keyValues: '"prop_data" { "base" "Metal.Small" }',
      contents: 8,
      mass: 1,
    });
    expect(qc.bodyParts).toEqual([
      { name: "body", models: [{ file: "lamp_ref.smd", line: 7 }] },
      {
        name: "shade",
        models: [
          { file: "shade_a.smd", line: 10 },
          { file: "shade_b", line: 11 },
          { file: null, line: 12 },
        ],
      },
    ]);
    expect(qc.lods).toEqual([
      {
        switchPoint: 12.5,
        replacements: [{ from: "lamp_ref.smd", to: "lamp_lod1.smd", line: 18 }],
        removedMeshes: [],
        line: 16,
      },
      {
        switchPoint: 30,
        replacements: [{ from: "shade_a.smd", to: null, line: 21 }],
        removedMeshes: ["glass"],
        line: 21,
      },
      {
        switchPoint: -1,
        replacements: [{ from: "lamp_ref", to: "lamp_shadow", line: 23 }],
        removedMeshes: [],
        line: 22,
      },
    ]);
    expect(qc.animations).toEqual([
      {
        name: "sway",
        file: "sway.smd",
        fps: 12,
        isLooping: true,
        delta: null,
        frames: null,
        walkFrames: [],
        ikRules: [],
        line: 39,
      },
    ]);
    expect(qc.sequences).toMatchObject([
      {
        name: "idle",
        file: "idle.smd",
        fps: 15,
        isLooping: true,
        activity: "ACT_IDLE",
        activityWeight: 2,
      },
      {
        name: "swaying",
        file: "sway",
        fadeIn: 0.5,
        fadeOut: 0.25,
        flags: 0x2,
        isLooping: false,
      },
      {
        ...{ name: "clip", file: "long.smd", frames: [10, 20] },
        ...{ activity: "ACT_WALK", activityWeight: 3 },
        events: [{ name: "5", frame: 10, options: "go", line: 46 }],
      },
    ]);
  });

  it("reads the text of writeQc as the same script", () => {
    const { qc } = parse(SCRIPT);
    const again = parse(writeQc(qc)).qc;
    const withoutLines = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, inner) => (key === "line" ? undefined : inner)));
    expect(withoutLines(again)).toEqual(withoutLines(qc));
  });

  it("skips unknown commands with a warning", () => {
    const { qc, warnings } = parse(`$modelname a
$jointconstrain "x" { is_flexible { length 10 } }
$body b "b.smd" { eyelid }
$collisionmodel "phys.smd" { $mass 25 }
$sequence s "s.smd" fps 10 subtract "a" 5 bounce 3 delta { melt 5 }
$lod 5 { replacematerial "a" "b" }`);
    expect(qc.modelName).toBe("a.mdl");
    expect(qc.mass).toBe(25);
    expect(warnings).toEqual([
      "line 2: $jointconstrain is unknown and was skipped",
      "line 3: of $body not read: eyelid",
      "line 4: $collisionmodel: collision models are not compiled",
      'line 5: of $sequence "s" not read: subtract, bounce, melt',
      "line 6: replacematerial is not applied here",
    ]);
  });

  const head = '$modelname a\n$body b "b.smd"\n';
  it.each<[name: string, text: string, code: string, line: number]>([
    ["nothing", "", "bad-value", 1],
    ["no model", "$modelname a", "bad-count", 1],
    ["text before a command", "modelname a", "syntax", 1],
    ["an open quote", '$modelname "a', "syntax", 1],
    ["an open brace", `${head}$bodygroup x\n{\nblank`, "truncated", 4],
    ["a stray brace", `${head}}`, "syntax", 3],
    ["a second block", `${head}$bodygroup x { blank } { blank }`, "syntax", 3],
    ["an unexpected block", `${head}$scale 2 { }`, "syntax", 3],
    ["text in place of a number", `${head}$scale big`, "bad-value", 3],
    ["no scale", `${head}$scale`, "syntax", 3],
    ["a scale of zero", `${head}$scale 0`, "bad-value", 3],
    ["two scales", `${head}$scale 1 2`, "syntax", 3],
    ["an incomplete box", `${head}$bbox 1 2 3 4 5`, "syntax", 3],
    ["an unknown axis", `${head}$upaxis w`, "bad-value", 3],
    ["unknown contents", `${head}$contents jelly`, "bad-value", 3],
    ["a bodygroup without block", `${head}$bodygroup x`, "syntax", 3],
    ["an empty bodygroup", `${head}$bodygroup x { }`, "bad-count", 3],
    ["an unknown bodygroup option", `${head}$bodygroup x {\nmodel "a" }`, "syntax", 4],
    ["a LOD at a negative distance", `${head}$lod -5 { }`, "bad-value", 3],
    ["an unknown LOD command", `${head}$lod 5 {\nmelt "a" }`, "unsupported", 4],
    ["a LOD without a replacement", `${head}$lod 5 {\nreplacemodel "a" }`, "syntax", 4],
    [
      "skins of different sizes",
      `${head}$texturegroup s {\n{ "a" }\n{ "b" "c" } }`,
      "bad-count",
      5,
    ],
    ["a skin that is not a row", `${head}$texturegroup s { "a" }`, "syntax", 3],
    ["a parent defined later", `${head}$definebone b a 0 0 0 0 0 0`, "mismatch", 3],
    [
      "a bone defined twice",
      `${head}$definebone b "" 0 0 0 0 0 0\n$definebone B "" 0 0 0 0 0 0`,
      "bad-value",
      4,
    ],
    ["a hit group that is not a number", `${head}$hbox head bone 0 0 0 1 1 1`, "bad-value", 3],
    ["a fractional hit group", `${head}$hbox 1.5 bone 0 0 0 1 1 1`, "bad-value", 3],
    ["an incomplete hit box", `${head}$hbox 1 bone 0 0 0`, "syntax", 3],
    ["an attachment without a position", `${head}$attachment a b`, "syntax", 3],
    ["an unknown attachment option", `${head}$attachment a b 0 0 0 loose`, "syntax", 3],
    ["a controller number out of range", `${head}$controller 5 b XR 0 1`, "bad-value", 3],
    ["a controller without an axis", `${head}$controller 0 b W 0 1`, "bad-value", 3],
    ["a chain without a bone", `${head}$ikchain a`, "syntax", 3],
    ["a jiggle bone of an unknown kind", `${head}$jigglebone b {\nis_soft { } }`, "bad-value", 4],
    [
      "an unknown jiggle bone parameter",
      `${head}$jigglebone b { is_rigid {\nsoftness 1 } }`,
      "bad-value",
      4,
    ],
    [
      "a jiggle bone parameter that is not a number",
      `${head}$jigglebone b { is_rigid {\nlength long } }`,
      "bad-value",
      4,
    ],
    ["a number beyond a float", `${head}$eyeposition 0 0 1e39`, "bad-value", 3],
    ["a sequence without file", `${head}$sequence s`, "syntax", 3],
    ["an event without a frame", `${head}$sequence s "s" {\nevent X }`, "syntax", 4],
    ["an event at an invalid frame", `${head}$sequence s "s" { event\nX soon }`, "bad-value", 4],
    ["a layer without a sequence", `${head}$sequence s "s" addlayer`, "syntax", 3],
    ["a layer with an incomplete span", `${head}$sequence s "s" blendlayer t 0 1 2`, "syntax", 3],
    ["a walk without frames", `${head}$sequence s "s" walkframe LX`, "bad-value", 3],
    ["a walk before the first frame", `${head}$sequence s "s" walkframe -1 LX`, "bad-value", 3],
    ["an unknown rule", `${head}$sequence s "s" ikrule leg glue`, "bad-value", 3],
    [
      "a rule with an incomplete range",
      `${head}$sequence s "s" ikrule leg release range 0 1`,
      "syntax",
      3,
    ],
    ["too many rules", `${head}$sequence s "s" ${"ikrule a release ".repeat(65)}`, "bad-count", 3],
    ["key values without braces", `${head}$sequence s "s" keyvalues a`, "syntax", 3],
    ["a transition without a target", `${head}$sequence s "s" transition a`, "syntax", 3],
    ["a lock with an invalid weight", `${head}$sequence s "s" iklock a all 1`, "bad-value", 3],
    ["zero frames per second", `${head}$sequence s "s" fps 0`, "bad-value", 3],
  ])("refuses %s, with its line", (_, text, code, line) => {
    let found: unknown;
    try {
      parse(text);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(FormatError);
    expect(found).toMatchObject({ format: "QC", code, line });
  });
});
