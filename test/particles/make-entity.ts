/** Entities with effects, made from key values. */

import type { EffectEntity } from "../../src/particles/index.ts";

export interface MadeEntity extends EffectEntity {
  /** Keys reported as absurd. */
  readonly absurd: readonly string[];
}

/** @param keys key values in lower case; `classname` is the class */
export function makeEntity(
  keys: Readonly<Record<string, string | number>>,
  parts: Partial<EffectEntity> = {},
): MadeEntity {
  const absurd: string[] = [];
  return {
    className: `${keys.classname}`,
    get: (key) => (keys[key] === undefined ? undefined : `${keys[key]}`),
    origin: [100, 200, 300],
    forward: [1, 0, 0],
    right: [0, -1, 0],
    up: [0, 0, 1],
    box: null,
    seed: 7,
    lights: { ambient: null, lamp: null },
    onAbsurd: (key) => absurd.push(key),
    absurd,
    ...parts,
  };
}

export const STACK = {
  classname: "env_smokestack",
  initialstate: 1,
  basespread: 20,
  spreadspeed: 15,
  speed: 30,
  startsize: 20,
  endsize: 30,
  rate: 20,
  jetlength: 180,
  renderamt: 255,
  rendercolor: "51 102 255",
};
