/** Lists the skins, body groups and sequences that a map's outputs give its models. */

import { parseOutput } from "../../formats/bsp/read/parse-output.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { NameSet } from "../brushes/unspawned-names.ts";
import { classOf } from "../start/entity-values.ts";

/** Skin, body groups and sequence that an entity may have. */
export interface Look {
  readonly skin: number;
  readonly body: number;
  /** Name of the sequence that it plays, in lower case; empty if it plays none. */
  readonly sequence: string;
}

/** Looks of an entity, beyond which outputs have no effect on its model. */
const MOST_LOOKS = 16;

const PLAYS = /^(?:prop_dynamic|dynamic_prop)/;
const INPUT = /^(?:skin|setbodygroup|setanimation|setdefaultanimation)$/;

interface Told {
  readonly targets: NameSet;
  readonly input: string;
  readonly value: string;
}

export function lookOf(entity: Entity): Look {
  const plays = PLAYS.test(classOf(entity)) && parseInteger(entity.get("randomanimation")) === 0;
  return {
    skin: parseInteger(entity.get("skin")),
    body: parseInteger(entity.get("body")),
    sequence: plays ? (entity.get("defaultanim") ?? "").trim().toLowerCase() : "",
  };
}

/** Returns the other looks that outputs may give an entity, at most `MOST_LOOKS`. */
export function listLooks(all: readonly Entity[]): (entity: Entity) => readonly Look[] {
  const told = listTold(all);
  return (entity) => {
    const name = entity.get("targetname") ?? "";
    const own = told.filter(
      ({ targets }) => (name !== "" && targets.has(name)) || targets.has(classOf(entity)),
    );
    if (own.length === 0) return [];
    const first = lookOf(entity);
    const skins = new Set([first.skin]);
    const bodies = new Set([first.body]);
    const sequences = new Set([first.sequence]);
    for (const { input, value } of own) {
      if (input === "skin") skins.add(parseInteger(value));
      else if (input === "setbodygroup") bodies.add(parseInteger(value));
      else if (PLAYS.test(classOf(entity))) sequences.add(value.trim().toLowerCase());
    }
    const looks: Look[] = [];
    for (const sequence of sequences) {
      for (const skin of skins) {
        for (const body of bodies) looks.push({ skin, body, sequence });
      }
    }
    return looks.slice(1, MOST_LOOKS);
  };
}

function listTold(all: readonly Entity[]): readonly Told[] {
  const told = new Map<string, Told>();
  for (const { pairs } of all) {
    for (const [key, value] of pairs) {
      const output = parseOutput(key, value);
      const input = output?.input.toLowerCase() ?? "";
      if (output === null || !INPUT.test(input)) continue;
      const id = `${input}\n${output.parameter}`;
      const known = told.get(id) ?? { targets: new NameSet(), input, value: output.parameter };
      known.targets.add(output.target);
      told.set(id, known);
    }
  }
  return [...told.values()];
}

/** Returns an entity that looks otherwise. */
export function withLook(entity: Entity, { skin, body, sequence }: Look): Entity {
  const keys: Readonly<Record<string, string>> = {
    ...{ skin: `${skin}`, body: `${body}` },
    ...(sequence !== "" && { defaultanim: sequence, randomanimation: "0" }),
  };
  const pairs = [
    ...entity.pairs.filter(([key]) => !/^(?:body|setbodygroup)$/i.test(key)),
    ["body", `${body}`] as const,
  ];
  return { pairs, get: (key) => keys[key.toLowerCase()] ?? entity.get(key) };
}
