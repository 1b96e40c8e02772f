/** Counts the WebGPU calls of frames, by replacing the methods of a device's classes for a while. */

/** Calls of one frame. */
export interface FrameCalls {
  readonly submits: number;
  /** Render and compute passes. */
  readonly passes: number;
  readonly dispatches: number;
  /** Render bundles that are executed. */
  readonly bundles: number;
  /** Draws in passes and in executed bundles. */
  readonly draws: number;
  readonly setPipelines: number;
  readonly setBindGroups: number;
  /** Calls of `writeBuffer`, and their bytes. */
  readonly writes: number;
  readonly writtenBytes: number;
}

type Counts = { -readonly [name in keyof FrameCalls]: number };

const NOTHING: Readonly<Counts> = {
  ...{ submits: 0, passes: 0, dispatches: 0, bundles: 0, draws: 0 },
  ...{ setPipelines: 0, setBindGroups: 0, writes: 0, writtenBytes: 0 },
};

export interface CallCounter {
  /** Begins counting. Until then only the draws of bundles are counted, when they are recorded. */
  start(): void;
  /** Returns the calls since the last time, and starts again. */
  take(): FrameCalls;
  /** Restores the methods. */
  close(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: any method's arguments and result.
type Method = (...args: any[]) => any;

/** Called before a method, with its object and arguments; its result sees the method's. */
type Watch = (self: object, args: readonly unknown[]) => ((result: object) => void) | undefined;

const DRAWS = ["draw", "drawIndexed", "drawIndirect", "drawIndexedIndirect"];
const DISPATCHES = ["dispatchWorkgroups", "dispatchWorkgroupsIndirect"];

/** Returns bytes that `writeBuffer` writes; offset and size count elements of a typed array. */
function writtenBytesOf([, , data, first = 0, size]: readonly unknown[]): number {
  const source = data as ArrayBufferView & { readonly BYTES_PER_ELEMENT?: number };
  const step = source.BYTES_PER_ELEMENT ?? 1;
  return size === undefined
    ? source.byteLength - (first as number) * step
    : (size as number) * step;
}

/**
 * Counts the calls of all devices of the same implementation until it is closed. Create it before
 * anything records a bundle.
 */
export function createCallCounter(device: GPUDevice): CallCounter {
  let counts = { ...NOTHING };
  /** Draws recorded by bundle encoders, and draws of the bundles that they finished. */
  const recorded = new WeakMap<object, number>();
  const restores: (() => void)[] = [];

  function watch(prototype: object, names: readonly string[], before: Watch): void {
    for (const name of names) {
      const method: Method = Reflect.get(prototype, name);
      const counted: Method = function counted(this: object, ...args) {
        const after = before(this, args);
        const result = method.apply(this, args);
        after?.(result);
        return result;
      };
      Reflect.set(prototype, name, counted);
      restores.push(() => Reflect.set(prototype, name, method));
    }
  }
  const add = (name: keyof Counts): Watch => {
    return () => {
      counts[name]++;
      return undefined;
    };
  };

  const { queue, encoder, render, compute, bundle } = findPrototypes(device);
  watch(bundle, DRAWS, (self) => {
    recorded.set(self, (recorded.get(self) ?? 0) + 1);
    return undefined;
  });
  watch(bundle, ["finish"], (self) => (made) => {
    recorded.set(made, recorded.get(self) ?? 0);
  });

  return {
    start() {
      watch(queue, ["submit"], add("submits"));
      watch(queue, ["writeBuffer"], (_, args) => {
        counts.writes++;
        counts.writtenBytes += writtenBytesOf(args);
        return undefined;
      });
      watch(encoder, ["beginRenderPass", "beginComputePass"], add("passes"));
      watch(compute, DISPATCHES, add("dispatches"));
      watch(render, DRAWS, add("draws"));
      for (const pass of [render, compute]) {
        watch(pass, ["setPipeline"], add("setPipelines"));
        watch(pass, ["setBindGroup"], add("setBindGroups"));
      }
      watch(render, ["executeBundles"], (_, [bundles]) => {
        for (const one of bundles as Iterable<object>) {
          counts.bundles++;
          counts.draws += recorded.get(one) ?? 0;
        }
        return undefined;
      });
    },
    take() {
      const taken = counts;
      counts = { ...NOTHING };
      return taken;
    },
    close() {
      for (const restore of restores.splice(0).reverse()) restore();
    },
  };
}

/** Returns the prototypes of a device's objects, which have the methods. */
function findPrototypes(device: GPUDevice) {
  const format = "rgba8unorm";
  const usage = GPUTextureUsage.RENDER_ATTACHMENT;
  const target = device.createTexture({ label: "bench/calls", format, size: [1, 1], usage });
  const encoder = device.createCommandEncoder({ label: "bench/calls" });
  const render = encoder.beginRenderPass({
    colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store" }],
  });
  render.end();
  const compute = encoder.beginComputePass();
  compute.end();
  encoder.finish();
  const bundle = device.createRenderBundleEncoder({ colorFormats: [format] });
  bundle.finish();
  target.destroy();
  const { queue } = device;
  const objects = { queue, encoder, render, compute, bundle };
  const prototypes = Object.entries(objects).map(([name, one]) => [
    name,
    Object.getPrototypeOf(one),
  ]);
  return Object.fromEntries(prototypes) as Record<keyof typeof objects, object>;
}
