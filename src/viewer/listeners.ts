/** Typed listeners: a name for each kind of news, and what comes with it. */

export class Listeners<Events> {
  readonly #byName = new Map<keyof Events, Set<(detail: never) => void>>();

  /** Returns what takes the listener away again. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const set = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    for (const listener of this.#byName.get(name) ?? []) {
      (listener as (detail: Events[Name]) => void)(detail);
    }
  }

  clear(): void {
    this.#byName.clear();
  }
}
