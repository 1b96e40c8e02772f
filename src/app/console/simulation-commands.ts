/** Commands that send inputs to entities, and change the pace of the map's time. */

import type { Simulation } from "../../viewer/index.ts";
import { type ConsoleCommand, ConsoleError, type ConsoleHost, usage } from "./console-types.ts";
import { parseNumber } from "./switch-commands.ts";

/** Targets that find an entity at run time, or by the start of its name. */
const IS_FOUND_LATER = /^!|\*$/;

function hasTarget(simulation: Simulation, target: string): boolean {
  const wanted = target.toLowerCase();
  for (let row = 0; row < simulation.entityCount; row++) {
    const entity = simulation.entityAt(row);
    if (entity === null || entity.isRemoved) continue;
    if (entity.name.toLowerCase() === wanted || entity.class === wanted) return true;
  }
  return false;
}

/** Opens the map's simulation, which runs from then on unless it was paused. */
async function openRunning(host: ConsoleHost): Promise<Simulation> {
  if (host.mapName === null) throw new ConsoleError("No map is open.");
  const isNew = host.simulation === null;
  const simulation = await host.openSimulation();
  if (isNew) simulation.play();
  return simulation;
}

export const SIMULATION_COMMANDS: readonly ConsoleCommand[] = [
  {
    name: "ent_fire",
    form: "<name or class> [input] [value]",
    help: "Sends an input to entities of the map, Use if none is named. Run (;) lists what follows.",
    word: ";",
    choices: (host) => host.listTargets(),
    async run([target, input = "Use", ...value], host) {
      if (target === undefined) throw usage(this);
      const simulation = await openRunning(host);
      if (!IS_FOUND_LATER.test(target) && !hasTarget(simulation, target)) {
        throw new ConsoleError(`No entity has the name or class "${target}".`);
      }
      simulation.fire(target, input, value.join(" "));
      return undefined;
    },
  },
  {
    name: "host_timescale",
    form: "<1/16 to 16>",
    help: "Speed of the map's time.",
    word: ";",
    value: ({ simulation }) => String(simulation?.speed ?? 1),
    async run([text], host) {
      const speed = parseNumber(text);
      if (speed <= 0) throw new ConsoleError("Time runs forward: shift+P pauses it.");
      (await openRunning(host)).speed = speed;
      return undefined;
    },
  },
];
