/** A shorter file that is the same still: stretches are left out, long ones first, from the end on. */

export async function minimise(
  bytes: Uint8Array,
  isStill: (shorter: Uint8Array) => Promise<boolean>,
  mostTries: number,
): Promise<Uint8Array> {
  let kept = bytes;
  let tries = 0;
  for (let size = bytes.length >> 1; size >= 1 && tries < mostTries; size >>= 1) {
    for (let at = kept.length - size; at >= 0 && tries < mostTries; at -= size) {
      const shorter = new Uint8Array(kept.length - size);
      shorter.set(kept.subarray(0, at));
      shorter.set(kept.subarray(at + size), at);
      tries++;
      if (await isStill(shorter)) kept = shorter;
    }
  }
  return kept;
}
