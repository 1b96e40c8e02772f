/** Ray tracing by `trace.wat`. */

import type { BvhPlace } from "./bvh.ts";
import { takeScratch } from "./bvh-memory.ts";
import { TRACE_WASM } from "./trace-wasm.ts";

/** Arguments and result of the function in `trace.wat`. */
type Trace = (
  boxes: number,
  children: number,
  triangles: number,
  ids: number,
  scratch: number,
  any: number,
  preferBelow: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
) => number;

export interface WasmTracer {
  readonly trace: Trace;
  readonly scratch: number;
  /** Distance, u, v and determinant of the last triangle met. */
  readonly result: Float64Array;
}

const tracers = new WeakMap<WebAssembly.Memory, WasmTracer | null>();

/** Returns the calling thread's tracer; `null` if the platform cannot run it. */
export function tracerFor(place: BvhPlace): WasmTracer | null {
  let tracer = tracers.get(place.memory);
  if (tracer === undefined) {
    tracer = createTracer(place);
    tracers.set(place.memory, tracer);
  }
  return tracer;
}

function createTracer(place: BvhPlace): WasmTracer | null {
  const { memory } = place;
  const module = compile(memory.buffer instanceof ArrayBuffer);
  const scratch = module === null ? -1 : takeScratch(place);
  if (module === null || scratch < 0) return null;
  const instance = new WebAssembly.Instance(module, { rays: { memory } });
  return {
    trace: instance.exports.trace as Trace,
    scratch,
    result: new Float64Array(memory.buffer, scratch, 4),
  };
}

const SHARED = 3;
const UNSHARED = 1;
const compiled = new Map<boolean, WebAssembly.Module | null>();

/** Compiles the module, for memory that threads do not share if `isOwn`. */
function compile(isOwn: boolean): WebAssembly.Module | null {
  let module = compiled.get(isOwn);
  if (module !== undefined) return module;
  const bytes = Uint8Array.from(atob(TRACE_WASM), (char) => char.charCodeAt(0));
  if (isOwn) bytes[findMemoryFlags(bytes)] = UNSHARED;
  // Without SIMD, or where a page's policy forbids WebAssembly, the reference is used.
  module = null;
  if (WebAssembly.validate(bytes)) {
    try {
      module = new WebAssembly.Module(bytes);
    } catch (error) {
      if (!(error instanceof WebAssembly.CompileError)) throw error;
    }
  }
  compiled.set(isOwn, module);
  return module;
}

/** Returns the place of the imported memory's flags, after its name and kind. */
function findMemoryFlags(bytes: Uint8Array): number {
  const before = [..."memory"].map((char) => char.charCodeAt(0)).concat(2, SHARED);
  const at = bytes.findIndex((_, i) => before.every((byte, k) => bytes[i + k] === byte));
  return at + before.length - 1;
}
