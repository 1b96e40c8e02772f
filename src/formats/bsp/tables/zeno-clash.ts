/**
 * Zeno Clash's props, version 7: a second list of names follows the model names ("model path
 * strings" in the public reader BSPSource), and a prop is version 6's with one more word. Maps do
 * not name their game. The lump is recognised if these lists fill it exactly.
 */

import {
  STATIC_PROP_NAME_BYTES as NAME_BYTES,
  OF_ZENO_CLASH,
  STATIC_PROPS,
} from "../records/static-props.ts";

const VERSION = 7;
const PROP_BYTES = OF_ZENO_CLASH.bytes;
/**
 * Record sizes of other games with this version: Left 4 Dead's, and those of the early Orange Box.
 */
const OTHER_PROP_BYTES = STATIC_PROPS.filter(({ lumpVersions }) =>
  lumpVersions.includes(VERSION),
).map(({ bytes }) => bytes);

export interface ZenoProps {
  /** Names of 128 bytes each. */
  readonly paths: Uint8Array;
  /** The lump without its second list of names. */
  readonly bytes: Uint8Array;
}

/** Returns the props without the second list, or `null` if they are not Zeno Clash's. */
export function takeZenoProps(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
): ZenoProps | null {
  if (version !== VERSION || !littleEndian) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Returns the end of a counted list; −1 if it does not fit.
  const endOf = (at: number, recordBytes: number) => {
    if (at < 0 || at + 4 > bytes.length) return -1;
    const end = at + 4 + view.getUint32(at, true) * recordBytes;
    return end <= bytes.length ? end : -1;
  };
  const names = endOf(0, NAME_BYTES);
  const isFilled = (leafs: number, propBytes: number) => {
    const props = endOf(leafs, 2);
    return props >= 0 && endOf(props, propBytes) === bytes.length;
  };
  if (names < 0 || OTHER_PROP_BYTES.some((propBytes) => isFilled(names, propBytes))) return null;
  const paths = endOf(names, NAME_BYTES);
  if (paths < 0 || !isFilled(paths, PROP_BYTES)) return null;
  const rest = new Uint8Array(bytes.length - (paths - names));
  rest.set(bytes.subarray(0, names));
  rest.set(bytes.subarray(paths), names);
  return { paths: bytes.subarray(names + 4, paths), bytes: rest };
}
