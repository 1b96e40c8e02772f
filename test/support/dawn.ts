/** WebGPU in Node for tests. A test file asks once and skips what needs a device it cannot have. */

import {
  NoGpuError,
  type OpenGpu,
  openGpu,
  openNullGpu as openNull,
} from "../../src/cli/render/open-gpu.ts";

export interface TestGpu {
  readonly gpu: GPU;
  /** Lets go of Dawn; call it in `afterAll`, or the worker does not end. */
  close(): void;
}

/**
 * A GPU that draws: hardware, or SwiftShader. null where there is none; the reason is printed.
 *
 *     const test = await openTestGpu();
 *     describe.skipIf(test === null)("…", () => { afterAll(() => test?.close()); … });
 */
export async function openTestGpu(): Promise<TestGpu | null> {
  return openOrExplain(openGpu);
}

/** A GPU that checks calls and compiles WGSL but draws nothing; needs no driver. */
export async function openNullGpu(): Promise<TestGpu | null> {
  return openOrExplain(openNull);
}

async function openOrExplain(open: () => Promise<OpenGpu>): Promise<TestGpu | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof NoGpuError)) throw error;
    console.info(`GPU tests are skipped: ${error.message}`);
    return null;
  }
}
