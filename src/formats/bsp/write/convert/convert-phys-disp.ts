import { readRecords } from "../../../binary/read-records.ts";
import { bspError } from "../../bsp-error.ts";
import { NO_PHYS_DISP as NONE, PHYS_DISP } from "../../records/physics.ts";
import { writeColumns } from "./convert-records.ts";

const LUMP = "LUMP_PHYSDISP";

/**
 * LUMP_PHYSDISP, a count and a length each before the hulls: shorts, in version 25 words. Little-endian.
 * Source: bsp_tool; of version 25 the corpus of tests has only counts of 0.
 * @throws FormatError (BSP): `bad-count`; `unsupported` where a length does not fit
 */
export function convertPhysDisp(bytes: Uint8Array, isToWide: boolean): Uint8Array {
  const [from, to] = isToWide ? (["narrow", "wide"] as const) : (["wide", "narrow"] as const);
  const [own, wanted] = [PHYS_DISP[from].struct, PHYS_DISP[to].struct];
  const size = own.bytes;
  const first = readRecords(bytes.subarray(0, size), own, true) as unknown as Lengths;
  const count = first.length[0] ?? -1;
  if (count < 0 || (count + 1) * size > bytes.length) {
    const room = Math.max(0, Math.floor(bytes.length / size) - 1);
    throw bspError("bad-count", LUMP, 0, `0 to ${room} displacements`, count);
  }
  const head = bytes.subarray(0, (count + 1) * size);
  const { length } = readRecords(head, own, true) as unknown as Lengths;
  const lengths = Uint32Array.from(length, (value, i) =>
    i > 0 && value === NONE[from] ? NONE[to] : value,
  );
  const written = writeColumns({ length: lengths }, count + 1, wanted, LUMP);
  const out = new Uint8Array(written.length + bytes.length - head.length);
  out.set(written);
  out.set(bytes.subarray(head.length), written.length);
  return out;
}

interface Lengths {
  readonly length: Uint32Array;
}
