/** Entities that compute: logicentities.cpp of Source SDK 2013. */

import { clamp } from "../../math/vec3.ts";
import {
  type EntityClass,
  type EntityWorld,
  type InputHandler,
  input,
  key,
  layoutOf,
  value,
} from "../entity-class.ts";
import { FLOAT, parseIntegerOf, TEXT } from "../values.ts";

// math_counter

const counter = layoutOf({
  // The engine reads the start as a whole number, and keeps fractions later.
  number: key("startvalue", "integer"),
  min: key("min"),
  max: key("max"),
  isDisabled: key("StartDisabled", "boolean"),
  hasHitMin: value(),
  hasHitMax: value(),
});

/** Without a minimum and a maximum, nothing is clamped. */
const isClamped = (world: EntityWorld, self: number): boolean =>
  world.get(self, counter.at.min) !== 0 || world.get(self, counter.at.max) !== 0;

const clampCounter = (world: EntityWorld, self: number, number: number): number =>
  isClamped(world, self)
    ? clamp(number, world.get(self, counter.at.min), world.get(self, counter.at.max))
    : number;

function setCounter(world: EntityWorld, self: number, number: number, activator: number): void {
  const { at } = counter;
  if (isClamped(world, self)) {
    const hitMax = number >= world.get(self, at.max);
    if (hitMax && world.get(self, at.hasHitMax) === 0) world.fire(self, "OnHitMax", activator);
    world.set(self, at.hasHitMax, hitMax ? 1 : 0);
    const hitMin = number <= world.get(self, at.min);
    if (hitMin && world.get(self, at.hasHitMin) === 0) world.fire(self, "OnHitMin", activator);
    world.set(self, at.hasHitMin, hitMin ? 1 : 0);
  }
  const kept = clampCounter(world, self, number);
  world.set(self, at.number, kept);
  world.fire(self, "OutValue", activator, FLOAT, kept);
}

/** Makes an input that changes the number unless the counter is disabled. */
const count = (change: (number: number, by: number) => number) =>
  input((world, self, { value: by, activator }) => {
    if (world.get(self, counter.at.isDisabled) !== 0) return;
    setCounter(world, self, change(world.get(self, counter.at.number), by), activator);
  }, "float");

/** Makes an input that moves one bound, and the other with it. */
const setBound = (bound: "min" | "max") =>
  input((world, self, { value: to, activator }) => {
    const { at } = counter;
    world.set(self, at[bound], to);
    const other = bound === "min" ? "max" : "min";
    if (world.get(self, at.max) < world.get(self, at.min)) world.set(self, at[other], to);
    setCounter(world, self, world.get(self, at.number), activator);
  }, "float");

const mathCounter: EntityClass = {
  names: ["math_counter"],
  state: counter,
  outputs: ["OutValue", "OnHitMin", "OnHitMax", "OnGetValue"],
  spawn(world, self) {
    const { at } = counter;
    orderBounds(world, self, at.min, at.max);
    world.set(self, at.number, clampCounter(world, self, world.get(self, at.number)));
  },
  inputs: {
    Add: count((number, by) => number + by),
    Subtract: count((number, by) => number - by),
    Multiply: count((number, by) => number * by),
    Divide: count((number, by) => (by === 0 ? number : number / by)),
    SetValue: count((_, to) => to),
    SetValueNoFire: input((world, self, e) => {
      if (world.get(self, counter.at.isDisabled) !== 0) return;
      world.set(self, counter.at.number, clampCounter(world, self, e.value));
    }, "float"),
    SetHitMax: setBound("max"),
    SetHitMin: setBound("min"),
    GetValue: input((world, self, { activator }) =>
      world.fire(self, "OnGetValue", activator, FLOAT, world.get(self, counter.at.number)),
    ),
    Enable: input((world, self) => world.set(self, counter.at.isDisabled, 0)),
    Disable: input((world, self) => world.set(self, counter.at.isDisabled, 1)),
  },
};

function orderBounds(world: EntityWorld, self: number, low: number, high: number): void {
  const [a, b] = [world.get(self, low), world.get(self, high)];
  world.set(self, low, Math.min(a, b));
  world.set(self, high, Math.max(a, b));
}

/** Orders the bounds of the number that goes in; equal ones become 0 and 1. */
function orderInputs(world: EntityWorld, self: number, low: number, high: number): void {
  if (world.get(self, low) === world.get(self, high)) {
    world.set(self, low, 0);
    world.set(self, high, 1);
  } else orderBounds(world, self, low, high);
}

const IGNORES_OUTSIDE = 1;
const CLAMPS = 2;

// math_remap

const remap = layoutOf({
  in1: key("in1"),
  in2: key("in2"),
  out1: key("out1"),
  out2: key("out2"),
  isEnabled: value(1),
});

const remapValue: InputHandler = (world, self, { value: number, activator }) => {
  const { at } = remap;
  const [low, high] = [world.get(self, at.in1), world.get(self, at.in2)];
  const isOutside = number < low || number > high;
  if (isOutside && world.hasFlag(self, IGNORES_OUTSIDE)) return;
  const [from, to] = [world.get(self, at.out1), world.get(self, at.out2)];
  const mapped = from + ((number - low) * (to - from)) / (high - low);
  // The engine's clamp of a falling range gives its end.
  const kept = world.hasFlag(self, CLAMPS) ? clamp(mapped, from, to) : mapped;
  if (world.get(self, at.isEnabled) !== 0) world.fire(self, "OutValue", activator, FLOAT, kept);
};

const mathRemap: EntityClass = {
  names: ["math_remap"],
  state: remap,
  outputs: ["OutValue"],
  spawn: (world, self) => orderInputs(world, self, remap.at.in1, remap.at.in2),
  inputs: {
    InValue: input(remapValue, "float"),
    Enable: input((world, self) => world.set(self, remap.at.isEnabled, 1)),
    Disable: input((world, self) => world.set(self, remap.at.isEnabled, 0)),
  },
};

// math_colorblend

const blend = layoutOf({
  low: key("inmin"),
  high: key("inmax"),
  color1: key("colormin", "text"),
  color2: key("colormax", "text"),
});

const parseColor = (text: string): readonly number[] => {
  const parts = text.trim().split(/\s+/);
  return [0, 1, 2, 3].map((i) =>
    parts[i] === undefined ? (i === 3 ? 255 : 0) : parseIntegerOf(parts[i]),
  );
};

const mathColorblend: EntityClass = {
  names: ["math_colorblend"],
  state: blend,
  outputs: ["OutColor"],
  spawn: (world, self) => orderInputs(world, self, blend.at.low, blend.at.high),
  inputs: {
    InValue: input((world, self, { value: number, activator }) => {
      const { at } = blend;
      const [low, high] = [world.get(self, at.low), world.get(self, at.high)];
      const inside = clamp(number, low, high);
      if (inside !== number && world.hasFlag(self, IGNORES_OUTSIDE)) return;
      const share = (inside - low) / (high - low);
      const to = parseColor(world.text(self, at.color2));
      const color = parseColor(world.text(self, at.color1)).map((from, i) =>
        Math.trunc(from + share * (to[i] - from)),
      );
      world.fire(self, "OutColor", activator, TEXT, world.strings.intern(color.join(" ")));
    }, "float"),
  },
};

export const MATH: readonly EntityClass[] = [mathCounter, mathRemap, mathColorblend];
