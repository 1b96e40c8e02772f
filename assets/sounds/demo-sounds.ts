/** The demo's sounds, and the script of its soundscapes. */

import { decay, mixOf, modulate, noiseLoop, normalize, shape, sine } from "./synthesis.ts";
import { writeWav } from "./write-wav.ts";

/** An engine that ticks four times a second. Frequencies are multiples of the loop's own. */
function machine(): Float32Array {
  const seconds = 2;
  const hum = shape(seconds, (t) => sine(55, t) + 0.5 * sine(110, t) + 0.25 * sine(165.5, t));
  const throb = modulate(normalize(hum), (t) => 0.75 + 0.25 * sine(4, t));
  const ticks = shape(seconds, (t) => {
    const since = t % 0.25;
    const isHigh = Math.floor(t / 0.25) % 2 === 0;
    return decay(since, 0, 0.012) * sine(isHigh ? 1900 : 1400, since);
  });
  return mixOf([0.42, throb], [0.4, ticks], [0.16, noiseLoop(seconds, [90, 700], 11)]);
}

/** Iron on iron. */
function clank(): Float32Array {
  const partials = [310, 743, 1187, 1961, 2840];
  const ring = shape(0.7, (t) =>
    partials.reduce(
      (sum, hertz, i) => sum + (sine(hertz, t) * decay(t, 0, 0.16 / (i + 1))) / (i + 1),
      0,
    ),
  );
  const thud = shape(0.7, (t) => sine(70, t) * decay(t, 0, 0.06));
  return mixOf([0.55, normalize(ring)], [0.4, thud]);
}

function fountain(): Float32Array {
  const seconds = 2.5;
  const splash = noiseLoop(seconds, [500, 3200], 21);
  const drops = modulate(noiseLoop(seconds, [250, 900], 22), (t) => 0.6 + 0.4 * sine(2.4, t));
  return mixOf([0.45, splash], [0.5, drops]);
}

const rain = (): Float32Array =>
  mixOf([0.65, noiseLoop(2.5, [900, 4500], 31)], [0.25, noiseLoop(2.5, [150, 500], 32)]);

/** Wind that swells and falls. */
const wind = (): Float32Array =>
  modulate(noiseLoop(4, [120, 420], 41), (t) => 0.55 + 0.3 * sine(0.25, t) + 0.1 * sine(0.75, t));

/** Blades that pass three times a second. */
const fan = (): Float32Array =>
  modulate(noiseLoop(1, [80, 480], 51), (t) => 0.5 + 0.35 * sine(3, t));

function lift(): Float32Array {
  const motor = shape(1, (t) => sine(92, t) + 0.6 * sine(184, t) + 0.3 * sine(368, t));
  return mixOf(
    [0.4, modulate(normalize(motor), (t) => 0.85 + 0.15 * sine(9, t))],
    [0.16, noiseLoop(1, [300, 1500], 61)],
  );
}

const thud = (): Float32Array =>
  mixOf(
    [0.7, shape(0.3, (t) => sine(64, t) * decay(t, 0, 0.07))],
    [0.3, modulate(noiseLoop(0.3, [200, 1600], 71), (t) => decay(t, 0, 0.03))],
  );

/** Hinges: a tone that wavers. */
function door(): Float32Array {
  const seconds = 0.8;
  const creak = shape(seconds, (t) => sine(210 + 60 * t, t + 0.004 * sine(11, t)));
  const fade = (t: number): number => Math.min(1, t / 0.08, (seconds - t) / 0.25);
  const air = noiseLoop(seconds, [200, 1400], 81);
  return mixOf([0.22, modulate(creak, fade)], [0.35, modulate(air, fade)]);
}

const click = (): Float32Array =>
  shape(
    0.07,
    (t) => 0.7 * sine(1300, t) * decay(t, 0, 0.008) + 0.5 * sine(420, t) * decay(t, 0.02, 0.01),
  );

/** Wheels over joints of rails, twice a second. */
function cart(): Float32Array {
  const clack = shape(1, (t) => sine(640, t) * decay(t % 0.5, 0, 0.02));
  return mixOf([0.5, noiseLoop(1, [60, 380], 91)], [0.3, clack]);
}

/** Notes that slide: hertz at the start and the end, seconds of start and length. */
function bird(notes: readonly (readonly [number, number, number, number])[]): Float32Array {
  const end = Math.max(...notes.map(([, , start, length]) => start + length));
  return shape(end + 0.02, (t) =>
    notes.reduce((sum, [from, to, start, length]) => {
      const part = (t - start) / length;
      if (part < 0 || part > 1) return sum;
      const turns = from * (t - start) + ((to - from) * (t - start) * part) / 2;
      return sum + 0.7 * Math.sin(2 * Math.PI * turns) * Math.sin(Math.PI * part);
    }, 0),
  );
}

const SOUNDS: Readonly<
  Record<string, { readonly make: () => Float32Array; readonly loops: boolean }>
> = {
  machine: { make: machine, loops: true },
  fountain: { make: fountain, loops: true },
  rain: { make: rain, loops: true },
  wind: { make: wind, loops: true },
  fan: { make: fan, loops: true },
  lift: { make: lift, loops: true },
  cart: { make: cart, loops: true },
  clank: { make: clank, loops: false },
  thud: { make: thud, loops: false },
  door: { make: door, loops: false },
  click: { make: click, loops: false },
  bird_1: {
    make: () =>
      bird([
        [2600, 3400, 0, 0.12],
        [3300, 2500, 0.15, 0.14],
        [2700, 3600, 0.33, 0.1],
      ]),
    loops: false,
  },
  bird_2: {
    make: () =>
      bird([
        [2100, 2000, 0, 0.2],
        [2500, 1800, 0.26, 0.22],
      ]),
    loops: false,
  },
};

/** A soundscape of each kind of place. */
const SOUNDSCAPES = `"visleaf.court"
{
	"dsp"	"20"
	"playlooping"
	{
		"wave"	"visleaf/wind.wav"
		"volume"	"0.3"
	}
	"playrandom"
	{
		"time"	"3,9"
		"volume"	"0.15,0.35"
		"pitch"	"90,115"
		"position"	"random"
		"rndwave"
		{
			"wave"	"visleaf/bird_1.wav"
			"wave"	"visleaf/bird_2.wav"
		}
	}
}
"visleaf.hall"
{
	"dsp"	"18"
	"playlooping"
	{
		"wave"	"visleaf/wind.wav"
		"volume"	"0.08"
	}
}
"visleaf.machines"
{
	"dsp"	"19"
	"playlooping"
	{
		"wave"	"visleaf/wind.wav"
		"volume"	"0.04"
	}
}
`;

/** Game sounds that the engine's code plays: sparks. */
const LEVEL_SOUNDS = `"DoSpark"
{
	"channel"	"CHAN_STATIC"
	"volume"	"0.2"
	"soundlevel"	"SNDLVL_70dB"
	"pitch"	"120,150"
	"wave"	"visleaf/click.wav"
}
`;

/** Builds the files of sounds, by content path. */
export function buildSounds(mapName: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, { make, loops }] of Object.entries(SOUNDS)) {
    files.set(`sound/visleaf/${name}.wav`, writeWav(make(), loops));
  }
  const encoder = new TextEncoder();
  files.set(`scripts/soundscapes_${mapName}.txt`, encoder.encode(SOUNDSCAPES));
  files.set(`maps/${mapName}_level_sounds.txt`, encoder.encode(LEVEL_SOUNDS));
  return files;
}
