/**
 * The process that opens a map and reports its memory by stage: `node --expose-gc PROGRAM MAP`
 * prints an `OpenedMemory`. It runs only the loader, whose output is dropped at once, as the page's
 * worker transfers it.
 */

import { openDiskFile } from "../../../src/cli/files/disk-folder.ts";
import { openPakfileOf } from "../../../src/cli/files/file-kinds.ts";
import { blobBytes } from "../../../src/content/bytes/blob-bytes.ts";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { openMapFile } from "../../../src/content/maps/open-map-file.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { type LoadEvent, transferables } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { forgetPeak, peakBytes } from "./process-memory.ts";

/** Bytes above the idle process. */
export interface OpenedMemory {
  /** Size of the map's file. */
  readonly byteLength: number;
  /** Same with its lumps and packed files unpacked. */
  readonly unpackedByteLength: number;
  /** Peak resident memory including garbage; `null` if unknown. */
  readonly residentBytes: number | null;
  /** Buffers and JavaScript heap without garbage at each event, before its data is dropped. */
  readonly stages: readonly HeldMemory[];
}

export interface HeldMemory {
  /** Type of the event, or the stage of a progress event; `end` after all. */
  readonly event: string;
  readonly buffers: number;
  readonly heap: number;
}

const OPTIONS = {
  name: "map",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 8192,
} as const;

async function open(file: ByteSource, look: (event: LoadEvent | null) => Promise<void> | void) {
  const { bytes } = await openMapFile(file);
  const session = openMap(bytes, [], OPTIONS);
  for await (const event of session.load()) {
    await look(event);
    structuredClone(null, { transfer: transferables(event) });
  }
  await look(null);
  // A page keeps the session for relighting.
  return session;
}

/** Only the requested ranges of the file are read. */
const openPath = async (path: string) => blobBytes(await openDiskFile(path));

/** Buffers are freed after the garbage collection that finds them, in separate tasks. */
async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function measure(path: string): Promise<OpenedMemory> {
  // Idle state: modules are loaded and a tiny map has been opened.
  await open(memoryBytes("room", makeBsp()), () => {});
  await collect();
  forgetPeak();
  const residentBefore = process.memoryUsage.rss();
  await open(await openPath(path), () => {});
  const peak = peakBytes(process.pid);
  await collect();
  const before = process.memoryUsage();
  const stages: HeldMemory[] = [];
  await open(await openPath(path), async (event) => {
    await collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    stages.push({
      event: event === null ? "end" : event.type === "progress" ? event.stage : event.type,
      buffers: arrayBuffers - before.arrayBuffers,
      heap: heapUsed - before.heapUsed,
    });
  });
  return {
    ...(await countBytes(path)),
    residentBytes: peak === null ? null : peak - residentBefore,
    stages,
  };
}

async function countBytes(path: string) {
  const { bytes } = await openMapFile(await openPath(path));
  const file = await bytes.read(0, bytes.byteLength);
  const { length, uncompressedLength } = parseBspHeader(file);
  let unpackedByteLength = file.length;
  for (const [lump, unpacked] of uncompressedLength.entries()) {
    if (unpacked > 0) unpackedByteLength += unpacked - length[lump];
  }
  for (const entry of (await openPakfileOf(file))?.zip.entries ?? []) {
    unpackedByteLength += entry.byteLength - entry.compressedByteLength;
  }
  return { byteLength: file.length, unpackedByteLength };
}

console.log(JSON.stringify(await measure(process.argv[2])));
