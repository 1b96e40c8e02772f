/** `visleaf video`: films a flight through a map, frame by frame. */

import { basename } from "node:path";
import { openBsp } from "../../scene/open/read-map.ts";
import { planVideo, type VideoContainer } from "../../video/video-plan.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { recordInBrowser } from "../browser/record-in-browser.ts";
import { contentHelp } from "../content/content-help.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { EXIT_DONE, UsageError } from "../errors.ts";
import { defaultOutput } from "../files/default-output.ts";
import { readInput } from "../files/inputs.ts";
import { openMapPath, parseSide } from "../files/map-file.ts";
import { catchSignals, checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import {
  onlyPositional,
  parseMapTime,
  parseNumbers,
  parseOptions,
  parseSize,
} from "../options/parse-options.ts";
import { parseSettings } from "../options/parse-settings.ts";
import { writeWarnings } from "../shot/shot-request.ts";
import { drawProgress, hasProgressLine, printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const VERB = "video";

function parseContainer(out: string): VideoContainer {
  const ending = /\.(webm|mp4)$/i.exec(out)?.[1].toLowerCase();
  if (ending !== undefined) return ending as VideoContainer;
  throw new UsageError(`--out ends in .webm or .mp4, which "${out}" does not`, VERB);
}

/** Checks the video's measures before a browser starts. */
function checkPlan(wish: Parameters<typeof planVideo>[0]): void {
  try {
    planVideo(wish);
  } catch (error) {
    throw new UsageError((error as Error).message, VERB);
  }
}

/** JSON limits have no infinity. */
const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);

export const videoVerb: Verb = {
  help: `visleaf video MAP [--tour | --track FILE] [--out FILE] [options]

Films a flight through a map in a browser without a window: each frame is drawn at its own time, however
long it takes, so that the same command gives the same pictures. Needs Chrome or Chromium, and the package
puppeteer-core.

  --tour                         fly past places all over the map; the default
  --track FILE                   fly along a camera track or a recorded flight of the page, or a list of
                                 cameras, one per line: x y z pitch yaw t
  -o, --out FILE                 .webm or .mp4; default: MAP.webm, in the current folder
  --size WIDTHxHEIGHT            pixels, even numbers; 1280x720
  --fps N                        frames per second, 1 to 120; 30
  --time SECONDS                 time of the map's simulation at which the video begins; 0
  --still                        the map's entities stay as they are when it starts
  --seconds N                    length of the video; default: the whole flight. In a longer one, a loop goes
                                 on, and another flight stands at its end
${contentHelp("  --content PATH                 ")}
  --side hdr|ldr                 which light to use if the map has both; hdr
  --limit NAME=NUMBER            change a limit of docs/limits.md; NUMBER may be none; repeatable
  --settings NAME=VALUE          as in \`visleaf shot\`: props=off, exposure=2; repeatable
  --json                         print one JSON object: {file, map, flight, width, height, fps, frames,
                                 seconds, codec, byteLength, missing}; flight is tour, or the track's file

Which codecs there are depends on the browser: Chromium has VP9, VP8 and AV1, Chrome also H.264 for MP4.
Progress, damaged parts and missing files go to stderr.

  visleaf video de_office.bsp --tour --seconds 20 --out office.webm
  visleaf video de_office.bsp --track intro.track.json --size 1920x1080 --fps 60`,

  async run(args) {
    const { values, positionals } = parseOptions(VERB, args, {
      tour: { type: "boolean", default: false },
      track: { type: "string" },
      out: { type: "string", short: "o" },
      size: { type: "string", default: "1280x720" },
      fps: { type: "string", default: "30" },
      seconds: { type: "string" },
      time: { type: "string" },
      still: { type: "boolean", default: false },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      limit: { type: "string", multiple: true, default: [] },
      settings: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional(VERB, positionals, "map");
    if (values.tour && values.track !== undefined) {
      throw new UsageError("--tour and --track are two flights: name one", VERB);
    }
    if (values.still && values.time !== undefined) {
      throw new UsageError("--still has no --time: the map does not run", VERB);
    }
    const time = values.still ? null : parseMapTime(VERB, "--time", values.time ?? "0");
    const [width, height] = parseSize(VERB, "--size", values.size);
    const [fps] = parseNumbers(VERB, "--fps", values.fps, 1, 1);
    const seconds =
      values.seconds === undefined
        ? null
        : parseNumbers(VERB, "--seconds", values.seconds, 1, 1)[0];
    const out = values.out ?? (await defaultOutput(path, ".webm"));
    const container = parseContainer(out);
    checkPlan({ width, height, fps, container, seconds: seconds ?? 0 });
    const limits = parseLimits(VERB, values.limit);
    const settings = parseSettings(VERB, values.settings);
    const side = parseSide(VERB, values.side);
    const inputs = [path, ...values.content];
    const { track } = values;
    await checkOutput(out, track === undefined ? inputs : [...inputs, track]);
    const text = track === undefined ? null : new TextDecoder().decode(await readInput(track));
    if (text !== null) parseFlight(text, track);
    const { name, bytes } = await openMapPath(path);
    // Refuses what is no map before a browser starts.
    await openBsp(bytes, side, undefined, limits);
    const content = await openContent(values.content);
    printProblems(content);

    const controller = new AbortController();
    const stopCatching = catchSignals(() => controller.abort());
    const startMs = performance.now();
    const onProgress = (done: number, frames: number): void => {
      if (!hasProgressLine()) return;
      const leftMs = ((performance.now() - startMs) / done) * (frames - done);
      drawProgress(`${done} of ${frames} frames, ${Math.ceil(leftMs / 1000)} s left`);
    };
    try {
      const video = await recordInBrowser(
        path,
        content.sources,
        {
          ...{ name, width, height, fps, seconds, container, side, settings, time },
          track: text === null || track === undefined ? null : { name: basename(track), text },
          limits: Object.fromEntries(
            Object.entries(limits).map(([key, value]) => [key, finite(value)]),
          ),
        },
        { signal: controller.signal, onProgress },
      );
      if (hasProgressLine()) drawProgress(null);
      await writeWhole(out, video.bytes);
      writeWarnings(video.warnings);
      const { frames, codec } = video;
      const { byteLength } = video.bytes;
      const length = frames / fps;
      if (values.json) {
        printJson({
          ...{ file: out, map: name, flight: track ?? "tour", width, height, fps, frames },
          ...{ seconds: length, codec, byteLength, missing: listMissing(video.warnings) },
        });
      } else {
        const facts = `${length.toFixed(1)} s, ${frames} frames, ${codec.toUpperCase()}`;
        printLines([`wrote ${out}: ${facts}, ${(byteLength / 2 ** 20).toFixed(1)} MB`]);
      }
      return EXIT_DONE;
    } finally {
      stopCatching();
    }
  },
};
