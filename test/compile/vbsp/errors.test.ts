import { describe, expect, it } from "vitest";
import { checkLimit } from "../../../src/compile/vbsp/limits.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { Vmf, VmfSolid } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeEntity, makeRoom, makeSolid, makeVmf, pointEntity } from "../make-vmf.ts";
import { compile } from "./compile.ts";

const room = () => makeRoom([0, 0, 0], [256, 256, 128]);
const player = () => pointEntity("info_player_start", [128, 128, 16]);
const withSolid = (solid: VmfSolid) => makeVmf([...room(), solid], [player()]);

function faultOf(vmf: Vmf): FormatError {
  try {
    compile(vmf);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("the map is compiled");
}

describe("an invalid map", () => {
  it("with a side of collinear points is an error with the side's line", () => {
    const box = makeBox([64, 64, 0], [128, 128, 64]);
    const side = { ...box.sides[2], points: Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2) };
    const fault = faultOf(withSolid(makeSolid([...box.sides.slice(0, 2), side])));
    expect(fault).toMatchObject({ format: "VMF", code: "bad-value", line: side.line });
    expect(fault.where).toBe(`side ${side.id}`);
  });

  it("with an open brush is an error with the brush's line", () => {
    const box = makeBox([64, 64, 0], [128, 128, 64]);
    const open = makeSolid(box.sides.slice(0, 5));
    expect(faultOf(withSolid(open))).toMatchObject({
      code: "bad-value",
      line: open.line,
      where: `solid ${open.id}`,
    });
  });

  it("with a brush that is inside out is an error with the brush's line", () => {
    const box = makeBox([64, 64, 0], [128, 128, 64]);
    const sides = box.sides.map((side) => {
      const p = side.points;
      return {
        ...side,
        points: Float64Array.of(...p.slice(6), ...p.slice(3, 6), ...p.slice(0, 3)),
      };
    });
    const turned = makeSolid(sides);
    const fault = faultOf(withSolid(turned));
    expect(fault).toMatchObject({ code: "bad-value", line: turned.line });
  });

  it("that reaches out of the world is an error with the brush's line", () => {
    const far = makeBox([64, 64, 0], [128, 128, 40000]);
    expect(faultOf(withSolid(far))).toMatchObject({ code: "bad-value", line: far.line });
  });

  it("with materials without a VMT is compiled with plain walls, and one warning names all of them", () => {
    const box = makeBox([64, 64, 0], [128, 128, 64], {
      sides: { top: { material: "No/Such" }, left: { material: "another" } },
    });
    const { said, bsp } = compile(withSolid(box));
    expect(said).toEqual([
      "2 materials have no VMT, compiled as plain walls of 128x128 texels: another, no/such",
    ]);
    const names = [...bsp.texDatas.name].map((name) => name.toLowerCase());
    const row = names.indexOf("no/such");
    expect([bsp.texDatas.width[row], bsp.texDatas.height[row]]).toEqual([128, 128]);
    const faces = [...bsp.faces.texinfo].filter((info) => bsp.texInfos.texdata[info] === row);
    expect(faces).toHaveLength(1);
    expect(bsp.texInfos.flags[faces[0]]).toBe(0);
  });

  it("with an area portal of two brushes, or an origin brush in the world, is an error", () => {
    const solids = [makeBox([0, 0, 0], [16, 16, 16]), makeBox([32, 0, 0], [48, 16, 16])];
    const portal = makeEntity({ classname: "func_areaportal" }, { solids });
    expect(faultOf(makeVmf(room(), [player(), portal]))).toMatchObject({
      code: "bad-count",
      line: portal.line,
    });
    const origin = makeBox([64, 64, 0], [80, 80, 16], { material: "tools/toolsorigin" });
    expect(faultOf(withSolid(origin))).toMatchObject({ code: "bad-value", line: origin.line });
  });

  it("with a repeated side is compiled, with a warning", () => {
    const box = makeBox([64, 64, 0], [128, 128, 64]);
    const { said, bsp } = compile(withSolid(makeSolid([...box.sides, box.sides[3]])));
    expect(said).toEqual([
      `line ${box.sides[3].line}: side ${box.sides[3].id} repeats a plane of its brush`,
    ]);
    expect(bsp.faces.count).toBeGreaterThan(6);
  });

  it("that is too large is an error with the name of the limit", () => {
    const many = Array.from({ length: 1024 }, () =>
      makeEntity({ classname: "func_wall" }, { solids: [makeBox([8, 8, 8], [24, 24, 24])] }),
    );
    expect(faultOf(makeVmf(room(), [player(), ...many]))).toMatchObject({
      code: "bad-count",
      where: "models",
      found: "1025",
    });
    expect(() => checkLimit("faces", 65536, 65536)).not.toThrow();
    expect(() => checkLimit("faces", 65537, 65536)).toThrow(
      expect.objectContaining({ code: "bad-count", found: "65537" }),
    );
  });
});

describe("a map that costs too much", () => {
  /** Makes a box of 64 inches whose top has a given luxel size. */
  const withTop = (lightmapScale: number, material = "dev/other") => {
    const box = makeBox([64, 64, 0], [128, 128, 64], { sides: { top: { material } } });
    const top = box.sides.findIndex((side) => side.material === material);
    const sides = box.sides.map((side, i) => (i === top ? { ...side, lightmapScale } : side));
    return { vmf: withSolid(makeSolid(sides)), side: sides[top] };
  };

  it.each([
    // 64 x 64 inches: 2^22 luxels are the whole limit, and the room has some more.
    ["luxels", 1 / 32, "dev/other", "4194304 luxels"],
    ["luxels of a bumped material, which count four times", 1 / 16, "dev/bumped", "4194304 luxels"],
    ["faces", 0.001, "dev/other", "65536 faces"],
  ])("in %s is refused with the side and its line", (_, scale, material, limit) => {
    const { vmf, side } = withTop(scale, material);
    const fault = faultOf(vmf);
    expect(fault).toMatchObject({ format: "VMF", code: "too-large", line: side.line });
    expect(fault.where).toBe(`side ${side.id}`);
    expect(fault.expected).toContain(limit);
  });

  it("is compiled below the limits", () => {
    const { vmf } = withTop(1 / 8);
    expect(compile(vmf).bsp.faces.count).toBeGreaterThan((64 * 8 * 64 * 8) / 32 ** 2);
  });

  it("in brushes is refused at the first beyond the limit", () => {
    const box = (i: number) => makeBox([i % 128, i >> 7, 8], [(i % 128) + 1, (i >> 7) + 1, 9]);
    const boxes = Array.from({ length: 8193 - 6 }, (_, i) => box(i));
    const fault = faultOf(makeVmf([...room(), ...boxes], [player()]));
    const last = boxes.at(-1)!;
    expect(fault).toMatchObject({ code: "too-large", where: `solid ${last.id}`, line: last.line });
    expect(fault.expected).toContain("8192 brushes");
  });

  it("in overlapping detail brushes is refused", () => {
    const at = (i: number) => [(i * 37) % 97, (i * 53) % 89, (i * 29) % 47] as const;
    const boxes = Array.from({ length: 900 }, (_, i) => {
      const [x, y, z] = at(i);
      return makeBox([x + 16, y + 16, z + 8], [x + 80, y + 80, z + 72]);
    });
    const detail = makeEntity({ classname: "func_detail" }, { solids: boxes });
    const fault = faultOf(makeVmf(room(), [player(), detail]));
    expect(fault).toMatchObject({ format: "VMF", code: "too-large" });
    expect(fault.where).toMatch(/^solid \d+$/);
    expect(fault.expected).toContain("131072 pairs of brushes");
  });
});
