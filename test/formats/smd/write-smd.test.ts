import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { writeSmd } from "../../../src/formats/smd/write-smd.ts";

const float = fc
  .oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -4096, max: 4096 }),
    fc.double({ min: -100, max: 100, noNaN: true }),
  )
  .map(String);
const floats = (count: number) =>
  fc.array(float, { minLength: count, maxLength: count }).map((row) => row.join(" "));
/** All characters that may appear in quotes. */
const name = fc.string({ unit: fc.constantFrom(..."abcXYZ019 ._#;/\\-"), maxLength: 12 });
const material = name.map((text) => `"${text}"`);

interface Shape {
  readonly version: number;
  readonly parents: readonly number[];
  readonly names: readonly string[];
  readonly frames: readonly (readonly string[])[];
  readonly triangles: readonly { readonly material: string; readonly lines: readonly string[] }[];
}

const shape: fc.Arbitrary<Shape> = fc
  .record({ version: fc.constantFrom(1, 2, 3), boneCount: fc.integer({ min: 1, max: 5 }) })
  .chain(({ version, boneCount }) => {
    const bone = fc.nat({ max: boneCount - 1 });
    const link = fc
      .tuple(bone, fc.integer({ min: 0, max: 100 }))
      .map(([b, w]) => `${b} ${w / 100}`);
    const links = fc.array(link, { maxLength: 4 }).map((row) => [row.length, ...row].join(" "));
    const extra = fc
      .integer({ min: 0, max: 3 })
      .chain((n) => floats(n * 2).map((t) => `${n} ${t}`));
    const vertex = fc
      .tuple(bone, floats(8), fc.option(links, { nil: "" }), extra)
      .map(([b, t, l, e]) => `${b} ${t} ${l}${version === 3 && l !== "" ? ` ${e}` : ""}`.trim());
    const triangle = fc.record({
      material,
      lines: fc.array(vertex, { minLength: 3, maxLength: 3 }),
    });
    return fc.record({
      version: fc.constant(version),
      parents: fc.tuple(
        ...Array.from({ length: boneCount }, (_, i) => fc.integer({ min: -1, max: i - 1 })),
      ),
      names: fc.array(name, { minLength: boneCount, maxLength: boneCount }),
      frames: fc.array(fc.array(floats(6), { minLength: boneCount, maxLength: boneCount }), {
        minLength: 1,
        maxLength: 4,
      }),
      triangles: fc.array(triangle, { maxLength: 6 }),
    });
  });

function textOf({ version, parents, names, frames, triangles }: Shape): string {
  const lines = [`version ${version}`, "nodes"];
  lines.push(...parents.map((parent, i) => `${i} "${names[i]}" ${parent}`));
  lines.push("end", "skeleton");
  frames.forEach((poses, time) => {
    lines.push(`time ${time}`);
    lines.push(...poses.map((pose, bone) => `${bone} ${pose}`));
  });
  lines.push("end", "triangles");
  for (const { material, lines: vertices } of triangles) lines.push(material, ...vertices);
  lines.push("end", "");
  return lines.join("\n");
}

describe("writeSmd", () => {
  it("writes text that reads back bit for bit and is written again the same", () => {
    fc.assert(
      fc.property(shape, (made) => {
        const smd = parseSmd(textOf(made));
        const text = writeSmd(smd);
        const again = parseSmd(text);
        expect(again).toEqual(smd);
        expect(writeSmd(again)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("writes vertex animation, and omits bones that do not move from later frames", () => {
    const text = `version 1
nodes
5 "a" -1
2 "b" 5
end
skeleton
time 0
5 0 0 0 0 0 0
2 1 0.1 0 0 0 1.570796
time 4
2 1 0.2 0 0 0 1.570796
end
triangles
m
5 0 0 0 0 0 1 0 0
2 1 0 0 0 0 1 1 0
5 0 1 0 0 0 1 0 1 2 2 0.25 5 0.75
end
vertexanimation
time 0
0 0 0 0 0 0 1
2 0 1 0 0 0 1
time 4 # lip raise
2 0 1 1 0 0 1
end
`;
    expect(writeSmd(parseSmd(text))).toBe(text);
  });
});

describe("parseSmd on a damaged SMD", () => {
  it("throws a FormatError or returns data that can be written", () => {
    const counts = { read: 0, refused: 0 };
    const word = fc.constantFrom(
      "end",
      "nodes",
      "triangles",
      "time 0",
      "-1",
      "nan",
      '"',
      "9",
      "\r",
    );
    const change = fc.tuple(fc.nat({ max: 0xffff }), fc.nat({ max: 8 }), fc.option(word));
    fc.assert(
      fc.property(shape, fc.array(change, { minLength: 1, maxLength: 3 }), (made, changes) => {
        let text = textOf(made);
        for (const [place, cut, added] of changes) {
          const at = Math.floor((place / 0x10000) * text.length);
          text = text.slice(0, at) + (added ?? "") + text.slice(at + cut);
        }
        try {
          const smd = parseSmd(text);
          expect(parseSmd(writeSmd(smd))).toEqual(smd);
          counts.read++;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.format).toBe("SMD");
          expect(error.line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
          counts.refused++;
        }
      }),
      { numRuns: 600 },
    );
    expect(counts.read).toBeGreaterThan(30);
    expect(counts.refused).toBeGreaterThan(100);
  });
});
