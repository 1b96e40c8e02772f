/** `CONTENTS_*` bits by the words of `$contents`. */
export const CONTENTS: Readonly<Record<string, number>> = {
  solid: 0x1,
  notsolid: 0x0,
  grate: 0x8,
  monster: 0x2000000,
  ladder: 0x20000000,
};

const NAMED = Object.entries(CONTENTS).filter(([, bits]) => bits !== 0);

export function formatContents(contents: number): string {
  const names = NAMED.filter(([, bits]) => (contents & bits) !== 0).map(([name]) => name);
  return names.length === 0 ? "notsolid" : names.join(" ");
}

/** Returns the bits that have no word. */
export function unnamedContents(contents: number): number {
  return NAMED.reduce((left, [, bits]) => left & ~bits, contents) >>> 0;
}
