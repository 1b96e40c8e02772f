/** The page's sound: off until it is asked for, then what the map's entities play. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { replaceLumps } from "../../../src/formats/bsp/write/replace-lumps.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const ENTITIES = `
  { "classname" "worldspawn" }
  { "classname" "ambient_generic" "message" "loop.wav" "health" "10" "spawnflags" "1" }
  { "classname" "ambient_generic" "message" "gone.wav" "health" "10" "spawnflags" "1" }
  { "classname" "env_soundscape" "soundscape" "room" "radius" "-1" }
\0`;
const MAP = replaceLumps(
  makeBsp(),
  new Map([[LUMP.LUMP_ENTITIES, { bytes: new TextEncoder().encode(ENTITIES) }]]),
);

/** A second of a loud tone at 8,000 samples a second that loops from its middle. */
function makeTone(): Buffer {
  const bytes = Buffer.alloc(44 + 8000 + 36);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  for (const [i, word] of [1, 1, 8000, 0, 8000, 0, 1, 8].entries()) {
    bytes.writeUInt16LE(word, 20 + i * 2);
  }
  bytes.write("data", 36);
  bytes.writeUInt32LE(8000, 40);
  for (let i = 0; i < 8000; i++) bytes[44 + i] = i % 16 < 8 ? 228 : 28;
  bytes.write("cue ", 8044);
  bytes.writeUInt32LE(28, 8048);
  bytes.writeUInt32LE(1, 8052);
  bytes.writeUInt32LE(4000, 8076);
  return bytes;
}

declare global {
  interface Window {
    /** Loop starts of started sounds, seconds; -1 without a loop. */
    started: number[];
    /** Loudest sample that reached the speakers since the last call. */
    peak: () => number;
  }
}

describe.skipIf(!hasBrowser)("the page's sound", () => {
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.evaluate(() => {
      window.started = [];
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (...args) {
        window.started.push(this.loop ? this.loopStart : -1);
        start.apply(this, args);
      };
      const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
      let tap: AnalyserNode | null = null;
      AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
        if (to === this.context.destination) {
          tap = new AnalyserNode(this.context, { fftSize: 2048 });
          connect.call(this, tap);
        }
        return connect.call(this, to);
      } as typeof AudioNode.prototype.connect;
      window.peak = () => {
        // A suspended context keeps its last samples.
        if (tap?.context.state !== "running") return 0;
        const samples = new Float32Array(2048);
        tap.getFloatTimeDomainData(samples);
        return Math.max(...samples);
      };
    });
  });
  afterAll(() => driver?.close());

  it("plays what the map has when it is asked for, and lists what is missing", async () => {
    const { page } = driver;
    const tone = makeTone().toString("base64");
    const map = Buffer.from(MAP).toString("base64");
    await page.evaluate(
      async (mapText, toneText) => {
        const decode = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
        const script = 'room { dsp 5 playlooping { volume 0.5 wave "loop.wav" pitch 90 } }';
        const files = [
          { path: "sound/loop.wav", blob: new Blob([decode(toneText)]) },
          { path: "scripts/soundscapes.txt", blob: new Blob([script]) },
        ];
        const viewer = window.visleaf!;
        viewer.content = [{ kind: "folder", label: "game", files }];
        await viewer.load(new File([decode(mapText)], "room.bsp"));
      },
      map,
      tone,
    );
    expect(await page.evaluate(() => window.started)).toEqual([]);
    await page.click("#toggle-sound");
    await page.waitForFunction(() => window.started.length === 2 && window.peak() > 0.2);
    expect(await page.evaluate(() => window.started)).toEqual([0.5, 0.5]);
    await page.waitForFunction(() => document.querySelector("#sound li") !== null);
    expect(await driver.text("#sound [role=status]")).toBe("Soundscape: room");
    expect(await driver.text("#sound li")).toBe("sound/gone.wav is missing");

    await page.click("#toggle-sound");
    await page.waitForFunction(() => window.peak() === 0);
    expect(await driver.text("#sound [role=status]")).toBe("");
    expect(driver.faults).toEqual([]);
  });
});
