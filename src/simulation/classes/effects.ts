/**
 * Effects of particles: when each emits, and how. Rules of `smokestack.cpp`, `steamjet.cpp`,
 * `func_dust.cpp`, `func_smokevolume.cpp`, `effects.cpp` (`CEmbers`), `EnvSpark.cpp`, `fire.cpp` and
 * `particle_system.cpp` of Source SDK 2013. Particles themselves are formulas of the times below, so
 * this keeps no particle.
 */

import { EMITTER_SPANS, type EmissionState, NEVER, WARM_UP } from "../../map/placed/emitters.ts";
import {
  type EntityClass,
  type EntityWorld,
  type Field,
  type Input,
  input,
  key,
  layoutOf,
  notRun,
  value,
} from "../entity-class.ts";
import { SOUND } from "../sounds/voice-table.ts";

/** Fields that each class of this file begins with, so that they have the same places. */
const EMISSION = {
  /** Seconds at which spans of emission began and ended, newest first. */
  begins: value(NEVER, EMITTER_SPANS),
  ends: value(NEVER, EMITTER_SPANS),
  /** Set by inputs; NaN until then. */
  speed: value(Number.NaN),
  spread: value(Number.NaN),
  length: value(Number.NaN),
  rate: value(Number.NaN),
  alpha: value(Number.NaN),
};

const emissionWith = <Name extends string>(fields: Readonly<Record<Name, Field>>) =>
  layoutOf({ ...EMISSION, ...fields });

const { at } = layoutOf(EMISSION);

const isEmitting = (world: EntityWorld, self: number): boolean =>
  world.get(self, at.begins) !== NEVER && world.get(self, at.ends) === NEVER;

/** Begins a span; the oldest is forgotten. */
function begin(world: EntityWorld, self: number, seconds: number, end = NEVER): void {
  for (let i = EMITTER_SPANS - 1; i > 0; i--) {
    world.set(self, at.begins + i, world.get(self, at.begins + i - 1));
    world.set(self, at.ends + i, world.get(self, at.ends + i - 1));
  }
  world.set(self, at.begins, seconds);
  world.set(self, at.ends, end);
  world.emissionChanges++;
}

function turn(world: EntityWorld, self: number, isOn: boolean): void {
  if (isOn === isEmitting(world, self)) return;
  if (isOn) begin(world, self, world.time);
  else {
    world.set(self, at.ends, world.time);
    world.emissionChanges++;
  }
}

const startIf = (world: EntityWorld, self: number, isOn: boolean): void => {
  if (isOn) begin(world, self, -WARM_UP);
};

/**
 * Writes the state of an entity's emitters.
 * @returns false if the entity has none or was removed
 */
export function readEmission(world: EntityWorld, entity: number, out: EmissionState): boolean {
  if (!world.isAlive(entity) || !EFFECTS.includes(world.classOf(entity))) return false;
  for (let i = 0; i < EMITTER_SPANS; i++) {
    out.spans[i * 2] = world.get(entity, at.begins + i);
    out.spans[i * 2 + 1] = world.get(entity, at.ends + i);
  }
  out.speed = world.get(entity, at.speed);
  out.spread = world.get(entity, at.spread);
  out.length = world.get(entity, at.length);
  out.rate = world.get(entity, at.rate);
  out.alpha = world.get(entity, at.alpha);
  return true;
}

const turnOn = input((world, self) => turn(world, self, true));
const turnOff = input((world, self) => turn(world, self, false));
const toggle = input((world, self) => turn(world, self, !isEmitting(world, self)));

/** An input that sets a number of the emission. */
const sets = (field: number): Input =>
  input((world, self, event) => {
    world.set(self, field, event.value);
    world.emissionChanges++;
  }, "float");

const jet = emissionWith({ initialState: key("InitialState", "boolean") });

const dust = emissionWith({ startDisabled: key("StartDisabled", "boolean") });

const smoke = emissionWith({});

const START_ON = 1;
const EMBERS_TOGGLE = 2;
const embers = emissionWith({ isUsed: value() });

const SPARK_START_ON = 64;
const SPARK_SILENT = 256;
const LEAST_DELAY = 0.1;
const FIRST_DELAY = 1.5;
const spark = emissionWith({ delay: key("MaxDelay") });

const nextSpark = (world: EntityWorld, self: number): void =>
  world.thinkIn(
    self,
    LEAST_DELAY + world.randomFloat(0, Math.max(world.get(self, spark.at.delay), 0)),
  );

function sparkOnce(world: EntityWorld, self: number): void {
  if (!world.hasFlag(self, SPARK_SILENT)) {
    world.startSound(self, SOUND.stop, world.strings.intern("DoSpark"));
  }
  world.fire(self, "OnSpark", self);
}

const startSparks = (world: EntityWorld, self: number): void => {
  turn(world, self, true);
  world.thinkIn(self, 0);
};

const stopSparks = (world: EntityWorld, self: number): void => {
  turn(world, self, false);
  world.thinkIn(self, -1);
};

const FIRE_INFINITE = 1;
const FIRE_START_ON = 4;
const fire = emissionWith({
  isDisabled: key("StartDisabled", "boolean"),
  /** Seconds that it burns. */
  health: key("health"),
});

function ignite(world: EntityWorld, self: number): void {
  if (world.get(self, fire.at.isDisabled) !== 0 || isEmitting(world, self)) return;
  turn(world, self, true);
  world.fire(self, "OnIgnited", self);
  const health = world.get(self, fire.at.health);
  if (!world.hasFlag(self, FIRE_INFINITE) && health > 0) world.thinkIn(self, health);
}

function extinguish(world: EntityWorld, self: number): void {
  if (!isEmitting(world, self)) return;
  turn(world, self, false);
  world.fire(self, "OnExtinguished", self);
  world.thinkIn(self, -1);
}

const extinguishIn = input((world, self, event) => {
  if (event.value <= 0) extinguish(world, self);
  else if (isEmitting(world, self)) world.thinkIn(self, event.value);
}, "float");

const system = emissionWith({
  effect: key("effect_name", "text"),
  startActive: key("start_active", "boolean"),
});

export const EFFECTS: readonly EntityClass[] = [
  {
    names: ["env_smokestack", "env_steam", "env_steamjet"],
    state: jet,
    spawn: (world, self) => startIf(world, self, world.get(self, jet.at.initialState) !== 0),
    inputs: {
      TurnOn: turnOn,
      TurnOff: turnOff,
      Toggle: toggle,
      JetLength: sets(at.length),
      SpreadSpeed: sets(at.spread),
      Speed: sets(at.speed),
      Rate: sets(at.rate),
    },
  },
  {
    names: ["func_dustmotes", "func_dustcloud"],
    state: dust,
    spawn: (world, self) => startIf(world, self, world.get(self, dust.at.startDisabled) === 0),
    inputs: { TurnOn: turnOn, TurnOff: turnOff },
  },
  {
    names: ["func_smokevolume", "func_precipitation", "env_smoketrail"],
    state: smoke,
    spawn: (world, self) => startIf(world, self, true),
    inputs: { SetDensity: sets(at.alpha), SetRotationSpeed: notRun, SetMovementSpeed: notRun },
  },
  {
    names: ["env_embers"],
    state: embers,
    spawn: (world, self) =>
      startIf(world, self, world.hasFlag(self, START_ON) || world.entities.name[self] === 0),
    use(world, self) {
      if (world.get(self, embers.at.isUsed) !== 0) return;
      if (!world.hasFlag(self, EMBERS_TOGGLE)) world.set(self, embers.at.isUsed, 1);
      turn(world, self, !isEmitting(world, self));
    },
  },
  {
    names: ["env_spark"],
    state: spark,
    outputs: ["OnSpark"],
    spawn(world, self) {
      if (!world.hasFlag(self, SPARK_START_ON)) return;
      startIf(world, self, true);
      world.thinkIn(self, LEAST_DELAY + world.randomFloat(0, FIRST_DELAY));
    },
    think(world, self) {
      nextSpark(world, self);
      sparkOnce(world, self);
    },
    inputs: {
      StartSpark: input(startSparks),
      StopSpark: input(stopSparks),
      ToggleSpark: input((world, self) =>
        (isEmitting(world, self) ? stopSparks : startSparks)(world, self),
      ),
      // A spark stops the sparks that run: the engine's think is cancelled.
      SparkOnce: input((world, self) => {
        stopSparks(world, self);
        begin(world, self, world.time, world.time);
        sparkOnce(world, self);
      }),
    },
  },
  {
    names: ["env_fire"],
    state: fire,
    outputs: ["OnIgnited", "OnExtinguished"],
    activate(world, self) {
      if (world.hasFlag(self, FIRE_START_ON)) ignite(world, self);
    },
    think: extinguish,
    inputs: {
      StartFire: input(ignite),
      Extinguish: extinguishIn,
      ExtinguishTemporary: extinguishIn,
      Enable: input((world, self) => world.set(self, fire.at.isDisabled, 0)),
      Disable: input((world, self) => {
        world.set(self, fire.at.isDisabled, 1);
        extinguish(world, self);
      }),
    },
  },
  {
    names: ["info_particle_system"],
    state: system,
    spawn: (world, self) => startIf(world, self, world.get(self, system.at.startActive) !== 0),
    inputs: {
      Start: turnOn,
      Stop: turnOff,
      DestroyImmediately: input((world, self) => {
        // All particles that the entity emitted are dead.
        for (let i = 0; i < EMITTER_SPANS; i++) {
          world.set(self, at.begins + i, NEVER);
          world.set(self, at.ends + i, NEVER);
        }
        world.emissionChanges++;
      }),
    },
  },
];
