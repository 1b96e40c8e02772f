import type { Entity } from "../../src/formats/bsp/types.ts";
import {
  describeEvent,
  type LoggedEvent,
  type LogKind,
  type SimulatedMap,
  Timeline,
} from "../../src/simulation/index.ts";

/** Key-value pairs of an entity; outputs may repeat. */
export type Pairs = readonly (readonly [key: string, value: string])[];

function makeEntity(pairs: Pairs): Entity {
  return {
    pairs,
    get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
  };
}

/**
 * Makes a map of entities. Model 1 is a box of 100 x 60 x 200 inches, model 0 the world.
 */
export function makeMap(entities: readonly Pairs[]): SimulatedMap {
  return {
    entities: entities.map(makeEntity),
    models: {
      mins: new Float32Array([0, 0, 0, -50, -30, 0]),
      maxs: new Float32Array([9, 9, 9, 50, 30, 200]),
      firstFace: new Int32Array(2),
    } as unknown as SimulatedMap["models"],
  };
}

export function runEntities(...entities: Pairs[]): Timeline {
  return new Timeline(makeMap(entities));
}

/** An entity of a class, with a name. */
export const make = (classname: string, name: string, ...more: Pairs): Pairs => [
  ["classname", classname],
  ["targetname", name],
  ...more,
];

export const eventsOf = ({ simulation }: Timeline, kind?: LogKind): LoggedEvent[] =>
  Array.from({ length: simulation.log.length }, (_, i) => describeEvent(simulation, i)).filter(
    (event) => kind === undefined || event.kind === kind,
  );

/** What arrived: `0.195 name.Input(value)`, a line each. */
export const arrivals = (timeline: Timeline): string[] =>
  eventsOf(timeline, "input").map(
    ({ time, entity, input, value }) => `${time.toFixed(3)} ${entity?.name}.${input}(${value})`,
  );

/** Row of the entity with a name. */
export const rowOf = ({ simulation }: Timeline, name: string): number =>
  simulation.find(name, -1, -1, -1, -1);
