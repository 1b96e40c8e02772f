/** Writes recordings for tests. */

export interface DemMessage {
  readonly kind: number;
  readonly tick: number;
  readonly flags?: number;
  readonly place?: readonly number[];
  readonly angles?: readonly number[];
  readonly place2?: readonly number[];
  readonly angles2?: readonly number[];
}

export interface DemHeader {
  readonly version?: number;
  /** Players on one screen. */
  readonly players?: number;
  readonly seconds?: number;
  readonly ticks?: number;
}

/** Writes a header, messages with three bytes of data each, and the message that ends a recording. */
export function makeDem(
  { version = 3, players = 1, seconds = 10, ticks = 500 }: DemHeader,
  ...messages: readonly DemMessage[]
): Uint8Array {
  const bytes = Buffer.alloc(1072 + (messages.length + 1) * 400);
  bytes.write("HL2DEMO", 0);
  bytes.writeInt32LE(version, 8);
  bytes.writeInt32LE(24, 12);
  for (const [i, text] of ["localhost:0", "Jo", "room", "hl2"].entries()) {
    bytes.write(text, 16 + i * 260);
  }
  bytes.writeFloatLE(seconds, 1056);
  bytes.writeInt32LE(ticks, 1060);
  let at = 1072;
  for (const { kind, tick, ...view } of messages) {
    bytes.writeUInt8(kind, at);
    bytes.writeInt32LE(tick, at + 1);
    at += version < 4 ? 5 : 6;
    if (kind === 3) continue;
    if (kind === 1 || kind === 2) {
      bytes.writeInt32LE(view.flags ?? 0, at);
      for (const [row, of] of [view.place, view.angles, [], view.place2, view.angles2].entries()) {
        for (const [axis, value] of (of ?? []).entries()) {
          bytes.writeFloatLE(value, at + 4 + row * 12 + axis * 4);
        }
      }
      at += 76 * players + 8;
    } else if (kind === 5 || (kind === 8 && version >= 4)) at += 4;
    bytes.writeInt32LE(3, at);
    bytes.fill(7, at + 4, at + 7);
    at += 7;
  }
  bytes.writeUInt8(7, at);
  return new Uint8Array(bytes.subarray(0, at + (version < 4 ? 5 : 6)));
}
