/**
 * Reads parents of entities at the map's start: the key `parentname`, and the inputs `SetParent`,
 * `SetParentAttachment` and `SetParentAttachmentMaintainOffset` sent by a `logic_auto`. Source:
 * `mapentities.cpp` and `baseentity.cpp` of Valve's `source-sdk-2013`.
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import { firstByName } from "../../sprites/first-by-name.ts";
import { listStartOutputs } from "../../start/start-outputs.ts";

export interface Hold {
  readonly parent: Entity;
  /** Attachment of the parent's model, in lower case; empty for the parent's origin. */
  readonly attachment: string;
  /** Whether the entity moves to the attachment; otherwise it keeps its offset from it. */
  readonly snaps: boolean;
}

/** Inputs sent to all entities of a name. */
interface Told {
  readonly parent?: string;
  readonly attachment?: string;
  readonly snaps: boolean;
}

/** Returns the parent of each parented entity. Inputs whose target has wildcards are ignored. */
export function readHolds(entities: readonly Entity[]): ReadonlyMap<Entity, Hold> {
  const told = readTold(entities);
  const byName = firstByName(entities);
  const holds = new Map<Entity, Hold>();
  for (const entity of entities) {
    const said = told.get((entity.get("targetname") ?? "").toLowerCase());
    const [own, ...rest] = (entity.get("parentname") ?? "").split(",");
    const name = said?.parent ?? own;
    const parent = name === "" ? undefined : byName.get(name.trim().toLowerCase());
    if (parent === undefined || parent === entity) continue;
    const written = said?.parent === undefined ? rest.join(",").trim().toLowerCase() : "";
    holds.set(entity, {
      parent,
      attachment: said?.attachment ?? written,
      snaps: said?.snaps ?? false,
    });
  }
  return holds;
}

function readTold(entities: readonly Entity[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  const outputs = listStartOutputs(entities).sort((a, b) => a.delay - b.delay);
  for (const { target, input, parameter } of outputs) {
    const name = target.toLowerCase();
    if (name === "") continue;
    if (input === "setparent") told.set(name, { parent: parameter, attachment: "", snaps: false });
    const keeps = input === "setparentattachmentmaintainoffset";
    if (!keeps && input !== "setparentattachment") continue;
    const attachment = parameter.trim().toLowerCase();
    told.set(name, { ...told.get(name), attachment, snaps: !keeps });
  }
  return told;
}
