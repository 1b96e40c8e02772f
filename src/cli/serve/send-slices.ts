/**
 * Sends files to many clients at once. Answers share a budget of memory and take turns at reading,
 * so that clients that read slowly, or never, delay no other client.
 */

import type { ServerResponse } from "node:http";
import type { ByteSource } from "../../content/bytes/byte-source.ts";

/**
 * Bytes that answers hold between the disk and their clients. Each answer holds one slice. Slices
 * become shorter as the budget is used.
 */
const SLICE_BUDGET = 48e6;
/** Part of the unused budget that one slice may take. */
const SLICE_SHARE = 1 / 128;
const MAX_SLICE_BYTES = 1 << 18;
/** Length of slices after the budget is used. */
const MIN_SLICE_BYTES = 1 << 14;
/**
 * Slices that are read and written at once. The event loop accepts one connection in a round, so a
 * round that wrote slices to a thousand clients would delay new ones for seconds.
 */
const MOST_READING = 16;

/** Bytes of the slices that all answers hold now. */
let heldBytes = 0;
let readingCount = 0;
/** Answers that wait for their turn: those whose first slice is due, then the others. */
const waiting: readonly [first: (() => void)[], later: (() => void)[]] = [[], []];

/**
 * Sends the bytes [start, end) of a file, and ends the answer. Resolves early if the client closes
 * the connection.
 */
export async function sendSlices(
  response: ServerResponse,
  bytes: ByteSource,
  start: number,
  end: number,
): Promise<void> {
  for (let at = start; at < end; ) {
    await takeTurn(at === start);
    const length = Math.min(end - at, sliceLength());
    heldBytes += length;
    try {
      const isBuffered = await writeSlice(response, bytes, at, length);
      if (!isBuffered) await untilDrained(response);
    } finally {
      heldBytes -= length;
    }
    if (response.destroyed) return;
    at += length;
  }
  response.end();
}

function sliceLength(): number {
  const share = Math.floor((SLICE_BUDGET - heldBytes) * SLICE_SHARE);
  return Math.max(MIN_SLICE_BYTES, Math.min(share, MAX_SLICE_BYTES));
}

/** Reads and writes a slice, and ends the turn. False if the client should read before the next. */
async function writeSlice(
  response: ServerResponse,
  bytes: ByteSource,
  offset: number,
  length: number,
): Promise<boolean> {
  try {
    if (response.destroyed) return true;
    return response.write(await bytes.read(offset, length));
  } finally {
    endTurn();
  }
}

/** Resolves when this answer may read a slice. */
function takeTurn(isFirst: boolean): Promise<void> {
  if (readingCount < MOST_READING) {
    readingCount++;
    return Promise.resolve();
  }
  return new Promise((resolve) => waiting[isFirst ? 0 : 1].push(resolve));
}

/** Passes the turn on to an answer that waits. */
function endTurn(): void {
  const next = waiting[0].shift() ?? waiting[1].shift();
  if (next === undefined) readingCount--;
  else next();
}

/** Resolves when the client has read enough, or has closed the connection. */
function untilDrained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
