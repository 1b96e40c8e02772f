/** Words and statements of a QC that stand for bits. */

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

/** Statements that only set a `STUDIOHDR_FLAGS_*` bit. */
export const HEADER_FLAGS: Readonly<Record<string, number>> = {
  $opaque: 0x4,
  $mostlyopaque: 0x8,
  $obsolete: 0x200,
  $noforcedfade: 0x800,
  $forcephonemecrossfade: 0x1000,
  $ambientboost: 0x10000,
  $donotcastshadows: 0x20000,
  $casttextureshadows: 0x40000,
};

export const ALL_HEADER_FLAGS = Object.values(HEADER_FLAGS).reduce((all, bit) => all | bit, 0);
