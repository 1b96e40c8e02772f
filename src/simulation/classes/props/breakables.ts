/** func_breakable, func_breakable_surf, func_physbox and func_pushable. Physics does not move them. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  notRun,
  value,
} from "../../entity-class.ts";
import { TOUCH } from "../../touch/touches.ts";
import { playBreak } from "../sounds/break-sounds.ts";
import {
  BREAK_INPUTS,
  BREAK_OUTPUTS,
  breakEntity,
  HEALTH_FIELDS,
  isBroken,
  spawnHealth,
} from "./breaking.ts";

const TRIGGER_ONLY = 1;
const BREAKS_UNDER_PLAYERS = 4;

/** Value of the key `material`. */
const UNBREAKABLE_GLASS = 7;

const MATERIAL = { material: key("material", "integer") };

const breakable = layoutOf({
  ...HEALTH_FIELDS,
  ...MATERIAL,
  /** Seconds after a player has stepped on it. */
  pressureDelay: key("PressureDelay"),
  /** Whether a player has stepped on it. */
  isPressed: value(),
});

/** Breaks a brush with the sound of its material. */
function breakBrush(world: EntityWorld, self: number, by: number, material: number): void {
  if (isBroken(world, self)) return;
  playBreak(world, self, world.get(self, material), world.get(self, breakable.at.health));
  breakEntity(world, self, by);
}

const cannotBreak = (world: EntityWorld, self: number): boolean =>
  world.get(self, breakable.at.material) === UNBREAKABLE_GLASS;

/** Whether the player stands on an entity: its feet are not below the middle. */
function standsOn(world: EntityWorld, self: number, player: number): boolean {
  const { origin } = world.entities;
  return origin[player * 3 + 2] >= origin[self * 3 + 2] + world.modelCenter(self, 2);
}

const funcBreakable: EntityClass = {
  names: ["func_breakable"],
  state: breakable,
  outputs: BREAK_OUTPUTS,
  spawn(world, self) {
    spawnHealth(world, self);
    // Its angles are the direction in which the pieces fly.
    world.entities.angles.fill(0, self * 3, self * 3 + 3);
    const isTouched =
      world.hasFlag(self, BREAKS_UNDER_PLAYERS) && !world.hasFlag(self, TRIGGER_ONLY);
    if (isTouched && !cannotBreak(world, self)) world.setTouchKind(self, TOUCH.solid);
  },
  touch(world, self, other) {
    if (world.get(self, breakable.at.isPressed) !== 0 || !standsOn(world, self, other)) return;
    world.set(self, breakable.at.isPressed, 1);
    world.thinkIn(self, world.get(self, breakable.at.pressureDelay));
  },
  think(world, self) {
    if (isBroken(world, self)) world.remove(self);
    else breakBrush(world, self, world.player.row, breakable.at.material);
  },
  inputs: {
    ...BREAK_INPUTS,
    Break: input((world, self, { activator }) => {
      if (cannotBreak(world, self)) return;
      breakBrush(world, self, activator, breakable.at.material);
    }),
    SetMass: notRun,
    physdamagescale: notRun,
  },
};

// func_breakable_surf: glass and tiles, which break in panes. Here they break as a whole.

const surface = layoutOf({
  ...HEALTH_FIELDS,
  /** 0 glass, 1 tiles. */
  type: key("surfacetype", "integer"),
});

function breakSurface(world: EntityWorld, self: number, by: number): void {
  if (isBroken(world, self)) return;
  world.set(self, surface.at.isBroken, 1);
  world.set(self, surface.at.health, 0);
  world.entities.isHidden[self] = 1;
  world.fire(self, "OnBreak", by >= 0 ? by : self);
}

const funcBreakableSurf: EntityClass = {
  names: ["func_breakable_surf"],
  state: surface,
  outputs: BREAK_OUTPUTS,
  spawn: spawnHealth,
  inputs: {
    ...BREAK_INPUTS,
    Break: input((world, self, { activator }) => breakSurface(world, self, activator)),
    Shatter: input((world, self) => breakSurface(world, self, -1), "text"),
    SetMass: notRun,
    physdamagescale: notRun,
  },
};

// func_physbox

const PICKUP_OUTPUT = 0x80000;
const box = layoutOf({ ...HEALTH_FIELDS, ...MATERIAL });

const funcPhysbox: EntityClass = {
  names: ["func_physbox", "func_physbox_multiplayer", "func_pushable"],
  state: box,
  outputs: [
    ...BREAK_OUTPUTS,
    ...["OnDamaged", "OnAwakened", "OnMotionEnabled", "OnPlayerUse"],
    ...["OnPhysGunPickup", "OnPhysGunPunt", "OnPhysGunOnlyPickup", "OnPhysGunDrop"],
  ],
  spawn: spawnHealth,
  use(world, self, activator) {
    const isPlayer = activator >= 0 && activator === world.player.row;
    if (isPlayer && world.hasFlag(self, PICKUP_OUTPUT)) world.fire(self, "OnPlayerUse", self);
  },
  think: (world, self) => world.remove(self),
  inputs: {
    ...BREAK_INPUTS,
    Break: input((world, self, { activator }) =>
      breakBrush(world, self, activator, box.at.material),
    ),
    EnableMotion: input((world, self) => world.fire(self, "OnMotionEnabled", self)),
    DisableMotion: notRun,
    Wake: notRun,
    Sleep: notRun,
    ForceDrop: notRun,
    DisableFloating: notRun,
    SetMass: notRun,
    physdamagescale: notRun,
  },
};

export const BREAKABLES: readonly EntityClass[] = [funcBreakable, funcBreakableSurf, funcPhysbox];
