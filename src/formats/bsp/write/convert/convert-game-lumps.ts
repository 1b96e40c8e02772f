/** One game lump for another form of map. */

import { FormatError } from "../../../../core/errors.ts";
import type { RecordLayout } from "../../../binary/record-layout.ts";
import { struct, u8 } from "../../../binary/struct.ts";
import { swapRecords, swapWords } from "../../../binary/swap-records.ts";
import { CountedRecords } from "../../read/counted-records.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_NAME_BYTES,
  DETAIL_OBJECT,
  DETAIL_SPRITE,
} from "../../records/detail-props.ts";
import { convertStaticProps } from "./convert-static-props.ts";
import { isOwn, isTakenAs, layoutOfProps, splitStaticProps } from "./static-prop-forms.ts";
import type { ConvertTarget, MapForm } from "./targets.ts";

export interface GameLump {
  /** Four letters. */
  readonly id: string;
  readonly version: number;
  /** Not packed. */
  readonly bytes: Uint8Array;
}

export interface ConvertedGameLump extends GameLump {
  /** What was lost of it, or is as it was and should not be: a line each. */
  readonly losses: readonly string[];
}

/** The form of the map that a game lump is of. */
export interface PropSource extends MapForm {
  /** Whether scales of some props stand before the props from version 6 on (Vindictus). */
  readonly hasPropScales?: boolean;
}

/** Lists, each behind its count, of the lumps that have no versions. */
const LISTS: Readonly<Record<string, readonly RecordLayout<object>[]>> = {
  dprp: [struct({ name: u8(DETAIL_NAME_BYTES) }), DETAIL_SPRITE, DETAIL_OBJECT],
  dplt: [DETAIL_LIGHTING],
  dplh: [DETAIL_LIGHTING],
};

/**
 * The same lump where nothing of it changes.
 * @throws FormatError (BSP) for one that is damaged, and for props that the target's records cannot hold
 */
export function convertGameLump(
  lump: GameLump,
  source: PropSource,
  target: ConvertTarget,
): ConvertedGameLump {
  const { id, version, bytes } = lump;
  const [fromLittle, isSwapped] = [source.endian === "little", source.endian !== target.endian];
  if (bytes.length === 0) return { ...lump, losses: [] };
  if (id === "sprp") return convertProps(lump, source, target);
  if (!isSwapped) return { ...lump, losses: [] };
  const lists = LISTS[id];
  if (!lists) {
    const order = fromLittle ? "little-endian" : "big-endian";
    return { ...lump, losses: [`nothing public says what stands in it; its bytes stay ${order}`] };
  }
  const reader = new CountedRecords(bytes, `game lump ${id}`, fromLittle);
  const parts = lists.map(
    (layout) => [reader.take("records", layout.bytes).length, layout] as const,
  );
  return { id, version, bytes: swapLists(bytes, parts), losses: [] };
}

function convertProps(
  lump: GameLump,
  source: PropSource,
  target: ConvertTarget,
): ConvertedGameLump {
  let { version, bytes } = lump;
  const split = (isLittle: boolean, mapVersion: number, hasScales = false) =>
    splitStaticProps(bytes, version, mapVersion, isLittle, hasScales);
  const { hasPropScales } = source;
  const parts = split(source.endian === "little", source.version, hasPropScales);
  const isWide = target.version === 25;
  const taken = isTakenAs(parts, target.staticProps);
  if (taken && parts.isWideLeafs === isWide && source.endian === target.endian) {
    return { ...lump, losses: [] };
  }
  if (source.endian === "big") bytes = swapLists(bytes, layoutOfProps(parts));
  const losses: string[] = [];
  if (!taken || parts.isWideLeafs !== isWide) {
    const form =
      target.staticProps.find((own) => taken && own.version === version) ?? target.staticProps[0];
    const converted = convertStaticProps(split(true, source.version, hasPropScales), form);
    for (const [field, props] of converted.lost) {
      losses.push(`${field} of ${props} props has no place in version ${form.version}`);
    }
    if (parts.paths > 0) {
      losses.push(`${parts.paths} names of Zeno Clash's second list have no place elsewhere`);
    }
    bytes = converted.bytes;
    version = form.version;
  }
  if (target.endian === "big") {
    bytes = swapLists(bytes, layoutOfProps(split(true, target.version)));
  }
  return { id: lump.id, version, bytes, losses };
}

/** Whether a map of the target's own form has props that only one game reads. Damaged ones stay as they are. */
export function hasOwnProps({ id, version, bytes }: GameLump, source: PropSource): boolean {
  if (id !== "sprp" || bytes.length === 0) return false;
  try {
    return isOwn(splitStaticProps(bytes, version, source.version, source.endian === "little"));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return false;
  }
}

/** Counts and records in the other byte order. */
function swapLists(
  bytes: Uint8Array,
  lists: readonly (readonly [byteLength: number, layout: RecordLayout<object>])[],
): Uint8Array {
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const [byteLength, layout] of lists) {
    out.set(swapWords(bytes.subarray(at, at + 4), 4), at);
    at += 4;
    out.set(swapRecords(bytes.subarray(at, at + byteLength), layout), at);
    at += byteLength;
  }
  return out;
}
