/** Arrays in shared memory, or plain arrays if the platform has no shared memory. */

const canShare = typeof SharedArrayBuffer !== "undefined";

/** True if other threads see writes to the arrays. */
export const arraysAreShared = canShare;

function allocate(byteLength: number): ArrayBuffer {
  // Typed arrays accept both kinds of buffer, but the DOM types know only one.
  return canShare
    ? (new SharedArrayBuffer(byteLength) as unknown as ArrayBuffer)
    : new ArrayBuffer(byteLength);
}

export function allocateFloat32(length: number): Float32Array {
  return new Float32Array(allocate(length * 4));
}

export function allocateInt32(length: number): Int32Array {
  return new Int32Array(allocate(length * 4));
}

export function allocateUint32(length: number): Uint32Array {
  return new Uint32Array(allocate(length * 4));
}

export function allocateUint8(length: number): Uint8Array {
  return new Uint8Array(allocate(length));
}
