/** Numbers of the light styles that named lights are switched by. Facts from vbsp's `writebsp.cpp`. */

import type { Entity } from "../../../formats/bsp/types.ts";
import type { CompileReport, MapLump } from "../../types.ts";

const FIRST_SWITCHABLE = 32;
const MAX_SWITCHABLE = 32;

/**
 * Gives every light that has a name a style from 32 on, one for each name; what style it had goes
 * to "defaultstyle", for the game to play when it is on. null where nothing had to change.
 */
export function assignSwitchableStyles(
  entities: readonly Entity[],
  report: CompileReport,
): Entity[] | null {
  const styles = new Map<string, number>();
  let changed = false;
  const out = entities.map((entity) => {
    const name = entity.get("targetname");
    const className = entity.get("classname")?.toLowerCase() ?? "";
    if (!name || !className.startsWith("light") || className === "light_dynamic") return entity;
    const own = Number.parseInt(entity.get("style") ?? "0", 10) || 0;
    if (own >= FIRST_SWITCHABLE) return entity;
    let style = styles.get(name);
    if (style === undefined) {
      if (styles.size === MAX_SWITCHABLE) {
        report.warn(`More than ${MAX_SWITCHABLE} names of lights: "${name}" stays on.`);
        return entity;
      }
      style = FIRST_SWITCHABLE + styles.size;
      styles.set(name, style);
    }
    changed = true;
    const pairs = entity.pairs.filter(([key]) => key.toLowerCase() !== "style");
    if (own !== 0) pairs.push(["defaultstyle", String(own)]);
    pairs.push(["style", String(style)]);
    return makeEntity(pairs);
  });
  return changed ? out : null;
}

function makeEntity(pairs: readonly (readonly [key: string, value: string])[]): Entity {
  return {
    pairs,
    get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
  };
}

export function writeEntities(entities: readonly Entity[]): MapLump {
  let text = "";
  for (const { pairs } of entities) {
    text += "{\n";
    for (const [key, value] of pairs) text += `"${key}" "${value}"\n`;
    text += "}\n";
  }
  // The reader takes the bytes as Latin-1, so do we.
  const bytes = Uint8Array.from(`${text}\0`, (char) => char.charCodeAt(0));
  return { version: 0, bytes };
}
