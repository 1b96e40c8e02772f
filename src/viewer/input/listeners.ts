/** Typed event listeners, by event name. */

export class Listeners<Events> {
  readonly #byName = new Map<PropertyKey, Set<(detail: never) => void>>();

  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const set = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  off<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void {
    this.#byName.get(name)?.delete(listener);
  }

  /**
   * Calls all listeners. An exception of one does not stop the others; it is reported as uncaught.
   */
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    const set = this.#byName.get(name);
    if (set === undefined || set.size === 0) return;
    for (const listener of set) {
      try {
        (listener as (detail: Events[Name]) => void)(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }

  clear(): void {
    this.#byName.clear();
  }
}
