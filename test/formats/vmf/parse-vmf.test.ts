import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import { cubeText, dispText, lineOf, mapText, SIDES } from "./make-vmf.ts";

/** Returns the fault that a text causes, as `code where line`. */
function faultOf(text: string): string {
  try {
    parseVmf(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.format).toBe("VMF");
    return `${error.code} | ${error.where} | ${error.line}`;
  }
  return "fine";
}

describe("parseVmf", () => {
  const text = mapText({ entity: cubeText(4, { more: dispText(2) }) });

  it("reads the world, entities, outputs and solids with their lines", () => {
    const { revision, world, entities } = parseVmf(text);
    expect(revision).toBe(13);
    expect(world.pairs).toEqual([
      ["id", "1"],
      ["mapversion", "13"],
      ["classname", "worldspawn"],
    ]);
    expect([world.id, world.line]).toEqual([1, lineOf(text, "world\n")]);
    expect(world.get("ClassName")).toBe("worldspawn");
    expect(world.solids.map((solid) => [solid.id, solid.line, solid.sides.length])).toEqual([
      [2, lineOf(text, "solid\n"), 6],
    ]);
    expect(entities).toHaveLength(1);
    expect(entities[0].connections).toEqual([
      ["OnUser1", "a,Kill,,0,-1"],
      ["OnUser1", "b,Kill,,1,-1"],
    ]);
    expect(entities[0].get("OnUser1")).toBeUndefined();
  });

  it("reads a side", () => {
    const side = parseVmf(text).world.solids[0].sides[1];
    expect(side).toEqual({
      id: 1,
      line: lineOf(text, SIDES[1]) - 3,
      points: Float64Array.of(0, 0, 0, 64, 0, 0, 64, 64, 0),
      material: "DEV/A",
      uaxis: { x: 1, y: 0, z: 0, shift: 16, scale: 0.25 },
      vaxis: { x: 0, y: -1, z: 0, shift: -0.5, scale: 0.5 },
      lightmapScale: 32,
      smoothingGroups: 5,
      dispInfo: null,
    });
  });

  it("reads a displacement, row by row", () => {
    const disp = parseVmf(text).entities[0].solids[0].sides[0].dispInfo!;
    expect([disp.power, disp.startPosition, disp.elevation, disp.subdiv]).toEqual([
      2,
      [0, 64, 64],
      1.5,
      true,
    ]);
    expect(disp.line).toBe(lineOf(text, "dispinfo"));
    expect(disp.distances[7]).toBeCloseTo(1.2);
    expect(disp.alphas.subarray(5, 10)).toEqual(Float32Array.of(0, 1, 2, 3, 4));
    expect(disp.offsets.subarray(15, 18)).toEqual(Float32Array.of(1, 0, 0));
    expect([disp.normals.length, disp.offsetNormals.length]).toEqual([75, 75]);
  });

  it("treats all displacement grids except power and start as optional", () => {
    const more = 'dispinfo { "power" "3" "startposition" "[0 0 0]" }';
    const disp = parseVmf(mapText({ world: cubeText(2, { more }) })).world.solids[0].sides[0];
    expect(disp.dispInfo!.normals).toEqual(new Float32Array(243));
  });

  it("skips hidden blocks at any level", () => {
    const hidden = `hidden {\n${cubeText(9)}\n}`;
    const more = "hidden { entity { classname light } }";
    const { world, entities } = parseVmf(mapText({ world: hidden, more }));
    expect(world.solids).toEqual([]);
    expect(entities).toHaveLength(1);
  });

  it("reads Windows line ends, comments, bare words and keys in any case", () => {
    const loose = text
      .replaceAll("\n", "\r\n")
      .replace('"classname" "worldspawn"', 'CLASSNAME worldspawn // the world { "')
      .replaceAll('"plane"', '"Plane"')
      .replaceAll("world\r", "World\r");
    const { world } = parseVmf(loose);
    expect(world.get("classname")).toBe("worldspawn");
    expect(world.line).toBe(lineOf(text, "world\n"));
    expect(world.solids[0].sides).toHaveLength(6);
  });

  it.each([
    ["ends in a backslash", '"dir" "C:\\game\\"', ["dir", "C:\\game\\"]],
    ["has quotes behind backslashes", '"say" "a \\"b\\" c"', ["say", 'a \\"b\\" c']],
    ["has both", '"say" "a \\"b\\"', ["say", 'a \\"b\\']],
    ["is empty", '"none" ""', ["none", ""]],
    ["has what separates outputs", '"out" "a\u001bb"', ["out", "a\u001bb"]],
  ])("keeps a value that %s unchanged", (_, line, pair) => {
    expect(parseVmf(mapText({ world: line })).world.pairs.at(-1)).toEqual(pair);
  });

  it("replaces a scale of 0 by 1 for a texture and by the default for a lightmap", () => {
    const world = cubeText(2, { uaxis: "[1 0 0 0] 0" }).replace('scale" "32"', 'scale" "0"');
    const [side] = parseVmf(mapText({ world })).world.solids[0].sides;
    expect([side.uaxis.scale, side.lightmapScale]).toEqual([1, 16]);
  });

  it("returns no negative zero", () => {
    const world = cubeText(2, { uaxis: "[-0 -0.0 1 -0] 1" });
    const { x, y, shift } = parseVmf(mapText({ world })).world.solids[0].sides[0].uaxis;
    expect([x, y, shift].map((value) => Object.is(value, 0))).toEqual([true, true, true]);
  });
});

describe("parseVmf on a broken source", () => {
  const side = (first: object) => mapText({ world: cubeText(2, first) });

  it.each([
    ["a plane of two points", { plane: "(0 0 0) (1 0 0)" }, "(0 0 0) (1 0 0)"],
    ["a plane with a word in it", { plane: "(0 0 0) (1 x 0) (1 1 0)" }, "(1 x 0)"],
    ["a plane of four numbers a point", { plane: "(0 0 0 0) (1 0 0) (1 1 0)" }, "(0 0 0 0)"],
    ["a plane of points on a line", { plane: "(0 0 0) (1 1 1) (3 3 3)" }, "(3 3 3)"],
    ["an axis without its scale", { uaxis: "[1 0 0 0]" }, '[1 0 0 0]"'],
    ["an axis with too few numbers", { uaxis: "[1 0 0] 0.25" }, "[1 0 0] 0.25"],
    ["a number that is none", { uaxis: "[1 0 0 nan] 0.25" }, "nan"],
    ["an infinite number", { uaxis: "[1 0 0 1e99] 0.25" }, "1e99"],
    ["no material's name", { material: " " }, '"material" " "'],
  ])("reports %s with its line", (_, first, what) => {
    const text = side(first);
    expect(faultOf(text)).toBe(`bad-value | world 1 solid 2 side 0 | ${lineOf(text, what)}`);
  });

  it("reports a side without a material", () => {
    const text = side({ material: null });
    const line = lineOf(text, "side\n");
    expect(faultOf(text)).toBe(`syntax | world 1 solid 2 side 0 | ${line}`);
  });

  it.each([
    ["lightmapscale", '"lightmapscale" "32"', '"lightmapscale" "-1"'],
    ["smoothing_groups", '"smoothing_groups" "5"', '"smoothing_groups" "1.5"'],
    ["lightmapscale", '"lightmapscale" "32"', '"lightmapscale" "big"'],
  ])("reports an invalid %s", (_, good, bad) => {
    const text = mapText().replace(good, bad);
    expect(faultOf(text)).toBe(`bad-value | world 1 solid 2 side 0 | ${lineOf(text, bad)}`);
  });

  it.each([0, 3])("reports a solid with %i sides", (sides) => {
    const text = mapText({ world: cubeText(2, {}, sides) });
    expect(faultOf(text)).toBe(`bad-count | world 1 solid 2 | ${lineOf(text, "solid\n")}`);
  });

  it.each([
    ["a row too few", (rows: string[]) => rows.pop(), "distances\n"],
    ["a row too many", (rows: string[]) => rows.push('"row5" "1 2 3 4 5"'), '"row5" "1 2 3'],
    ["a row twice", (rows: string[]) => rows.push('"row4" "1 2 3 4 9"'), "1 2 3 4 9"],
    ["a short row", (rows: string[]) => rows.splice(0, 1, '"row0" "1 2 3 4"'), '1 2 3 4"'],
    ["a row by another name", (rows: string[]) => rows.splice(0, 1, '"rov0" "1 2"'), "rov0"],
  ])("reports a displacement of the wrong size: %s", (_, change, what) => {
    const text = side({ more: dispText(2, change) });
    const where = "world 1 solid 2 side 0 dispinfo distances";
    expect(faultOf(text)).toBe(`mismatch | ${where} | ${lineOf(text, what)}`);
  });

  it.each([
    ["a word in a row", dispText(2, (rows) => rows.splice(0, 1, '"row0" "1 2 3 x 5"')), "3 x 5"],
    ["a power of 5", dispText(2).replace('"power" "2"', '"power" "5"'), '"power" "5"'],
    ["no start", dispText(2).replace("[0 64 64]", "0 64"), '"0 64"'],
  ])("reports a displacement with %s", (_, more, what) => {
    const text = side({ more });
    expect(faultOf(text)).toMatch(`bad-value | world 1 solid 2 side 0 dispinfo`);
    expect(faultOf(text)).toMatch(new RegExp(`\\| ${lineOf(text, what)}$`));
  });

  it("reports the line of the first brace that closes nothing", () => {
    const text = mapText();
    const broken = text.replace("versioninfo\n{\n", "versioninfo\n{\n}\n");
    expect(faultOf(broken)).toBe("syntax | text | 5");
  });

  it("notices an unclosed block where the next of its kind begins", () => {
    const text = mapText();
    const closing = `"color" "0 1 2"\n}\n}\n`;
    const broken = text.replace(closing, `"color" "0 1 2"\n}\n`).replace(`"id" "4"`, `"id" "44"`);
    const world = parseVmf(text).world;
    // The world's brace now closes the solid, so the entity lies inside the world.
    expect(faultOf(broken)).toBe(`syntax | world | ${lineOf(broken, "entity\n")}`);
    expect(() => parseVmf(broken)).toThrow(`a } that closes the block of line ${world.line}`);
  });

  it("reports a block that is open at the text's end with the block's line", () => {
    const text = mapText();
    const cut = text.slice(0, text.lastIndexOf("}"));
    expect(faultOf(cut)).toBe(`syntax | entity | ${lineOf(text, "entity\n")}`);
  });

  it.each([
    ["a string without its end", '"key" "value', "syntax | world | 11"],
    ["a key without a value", '"key" }', "syntax | world | 11"],
    ["a block without a name", "{ }", "syntax | world | 11"],
  ])("reports a bad line: %s", (_, line, fault) => {
    const text = `\n\n\n\n\n\n\n\nworld\n{\n${line}\n}\n`;
    expect(faultOf(text)).toBe(fault);
  });

  it.each([
    ["no text", "", "syntax | text | 1"],
    ["no world", "entity { }", "syntax | text | 1"],
    ["two worlds", "world { }\nworld { }", "syntax | text | 2"],
    ["a brace at the top", "world { } }", "syntax | text | 1"],
    ["a last key", "world { }\n\nkey", "syntax | text | 3"],
    ["blocks without end", "a { ".repeat(100), "syntax | a | 1"],
  ])("reports a bad text: %s", (_, text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it("throws only FormatErrors", () => {
    const text = mapText({ entity: cubeText(4, { more: dispText(2) }) });
    const pieces = ['"', "{", "}", "\n", "//", "\\", "-", "x", "0", "[", ")", ""];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(text.length), fc.nat(8), fc.constantFrom(...pieces)), {
          minLength: 1,
          maxLength: 4,
        }),
        (edits) => {
          let broken = text;
          for (const [at, drop, put] of edits) {
            broken = broken.slice(0, at) + put + broken.slice(at + drop);
          }
          faultOf(broken);
        },
      ),
      { numRuns: 500 },
    );
  });
});
