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
