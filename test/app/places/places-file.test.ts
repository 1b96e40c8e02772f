import { expect, it } from "vitest";
import { makePlace } from "../../../src/app/places/kept-places.ts";
import {
  formatPlaces,
  isPlacesFile,
  newPlaces,
  parsePlaces,
} from "../../../src/app/places/places-file.ts";

const CAMERA = { x: 1.5, y: -2, z: 3, pitch: 4, yaw: 170, fov: 75 };
const OTHER = { ...CAMERA, z: 300 };
const PLACES = [makePlace(CAMERA, 'the "door"', 3), makePlace(OTHER)];

it("parsePlaces reads what formatPlaces writes, with new ids", () => {
  const text = formatPlaces({ map: "m", places: PLACES });
  const { map, places } = parsePlaces(text, "a.json");
  expect(map).toBe("m");
  expect(places.map(({ id: _, ...rest }) => rest)).toEqual(
    PLACES.map(({ id: _, ...rest }) => rest),
  );
  expect(places[0].id).not.toBe(PLACES[0].id);
  expect(newPlaces(places, PLACES)).toEqual([]);
  expect(newPlaces(places, PLACES.slice(1))).toEqual([places[0]]);
});

it("isPlacesFile detects the format from the text, not from the extension", async () => {
  const text = formatPlaces({ map: "m", places: [] });
  expect(await isPlacesFile(new Blob([text]))).toBe(true);
  expect(await isPlacesFile(new Blob(['{"format":"visleaf-path/1"}']))).toBe(false);
});

const wrap = (places: unknown, more = {}) =>
  JSON.stringify({ visleafPlaces: 1, map: "m", places, ...more });
const row = (more = {}) => ({ name: "a", camera: [1, 2, 3, 4, 5, 90], ...more });

it.each([
  ["{", "not valid JSON"],
  ["null", "unknown version"],
  [wrap([], { visleafPlaces: 2 }), "unknown version"],
  [wrap([], { map: 7 }), "it names no map"],
  [wrap({}), "it has no list of places"],
  [wrap(new Array(501).fill(row())), "more than 500 places"],
  [wrap([row(), row({ camera: [1, 2, 3, 4, 5] })]), "place 2 has no camera of six numbers"],
  [wrap([row({ camera: [1e9, 2, 3, 4, 5, 90] })]), "place 1 has no camera of six numbers"],
  [wrap([row({ camera: "1 2 3" })]), "place 1 has no camera of six numbers"],
  [wrap([row({ name: 7 })]), "the name of place 1 is not a text"],
  [wrap([row({ key: 0 })]), "the key of place 1 is not one of 1 to 9"],
  [wrap([row({ key: "1" })]), "the key of place 1 is not one of 1 to 9"],
  [" ".repeat(2 ** 20 + 1), "too large for a file of places"],
])("parsePlaces describes an invalid file in one sentence: %#", (text, sentence) => {
  expect(() => parsePlaces(text, "a.json")).toThrow(`a.json: ${sentence}`);
});

it("parsePlaces gives a key that two places claim to the first, and clamps the field of view", () => {
  const rows = [row({ key: 2 }), row({ key: 2, camera: [1, 2, 3, 4, 5, 900] })];
  const { places } = parsePlaces(wrap(rows), "a.json");
  expect(places.map(({ key }) => key)).toEqual([2, null]);
  expect(places[1].camera.fov).toBe(140);
});
