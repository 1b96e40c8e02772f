/** Lights that switch: lights.cpp of Source SDK 2013. A light with a name has a style from 32 on. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  value,
} from "../entity-class.ts";

const STARTS_OFF = 1;
const FIRST_SWITCHED = 32;
const [DARK, BRIGHT] = ["a", "m"];

const light = layoutOf({
  style: key("style", "integer"),
  pattern: key("pattern", "text"),
  /** Letters of a fade: now, and at its end. */
  letter: value(),
  goal: value(),
});
const { at } = light;

function show(world: EntityWorld, self: number, pattern: string): void {
  const style = world.get(self, at.style);
  if (style >= 0 && style < world.lightStyles.length) {
    world.lightStyles[style] = world.strings.intern(pattern);
  }
}

function turn(world: EntityWorld, self: number, isOn: boolean): void {
  if (isOn) world.entities.spawnflags[self] &= ~STARTS_OFF;
  else world.entities.spawnflags[self] |= STARTS_OFF;
  show(world, self, isOn ? world.text(self, at.pattern) || BRIGHT : DARK);
}

const toggle = (world: EntityWorld, self: number): void =>
  turn(world, self, world.hasFlag(self, STARTS_OFF));

export const LIGHTS: readonly EntityClass[] = [
  {
    names: ["light", "light_spot", "light_glspot", "light_environment"],
    state: light,
    spawn(world, self) {
      if (world.entities.name[self] === 0) return world.remove(self);
      if (world.get(self, at.style) < FIRST_SWITCHED) return;
      turn(world, self, !world.hasFlag(self, STARTS_OFF));
    },
    use(world, self) {
      if (world.get(self, at.style) >= FIRST_SWITCHED) toggle(world, self);
    },
    think(world, self) {
      const letter = world.get(self, at.letter);
      const next = letter + Math.sign(world.get(self, at.goal) - letter);
      world.set(self, at.letter, next);
      if (next === world.get(self, at.goal)) show(world, self, world.text(self, at.pattern));
      else {
        show(world, self, String.fromCharCode(next));
        world.thinkIn(self, 0.1);
      }
    },
    inputs: {
      TurnOn: input((world, self) => turn(world, self, true)),
      TurnOff: input((world, self) => turn(world, self, false)),
      Toggle: input(toggle),
      SetPattern: input((world, self, e) => {
        world.set(self, at.pattern, e.value);
        world.entities.spawnflags[self] &= ~STARTS_OFF;
        show(world, self, world.strings.text(e.value));
      }, "text"),
      FadeToPattern: input((world, self, e) => {
        world.set(self, at.letter, world.text(self, at.pattern).charCodeAt(0) || 0);
        world.set(self, at.goal, world.strings.text(e.value).charCodeAt(0) || 0);
        world.set(self, at.pattern, e.value);
        world.entities.spawnflags[self] &= ~STARTS_OFF;
        world.thinkIn(self, 0);
      }, "text"),
    },
  },
];
