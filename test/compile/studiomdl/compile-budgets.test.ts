/** Limits of compiling and decompiling a model, and work done once for shared sources. */

import { describe, expect, it } from "vitest";
import { compileStudioModel } from "../../../src/compile/studiomdl/compile-studio-model.ts";
import { decompileModelFiles } from "../../../src/compile/studiomdl/decompile/decompile-files.ts";
import { parseQc } from "../../../src/compile/studiomdl/qc/parse-qc.ts";
import { compileModelSource } from "../../../src/compile/studiomdl/read-model-source.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { parseMdlAnimations } from "../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { makeSequences } from "../../formats/studio/make-sequences.ts";
import { smdText } from "./make-sources.ts";

const NODES = ['0 "root" -1', '1 "arm" 0'];
const corner = (x: number, y: number) => ({ position: [x, y, 0], bone: 1 });
const FRAMES = 5;
const SMDS: Readonly<Record<string, string>> = {
  body: smdText([["m", corner(0, 0), corner(8, 0), corner(0, 8)]], NODES, [
    ["0 0 0 0 0 0 0", "1 4 0 0 0 0 0"],
  ]),
  wave: smdText(
    [],
    NODES,
    Array.from({ length: FRAMES }, (_, i) => [`0 0 0 ${i} 0 0 0`, `1 4 0 0 0 0 ${i / 10}`]),
  ),
};
const SCRIPT = `$modelname a
$body b "body"
$sequence one "wave" fps 10
$sequence two "./wave.smd" fps 20 loop
$sequence three ".\\wave" frames 1 2
$sequence four "wave.SMD" delta
$sequence five "wave" { walkframe 4 LX }
`;

function compile(script: string, limits: Limits = {}) {
  const read: string[] = [];
  const report = { warn: () => {}, progress: () => {} };
  const readSmd = (name: string) => {
    read.push(name);
    return parseSmd(SMDS[name.replace(/^\.[/\\]/, "").replace(/\.smd$/i, "")]);
  };
  const { mdl } = compileStudioModel(parseQc(script, report), readSmd, report, new Ledger(limits));
  return { read, ...parseMdlAnimations(mdl, parseMdl(mdl)) };
}

const codeOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} ${error.where}`;
    throw error;
  }
  return "compiled";
};

describe("sources shared by several sequences", () => {
  it("are read once, whatever the spelling of their paths", () => {
    expect(compile(SCRIPT).read).toEqual(["body", "wave"]);
  });

  it("give each sequence its own rate, loop, frames, delta and movement", () => {
    const { animations, sequences } = compile(SCRIPT);
    const [one, two, three, four, five] = animations;
    const said = animations.map(({ name, fps, flags, frameCount }) => [
      name,
      fps,
      flags,
      frameCount,
    ]);
    expect(said).toEqual([
      ["@one", 10, 0, 5],
      ["@two", 20, 1, 5],
      ["@three", 30, 0, 2],
      ["@four", 30, 4, 5],
      ["@five", 30, 0, 5],
    ]);
    expect(two.position).toEqual(one.position);
    expect(two.quaternion).toEqual(one.quaternion);
    expect(three.position).toEqual(one.position.slice(6, 18));
    expect(five.movements).toHaveLength(1);
    expect(one.movements).toHaveLength(0);
    // Each sequence has the box of its frames; a delta has none.
    expect(sequences[1].maxs).toEqual(sequences[0].maxs);
    expect(sequences[2].maxs[2]).toBeLessThan(sequences[0].maxs[2]);
    expect([sequences[3].mins, sequences[3].maxs]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    // Compiled alone, the sequence is the same.
    const alone = compile(SCRIPT.replace('$sequence one "wave" fps 10\n', ""));
    expect(alone.animations[0]).toEqual(two);
    // The model's quarter turn about z does not apply to a delta.
    expect(four.quaternion).not.toEqual(one.quaternion);
  });
});

describe("limits of a compiled model", () => {
  const many = (count: number) =>
    SCRIPT + Array.from({ length: count }, (_, i) => `$sequence s${i} "wave"\n`).join("");

  it("count bones and frames of each sequence, shared or not", () => {
    // Five sequences: 5 + 5 + 2 + 5 + 5 frames of two bones.
    const own = 22 * 2;
    expect(codeOf(() => compile(SCRIPT, { compiledPoses: own }))).toBe("compiled");
    expect(codeOf(() => compile(SCRIPT, { compiledPoses: own - 1 }))).toBe("too-large @five");
    const more = own + 7 * FRAMES * 2;
    expect(codeOf(() => compile(many(7), { compiledPoses: more }))).toBe("compiled");
    expect(codeOf(() => compile(many(7), { compiledPoses: more - 1 }))).toBe("too-large @s6");
  });

  it("count the vertices that boxes are measured from, once for shared frames", () => {
    // Three vertices in the frames of one, three and five: two shares the frames of one, and four
    // is a delta.
    const measured = 3 * (5 + 2 + 5);
    expect(codeOf(() => compile(many(7), { measuredVertices: measured }))).toBe("compiled");
    const over = codeOf(() => compile(SCRIPT, { measuredVertices: measured - 1 }));
    expect(over).toBe("too-large @five");
  });

  it("grow with the bytes of the sources, each counted once", async () => {
    const text = (value: string) => new TextEncoder().encode(value);
    // The limit is at least 2^21 poses; 1,200 frames of 2 bones in 1,000 sequences are 2.4 million.
    const long = smdText(
      [],
      NODES,
      Array.from({ length: 1200 }, () => ["0 0 0 0 0 0 0", "1 4 0 0 0 0 0"]),
    );
    const files: Record<string, Uint8Array> = {
      "a.qc": text(
        `$modelname a\n${Array.from({ length: 1000 }, (_, i) => `$sequence s${i} "${i % 2 ? "./" : ""}long"\n`).join("")}`,
      ),
      "long.smd": text(long),
    };
    const asked: string[] = [];
    const read = async (path: string) => {
      asked.push(path);
      return files[path] ?? null;
    };
    await expect(compileModelSource("a.qc", { read })).rejects.toMatchObject({
      format: "QC",
      code: "too-large",
    });
    expect(asked).toEqual(["a.qc", "long.smd"]);
  });
});

describe("limits of a decompiled model", () => {
  it("are checked before any text is made: 1.5 KB of animations of 40,000 frames", async () => {
    const { bytes, view, at } = makeSequences();
    // A model of animations alone, without meshes and other files.
    view.setInt32(232, 0, true);
    for (const record of [at.animations, at.animations + 100]) {
      view.setInt32(record + 16, 40_000, true);
      // Rules and local hierarchies are removed, whose tracks would be as long.
      view.setInt32(record + 60, 0, true);
      view.setInt32(record + 72, 0, true);
    }
    const read = async (path: string) => (path === "a.mdl" ? bytes : null);
    const decompile = (limits: Limits) =>
      decompileModelFiles("a.mdl", { read }, { warn: () => {} }, new Ledger(limits));
    await expect(decompile({})).rejects.toMatchObject({ code: "too-large", where: "sequences" });
    expect((await decompile({ sourceBytes: 2 ** 25 }))!.size).toBeGreaterThan(1);
  });
});
