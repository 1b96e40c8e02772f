import { vi } from "vitest";

/** Counts the bytes of all arrays of one type that a call allocates, used or not. */
export async function countAllocations(
  type: "Uint8Array" | "Uint16Array" | "Uint32Array",
  call: () => unknown,
): Promise<{ readonly bytes: number; readonly error: unknown }> {
  let bytes = 0;
  const Type: Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor =
    globalThis[type];
  const counting = new Proxy(Type, {
    construct(target, args) {
      if (typeof args[0] === "number") bytes += args[0] * Type.BYTES_PER_ELEMENT;
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal(type, counting);
  try {
    await call();
    return { bytes, error: null };
  } catch (error) {
    return { bytes, error };
  } finally {
    vi.unstubAllGlobals();
  }
}
