/** Sounds that the model of a `prop_door_rotating` defines in its text: props.cpp of Source SDK 2013. */

import { parseKeyValues } from "../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../formats/keyvalues/types.ts";

/** Names of the sounds of a model, by the part that they belong to: `open`, `close`, `move`, … */
export type ModelSounds = Readonly<Record<string, string>>;

const SKIN_PARTS = ["open", "close", "move"];
const HARDWARE_PARTS = ["locked", "unlocked"];

/**
 * Reads the block `door_options` for a skin and a kind of hardware; parts that they lack are those of
 * its block `defaults`. Throws FormatError (KeyValues).
 */
export function readDoorSounds(text: string, skin: number, hardware: number): ModelSounds {
  const nodes = parseKeyValues(text);
  // Models have all of their text in one block.
  const options = blockOf(blockOf(nodes, "mdlkeyvalue") ?? nodes, "door_options");
  const defaults = blockOf(options, "defaults");
  const sounds: Record<string, string> = {};
  for (const [block, parts] of [
    [blockOf(options, `skin${skin}`), SKIN_PARTS],
    [blockOf(options, `hardware${hardware}`), HARDWARE_PARTS],
  ] as const) {
    for (const part of parts) {
      const name = textOf(block, part) || textOf(defaults, part);
      if (name !== "") sounds[part] = name;
    }
  }
  return sounds;
}

type Block = readonly KeyValuesNode[] | null;

function blockOf(nodes: Block, name: string): Block {
  const found = nodes?.find((one) => one.key.toLowerCase() === name)?.value;
  return found === undefined || typeof found === "string" ? null : found;
}

function textOf(nodes: Block, name: string): string {
  const found = nodes?.find((one) => one.key.toLowerCase() === name)?.value;
  return typeof found === "string" ? found : "";
}
