/** multisource, which doors and buttons may ask: logicentities.cpp of Source SDK 2013. */

import { type EntityClass, type EntityWorld, key, layoutOf, value } from "../entity-class.ts";

const MOST_MEMBERS = 32;

const source = layoutOf({
  globalState: key("globalstate", "text"),
  isReady: value(),
  count: value(),
  /** Entities whose key `target` names it, and whether each has been used. */
  members: value(-1, MOST_MEMBERS),
  isOn: value(0, MOST_MEMBERS),
});
const { at } = source;

function isTriggered(world: EntityWorld, self: number): boolean {
  if (world.get(self, at.isReady) === 0) return false;
  for (let i = 0; i < world.get(self, at.count); i++) {
    if (world.get(self, at.isOn + i) === 0) return false;
  }
  const global = world.text(self, at.globalState);
  return global === "" || world.globalState(global) === 1;
}

/** Whether the master that a text field names lets an entity work; true without one. */
export function isMasterTriggered(world: EntityWorld, entity: number, field: number): boolean {
  const name = world.text(entity, field);
  const master = name === "" ? -1 : world.find(name, -1, entity, -1, -1);
  return master < 0 || world.classOf(master) !== multisource || isTriggered(world, master);
}

const multisource: EntityClass = {
  names: ["multisource"],
  state: source,
  outputs: ["OnTrigger"],
  spawn: (world, self) => world.thinkIn(self, 0.1),
  think(world, self) {
    const name = world.strings.text(world.entities.name[self]).toLowerCase();
    let count = 0;
    for (let row = 0; row < world.entities.count && count < MOST_MEMBERS; row++) {
      if (!world.isAlive(row) || world.mapKey(row, "target").toLowerCase() !== name) continue;
      world.set(self, at.members + count++, row);
    }
    world.set(self, at.count, count);
    world.set(self, at.isReady, 1);
  },
  use(world, self, activator, caller) {
    for (let i = 0; i < world.get(self, at.count); i++) {
      if (world.get(self, at.members + i) !== caller) continue;
      world.set(self, at.isOn + i, 1 - world.get(self, at.isOn + i));
      if (isTriggered(world, self)) world.fire(self, "OnTrigger", activator);
      return;
    }
  },
};

export const MASTERS: readonly EntityClass[] = [multisource];
