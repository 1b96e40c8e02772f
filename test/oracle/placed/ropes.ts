/**
 * Simulates and draws a rope by the engine's sources: `CSimplePhysics::Simulate`,
 * `CBaseRopePhysics`, `C_RopeKeyframe::InitRopePhysics` and `BuildRope`, with one object per point.
 */

export type Vector = [number, number, number];

interface Node {
  pos: Vector;
  prev: Vector;
}

const add = (a: Vector, b: Vector, s = 1): Vector => [
  a[0] + b[0] * s,
  a[1] + b[1] * s,
  a[2] + b[2] * s,
];
const length = (a: Vector) => Math.hypot(...a);

/**
 * Returns its nodes after some seconds; the engine truncates the `length` between the ends to an
 * integer.
 */
export function hangNodes(
  start: Vector,
  end: Vector,
  count: number,
  slack: number,
  { seconds = 5, isDangling = false } = {},
): Vector[] {
  const ropeLength = Math.floor(length(add(start, end, -1)));
  const spring = Math.max((ropeLength + slack - 100) / (count - 1), 0);
  const nodes: Node[] = Array.from({ length: count }, (_, i) => {
    const pos = add(start, add(end, start, -1), i / (count - 1));
    return { pos, prev: [...pos] };
  });
  const half = (1 / 50) ** 2 * 0.5;
  for (let step = 0; step < Math.ceil(seconds * 50); step++) {
    for (const node of nodes) {
      const velocity = add(node.pos, node.prev, -1);
      const next = add(add(node.pos, velocity, 0.98), [0, 0, -1500], half);
      node.prev = node.pos;
      node.pos = next;
    }
    for (let iteration = 0; iteration < 3; iteration++) {
      for (let i = 0; i + 1 < count; i++) {
        const to = add(nodes[i].pos, nodes[i + 1].pos, -1);
        const apart = length(to);
        if (apart <= spring) continue;
        const move = 0.5 * (1 - spring / apart);
        nodes[i].pos = add(nodes[i].pos, to, -move);
        nodes[i + 1].pos = add(nodes[i + 1].pos, to, move);
      }
      nodes[0].pos = [...start];
      if (!isDangling) nodes[count - 1].pos = [...end];
    }
  }
  return nodes.map(({ pos }) => pos);
}

/** Returns the sag of a parabola with the same length between level ends. */
export function parabolaSag(apart: number, ropeLength: number): number {
  return Math.sqrt((3 / 8) * apart * Math.max(ropeLength - apart, 0));
}

/** Returns a line's coverage of a pixel at a distance in pixels. */
export function lineCoverage(off: number, width: number): number {
  let covered = 0;
  const parts = 1000;
  for (let i = 0; i < parts; i++) {
    if (Math.abs(off - 0.5 + (i + 0.5) / parts) < width / 2) covered++;
  }
  return covered / parts;
}
