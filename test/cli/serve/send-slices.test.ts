/** Turns and memory of answers that send files, without sockets. */

import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { sendSlices } from "../../../src/cli/serve/send-slices.ts";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";

/** A client that reads only when its test says so. */
class MadeResponse extends EventEmitter {
  destroyed = false;
  isEnded = false;
  readonly written: Uint8Array[] = [];

  write(slice: Uint8Array): boolean {
    this.written.push(slice);
    return false;
  }

  end(): void {
    this.isEnded = true;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }

  get heldBytes(): number {
    return this.isEnded || this.destroyed ? 0 : (this.written.at(-1)?.length ?? 0);
  }

  send(bytes: ByteSource): Promise<void> {
    return sendSlices(this as unknown as ServerResponse, bytes, 0, bytes.byteLength);
  }
}

const MEGABYTE = 1 << 20;

function madeFile(byteLength: number): ByteSource {
  const all = Uint8Array.from({ length: byteLength }, (_, i) => (i * 2654435761) >>> 13);
  const read = (at: number, length: number) => Promise.resolve(all.subarray(at, at + length));
  return { label: "made", byteLength, read };
}

const settle = () => new Promise((done) => setImmediate(done));

describe("sendSlices", () => {
  it("sends every byte in order, in slices, and ends the answer", async () => {
    const file = madeFile(MEGABYTE + 5);
    const response = new MadeResponse();
    const sent = response.send(file);
    while (!response.isEnded) {
      await settle();
      response.emit("drain");
    }
    await sent;
    expect(response.written.length).toBeGreaterThan(3);
    const all = await file.read(0, file.byteLength);
    expect(Buffer.concat(response.written).equals(all)).toBe(true);
  });

  it("holds less than 80 MB for 2,000 clients that never read", async () => {
    const file = madeFile(MEGABYTE);
    const responses = Array.from({ length: 2000 }, () => new MadeResponse());
    const sent = responses.map((response) => response.send(file));
    await settle();
    const held = responses.map(({ heldBytes }) => heldBytes);
    for (const response of responses) response.destroy();
    await Promise.all(sent);
    expect(Math.min(...held)).toBeGreaterThan(0);
    expect(held.reduce((sum, bytes) => sum + bytes)).toBeLessThan(80e6);
    // The budget is free again.
    const later = new MadeResponse();
    const last = later.send(file);
    await settle();
    expect(later.heldBytes).toBe(1 << 18);
    later.destroy();
    await last;
  });

  it("reads 16 slices at once, and first slices before later ones", async () => {
    const reads: { name: string; resolve: () => void }[] = [];
    const slowFile = (name: string): ByteSource => ({
      label: name,
      byteLength: MEGABYTE,
      read: (_, length) =>
        new Promise((resolve) => {
          reads.push({ name, resolve: () => resolve(new Uint8Array(length)) });
        }),
    });
    const old = Array.from({ length: 40 }, () => new MadeResponse());
    const sent = old.map((response) => response.send(slowFile("old")));
    await settle();
    expect(reads).toHaveLength(16);
    for (let done = 0; done < 40; done++) {
      reads[done].resolve();
      await settle();
    }
    // All wait for the second slice, 16 of them with a turn.
    for (const response of old) response.emit("drain");
    await settle();
    expect(reads).toHaveLength(40 + 16);
    const fresh = new MadeResponse();
    sent.push(fresh.send(slowFile("new")));
    reads[40].resolve();
    await settle();
    expect(reads.at(-1)!.name).toBe("new");
    for (const response of [...old, fresh]) response.destroy();
    for (let done = 41; done < reads.length; done++) {
      reads[done].resolve();
      await settle();
    }
    await Promise.all(sent);
  });

  it("rejects if the file cannot be read, and leaves the turn to others", async () => {
    const broken: ByteSource = {
      label: "broken",
      byteLength: MEGABYTE,
      read: () => Promise.reject(new Error("it became shorter")),
    };
    for (let i = 0; i < 20; i++) {
      await expect(new MadeResponse().send(broken)).rejects.toThrow("it became shorter");
    }
    const response = new MadeResponse();
    const sent = response.send(madeFile(100));
    await settle();
    expect(response.written).toHaveLength(1);
    response.emit("drain");
    await sent;
  });
});
