/** Finds the mutant that a fault of the list names. */

import type { Fault } from "./fault.ts";
import { listMutants, listSources, readSource } from "./list-mutants.ts";
import type { Mutant } from "./mutant.ts";

export interface Planting {
  /** Path from the project's root. */
  readonly file: string;
  readonly source: string;
  readonly mutant: Mutant;
}

/** Returns the only path with an ending. */
export function findPath(ending: string, paths: readonly string[]): string {
  const found = paths.filter((path) => path.endsWith(`/${ending}`));
  if (found.length === 1) return found[0];
  throw new Error(`${found.length === 0 ? "no file" : "several files"} at ${ending}`);
}

export class FaultFinder {
  readonly #root: string;
  readonly #files: readonly string[];
  readonly #mutants = new Map<string, { source: string; mutants: readonly Mutant[] }>();

  constructor(root: string) {
    this.#root = root;
    this.#files = listSources(root);
  }

  /** Throws an error that lists the candidates if there is no such mutant. */
  find(fault: Fault): Planting {
    const [path, name] = fault.in.split(" ");
    const file = findPath(path, this.#files);
    const { source, mutants } = this.#list(file);
    const inside = mutants.filter(({ within }) => `.${within}`.endsWith(`.${name}`));
    const alike = inside.filter(({ operator }) => operator === fault.operator);
    const found = alike.filter(({ site }) => fault.at?.test(site) ?? true);
    const mutant = found.at(fault.nth ?? 0);
    if (mutant === undefined) {
      const codes = alike.map(({ site }) => `\n  ${site}`);
      throw new Error(`"${fault.name}" is not among ${alike.length} mutants:${codes.join("")}`);
    }
    return { file, source, mutant };
  }

  #list(file: string) {
    const known = this.#mutants.get(file);
    if (known !== undefined) return known;
    const source = readSource(this.#root, file);
    const listed = { source, mutants: listMutants(file, source) };
    this.#mutants.set(file, listed);
    return listed;
  }
}
