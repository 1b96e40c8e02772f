/** Health, and what breaks: func_break.cpp and props.cpp of Source SDK 2013. */

import { type EntityWorld, type Input, input, key, layoutOf, value } from "../../entity-class.ts";
import { FLOAT } from "../../values.ts";

/** Seconds after which a broken entity goes. */
const GOES_AFTER = 0.1;

/** Fields of everything that breaks; a class' state begins with them. */
export const HEALTH_FIELDS = {
  health: key("health", "integer"),
  mostHealth: value(1),
  isBroken: value(),
} as const;
const { at } = layoutOf(HEALTH_FIELDS);

export const BREAK_OUTPUTS: readonly string[] = ["OnBreak", "OnHealthChanged", "OnTakeDamage"];

export function spawnHealth(world: EntityWorld, self: number): void {
  world.set(self, at.mostHealth, Math.max(world.get(self, at.health), 1));
}

/** Breaks an entity: it is not drawn any more, loses its name, and goes a little later. */
export function breakEntity(world: EntityWorld, self: number, by: number): void {
  if (world.get(self, at.isBroken) !== 0) return;
  world.set(self, at.isBroken, 1);
  world.entities.isHidden[self] = 1;
  world.entities.setName(self, 0);
  world.setTouchKind(self, 0);
  world.fire(self, "OnBreak", by);
  world.thinkIn(self, GOES_AFTER);
}

export const isBroken = (world: EntityWorld, self: number): boolean =>
  world.get(self, at.isBroken) !== 0;

function setHealth(world: EntityWorld, self: number, health: number, by: number): void {
  if (health === world.get(self, at.health)) return;
  world.set(self, at.health, health);
  const share = Math.max(0, Math.min(health / world.get(self, at.mostHealth), 1));
  world.fire(self, "OnHealthChanged", by, FLOAT, share);
  if (health <= 0) world.classOf(self).inputs?.Break.run(world, self, breakEvent(by));
}

const breakEvent = (activator: number) =>
  ({ kind: 0, value: 0, activator, caller: -1, action: -1 }) as const;

export const BREAK_INPUTS: Readonly<Record<string, Input>> = {
  Break: input((world, self, { activator }) => breakEntity(world, self, activator)),
  SetHealth: input((world, self, e) => setHealth(world, self, e.value, e.activator), "integer"),
  AddHealth: input(
    (world, self, e) => setHealth(world, self, world.get(self, at.health) + e.value, e.activator),
    "integer",
  ),
  RemoveHealth: input(
    (world, self, e) => setHealth(world, self, world.get(self, at.health) - e.value, e.activator),
    "integer",
  ),
};
