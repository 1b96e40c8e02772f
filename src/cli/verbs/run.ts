/** `visleaf run`: runs the entities of a map, and prints what happens. */

import { parseBsp } from "../../formats/bsp/parse-bsp.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import { describeEvent, formatEvent, type LoggedEvent } from "../../simulation/describe-log.ts";
import { TICK_SECONDS, Timeline } from "../../simulation/index.ts";
import type { MapSimulation } from "../../simulation/map-simulation.ts";
import { readMapFile } from "../files/map-file.ts";
import { parseFires, parseSeed } from "../options/parse-fire.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseMapTime, parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const VERB = "run";

/** Classes that got inputs although they are not simulated, most inputs first. */
function listNotRun(events: readonly LoggedEvent[]) {
  const counts = new Map<string, number>();
  for (const { kind, entity } of events) {
    if (kind !== "class-not-run" || entity === null) continue;
    counts.set(entity.class, (counts.get(entity.class) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, inputs]) => ({ class: name, inputs }))
    .sort((a, b) => b.inputs - a.inputs || (a.class < b.class ? -1 : 1));
}

/** Entities that are not where they started, with their places in their parents. */
function listMoved(simulation: MapSimulation, origins: Float64Array, angles: Float64Array) {
  const { entities, strings } = simulation;
  const moved = [];
  for (let row = 0; row < entities.count; row++) {
    const at = row * 3;
    const origin = [...entities.origin.subarray(at, at + 3)];
    const turned = [...entities.angles.subarray(at, at + 3)];
    const isSame = origin.every(
      (one, i) => one === origins[at + i] && turned[i] === angles[at + i],
    );
    if (isSame) continue;
    const name = strings.text(entities.givenName[row]);
    const className = strings.text(entities.className[row]);
    moved.push({ row: entities.lumpRow[row], class: className, name, origin, angles: turned });
  }
  return moved;
}

export const runVerb: Verb = {
  help: `visleaf run MAP [options]

Runs the entities of a map as the engine would without a player, and prints what happens: outputs that fire,
inputs that arrive, and why others do nothing. The same map, seed and --fire give the same events. Classes
that are simulated are listed in docs/fidelity.md.

  --seconds N          time to run; 60
  --from N             only events from this second on; 0
  --fire TIME,TARGET,INPUT[,PARAMETER]
                       send an input after TIME seconds, as ent_fire does; repeatable
  --entity NAME        only events that an entity of this name or class sends or gets
  --seed N             of random numbers; 0
  --limit NAME=NUMBER  change a limit of docs/limits.md; repeatable
  --json               print one JSON object instead of text: {map, seconds, ticks, seed, isMultiplayer,
                       entities, events, dropped, notRun: [{class, inputs}], moved: [{row, class,
                       name, origin, angles}]}
                       events: [{time, kind, caller, output, target, entity, input, value, activator,
                       delay}]; caller, entity and activator are null or {row, class, name}; kind is
                       output, input, effect, no-target, unknown-input, class-not-run,
                       input-not-run, bad-value or cut

Events beyond 200,000 are only counted (dropped).

  visleaf run facility01.bsp --seconds 30 --fire 5,door1,Open`,

  async run(args) {
    const { values, positionals } = parseOptions(VERB, args, {
      seconds: { type: "string", default: "60" },
      from: { type: "string", default: "0" },
      fire: { type: "string", multiple: true, default: [] },
      entity: { type: "string" },
      seed: { type: "string", default: "0" },
      limit: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional(VERB, positionals, "map");
    const seconds = parseMapTime(VERB, "--seconds", values.seconds);
    const from = parseMapTime(VERB, "--from", values.from);
    const seed = parseSeed(VERB, values.seed);
    const fires = parseFires(VERB, values.fire);
    const limits = parseLimits(VERB, values.limit);

    const { name, bytes } = await readMapFile(path, []);
    const timeline = new Timeline(openMap(bytes, limits), { seed });
    const { simulation } = timeline;
    const origins = simulation.entities.origin.slice();
    const angles = simulation.entities.angles.slice();
    for (const { seconds: at, target, input, parameter } of fires) {
      if (at > seconds) break;
      timeline.seek(at);
      timeline.fire(target, input, parameter);
    }
    timeline.seek(seconds);

    const all = Array.from({ length: simulation.log.length }, (_, i) =>
      describeEvent(simulation, i),
    );
    const events = all.filter((event) => event.time >= from && isOf(event, values.entity));
    const notRun = listNotRun(events);
    const { dropped } = simulation.log;
    if (values.json) {
      printJson({
        ...{ map: name, seconds, ticks: simulation.tick, seed },
        ...{ isMultiplayer: simulation.isMultiplayer, entities: simulation.entities.count },
        ...{ events, dropped, notRun, moved: listMoved(simulation, origins, angles) },
      });
      return;
    }
    const cut = dropped === 0 ? "" : `, and ${dropped} that were not kept`;
    printLines([
      ...events.map(formatEvent),
      `${name}: ${events.length} events in ${(simulation.tick * TICK_SECONDS).toFixed(2)} s${cut}`,
      ...(notRun.length === 0
        ? []
        : [
            `Not simulated: ${notRun.map((one) => `${one.class} (${one.inputs} inputs)`).join(", ")}`,
          ]),
    ]);
  },
};

function openMap(bytes: Uint8Array, limits: ReturnType<typeof parseLimits>) {
  try {
    return parseBsp(bytes, undefined, limits);
  } catch (error) {
    throw explainBadMagic(error, bytes);
  }
}

/** Whether an entity of a name or class takes part in an event. */
function isOf({ caller, entity, target }: LoggedEvent, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const name = wanted.toLowerCase();
  return (
    target.toLowerCase() === name ||
    [caller, entity].some((one) => one?.name.toLowerCase() === name || one?.class === name)
  );
}
