/**
 * Shares one GPU device between all viewers of a page. The first viewer creates it; it is destroyed
 * shortly after the last one releases it. Each viewer has its own `Gpu`, which counts its own
 * memory and reports the loss of the device. The first viewer after a loss creates the next device.
 */

import type { GpuError } from "./errors.ts";
import { createGpu, type Gpu, type GpuOptions } from "./gpu.ts";
import { GpuMemory } from "./memory.ts";

export interface GpuPool {
  /**
   * Returns a device that other users may share; `destroy` releases it. Rejects as `createGpu`
   * does.
   */
  acquire(user: GpuUser): Promise<Gpu>;
  /** Number of users that hold or await the current device. */
  readonly userCount: number;
}

/** See `GpuOptions`; errors that belong to no user are reported to all of them. */
export type GpuUser = Pick<GpuOptions, "onLost" | "onError">;

interface SharedDevice {
  readonly gpu: Promise<Gpu>;
  readonly users: Set<GpuUser>;
  /** Timer that destroys the device when it has had no users for `keepMs`. */
  end: ReturnType<typeof setTimeout> | undefined;
}

export interface GpuPoolOptions extends Pick<GpuOptions, "gpu" | "powerPreference"> {
  /**
   * Milliseconds for which a device without users is kept, 0 by default. A page that replaces one
   * map by another thereby keeps its pipelines.
   */
  readonly keepMs?: number;
}

export function createGpuPool({ keepMs = 0, ...options }: GpuPoolOptions = {}): GpuPool {
  let current: SharedDevice | null = null;

  const open = (): SharedDevice => {
    const users = new Set<GpuUser>();
    const tell = (error: GpuError): void => {
      for (const user of users) user.onError?.(error);
    };
    const shared: SharedDevice = {
      users,
      end: undefined,
      gpu: createGpu({
        ...options,
        onError: tell,
        onLost(message) {
          if (current === shared) current = null;
          for (const user of [...users]) user.onLost?.(message);
        },
      }),
    };
    return shared;
  };

  const release = (shared: SharedDevice, user: GpuUser, gpu: Gpu | null): void => {
    shared.users.delete(user);
    if (shared.users.size > 0) return;
    const end = (): void => {
      if (current === shared) current = null;
      gpu?.destroy();
    };
    if (keepMs === 0 || gpu === null || gpu.isLost) end();
    else shared.end = setTimeout(end, keepMs);
  };

  return {
    get userCount() {
      return current?.users.size ?? 0;
    },
    async acquire(user) {
      current ??= open();
      const shared = current;
      // Copied so that each acquisition is a separate user, even with the same listeners.
      const own = { ...user };
      shared.users.add(own);
      clearTimeout(shared.end);
      try {
        const gpu = await shared.gpu;
        return shareGpu(gpu, own, () => release(shared, own, gpu));
      } catch (error) {
        release(shared, own, null);
        throw error;
      }
    },
  };
}

/** Pool of this page. */
export const pageGpus: GpuPool = createGpuPool({ keepMs: 2000 });

function shareGpu(gpu: Gpu, user: GpuUser, release: () => void): Gpu {
  let isReleased = false;
  return {
    device: gpu.device,
    isSoftware: gpu.isSoftware,
    adapterName: gpu.adapterName,
    features: gpu.features,
    memory: new GpuMemory(gpu.memory),
    deviceMemory: gpu.memory,
    get isLost() {
      return isReleased || gpu.isLost;
    },
    report: (error) => (user.onError ?? gpu.report)(error),
    destroy() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
}
