/**
 * Opens WebGPU in Node with Dawn (the package `webgpu`), on the system's driver or, if there is
 * none, on the software driver (SwiftShader) that comes with every Chrome and Chromium.
 *
 * Dawn loads `libvulkan.so.1` by that name when the first adapter is requested. If the system has
 * no such library, the browser's copy is loaded before by its path, and the dynamic linker resolves
 * Dawn's request to it. So neither LD_LIBRARY_PATH nor a second process is needed.
 */

import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { listBrowsers } from "../bench/find-browser.ts";

export interface OpenGpu {
  readonly gpu: GPU;
  /** Releases Dawn; without this the process does not end. */
  close(): void;
}

/** Why WebGPU is unavailable, in one line that says what to install. */
export class NoGpuError extends Error {
  override readonly name = "NoGpuError";
}

const LOADER = "libvulkan.so.1";
/** File in a browser's folder by which Vulkan's loader finds SwiftShader. */
export const SWIFTSHADER_DRIVER = "vk_swiftshader_icd.json";
const ADVICE =
  "install Chromium (`apt-get install chromium`), whose software driver will do, or a GPU's driver with libvulkan1";
/** RTLD_NODELETE of glibc: keeps the library loaded although it is not a Node add-on. */
const RTLD_NODELETE = 0x1000;

/** Options of Dawn for measuring: without them, timestamps come in steps of 0.1 ms. */
export const FINE_TIMESTAMPS = ["disable-dawn-features=timestamp_quantization"];

type Dawn = typeof import("webgpu");

let dawnModule: Promise<Dawn> | undefined;

/** Loads the package, and makes WebGPU's constants (`GPUBufferUsage` …) global as in a browser. */
async function loadDawn(): Promise<Dawn> {
  try {
    dawnModule ??= import("webgpu");
    const dawn = await dawnModule;
    Object.assign(globalThis, dawn.globals);
    return dawn;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new NoGpuError(
      code === "ERR_MODULE_NOT_FOUND"
        ? "this needs the package `webgpu`: run `npm install webgpu` next to visleaf"
        : `the package \`webgpu\` does not load here: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Loads a shared library into this process permanently; returns false if it is missing. */
function loadLibrary(path: string): boolean {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
    return true;
  } catch (error) {
    // Node always reports this error, since the library is not an add-on; it stays loaded.
    return (error as Error).message.includes("did not self-register");
  }
}

/** Returns the folder of a browser with SwiftShader's Vulkan driver; null if there is none. */
export function findSwiftShader(): string | null {
  const folders = [];
  for (const browser of listBrowsers()) {
    if (existsSync(browser)) folders.push(dirname(realpathSync(browser)));
  }
  // Debian's /usr/bin/chromium is a script; this is the browser's folder.
  folders.push("/usr/lib/chromium", "/usr/lib64/chromium-browser", "/usr/lib/chromium-browser");
  return folders.find((folder) => existsSync(join(folder, SWIFTSHADER_DRIVER))) ?? null;
}

async function openAdapter(dawn: Dawn, options: string[]): Promise<OpenGpu | null> {
  let gpu: GPU | null = dawn.create(options);
  const adapter = await gpu.requestAdapter();
  if (!adapter) return null;
  return {
    get gpu() {
      if (!gpu) throw new Error("this GPU is closed");
      return gpu;
    },
    close() {
      gpu = null;
    },
  };
}

/**
 * Opens WebGPU.
 * @param options of Dawn
 * @throws NoGpuError if there is no adapter
 */
export async function openGpu(options: string[] = []): Promise<OpenGpu> {
  const dawn = await loadDawn();
  if (process.platform !== "linux") {
    const opened = await openAdapter(dawn, options);
    if (opened) return opened;
    throw new NoGpuError("no WebGPU adapter: neither a GPU nor a driver for it was found");
  }
  const swiftShader = findSwiftShader();
  if (!loadLibrary(LOADER)) {
    if (swiftShader === null || !loadLibrary(join(swiftShader, LOADER))) {
      throw new NoGpuError(`no Vulkan here: ${ADVICE}`);
    }
    process.env.VK_DRIVER_FILES ??= join(swiftShader, SWIFTSHADER_DRIVER);
  }
  const opened = await openAdapter(dawn, options);
  if (opened) return opened;
  if (swiftShader !== null && process.env.VK_DRIVER_FILES === undefined) {
    process.env.VK_DRIVER_FILES = join(swiftShader, SWIFTSHADER_DRIVER);
    const software = await openAdapter(dawn, options);
    if (software) return software;
  }
  throw new NoGpuError(`no WebGPU adapter: ${ADVICE}`);
}

/** Opens a GPU that draws nothing and needs no driver, but checks calls and compiles WGSL. */
export async function openNullGpu(): Promise<OpenGpu> {
  const opened = await openAdapter(await loadDawn(), ["backend=null"]);
  if (opened) return opened;
  throw new NoGpuError("Dawn has no null backend here");
}
