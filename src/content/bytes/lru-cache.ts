/** Keeps the most recently used values, up to a total size in bytes. */
export class LruCache<K, V> {
  readonly #limit: number;
  /** Entries, least recently used first. */
  readonly #entries = new Map<K, { readonly value: V; readonly byteLength: number }>();
  #byteLength = 0;

  constructor(byteLimit: number) {
    this.#limit = byteLimit;
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value, unless it alone exceeds the limit. */
  set(key: K, value: V, byteLength: number): void {
    this.delete(key);
    if (byteLength > this.#limit) return;
    this.#entries.set(key, { value, byteLength });
    this.#byteLength += byteLength;
    for (const oldest of this.#entries.keys()) {
      if (this.#byteLength <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#byteLength -= this.#entries.get(key)?.byteLength ?? 0;
    this.#entries.delete(key);
  }
}
