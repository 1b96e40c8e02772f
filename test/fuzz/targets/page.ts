/** Targets for input of the page: links, files, server answers and stored settings. */

import { parseBenchQuery } from "../../../src/app/bench/bench-query.ts";
import { readServerMaps } from "../../../src/app/library/library.ts";
import { isStoredPlaces, readPlaces } from "../../../src/app/library/page-store.ts";
import { isStoredFolder, isStoredRecent, readRows } from "../../../src/app/library/stored-rows.ts";
import { type KeptPlace, MOST_PLACES } from "../../../src/app/places/kept-places.ts";
import { formatPlaces, parsePlaces } from "../../../src/app/places/places-file.ts";
import { parseQuery } from "../../../src/app/query.ts";
import { parseSetpos } from "../../../src/app/travel/setpos.ts";
import { formatView, parseView } from "../../../src/app/view-address.ts";
import { parseReport } from "../../../src/bench/report/parse-report.ts";
import { readAnswer } from "../../../src/content/http/http-answer.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { parseFlight } from "../../../src/viewer/camera/flight.ts";
import { makeReport } from "../../bench/make-report.ts";
import type { Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const PAGE = "https://example.com/maps/";

const FLIGHT = {
  format: "visleaf-path/1",
  map: "a",
  fov: 90,
  duration: 9,
  poses: [
    [0, 1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 6],
    [2.5, 3, 4, 5, 6, 7],
  ],
};
const TRACK = {
  format: "visleaf-track/1",
  duration: 3,
  keys: [
    { time: 0, at: [1, 2, 3], angles: [4, 5], fov: 75, ease: "stop" },
    { time: 2, at: [2, 3, 4], angles: [5, 6] },
  ],
};
const LIST = "1 2 3 4 5 0 # a note\n\n2 3 4 5 6 1\r\n3 4 5 6 7 2.5 // another\n";

const ROWS = [
  { name: "a", atMs: 1e12, kind: "url", url: "https://example.com/a.bsp", content: ["x"] },
  { name: "a", atMs: 1e12, kind: "listed", collection: "c", title: "", map: "m" },
  { name: "a", atMs: 1e12, kind: "model-path", path: "models/a.mdl" },
  { map: "a", list: [{ x: 1, y: 2, z: 3, pitch: 4, yaw: 5, fov: 90 }, null] },
  {
    map: "b",
    places: [
      { id: "i", name: "n", key: 2, camera: { x: 1, y: 2, z: 3, pitch: 4, yaw: 5, fov: 90 } },
    ],
  },
];
const PLACES_FILE = `{"visleafPlaces": 1, "map": "a", "places": [
  {"name": "door", "camera": [1, 2.5, -3, 4, 5, 90], "key": 1},
  {"name": "", "camera": [1e3, 2, 3, -4, 185, 75]}]}`;
const SERVED = [{ name: "a", game: "g", size: 9, url: "/a.bsp", content: ["/game/"] }];

/** JSON as the browser's own store, or a server's answer, would hand it out. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return undefined;
  }
}

function readStored(bytes: Uint8Array): void {
  const stored = parseJson(bytes);
  for (const isRow of [isStoredFolder, isStoredRecent, isStoredPlaces]) {
    const { rows } = readRows<unknown>(stored, isRow as (row: unknown) => row is unknown, 100);
    JSON.stringify(rows);
    for (const row of rows) if (isStoredPlaces(row)) checkPlaces(readPlaces(row));
  }
}

/** Each once, with numbers that a camera can have, and no key twice. */
function checkPlaces(places: readonly KeptPlace[]): void {
  const keys = places.map(({ key }) => key).filter((key) => key !== null);
  const ids = new Set(places.map(({ id }) => id));
  const isSound = ids.size === places.length && new Set(keys).size === keys.length;
  if (!isSound || places.length > MOST_PLACES) throw new Error("places that are not told apart");
  for (const { camera } of places) {
    if (!Object.values(camera).every(Number.isFinite)) throw new Error("a camera of no numbers");
  }
}

/** Written and read again they are the same. */
function checkPlacesFile(bytes: Uint8Array): void {
  const file = parsePlaces(decode(bytes), "a.json");
  checkPlaces(file.places);
  const text = formatPlaces(file);
  if (formatPlaces(parsePlaces(text, "a.json")) !== text) throw new Error("other places");
}

function checkView(bytes: Uint8Array): void {
  const view = parseView(decode(bytes));
  if (view === null) return;
  const { camera } = view;
  const numbers = [camera.x, camera.y, camera.z, camera.pitch, camera.yaw, camera.fov];
  if (!numbers.every(Number.isFinite)) throw new Error(`a camera of ${numbers}`);
  const settings = { ...DEFAULT_RENDER_SETTINGS, ...view.settings };
  const address = formatView(camera, settings, view.map);
  const again = parseView(address);
  if (again === null || formatView(again.camera, settings, view.map) !== address) {
    throw new Error(`the view's own address is another's: ${address}`);
  }
}

function checkQueries(bytes: Uint8Array): void {
  const { map, model, content } = parseQuery(decode(bytes), PAGE);
  const bench = parseBenchQuery(decode(bytes), PAGE);
  for (const url of [map, model, bench?.map ?? null, ...content]) {
    if (url !== null && !/^https?:/.test(url)) throw new Error(`an address of ${url}`);
  }
}

function checkPlace(bytes: Uint8Array): void {
  const place = parseSetpos(decode(bytes));
  const bad = Object.entries(place ?? {}).find(([, value]) => !Number.isFinite(value));
  if (bad !== undefined) throw new Error(`a place whose ${bad[0]} is ${bad[1]}`);
}

/** Lines are headers; what cannot be one no browser hands out. */
function readHeaders(bytes: Uint8Array): void {
  const headers = new Headers();
  for (const line of decode(bytes).split("\n")) {
    const [, name, value] = /^([\w-]+):([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name) headers.append(name, value);
  }
  for (const status of [200, 206]) readAnswer(new Response(null, { status, headers }));
}

export const PAGE_TARGETS: readonly Target[] = [
  {
    name: "camera-path",
    does: "a recorded flight, or a list of cameras",
    code: ["src/viewer/camera/flight", "src/viewer/camera/track", "src/viewer/camera/spline"],
    form: "text",
    seeds: () => [
      ...[FLIGHT, TRACK].map((one) => encode(JSON.stringify(one, null, 1))),
      encode(LIST),
    ],
    read: (bytes) => void parseFlight(decode(bytes)),
  },
  {
    name: "bench-report",
    does: "a report of a benchmark",
    code: ["src/bench/report/parse-report"],
    form: "text",
    seeds: () => [encode(JSON.stringify(makeReport()))],
    read: (bytes) => void parseReport(decode(bytes), "a.json"),
  },
  {
    name: "places",
    does: "a file of places; written, it is the same again",
    code: ["src/app/places/places-file", "src/app/places/kept-places"],
    form: "text",
    sentences: /^a\.json: /,
    seeds: () => [encode(PLACES_FILE)],
    read: checkPlacesFile,
  },
  {
    name: "stored-rows",
    does: "what the browser kept for the page",
    code: ["src/app/library/stored-rows", "src/app/library/page-store"],
    form: "text",
    seeds: () => [encode(JSON.stringify(ROWS))],
    read: readStored,
  },
  {
    name: "server-maps",
    does: "the list of maps of a server",
    code: ["src/app/library/library"],
    form: "text",
    sentences: /is not a list of maps$/,
    seeds: () => [encode(JSON.stringify(SERVED))],
    read: (bytes) => void readServerMaps(parseJson(bytes), new URL(PAGE)),
  },
  {
    name: "view-address",
    does: "a view in the page's address; written, it is the same again",
    code: ["src/app/view-address", "src/viewer/camera/camera.ts"],
    form: "text",
    seeds: () => [
      encode("#camera=1,2,3,4,5,90&show=wireframe,-props,blobShadows&exposure=2&map=a"),
    ],
    read: checkView,
  },
  {
    name: "query",
    does: "what the page's address asks for",
    code: ["src/app/query", "src/app/bench/bench-query"],
    form: "text",
    words: ["javascript:", "data:", "//", "https://", "%00", "file:"],
    seeds: () => [
      encode("?map=a.bsp&entry=b&content=c/&content=https://d.example/e.vpk&side=ldr&support"),
      encode("?bench=/a.bsp&size=1920x1080&frames=240&repeat=3"),
      encode("?model=models/a.mdl&start=empty&flight=off&present=readback"),
    ],
    read: checkQueries,
  },
  {
    name: "setpos",
    does: "places as the game's console writes them",
    code: ["src/app/travel/setpos"],
    form: "text",
    seeds: () => [
      encode("setpos 1.5 -2 3;setang 4 5 0"),
      encode('setpos_exact "1" 2 3; setang_exact 1 2 3'),
      encode("spec_goto 1 2 3 4 5"),
    ],
    read: checkPlace,
  },
  {
    name: "http-answer",
    does: "the headers of a server's answer",
    code: ["src/content/http/http-answer"],
    form: "text",
    seeds: () => [
      encode('etag:"x"\nlast-modified:Mon, 23 Nov 2026 21:00:00 GMT\ncontent-range:bytes 0-9/100'),
      encode("content-length:12\ncontent-encoding:identity\ncache-control:no-store"),
    ],
    read: readHeaders,
  },
];
