/** Particle systems of a PCF. */

import type { DmxValue } from "./dmx-value.ts";

/** Attributes by name, as written. */
export type PcfParams = ReadonlyMap<string, DmxValue>;

/** Lists of functions of a particle system, named as in the file. */
export const PCF_FUNCTION_LISTS = [
  "renderers",
  "emitters",
  "initializers",
  "operators",
  "forces",
  "constraints",
] as const;

export type PcfFunctionList = (typeof PCF_FUNCTION_LISTS)[number];

/** An emitter, initializer, operator, force, constraint or renderer. */
export interface PcfFunction {
  /** Name of its kind: `emit_continuously`. */
  readonly functionName: string;
  readonly params: PcfParams;
}

export interface PcfChild {
  /** Row in `Pcf.systems`; -1 if the child is another file's. */
  readonly system: number;
  readonly name: string;
  /** Seconds from the start of its parent to its own. */
  readonly delay: number;
}

/** Definition of a particle system (`DmeParticleSystemDefinition`). */
export interface PcfSystem extends Readonly<Record<PcfFunctionList, readonly PcfFunction[]>> {
  readonly name: string;
  /** UUID, 32 hexadecimal digits. */
  readonly id: string;
  /** Path of its material as written, below `materials/`; empty if there is none. */
  readonly material: string;
  readonly params: PcfParams;
  readonly children: readonly PcfChild[];
}

/** A file of particle systems (`.pcf`). */
export interface Pcf {
  /** Version of the binary DMX encoding, 2 to 5 in known files. */
  readonly encodingVersion: number;
  /** Version of the format `pcf`, 1 or 2. */
  readonly formatVersion: number;
  readonly elementCount: number;
  readonly attributeCount: number;
  /** Systems in the order of the file's list, then those that only others refer to. */
  readonly systems: readonly PcfSystem[];
}
