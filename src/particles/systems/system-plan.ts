/** Prepares definitions of particle systems for running: each parameter becomes a number, once. */

import type { Pcf, PcfFunction, PcfFunctionList, PcfSystem } from "../../formats/pcf/types.ts";
import { type Fade, readFade } from "./curves.ts";
import { BASIC_MOVEMENT, FUNCTIONS, isKnownFunction } from "./functions/function-table.ts";
import { type BasicMovement, readBasicMovement } from "./functions/movement.ts";
import type {
  Build,
  Constraint,
  EmitterKind,
  Force,
  FunctionTable,
  Initializer,
  Operator,
} from "./functions.ts";
import { Params, type Vector } from "./params.ts";
import { type RendererPlan, readRenderer } from "./renderers.ts";

/** Rows that a system has at most, as in the engine (`MAX_PARTICLES_IN_A_SYSTEM`). */
const MAX_PARTICLES = 5000;
/** Functions of a list that run. The fullest list of real files has 14. */
const MAX_FUNCTIONS = 64;
/** Systems of a tree, and its depth. The largest tree of real files has 27 systems. */
const MAX_SYSTEMS = 100;
const MAX_DEPTH = 10;
/** Particles of all systems of a tree. */
const MAX_TREE_PARTICLES = 50_000;
/** Random numbers that a function may use of each particle. */
const SLOTS = 16;
const RADIANS = Math.PI / 180;

export interface Timed<T> {
  readonly run: T;
  readonly fade: Fade | null;
}

/** Values of attributes that no initializer sets. Angles in radians. */
export interface Constants {
  readonly radius: number;
  readonly color: Vector;
  readonly rotation: number;
  readonly rotationSpeed: number;
  readonly sequence: number;
  readonly secondSequence: number;
}

/** One system of a tree, ready to run. */
export interface SystemPlan {
  readonly name: string;
  /** Path of its material as written. */
  readonly material: string;
  readonly capacity: number;
  readonly initialCount: number;
  /** Number that operators of the parent address the system by. */
  readonly group: number;
  /** Seconds from the start of the parent to its own. */
  readonly delay: number;
  readonly constants: Constants;
  /** Whether particles are sorted back to front. */
  readonly isSorted: boolean;
  /** Distance from the camera at which it is no longer drawn, inches. */
  readonly drawDistance: number;
  readonly emitters: readonly Timed<EmitterKind>[];
  readonly initializers: readonly Initializer[];
  /** In order; a movement among them applies all forces and constraints. */
  readonly operators: readonly (Timed<Operator> | Timed<BasicMovement>)[];
  readonly forces: readonly Timed<Force>[];
  readonly constraints: readonly Constraint[];
  readonly renderer: RendererPlan | null;
  readonly children: readonly SystemPlan[];
}

/** A function or child that is left out. */
export interface PlanProblem {
  readonly system: string;
  readonly message: string;
}

/** Finds systems by name, in all files that were read. */
export type FindSystem = (name: string) => { readonly pcf: Pcf; readonly system: PcfSystem } | null;

/** Returns a lookup in one file. */
export function findIn(pcf: Pcf): FindSystem {
  const byName = new Map<string, PcfSystem>();
  for (const system of pcf.systems) {
    const key = system.name.toLowerCase();
    if (!byName.has(key)) byName.set(key, system);
  }
  return (name) => {
    const system = byName.get(name.toLowerCase());
    return system === undefined ? null : { pcf, system };
  };
}

/**
 * Prepares a system and its children.
 * @param problems receives what is left out: unknown functions, missing children, trees that are
 * too deep or bite their tail
 * @returns null if no file has the system
 */
export function planSystem(
  name: string,
  find: FindSystem,
  problems: PlanProblem[] = [],
): SystemPlan | null {
  const found = find(name);
  if (found === null) return null;
  return new Planner(find, problems).plan(found.pcf, found.system, 0, []);
}

class Planner {
  readonly #find: FindSystem;
  readonly #problems: PlanProblem[];
  #count = 0;
  #particles = 0;

  constructor(find: FindSystem, problems: PlanProblem[]) {
    this.#find = find;
    this.#problems = problems;
  }

  plan(pcf: Pcf, system: PcfSystem, delay: number, above: readonly PcfSystem[]): SystemPlan {
    this.#count++;
    const params = new Params(system.params);
    const wanted = params.int("max_particles", 1000, 1, MAX_PARTICLES);
    const capacity = Math.max(1, Math.min(wanted, MAX_TREE_PARTICLES - this.#particles));
    if (capacity < wanted) {
      this.#report(system, `more than ${MAX_TREE_PARTICLES} particles in a tree`);
    }
    this.#particles += capacity;
    const movements = new Map<PcfFunction, BasicMovement>();
    const operators = this.#list(system, "operators").flatMap(
      (one, i): (Timed<Operator> | Timed<BasicMovement>)[] => {
        const own = new Params(one.params);
        const fade = readFade(own);
        if (one.functionName.toLowerCase() === BASIC_MOVEMENT) {
          const run = movements.get(one) ?? readBasicMovement(own);
          movements.set(one, run);
          return [{ run, fade }];
        }
        const build = findBuild(FUNCTIONS.operators, one);
        return build === null ? [] : [{ run: build(own, (200 + i) * SLOTS), fade }];
      },
    );
    return {
      name: system.name,
      material: system.material,
      capacity,
      initialCount: params.int("initial_particles", 0, 0, MAX_PARTICLES),
      group: params.number("group id", 0),
      delay,
      constants: readConstants(params),
      isSorted: params.bool("Sort particles", true),
      drawDistance: params.number("maximum draw distance", 100_000),
      emitters: this.#timed(system, "emitters", FUNCTIONS.emitters, 0),
      initializers: this.#timed(system, "initializers", FUNCTIONS.initializers, 100).map(
        ({ run }) => run,
      ),
      operators,
      forces: this.#timed(system, "forces", FUNCTIONS.forces, 300),
      constraints: this.#timed(system, "constraints", FUNCTIONS.constraints, 400).map(
        ({ run }) => run,
      ),
      renderer: this.#readRenderer(system),
      children: this.#planChildren(pcf, system, [...above, system]),
    };
  }

  #planChildren(pcf: Pcf, system: PcfSystem, above: readonly PcfSystem[]): SystemPlan[] {
    const plans: SystemPlan[] = [];
    for (const child of system.children) {
      const found =
        child.system >= 0 ? { pcf, system: pcf.systems[child.system] } : this.#find(child.name);
      if (found === null) {
        this.#report(system, `child ${child.name} is in no file`);
      } else if (above.includes(found.system)) {
        this.#report(system, `child ${child.name} contains itself`);
      } else if (above.length >= MAX_DEPTH || this.#count >= MAX_SYSTEMS) {
        this.#report(system, `more than ${MAX_SYSTEMS} systems in a tree, or ${MAX_DEPTH} levels`);
        break;
      } else {
        plans.push(this.plan(found.pcf, found.system, Math.max(0, finite(child.delay)), above));
      }
    }
    return plans;
  }

  /** Returns the functions of a list that run. */
  #list(system: PcfSystem, list: Exclude<PcfFunctionList, "renderers">): readonly PcfFunction[] {
    const all = system[list];
    if (all.length > MAX_FUNCTIONS) {
      this.#report(system, `more than ${MAX_FUNCTIONS} ${list}`);
    }
    return all.slice(0, MAX_FUNCTIONS).filter(({ functionName }) => {
      if (isKnownFunction(list, functionName)) return true;
      this.#report(system, `${list}: ${functionName} does not run`);
      return false;
    });
  }

  #timed<T>(
    system: PcfSystem,
    list: Exclude<PcfFunctionList, "renderers" | "operators">,
    table: FunctionTable<T>,
    slot: number,
  ): Timed<T>[] {
    return this.#list(system, list).flatMap((one, i) => {
      const build = findBuild(table, one);
      const params = new Params(one.params);
      return build === null
        ? []
        : [{ run: build(params, (slot + i) * SLOTS), fade: readFade(params) }];
    });
  }

  #readRenderer(system: PcfSystem): RendererPlan | null {
    for (const one of system.renderers.slice(0, MAX_FUNCTIONS)) {
      const plan = readRenderer(one.functionName, new Params(one.params));
      if (plan !== null) return plan;
      this.#report(system, `renderers: ${one.functionName} is not drawn`);
    }
    return null;
  }

  #report(system: PcfSystem, message: string): void {
    this.#problems.push({ system: system.name, message });
  }
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

function findBuild<T>(table: FunctionTable<T>, { functionName }: PcfFunction): Build<T> | null {
  const key = functionName.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : null;
}

function readConstants(params: Params): Constants {
  return {
    radius: params.number("radius", 5),
    color: params.color("color"),
    rotation: params.number("rotation", 0) * RADIANS,
    rotationSpeed: params.number("rotation_speed", 0) * RADIANS,
    sequence: params.int("sequence_number", 0, 0, 1023),
    secondSequence: params.int("sequence_number 1", 0, 0, 1023),
  };
}

/** Returns all systems of a tree, parents first. */
export function listPlans(plan: SystemPlan): SystemPlan[] {
  return [plan, ...plan.children.flatMap(listPlans)];
}
