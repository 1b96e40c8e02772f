/** Base of all triggers: `CBaseTrigger` (triggers.cpp of Source SDK 2013). */

import {
  type EntityClass,
  type EntityWorld,
  type Field,
  type Input,
  input,
  key,
  layoutOf,
  type StateLayout,
  value,
} from "../../entity-class.ts";
import { TOUCH } from "../../touch/touches.ts";
import { passesFilter } from "../filters.ts";

// Spawnflags: entities that may touch the trigger.
const ALLOWS_PLAYERS = 1;
const ALLOWS_NPCS = 2;
const ALLOWS_PUSHABLES = 4;
const ALLOWS_PHYSICS = 8;
const ONLY_ALLIES = 16;
const ONLY_PLAYERS_IN_VEHICLES = 32;
const ALLOWS_ALL = 64;
const ONLY_PLAYERS_ON_FOOT = 512;
const ONLY_NPCS_IN_VEHICLES = 2048;

/** Entities that touch a trigger at once: the player, and callers of the input `StartTouch`. */
const MOST_TOUCHERS = 4;

const TRIGGER_FIELDS = {
  filterName: key("filtername", "text"),
  isDisabled: key("StartDisabled", "boolean"),
  filter: value(-1),
  touchers: value(0, MOST_TOUCHERS),
  toucherCount: value(),
} as const;

const { at } = layoutOf(TRIGGER_FIELDS);

/** Lays out the state of a trigger class: the fields of every trigger, then its own. */
export const triggerLayout = <Name extends string>(
  fields: Readonly<Record<Name, Field>>,
): StateLayout<Name> => layoutOf({ ...TRIGGER_FIELDS, ...fields }) as StateLayout<Name>;

function passesFlags(world: EntityWorld, self: number, other: number): boolean {
  const flag = (one: number): boolean => world.hasFlag(self, one);
  if (other === world.player.row) {
    return (flag(ALLOWS_PLAYERS) || flag(ALLOWS_ALL)) && !flag(ONLY_PLAYERS_IN_VEHICLES);
  }
  if (flag(ALLOWS_ALL)) return true;
  const className = world.strings.text(world.entities.className[other]);
  if (className.startsWith("npc_")) return flag(ALLOWS_NPCS) && !flag(ONLY_NPCS_IN_VEHICLES);
  if (className === "func_pushable") return flag(ALLOWS_PUSHABLES);
  return flag(ALLOWS_PHYSICS) && /^(?:prop_physics|func_physbox)/.test(className);
}

export function passesTrigger(world: EntityWorld, self: number, other: number): boolean {
  if (!world.isAlive(other) || !passesFlags(world, self, other)) return false;
  const filter = world.get(self, at.filter);
  return !world.isAlive(filter) || passesFilter(world, filter, other);
}

/** Place of an entity in the list of touchers; -1 if it does not touch. */
function toucherIndex(world: EntityWorld, self: number, other: number): number {
  for (let i = world.get(self, at.toucherCount) - 1; i >= 0; i--) {
    if (world.get(self, at.touchers + i) === other) return i;
  }
  return -1;
}

export function startTouch(world: EntityWorld, self: number, other: number): void {
  if (!passesTrigger(world, self, other)) return;
  const count = world.get(self, at.toucherCount);
  const isAdded = toucherIndex(world, self, other) < 0 && count < MOST_TOUCHERS;
  if (isAdded) {
    world.set(self, at.touchers + count, other);
    world.set(self, at.toucherCount, count + 1);
  }
  world.fire(self, "OnStartTouch", other);
  if (isAdded && count === 0) world.fire(self, "OnStartTouchAll", other);
}

export function endTouch(world: EntityWorld, self: number, other: number): void {
  const index = toucherIndex(world, self, other);
  if (index < 0) return;
  removeToucher(world, self, index);
  world.fire(self, "OnEndTouch", other);
  for (let i = world.get(self, at.toucherCount) - 1; i >= 0; i--) {
    if (!world.isAlive(world.get(self, at.touchers + i))) removeToucher(world, self, i);
  }
  if (world.get(self, at.toucherCount) === 0) world.fire(self, "OnEndTouchAll", other);
}

function removeToucher(world: EntityWorld, self: number, index: number): void {
  const count = world.get(self, at.toucherCount) - 1;
  for (let i = index; i < count; i++) {
    world.set(self, at.touchers + i, world.get(self, at.touchers + i + 1));
  }
  world.set(self, at.toucherCount, count);
}

function setEnabled(world: EntityWorld, self: number, isEnabled: boolean): void {
  world.set(self, at.isDisabled, isEnabled ? 0 : 1);
  world.setTouchKind(self, isEnabled ? TOUCH.trigger : TOUCH.none);
}

const INPUTS: Readonly<Record<string, Input>> = {
  Enable: input((world, self) => setEnabled(world, self, true)),
  Disable: input((world, self) => setEnabled(world, self, false)),
  DisableAndEndTouch: input((world, self) => {
    for (let i = world.get(self, at.toucherCount) - 1; i >= 0; i--) {
      endTouch(world, self, world.get(self, at.touchers + i));
    }
    setEnabled(world, self, false);
  }),
  // The engine's toggle leaves alone what `TouchTest` asks.
  Toggle: input((world, self) => {
    const isOn = world.entities.touchKind[self] !== TOUCH.none;
    world.setTouchKind(self, isOn ? TOUCH.none : TOUCH.trigger);
  }),
  TouchTest: input((world, self) => {
    if (world.get(self, at.isDisabled) !== 0) return;
    const isTouched = world.get(self, at.toucherCount) > 0;
    world.fire(self, isTouched ? "OnTouching" : "OnNotTouching", self);
  }),
  StartTouch: input((world, self, { caller }) =>
    world.classOf(self).startTouch?.(world, self, caller),
  ),
  EndTouch: input((world, self, { caller }) => world.classOf(self).endTouch?.(world, self, caller)),
};

const OUTPUTS = [
  ...["OnStartTouch", "OnStartTouchAll", "OnEndTouch", "OnEndTouchAll"],
  ...["OnTouching", "OnNotTouching"],
];

/** Makes a class of triggers; what it leaves out is as in every trigger. */
export function makeTrigger(own: Omit<EntityClass, "passes" | "use">): EntityClass {
  return {
    startTouch,
    endTouch,
    touch: () => undefined,
    state: triggerLayout({}),
    ...own,
    outputs: [...OUTPUTS, ...(own.outputs ?? [])],
    inputs: { ...INPUTS, ...own.inputs },
    spawn(world, self) {
      const { spawnflags, isHidden } = world.entities;
      // There are no vehicles here, so the flags for vehicles are ignored.
      if (world.hasFlag(self, ONLY_ALLIES)) spawnflags[self] |= ALLOWS_NPCS;
      if (world.hasFlag(self, ONLY_PLAYERS_ON_FOOT)) spawnflags[self] |= ALLOWS_PLAYERS;
      isHidden[self] = 1;
      if (world.get(self, at.isDisabled) === 0) world.setTouchKind(self, TOUCH.trigger);
      own.spawn?.(world, self);
    },
    activate(world, self) {
      const name = world.text(self, at.filterName);
      const row = name === "" ? -1 : world.find(name, -1, self, -1, -1);
      if (row >= 0 && world.classOf(row).passes !== undefined) world.set(self, at.filter, row);
      own.activate?.(world, self);
    },
  };
}
