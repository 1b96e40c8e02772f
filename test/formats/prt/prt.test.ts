import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { type Bsp, parseBsp } from "../../../src/formats/bsp/index.ts";
import { type PortalFile, parsePrt, writePrt } from "../../../src/formats/prt/index.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";

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

  it("reads numbers against their brackets, and Windows line ends", () => {
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
  ])("tells of %s with its line", (_, from, to, fault) => {
    expect(TEXT).toContain(from);
    expect(faultOf(TEXT.replace(from, to))).toBe(fault);
  });

  it("tells of every end before the end", () => {
    const tokens = TEXT.trimEnd().split(/(?<=\s)/);
    for (let count = 0; count < tokens.length; count++) {
      expect(faultOf(tokens.slice(0, count).join(""))).toMatch(/^truncated/);
    }
  });
});

const COORDINATE = fc.double({ noNaN: true, min: -1e9, max: 1e9 });

describe("writePrt", () => {
  it("gives back what was read", () => {
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

const FILES = listCorpusFiles(".prt");

describe.skipIf(!hasCorpus)("real portal files", () => {
  it.each(FILES)("%s is written as the same text", (path) => {
    const text = new TextDecoder().decode(readCorpus(path));
    expect(writePrt(parsePrt(text))).toBe(text);
  });

  it.each(FILES)("%s: seen from the first cluster, the points run clockwise", (path) => {
    const portals = parsePrt(new TextDecoder().decode(readCorpus(path)));
    const bsp = parseBsp(readCorpus(path.replace("mapsrc/Hammer", "maps").replace(".prt", ".bsp")));
    expect(bsp.visibility!.clusterCount).toBe(portals.clusterCount);
    for (let portal = 0; portal < portals.portalCount; portal++) {
      const { normal, dist } = planeOf(portals, portal);
      const [front, back] = portals.clusters.subarray(portal * 2);
      for (const [cluster, side] of [
        [front, 1],
        [back, -1],
      ]) {
        const centre = clusterCentre(bsp, cluster);
        const distance = centre[0] * normal[0] + centre[1] * normal[1] + centre[2] * normal[2];
        expect((distance - dist) * side, `portal ${portal}`).toBeGreaterThan(0);
      }
    }
  });

  it("are two", () => expect(FILES).toHaveLength(2));
});

/** The plane whose front sees the points run clockwise. */
function planeOf({ points, firstPoint }: PortalFile, portal: number) {
  const at = (i: number) => [...points.subarray((firstPoint[portal] + i) * 3).subarray(0, 3)];
  const [p0, p1, p2] = [at(0), at(1), at(2)];
  const u = p0.map((value, i) => value - p1[i]);
  const v = p2.map((value, i) => value - p1[i]);
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return { normal, dist: normal[0] * p1[0] + normal[1] * p1[1] + normal[2] * p1[2] };
}

/** The middle of the box of a cluster's leafs. */
function clusterCentre({ leafs }: Bsp, cluster: number): number[] {
  const mins = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const maxs = mins.map((value) => -value);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    if (leafs.cluster[leaf] !== cluster) continue;
    for (let axis = 0; axis < 3; axis++) {
      mins[axis] = Math.min(mins[axis], leafs.mins[leaf * 3 + axis]);
      maxs[axis] = Math.max(maxs[axis], leafs.maxs[leaf * 3 + axis]);
    }
  }
  return mins.map((value, axis) => (value + maxs[axis]) / 2);
}
