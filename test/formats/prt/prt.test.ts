import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/index.ts";
import { type PortalFile, parsePrt, writePrt } from "../../../src/formats/prt/index.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { hasCorpus, listCorpusFiles, listSecondCorpus, readCorpus } from "../../support/corpus.ts";

const TEXT = `PRT1
3
2
4 0 1 (192 0 -192 ) (192 0 192 ) (0 0 192 ) (0 0 -192 )${" "}
3 1 2 (0.5 -1e-3 2 ) (1 1 1 ) (-16384 0 3 )${" "}
`;

function faultOf(text: string): string {
  try {
    parsePrt(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.format).toBe("PRT");
    return `${error.code} ${error.line}`;
  }
  return "fine";
}

describe("parsePrt", () => {
  it("reads counts, clusters and windings", () => {
    expect(parsePrt(TEXT)).toEqual({
      clusterCount: 3,
      portalCount: 2,
      clusters: Uint32Array.of(0, 1, 1, 2),
      firstPoint: Uint32Array.of(0, 4, 7),
      points: Float64Array.of(
        ...[192, 0, -192, 192, 0, 192, 0, 0, 192, 0, 0, -192],
        ...[0.5, -1e-3, 2, 1, 1, 1, -16384, 0, 3],
      ),
    });
  });

  it("accepts numbers next to brackets and Windows line ends", () => {
    const loose = TEXT.replaceAll(" )", ")").replaceAll("(", " (  ").replaceAll("\n", "\r\n");
    expect(parsePrt(loose)).toEqual(parsePrt(TEXT));
  });

  it.each([
    ["another magic", "PRT1", "PRT2", "bad-magic 1"],
    ["a broken count", "PRT1\n3", "PRT1\n3.5", "bad-value 2"],
    ["too many portals", "3\n2\n", "3\n70000\n", "bad-count 3"],
    ["fewer portals than stated", "3\n2\n", "3\n3\n", "truncated 6"],
    ["more portals than stated", "3\n2\n", "3\n1\n", "syntax 5"],
    ["a winding of two points", "3 1 2", "2 1 2", "bad-count 5"],
    ["a winding of too many points", "3 1 2", "65 1 2", "bad-count 5"],
    ["a cluster that is none", "3 1 2", "3 1 3", "bad-index 5"],
    ["a point of two numbers", "(1 1 1 )", "(1 1 )", "bad-value 5"],
    ["a point of four numbers", "(1 1 1 )", "(1 1 1 1 )", "syntax 5"],
    ["a word for a number", "(1 1 1 )", "(1 nan 1 )", "bad-value 5"],
    ["an infinite number", "(1 1 1 )", "(1 1e999 1 )", "bad-value 5"],
    ["an open bracket", "(1 1 1 )", "1 1 1 )", "syntax 5"],
  ])("reports %s with its line", (_, from, to, fault) => {
    expect(TEXT).toContain(from);
    expect(faultOf(TEXT.replace(from, to))).toBe(fault);
  });

  it("reports truncation at every token", () => {
    const tokens = TEXT.trimEnd().split(/(?<=\s)/);
    for (let count = 0; count < tokens.length; count++) {
      expect(faultOf(tokens.slice(0, count).join(""))).toMatch(/^truncated/);
    }
  });
});

const COORDINATE = fc.double({ noNaN: true, min: -1e9, max: 1e9 });

describe("writePrt", () => {
  it("writes whole numbers without a point, others with six decimals or all digits", () => {
    const written = writePrt({
      clusterCount: 2,
      portalCount: 1,
      clusters: Uint32Array.of(1, 0),
      firstPoint: Uint32Array.of(0, 3),
      points: Float64Array.of(-4, 271.75, 634.87207, 0.1, 1 / 3, 1e-7, 1, 2, 3),
    });
    const coordinates = "(-4 271.750000 634.872070 ) (0.100000 0.3333333333333333 1e-7 ) (1 2 3 ) ";
    expect(written).toBe(`PRT1\n2\n1\n3 1 0 ${coordinates}\n`);
  });

  it("writes text that reads back equal", () => {
    const portal = fc.record({
      clusters: fc.tuple(fc.nat(9), fc.nat(9)),
      points: fc.array(fc.tuple(COORDINATE, COORDINATE, COORDINATE), {
        minLength: 3,
        maxLength: 64,
      }),
    });
    fc.assert(
      fc.property(fc.array(portal, { maxLength: 4 }), (portals) => {
        const firstPoint = [0];
        for (const { points } of portals) firstPoint.push(firstPoint.at(-1)! + points.length);
        const file: PortalFile = {
          clusterCount: 10,
          portalCount: portals.length,
          clusters: Uint32Array.from(portals.flatMap(({ clusters }) => clusters)),
          firstPoint: Uint32Array.from(firstPoint),
          points: Float64Array.from(
            portals.flatMap(({ points }) => points.flat()),
            (x) => x + 0,
          ),
        };
        expect(parsePrt(writePrt(file))).toEqual(file);
      }),
      { numRuns: 50 },
    );
  });
});

const FILES = [...listCorpusFiles(".prt"), ...listSecondCorpus(".prt", true)];

describe.skipIf(!hasCorpus)("real portal files", () => {
  const read = (path: string) => new TextDecoder().decode(readCorpus(path));

  it.each(FILES)("%s is written as the same text", (path) => {
    const text = read(path);
    // vbsp opens the file in text mode, so on Windows its lines end in CR LF.
    expect(writePrt(parsePrt(text))).toBe(text.replaceAll("\r\n", "\n"));
  });

  it.each(FILES)("%s: winding points run clockwise seen from the first cluster", (path) => {
    const portals = parsePrt(read(path));
    const bsp = parseBsp(readCorpus(path.replace("mapsrc/Hammer", "maps").replace(".prt", ".bsp")));
    const tree = buildLeafTree(bsp);
    expect(Math.max(...bsp.leafs.cluster) + 1).toBe(portals.clusterCount);
    const wrong: string[] = [];
    for (let portal = 0; portal < portals.portalCount; portal++) {
      const { normal, centre } = planeOf(portals, portal);
      const clusters = [0.1, -0.1].map((away) => {
        const [x, y, z] = centre.map((value, axis) => value + normal[axis] * away);
        return bsp.leafs.cluster[findLeaf(tree, x, y, z)];
      });
      const expected = portals.clusters.subarray(portal * 2, portal * 2 + 2).join();
      if (clusters.join() !== expected)
        wrong.push(`portal ${portal}: ${expected}, not ${clusters}`);
    }
    expect(wrong).toEqual([]);
  });

  it("include all files of both corpora", () => expect(FILES).toHaveLength(2 + 22));
});

/**
 * Returns the unit normal (Newell's formula) towards the side from which the points run clockwise,
 * and their mean.
 */
function planeOf({ points, firstPoint }: PortalFile, portal: number) {
  const first = firstPoint[portal];
  const count = firstPoint[portal + 1] - first;
  const normal = [0, 0, 0];
  const centre = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const from = points.subarray((first + i) * 3, (first + i) * 3 + 3);
    const to = points.subarray((first + ((i + 1) % count)) * 3);
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] += (to[u] - from[u]) * (from[v] + to[v]);
      centre[axis] += from[axis] / count;
    }
  }
  const length = Math.hypot(...normal);
  return { normal: normal.map((value) => value / length), centre };
}
