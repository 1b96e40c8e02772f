/** Reads a PRT. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";

/** Portals between clusters: contents of a `.prt` file, which vbsp writes and vvis reads. */
export interface PortalFile {
  readonly clusterCount: number;
  readonly portalCount: number;
  /** 2 a portal: the clusters on its two sides. */
  readonly clusters: Uint32Array;
  /** First row of `points` of each portal; plus an end value. */
  readonly firstPoint: Uint32Array;
  /** 3 a point, clockwise seen from the side of the first cluster. */
  readonly points: Float64Array;
}

/** `MAX_MAP_PORTALS` of Valve's public `bspfile.h`. */
const MAX_PORTALS = 65536;
/** `MAX_POINTS_ON_WINDING` of Valve's vvis. */
const MAX_POINTS = 64;

const TOKEN = /[()]|[^\s\0()]+/g;
const INTEGER = /^\d+$/;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * Reads a portal file: `PRT1`, the counts of clusters and portals, then a line for each portal: its
 * point count, two clusters, and each point as `(x y z )`. Throws FormatError (PRT) with a line
 * number: `bad-magic`, `truncated`, `bad-count`, `bad-index` for an unknown cluster, `bad-value`
 * for an invalid number, `syntax` for trailing text.
 */
export function parsePrt(text: string): PortalFile {
  const tokens = new Tokens(text);
  const magic = tokens.take("the word PRT1");
  if (magic !== "PRT1") throw tokens.fault("bad-magic", "PRT1", magic);
  const clusterCount = tokens.integer("the count of clusters");
  const portalCount = tokens.integer("the count of portals");
  if (portalCount > MAX_PORTALS) {
    throw tokens.fault("bad-count", `at most ${MAX_PORTALS} portals`, String(portalCount));
  }
  const clusters: number[] = [];
  const firstPoint: number[] = [];
  const points: number[] = [];
  for (let portal = 0; portal < portalCount; portal++) {
    const pointCount = tokens.integer("the count of points");
    if (pointCount < 3 || pointCount > MAX_POINTS) {
      throw tokens.fault("bad-count", `3 to ${MAX_POINTS} points`, String(pointCount));
    }
    for (let side = 0; side < 2; side++) {
      const cluster = tokens.integer("a cluster");
      if (cluster >= clusterCount) {
        throw tokens.fault("bad-index", `a cluster below ${clusterCount}`, String(cluster));
      }
      clusters.push(cluster);
    }
    firstPoint.push(points.length / 3);
    for (let i = 0; i < pointCount; i++) {
      tokens.expect("(");
      for (let axis = 0; axis < 3; axis++) points.push(tokens.number());
      tokens.expect(")");
    }
  }
  firstPoint.push(points.length / 3);
  tokens.expectEnd();
  return {
    clusterCount,
    portalCount,
    clusters: Uint32Array.from(clusters),
    firstPoint: Uint32Array.from(firstPoint),
    points: Float64Array.from(points),
  };
}

class Tokens {
  readonly #text: string;
  readonly #matches: RegExpStringIterator<RegExpExecArray>;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
    this.#matches = text.matchAll(TOKEN);
  }

  take(expected: string): string {
    const { value } = this.#matches.next();
    if (!value) {
      this.#offset = this.#text.length;
      throw this.fault("truncated", expected, "the end");
    }
    this.#offset = value.index;
    return value[0];
  }

  expect(token: string): void {
    const found = this.take(token);
    if (found !== token) throw this.fault("syntax", token, found);
  }

  integer(expected: string): number {
    const found = this.take(expected);
    if (!INTEGER.test(found) || Number(found) > 0x7fffffff) {
      throw this.fault("bad-value", expected, found);
    }
    return Number(found);
  }

  number(): number {
    const found = this.take("a coordinate");
    const value = NUMBER.test(found) ? Number(found) : Number.NaN;
    if (!Number.isFinite(value)) throw this.fault("bad-value", "a coordinate", found);
    return value;
  }

  expectEnd(): void {
    const { value } = this.#matches.next();
    if (!value) return;
    this.#offset = value.index;
    throw this.fault("syntax", "the end", value[0]);
  }

  fault(code: FormatErrorCode, expected: string, found: string): FormatError {
    const line = this.#text.slice(0, this.#offset).split("\n").length;
    const offset = this.#offset;
    return new FormatError({ format: "PRT", code, where: "text", line, offset, expected, found });
  }
}
