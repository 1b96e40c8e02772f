/**
 * Zeno Clash's props, version 7: behind the names of models stands a second list of such names ("model path
 * strings" in the public reader BSPSource), and a prop is version 6's with a word more. No map says whose it is: the
 * lists are those that fill the lump.
 */

import {
  STATIC_PROP_NAME_BYTES as NAME_BYTES,
  OF_ZENO_CLASH,
  STATIC_PROPS,
} from "../../records/static-props.ts";

const VERSION = 7;
const PROP_BYTES = OF_ZENO_CLASH.bytes;
/** Other games' of this version: Left 4 Dead's, and those of the Orange Box as it once was. */
const OTHER_PROP_BYTES = STATIC_PROPS.filter(({ lumpVersions }) =>
  lumpVersions.includes(VERSION),
).map(({ bytes }) => bytes);

export interface ZenoProps {
  /** Names of 128 bytes each. */
  readonly paths: Uint8Array;
  /** The lump without its second list. */
  readonly bytes: Uint8Array;
}

/** null where these are not Zeno Clash's props. */
export function takeZenoProps(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
): ZenoProps | null {
  if (version !== VERSION || !littleEndian) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Where a counted list ends; -1 where there is no room for it.
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
