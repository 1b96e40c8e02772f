/** func_areaportal and func_areaportalwindow: which area portals are open. */

import { type EntityClass, type EntityWorld, input, key, layoutOf } from "../entity-class.ts";

const portal = layoutOf({
  number: key("portalnumber", "integer"),
  target: key("target", "text"),
  isOpen: key("StartOpen", "boolean", 1),
});
const { at } = portal;

function setOpen(world: EntityWorld, self: number, isOpen: boolean): void {
  world.set(self, at.isOpen, isOpen ? 1 : 0);
  world.setAreaPortal(world.get(self, at.number), isOpen);
}

/** Opens or closes the area portals that a door with a name works. */
export function setPortalsOf(world: EntityWorld, door: number, isOpen: boolean): void {
  const name = world.strings.foldedOf(world.entities.name[door]);
  if (name === 0) return;
  for (let row = world.findClass("func_areaportal", -1); row >= 0; ) {
    if (world.strings.fold(world.text(row, at.target)) === name) setOpen(world, row, isOpen);
    row = world.findClass("func_areaportal", row);
  }
}

const funcAreaportal: EntityClass = {
  names: ["func_areaportal"],
  state: portal,
  spawn: (world, self) => setOpen(world, self, world.get(self, at.isOpen) !== 0),
  inputs: {
    Open: input((world, self) => setOpen(world, self, true)),
    Close: input((world, self) => setOpen(world, self, false)),
    Toggle: input((world, self) => setOpen(world, self, world.get(self, at.isOpen) === 0)),
    // The engine's obsolete names do mean the opposite.
    TurnOn: input((world, self) => setOpen(world, self, false)),
    TurnOff: input((world, self) => setOpen(world, self, true)),
  },
};

const window = layoutOf({
  number: key("portalnumber", "integer"),
  /** Brush entities that are drawn by the window alone. */
  target: key("target", "text"),
  background: key("BackgroundBModel", "text"),
  /** Inches from the eye at which the window begins to close, and is closed. */
  fadeStart: key("FadeStartDist"),
  fadeEnd: key("FadeDist"),
});

const funcAreaportalwindow: EntityClass = {
  names: ["func_areaportalwindow"],
  state: window,
  spawn: (world, self) => world.setAreaPortal(world.get(self, window.at.number), true),
  inputs: {
    SetFadeStartDistance: input(
      (world, self, e) => world.set(self, window.at.fadeStart, e.value),
      "float",
    ),
    SetFadeEndDistance: input(
      (world, self, e) => world.set(self, window.at.fadeEnd, e.value),
      "float",
    ),
  },
};

export const AREA_PORTALS: readonly EntityClass[] = [funcAreaportal, funcAreaportalwindow];
