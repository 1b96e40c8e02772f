import { describe, expect, it } from "vitest";
import { catchSmdError } from "./catch-smd-error.ts";

const NODES = ["version 1", "nodes", '0 "a" -1', '1 "b" 0', "end"];
const SKELETON = ["skeleton", "time 0", "0 0 0 0 0 0 0", "1 0 0 0 0 0 0", "end"];
const HEAD = [...NODES, ...SKELETON, "triangles", "m"];
const VERTEX = "0 0 0 0 0 0 1 0 0";

function text(...lines: readonly string[]): string {
  return lines.join("\n");
}

describe("parseSmd on a broken file", () => {
  it.each<[name: string, text: string, code: string, line: number]>([
    ["no text", "", "bad-magic", 1],
    ["no version", text("nodes", "end"), "bad-magic", 1],
    ["a version of the future", text("version 4"), "bad-version", 1],
    ["an unknown block", text(...NODES, "meshes"), "syntax", 6],
    ["no nodes", text("version 1", ...SKELETON), "syntax", 2],
    ["no bones", text("version 1", "nodes", "end"), "bad-count", 3],
    ["a second block", text(...NODES, ...NODES.slice(1)), "syntax", 6],
    ["no skeleton", text(...NODES), "truncated", 5],
    ["a quote left open", text("version 1", "nodes", '0 "a -1'), "syntax", 3],
    ["a bone without parent", text("version 1", "nodes", '0 "a"'), "syntax", 3],
    ["an id used twice", text(...NODES.slice(0, 3), '0 "b" 0', "end"), "bad-index", 4],
    ["an unknown parent", text(...NODES.slice(0, 3), '1 "b" 5', "end"), "bad-index", 4],
    ["bones in a circle", text("version 1", "nodes", '0 "a" 1', '1 "b" 0', "end"), "cycle", 3],
    ["nodes without end", text(...NODES.slice(0, 4)), "truncated", 4],
    ["a pose before its time", text(...NODES, "skeleton", "0 0 0 0 0 0 0"), "syntax", 7],
    [
      "a pose of an unknown bone",
      text(...NODES, "skeleton", "time 0", "7 0 0 0 0 0 0"),
      "bad-index",
      8,
    ],
    [
      "a bone posed twice",
      text(...NODES, ...SKELETON.slice(0, 3), "0 0 0 0 0 0 0"),
      "bad-index",
      9,
    ],
    ["a pose of five numbers", text(...NODES, "skeleton", "time 0", "0 0 0 0 0 0"), "syntax", 8],
    [
      "a pose that is no number",
      text(...NODES, "skeleton", "time 0", "0 0 0 nan 0 0 0"),
      "bad-value",
      8,
    ],
    [
      "a pose past all numbers",
      text(...NODES, "skeleton", "time 0", "0 0 0 1e99 0 0 0"),
      "bad-value",
      8,
    ],
    ["time that stands still", text(...NODES, ...SKELETON.slice(0, 4), "time 0"), "bad-value", 10],
    [
      "a first frame without a bone",
      text(...NODES, ...SKELETON.slice(0, 3), "time 1", "end"),
      "mismatch",
      7,
    ],
    ["a skeleton without frames", text(...NODES, "skeleton", "end"), "bad-count", 7],
    ["triangles without end", text(...HEAD, VERTEX, VERTEX, VERTEX), "truncated", 15],
    ["a triangle of two", text(...HEAD, VERTEX, VERTEX, "end"), "syntax", 15],
    ["a vertex cut short", text(...HEAD, "0 0 0 0 0 0 1 0"), "syntax", 13],
    ["a vertex of an unknown bone", text(...HEAD, "9 0 0 0 0 0 1 0 0"), "bad-index", 13],
    ["a vertex that is no number", text(...HEAD, "0 0 0 x 0 0 1 0 0"), "bad-value", 13],
    ["fewer links than said", text(...HEAD, `${VERTEX} 2 0 1`), "bad-count", 13],
    ["more links than said", text(...HEAD, `${VERTEX} 1 0 1 1 1`), "syntax", 13],
    ["a negative number of links", text(...HEAD, `${VERTEX} -1`), "bad-count", 13],
    ["half a link", text(...HEAD, `${VERTEX} 0.5 0`), "bad-value", 13],
    ["a link to an unknown bone", text(...HEAD, `${VERTEX} 1 4 1`), "bad-index", 13],
    ["a weight below zero", text(...HEAD, `${VERTEX} 1 1 -0.5`), "bad-value", 13],
    [
      "a shape's vertex before its time",
      text(...NODES, "vertexanimation", `0 0 0 0 0 0 1`),
      "syntax",
      7,
    ],
    [
      "a shape's vertex below zero",
      text(...NODES, "vertexanimation", "time 0", "-1 0 0 0 0 0 1"),
      "bad-index",
      8,
    ],
    [
      "a shape's vertex that the first lacks",
      text(...NODES, "vertexanimation", "time 0", "0 0 0 0 0 0 1", "time 1", "1 0 0 0 0 0 1"),
      "bad-index",
      10,
    ],
    [
      "a shape's vertex past the triangles",
      text(...HEAD, VERTEX, VERTEX, VERTEX, "end", "vertexanimation", "time 0", "3 0 0 0 0 0 1"),
      "bad-index",
      19,
    ],
  ])("reports %s with its line", (_, broken, code, line) => {
    expect(catchSmdError(broken)).toEqual([code, line]);
  });

  it("counts CR, LF and CRLF line ends", () => {
    const broken = text(...HEAD, "0 0 0 x 0 0 1 0 0");
    expect(catchSmdError(broken.replaceAll("\n", "\r\n"))).toEqual(["bad-value", 13]);
    expect(catchSmdError(broken.replaceAll("\n", "\r"))).toEqual(["bad-value", 13]);
  });

  it("refuses a small text that asks for too many poses", () => {
    const bones = Array.from({ length: 1000 }, (_, i) => `${i} "b${i}" -1`);
    const poses = bones.map((_, i) => `${i} 0 0 0 0 0 0`);
    const times = Array.from({ length: 5000 }, (_, i) => `time ${i + 1}`);
    const broken = text(
      "version 1",
      "nodes",
      ...bones,
      "end",
      "skeleton",
      "time 0",
      ...poses,
      ...times,
    );
    expect(catchSmdError(broken)[0]).toBe("bad-count");
  });
});
