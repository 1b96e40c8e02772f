/**
 * Checks of rows read from the browser's storage: rows of this version, and anything else stored
 * there.
 */

import { describe, expect, it } from "vitest";
import { isStoredPlaces } from "../../../src/app/library/page-store.ts";
import {
  isStoredCamera,
  isStoredFolder,
  isStoredHint,
  isStoredRecent,
  readRows,
} from "../../../src/app/library/stored-rows.ts";

const CHECKS = { isStoredPlaces, isStoredCamera, isStoredFolder, isStoredHint, isStoredRecent };
const HUGE = "x".repeat(1_000_000);
const folder = { kind: "directory", name: "hl2", values: () => [] };
const file = { kind: "file", name: "a.bsp", getFile: () => null };
const url = { name: "a", atMs: 5, kind: "url", url: "https://a.example/a.bsp", content: ["/c/"] };
const listed = { name: "a", atMs: 5, kind: "listed", collection: "hl2", title: "", map: "a" };
const camera = { x: 1, y: -2, z: 3, pitch: 4, yaw: 500, fov: 90 };

describe("stored rows", () => {
  it("are accepted as this version writes them", () => {
    expect(isStoredFolder({ name: "hl2 (2)", handle: folder })).toBe(true);
    const recents = [
      url,
      { ...url, entry: "b" },
      listed,
      { name: "a", atMs: 0, kind: "file", handle: file },
      { ...url, kind: "model-url" },
      { name: "a.mdl", atMs: 0, kind: "model-files", handles: [file, file] },
      { name: "a.mdl", atMs: 0, kind: "model-path", path: "models/a.mdl" },
    ];
    for (const recent of recents) expect(isStoredRecent(recent)).toBe(true);
    expect(isStoredPlaces({ map: "a", list: [camera, null] })).toBe(true);
    expect(isStoredCamera(camera)).toBe(true);
    expect(isStoredHint("mouse")).toBe(true);
  });

  it.each(Object.entries(CHECKS))(
    "are rejected by the check for %s if they are something else",
    (_, isRow) => {
      const junk = [
        null,
        undefined,
        7,
        Number.NaN,
        true,
        "",
        HUGE,
        [],
        {},
        [null],
        () => 1,
        new Date(),
      ];
      for (const value of [
        ...junk,
        new Map(),
        { name: "a" },
        { map: "a" },
        { name: HUGE, map: HUGE },
      ]) {
        expect(isRow(value)).toBe(false);
      }
    },
  );

  it.each([
    ["no handle", isStoredFolder, { name: "hl2", handle: null }],
    [
      "a handle of plain data",
      isStoredFolder,
      { name: "hl2", handle: { kind: "directory", name: "hl2" } },
    ],
    ["a file's handle", isStoredFolder, { name: "hl2", handle: file }],
    ["a name that is a path", isStoredFolder, { name: "../hl2", handle: folder }],
    ["no time", isStoredRecent, { ...url, atMs: Number.POSITIVE_INFINITY }],
    ["a time as a string", isStoredRecent, { ...url, atMs: "5" }],
    ["an unknown kind", isStoredRecent, { ...url, kind: "ftp" }],
    ["no address", isStoredRecent, { ...url, url: {} }],
    ["an address that is too long", isStoredRecent, { ...url, url: HUGE }],
    ["no content", isStoredRecent, { ...url, content: "/c/" }],
    ["content of invalid items", isStoredRecent, { ...url, content: [7] }],
    ["too many content items", isStoredRecent, { ...url, content: new Array(1000).fill("/c/") }],
    ["an invalid entry", isStoredRecent, { ...url, entry: null }],
    ["a folder's handle", isStoredRecent, { name: "a", atMs: 0, kind: "file", handle: folder }],
    ["a model without files", isStoredRecent, { ...url, kind: "model-files", handles: [] }],
    [
      "a model that is a folder",
      isStoredRecent,
      { ...url, kind: "model-files", handles: [folder] },
    ],
    [
      "a model of too many files",
      isStoredRecent,
      { ...url, kind: "model-files", handles: new Array(65).fill(file) },
    ],
    ["a model without a path", isStoredRecent, { ...url, kind: "model-path", path: "" }],
    ["a model without an address", isStoredRecent, { ...url, kind: "model-url", url: 5 }],
    ["no collection", isStoredRecent, { ...listed, collection: undefined }],
    ["no title", isStoredRecent, { ...listed, title: 7 }],
    ["an invalid list", isStoredPlaces, { map: "a", list: { 0: camera } }],
    ["no field of view", isStoredCamera, { ...camera, fov: undefined }],
    ["an invalid place", isStoredCamera, { ...camera, x: Number.NaN }],
    ["a place beyond the map limits", isStoredCamera, { ...camera, z: 1e300 }],
    ["a place of strings", isStoredCamera, { ...camera, y: "1" }],
  ])("are rejected with %s", (_, isRow, row) => {
    expect(isRow(row)).toBe(false);
  });

  it("are separated from junk, up to a limit", () => {
    expect(readRows(undefined, isStoredHint, 5)).toEqual({ rows: [], dropped: 0 });
    expect(readRows("text", isStoredHint, 5)).toEqual({ rows: [], dropped: 1 });
    expect(readRows({ length: 1e9 }, isStoredHint, 5)).toEqual({ rows: [], dropped: 1 });
    expect(readRows(["a", 7, "b", null], isStoredHint, 5)).toEqual({
      rows: ["a", "b"],
      dropped: 2,
    });
    expect(readRows(new Array(100).fill("a"), isStoredHint, 5).rows.length).toBe(5);
  });
});
