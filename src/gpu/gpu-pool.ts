/**
 * One device for all who draw on a page: made for the first, destroyed a moment after the last. Each has
 * a `Gpu` of its own, which counts its own memory, and hears of the device's loss; whoever asks after
 * that shares the next device.
 */

import type { GpuError } from "./errors.ts";
import { createGpu, type Gpu, type GpuOptions } from "./gpu.ts";
import { GpuMemory } from "./memory.ts";

export interface GpuPool {
  /** A device that others may have too. `destroy` gives it back. Rejects as `createGpu` does. */
  acquire(user: GpuUser): Promise<Gpu>;
  /** Who have the device now, or are waiting for it. */
  readonly userCount: number;
}

/** See `GpuOptions`; a fault that belongs to nobody in particular is told to all. */
export type GpuUser = Pick<GpuOptions, "onLost" | "onError">;

interface SharedDevice {
  readonly gpu: Promise<Gpu>;
  readonly users: Set<GpuUser>;
  /** Destroys it when it has been nobody's for long enough. */
  end: ReturnType<typeof setTimeout> | undefined;
}

export interface GpuPoolOptions extends Pick<GpuOptions, "gpu" | "powerPreference"> {
  /**
   * How long a device that nobody has is kept, in milliseconds: a page that takes one map away and
   * shows another has all its pipelines still. None by default.
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
      // Each time it is acquired it is another user's, even with the same listeners.
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

/** The page's. */
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
