import { describe, expect, it } from "vitest";
import { AudioVoice } from "../../../src/viewer/sound/audio-output.ts";

/** A context whose time is set by hand, and what its sources did. */
function makeVoice(played: { since?: number; onlyLoops?: boolean; rate?: number }) {
  const calls: string[] = [];
  const sources: { onended: (() => void) | null; playbackRate: { value: number } }[] = [];
  const node = () => ({
    gain: { value: 0, setTargetAtTime: () => undefined },
    connect: () => undefined,
    disconnect: () => undefined,
  });
  const context = {
    currentTime: 0,
    createGain: node,
    createBufferSource() {
      const source = {
        ...node(),
        ...{ buffer: null, loop: false, loopStart: 0, loopEnd: 0, onended: null },
        playbackRate: { value: 1 },
        start: (_at: number, from: number) => void calls.push(`start ${Number(from.toFixed(3))}`),
        stop: () => void calls.push("stop"),
      };
      sources.push(source);
      return source;
    },
  };
  const sound = { path: "sound/a.wav", isDry: true, isOmni: false };
  let ends = 0;
  const voice = new AudioVoice(
    context as unknown as AudioContext,
    { sound, gain: 1, rate: 1, place: null, ...played },
    () => void ends++,
  );
  const start = (duration: number, loopSeconds: number) =>
    voice.start({ buffer: { duration } as AudioBuffer, loopSeconds });
  return { voice, context, calls, sources, start, ends: () => ends };
}

describe("AudioVoice", () => {
  it("begins at the begin once its file is there, and ends", () => {
    const { voice, context, calls, start, sources, ends } = makeVoice({});
    context.currentTime = 3;
    start(2, -1);
    expect(calls).toEqual(["start 0"]);
    expect(voice.isOver).toBe(false);
    sources[0].onended!();
    expect([voice.isOver, ends()]).toEqual([true, 1]);
  });

  it("that began before its file arrived goes on at its present second", () => {
    const long = makeVoice({ since: 4, rate: 0.5 });
    long.context.currentTime = 1;
    long.start(10, -1);
    // Half speed: 2 seconds of the file, and half of one more.
    expect(long.calls).toEqual(["start 2.5"]);
    const over = makeVoice({ since: 4 });
    over.start(4, -1);
    expect([over.calls.length, over.voice.isOver]).toEqual([0, true]);
    const loop = makeVoice({ since: 11 });
    loop.start(4, 1);
    // Played to 4, then again and again from 1.
    expect(loop.calls).toEqual(["start 2"]);
  });

  it("that may only loop does not play if its file has no loop", () => {
    const once = makeVoice({ since: 1, onlyLoops: true });
    once.start(10, -1);
    expect([once.calls.length, once.voice.isOver]).toEqual([0, true]);
    const loop = makeVoice({ since: 1, onlyLoops: true });
    loop.start(10, 0);
    expect(loop.calls).toEqual(["start 1"]);
  });

  it("pauses, and goes on from there at the speed it has", () => {
    const { voice, context, calls, start } = makeVoice({});
    start(10, -1);
    context.currentTime = 2;
    voice.setRate(2);
    context.currentTime = 3;
    voice.setPaused(true);
    voice.setPaused(true);
    context.currentTime = 50;
    voice.setPaused(false);
    expect(calls).toEqual(["start 0", "stop", "start 4"]);
    // A voice paused before its file is there waits for both.
    const waiting = makeVoice({});
    waiting.voice.setPaused(true);
    waiting.start(10, -1);
    expect(waiting.calls).toEqual([]);
    waiting.voice.setPaused(false);
    expect(waiting.calls).toEqual(["start 0"]);
    waiting.voice.stop();
    expect([waiting.calls.at(-1), waiting.voice.isOver, waiting.ends()]).toEqual(["stop", true, 1]);
  });
});
