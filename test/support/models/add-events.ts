/** Appends sequence events to compiled models, which have none. */

export interface MadeEvent {
  readonly cycle: number;
  readonly event?: number;
  readonly name?: string;
  readonly options?: string;
}

/** Offsets in `studiohdr_t` and `mstudioseqdesc_t`, in bytes. */
const LENGTH_AT = 76;
const SEQUENCES_AT = 192;
const SEQUENCE_BYTES = 212;
const EVENTS_AT = 24;
const EVENT_BYTES = 80;
const NEW_SYSTEM = 1 << 10;

/** Returns the file with a sequence's events replaced. */
export function addEvents(mdl: Uint8Array, sequence: number, events: readonly MadeEvent[]) {
  const text = new TextEncoder();
  const names = events.map(({ name = "" }) => text.encode(`${name}\0`));
  const first = (mdl.length + 3) & ~3;
  const bytes = first + events.length * EVENT_BYTES + names.reduce((sum, n) => sum + n.length, 0);
  const out = new Uint8Array((bytes + 3) & ~3);
  out.set(mdl);
  const view = new DataView(out.buffer);
  view.setInt32(LENGTH_AT, out.length, true);
  const at = view.getInt32(SEQUENCES_AT, true) + sequence * SEQUENCE_BYTES;
  view.setInt32(at + EVENTS_AT, events.length, true);
  view.setInt32(at + EVENTS_AT + 4, first - at, true);
  let nameAt = first + events.length * EVENT_BYTES;
  for (const [row, { cycle, event = 0, name = "", options = "" }] of events.entries()) {
    const start = first + row * EVENT_BYTES;
    view.setFloat32(start, cycle, true);
    view.setInt32(start + 4, event, true);
    view.setInt32(start + 8, name === "" ? 0 : NEW_SYSTEM, true);
    out.set(text.encode(options), start + 12);
    out.set(names[row], nameAt);
    view.setInt32(start + 76, name === "" ? 0 : nameAt - start, true);
    nameAt += names[row].length;
  }
  return out;
}
