import { describe, expect, it } from "vitest";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { summarizeSmd } from "../../../src/formats/smd/summarize-smd.ts";

/** The examples of Valve's documentation page, combined. */
const PAGE = `version 1
nodes
0 "root" -1
1 "child" 0
end
skeleton
time 0
0	0 0 0	1.570796 0 0
1	1 0 0	0 0 0
time 1
1	1 2 0	0 0 0
time 2
1	1 0 0	0 0 0
end
triangles
my_texture.bmp
0	0 0 0	0 0 1	0 1	1 0 1
0	0 -1 0	0 0 1	0 0	1 0 1
1	1 -1 0	0 0 1	1 0	1 1 1
my_texture.bmp
0	0 0 0	1 0 1	0 1	1 0 1
1	1 -1 0	1 0 1	1 0	1 1 1
1	1 0 0	1 0 1	1 1	1 1 1
end
`;

/** Builds a text with bones, a pose and one vertex line three times. */
function oneTriangle(vertex: string, version = 1, bones = '0 "a" -1\n1 "b" 0\n2 "c" 0'): string {
  const poses = bones.split("\n").map((line) => `${line.split(" ")[0]} 0 0 0 0 0 0`);
  const block = ["triangles", "m", vertex, vertex, vertex, "end"];
  return [`version ${version}`, "nodes", bones, "end", "skeleton", "time 0", ...poses, "end"]
    .concat(block)
    .join("\n");
}

function linksOf(text: string): [bone: number, weight: number][] {
  const { firstLink, linkBone, linkWeight } = parseSmd(text).triangles;
  return [...linkBone.subarray(0, firstLink[1])].map((bone, i) => [bone, linkWeight[i]]);
}

describe("parseSmd", () => {
  it("reads the examples of Valve's documentation page", () => {
    const smd = parseSmd(PAGE);
    expect(smd.nodes.name).toEqual(["root", "child"]);
    expect([...smd.nodes.parent]).toEqual([-1, 0]);
    expect(smd.skeleton.frameCount).toBe(3);
    // Frames 1 and 2 omit the root, which keeps its pose.
    const turns = [0, 6, 12].map((at) => smd.skeleton.rotation[at]);
    expect(turns).toEqual([1.570796, 1.570796, 1.570796].map(Math.fround));
    expect([4, 10, 16].map((at) => smd.skeleton.position[at])).toEqual([0, 2, 0]);
    expect(smd.triangles.count).toBe(2);
    expect(smd.triangles.materials).toEqual(["my_texture.bmp"]);
    expect([...smd.triangles.position.subarray(3, 9)]).toEqual([0, -1, 0, 1, -1, 0]);
    expect([...smd.triangles.texCoord.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
    expect([...smd.triangles.linkBone]).toEqual([0, 0, 1, 0, 1, 1]);
    expect(smd.vertexAnimation).toBeNull();
  });

  it("ignores differences in line ends, tabs, blank lines and comments", () => {
    const plain = parseSmd(PAGE);
    expect(parseSmd(PAGE.replaceAll("\n", "\r\n"))).toEqual(plain);
    expect(parseSmd(PAGE.replaceAll("\n", "\r"))).toEqual(plain);
    expect(parseSmd(PAGE.replaceAll("\n", "\n\n").replaceAll(" ", " \t "))).toEqual(plain);
    expect(parseSmd(PAGE.replaceAll("\n", " # a note\n"))).toEqual(plain);
    expect(parseSmd(PAGE.replaceAll("\n", ";note\n  // a line\n"))).toEqual(plain);
  });

  it("treats // as a comment only at the start of a line", () => {
    const text = PAGE.replaceAll("my_texture.bmp", "folder//skin");
    expect(parseSmd(text).triangles.materials).toEqual(["folder//skin"]);
  });

  it("keeps comment signs and spaces in quoted names", () => {
    const text = PAGE.replace('"child"', '"left #1; hand"').replaceAll("my_texture.bmp", '"a;b"');
    const smd = parseSmd(text);
    expect(smd.nodes.name[1]).toBe("left #1; hand");
    expect(smd.triangles.materials).toEqual(["a;b"]);
  });

  it("accepts bone ids in any order and sorts parents first", () => {
    const bones = '7 "hand" 3\n3 "arm" 40\n12 "foot" 40\n40 "root" -1';
    const smd = parseSmd(oneTriangle("3 0 0 0 0 0 1 0 0", 1, bones));
    expect(smd.nodes.name).toEqual(["root", "arm", "hand", "foot"]);
    expect([...smd.nodes.parent]).toEqual([-1, 0, 1, 0]);
    expect([...smd.nodes.id]).toEqual([40, 3, 7, 12]);
    expect([...smd.triangles.bone]).toEqual([1, 1, 1]);
  });

  it("assigns missing weight to the parent bone", () => {
    const vertex = "0 0 0 0 0 0 1 0 0";
    expect(linksOf(oneTriangle(vertex))).toEqual([[0, 1]]);
    expect(linksOf(oneTriangle(`${vertex} 0`))).toEqual([[0, 1]]);
    expect(linksOf(oneTriangle(`${vertex} 2 1 0.5 2 0.25`))).toEqual([
      [1, 0.5],
      [2, 0.25],
      [0, 0.25],
    ]);
    // The parent may already be among the links.
    expect(linksOf(oneTriangle(`${vertex} 2 0 0.25 2 0.25`))).toEqual([
      [0, 0.75],
      [2, 0.25],
    ]);
    // Rounded thirds are not treated as missing weight.
    const thirds = linksOf(oneTriangle(`${vertex} 3 1 0.333333 2 0.333333 0 0.333333`));
    expect(thirds).toEqual([1, 2, 0].map((bone) => [bone, Math.fround(0.333333)]));
    expect(linksOf(oneTriangle(`${vertex} 2 1 1 2 0`))).toEqual([[1, 1]]);
  });

  it("reads the additional texture coordinates of version 3", () => {
    const smd = parseSmd(oneTriangle("0 0 0 0 0 0 1 0 0 1 1 1 2 0.5 0.25 4 5", 3));
    expect([...smd.triangles.firstExtraTexCoord]).toEqual([0, 2, 4, 6]);
    expect([...smd.triangles.extraTexCoord.subarray(0, 4)]).toEqual([0.5, 0.25, 4, 5]);
  });

  it("reads a VTA, whose frames have no poses", () => {
    const smd = parseSmd(`version 1
nodes
0 "root" -1
end
skeleton
time 0
time 1
end
vertexanimation
time 0
4 0 0 1 0 0 1
9 1 0 1 0 0 1
time 1
9 1 0 2 0 1 0
end`);
    const shapes = smd.vertexAnimation;
    expect(shapes?.frameCount).toBe(2);
    expect([...(shapes?.firstVertex ?? [])]).toEqual([0, 2, 3]);
    expect([...(shapes?.id ?? [])]).toEqual([4, 9, 9]);
    expect([...(shapes?.position ?? [])].slice(6)).toEqual([1, 0, 2]);
    expect(smd.triangles.count).toBe(0);
    expect(summarizeSmd(smd)).toMatchObject({ frames: 2, shapes: 2, shapeVertices: 2, box: null });
  });

  it("summarizes bones, frames, triangles and materials", () => {
    expect(summarizeSmd(parseSmd(PAGE))).toEqual({
      format: "SMD",
      version: 1,
      bones: [
        { name: "root", parent: -1 },
        { name: "child", parent: 0 },
      ],
      frames: 3,
      triangles: 2,
      materials: { "my_texture.bmp": 2 },
      links: { 1: 6 },
      box: [
        [0, -1, 0],
        [1, 0, 0],
      ],
      shapes: 0,
      shapeVertices: 0,
    });
  });
});
