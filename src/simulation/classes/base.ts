/** What every entity takes and sends, whatever its class (`CBaseEntity`, Source SDK 2013). */

import { type EntityClass, type EntityWorld, type Input, input, notRun } from "../entity-class.ts";

const USER_OUTPUTS = ["OnUser1", "OnUser2", "OnUser3", "OnUser4"] as const;

const fireUser = (output: string): Input =>
  input((world, entity, { activator }) => world.fire(entity, output, activator));

/** Removes an entity and all that it carries. */
function removeHierarchy(world: EntityWorld, entity: number): void {
  const { count, parent } = world.entities;
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  for (let row = count - 1; row >= 0; row--) {
    if (parent[row] < 0) continue;
    next[row] = first[parent[row]];
    first[parent[row]] = row;
  }
  const open = [entity];
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    world.remove(row);
    for (let child = first[row]; child >= 0; child = next[child]) open.push(child);
  }
}

/** `NAME VALUE` sets a key value; in the value of an output, colons stand for commas. */
const addOutput = input((world, entity, { value }) => {
  const text = world.strings.text(value);
  const space = text.indexOf(" ");
  if (space < 0) return;
  world.setKey(entity, text.slice(0, space), text.slice(space + 1).replaceAll(":", ","));
}, "text");

const setParent = input((world, entity, { value, activator }) => {
  world.setParent(entity, world.find(world.strings.text(value), -1, -1, activator, -1));
}, "text");

export const BASE_CLASS: EntityClass = {
  names: [],
  outputs: USER_OUTPUTS,
  inputs: {
    Kill: input((world, entity) => world.remove(entity)),
    KillHierarchy: input(removeHierarchy),
    AddOutput: addOutput,
    FireUser1: fireUser("OnUser1"),
    FireUser2: fireUser("OnUser2"),
    FireUser3: fireUser("OnUser3"),
    FireUser4: fireUser("OnUser4"),
    Use: input((world, entity, { activator, caller }) =>
      world.classOf(entity).use?.(world, entity, activator, caller),
    ),
    SetParent: setParent,
    ClearParent: input((world, entity) => world.setParent(entity, -1)),
    SetParentAttachment: notRun,
    SetParentAttachmentMaintainOffset: notRun,
    Alpha: notRun,
    AlternativeSorting: notRun,
    Color: notRun,
    DisableShadow: notRun,
    EnableShadow: notRun,
    DispatchEffect: notRun,
    DispatchResponse: notRun,
    EnableDamageForces: notRun,
    DisableDamageForces: notRun,
    SetDamageFilter: notRun,
    SetTeam: notRun,
    // VScript.
    RunScriptCode: notRun,
    RunScriptFile: notRun,
    CallScriptFunction: notRun,
    TerminateScriptScope: notRun,
  },
};
