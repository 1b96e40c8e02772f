/** A mutant as what it changes of a seed: maps are large, and what leads far in them are a few bytes. */

/** Stretches nearer to each other than what a further edit costs are one. */
const EDIT_BYTES = 8;

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly put: Uint8Array;
}

/** The seed's number in a byte, then edits: u32 offset, u16 bytes removed, u16 bytes put, these. */
export function encodePatch(bytes: Uint8Array, seeds: readonly Uint8Array[]): Uint8Array | null {
  const patches = seeds.slice(0, 256).flatMap((seed, i) => {
    const edits = bytes.length === seed.length ? listEdits(seed, bytes) : [findEdit(seed, bytes)];
    const isShort = edits.every(({ removed, put }) => Math.max(removed, put.length) <= 0xffff);
    return isShort ? [writeEdits(i, edits)] : [];
  });
  patches.sort((a, b) => a.length - b.length);
  return patches[0] ?? null;
}

/** Returns the bytes given to `encodePatch`. With other seeds it returns another file, which is as good a mutant. */
export function applyPatch(patch: Uint8Array, seeds: readonly Uint8Array[]): Uint8Array {
  const view = new DataView(patch.buffer, patch.byteOffset, patch.byteLength);
  const seed = seeds[(patch[0] ?? 0) % seeds.length];
  const parts: Uint8Array[] = [];
  let taken = 0;
  for (let at = 1; at + EDIT_BYTES <= patch.length; ) {
    const start = view.getUint32(at, true);
    const end = at + EDIT_BYTES + view.getUint16(at + 6, true);
    parts.push(seed.subarray(taken, start), patch.subarray(at + EDIT_BYTES, end));
    taken = start + view.getUint16(at + 4, true);
    at = end;
  }
  return new Uint8Array(Buffer.concat([...parts, seed.subarray(taken)]));
}

/** Lists the edits between two files of the same length. */
function listEdits(seed: Uint8Array, bytes: Uint8Array): Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (seed[at] === bytes[at]) continue;
    let end = at + 1;
    for (let i = end; i < Math.min(bytes.length, end + EDIT_BYTES); i++) {
      if (seed[i] !== bytes[i]) end = i + 1;
    }
    edits.push({ at, removed: end - at, put: bytes.subarray(at, end) });
    at = end;
  }
  return edits;
}

/** All between what is the same at both ends. */
function findEdit(seed: Uint8Array, bytes: Uint8Array): Edit {
  const most = Math.min(seed.length, bytes.length);
  let at = 0;
  while (at < most && seed[at] === bytes[at]) at++;
  let tail = 0;
  while (tail < most - at && seed.at(-1 - tail) === bytes.at(-1 - tail)) tail++;
  const put = bytes.subarray(at, bytes.length - tail);
  return { at, removed: seed.length - tail - at, put };
}

function writeEdits(seed: number, edits: readonly Edit[]): Uint8Array {
  const parts = edits.map(({ at, removed, put }) => {
    const head = new DataView(new ArrayBuffer(EDIT_BYTES));
    head.setUint32(0, at, true);
    head.setUint16(4, removed, true);
    head.setUint16(6, put.length, true);
    return Buffer.concat([new Uint8Array(head.buffer), put]);
  });
  return new Uint8Array(Buffer.concat([Uint8Array.of(seed), ...parts]));
}
