/**
 * Places BVHs in WebAssembly memory, which threads share where the platform can: one copy for all.
 */

import { arraysAreShared } from "../../shared-arrays.ts";
import type { Bvh, BvhPlace } from "./bvh.ts";

const PAGE_BYTES = 65536;
const MOST_PAGES = 65536;
/** Threads that have scratch memory. Further ones use the reference. */
const MOST_THREADS = 128;
/** The first word counts the threads. */
const FIRST_SCRATCH = 128;
/** Scratch memory before the stack, see `trace.wat`. */
const LANE_BYTES = 96;
const STACK_ENTRY_BYTES = 8;

const align = (bytes: number): number => Math.ceil(bytes / 128) * 128;

/** Moves BVHs into one memory. Returns them unchanged if there is no WebAssembly or no room. */
export function placeInMemory<K extends string>(bvhs: Readonly<Record<K, Bvh>>): Record<K, Bvh> {
  const list = Object.values<Bvh>(bvhs);
  const deepest = Math.max(...list.map(({ stackSize }) => stackSize));
  const scratchBytes = align(LANE_BYTES + deepest * STACK_ENTRY_BYTES);
  const firstArray = FIRST_SCRATCH + scratchBytes * MOST_THREADS;
  const memory = createMemory(
    list.reduce((end, bvh) => {
      const { nodeBoxes, nodeChildren, triangles, triangleIds } = bvh;
      const arrays = [nodeBoxes, nodeChildren, triangles, triangleIds];
      return arrays.reduce((sum, { byteLength }) => sum + align(byteLength), end);
    }, firstArray),
  );
  if (memory === null) return { ...bvhs };
  let end = firstArray;
  const move = <T extends Float32Array | Int32Array | Uint32Array>(array: T): [T, number] => {
    const Kind = array.constructor as new (buffer: ArrayBufferLike, at: number, n: number) => T;
    const moved = new Kind(memory.buffer, end, array.length);
    moved.set(array);
    const at = end;
    end += align(array.byteLength);
    return [moved, at];
  };
  const entries = Object.entries<Bvh>(bvhs).map(([name, bvh]) => {
    const [nodeBoxes, boxes] = move(bvh.nodeBoxes);
    const [nodeChildren, children] = move(bvh.nodeChildren);
    const [triangles, trianglesAt] = move(bvh.triangles);
    const [triangleIds, ids] = move(bvh.triangleIds);
    const place = { memory, boxes, children, triangles: trianglesAt, ids, scratchBytes };
    return [name, { ...bvh, nodeBoxes, nodeChildren, triangles, triangleIds, place }];
  });
  return Object.fromEntries(entries);
}

function createMemory(bytes: number): WebAssembly.Memory | null {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  if (typeof WebAssembly === "undefined" || pages > MOST_PAGES) return null;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: arraysAreShared });
  } catch (error) {
    // Too little address space, for example. The reference then traces in ordinary arrays.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the offset of scratch memory for the calling thread; −1 if all are taken. */
export function takeScratch({ memory, scratchBytes }: BvhPlace): number {
  const thread = Atomics.add(new Int32Array(memory.buffer, 0, 1), 0, 1);
  return thread < MOST_THREADS ? FIRST_SCRATCH + thread * scratchBytes : -1;
}
