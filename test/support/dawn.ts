/** WebGPU in Node for tests. Test files skip tests that need an unavailable device. */

import { slowDawnPolling } from "../../src/cli/render/dawn-polling.ts";
import {
  NoGpuError,
  type OpenGpu,
  openGpu,
  openNullGpu as openNull,
} from "../../src/cli/render/open-gpu.ts";

export interface TestGpu {
  readonly gpu: GPU;
  /** Releases Dawn. Call it in `afterAll`, or the worker does not exit. */
  close(): void;
}

/**
 * Opens a drawing GPU: hardware, or SwiftShader. Returns `null` if there is none and prints the
 * reason.
 *
 *     const test = await openTestGpu();
 *     describe.skipIf(test === null)("…", () => { afterAll(() => test?.close()); … });
 */
export async function openTestGpu(): Promise<TestGpu | null> {
  return openOrExplain(openGpu);
}

/** Opens a GPU that validates calls and compiles WGSL but draws nothing; needs no driver. */
export async function openNullGpu(): Promise<TestGpu | null> {
  return openOrExplain(openNull);
}

async function openOrExplain(open: () => Promise<OpenGpu>): Promise<TestGpu | null> {
  slowDawnPolling();
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof NoGpuError)) throw error;
    console.info(`GPU tests are skipped: ${error.message}`);
    return null;
  }
}
