import { describe, expect, it } from "vitest";
import { chooseRange } from "../../../src/cli/serve/serve-requests.ts";

const FILE = { etag: '"1f-5"', lastModified: Date.UTC(2020, 0, 2, 3, 4, 5, 678) };
const DATE = "Thu, 02 Jan 2020 03:04:05 GMT";

const choose = (headers: Record<string, string>, byteLength = 100, method = "GET") =>
  chooseRange({ method, headers }, FILE, byteLength);
const part = (start: number, end: number) => ({ kind: "part", start, end });
const whole = { kind: "whole" };
const outside = { kind: "not-satisfiable" };

describe("a Range header", () => {
  it.each([
    ["bytes=0-0", part(0, 1)],
    ["bytes=10-19", part(10, 20)],
    ["bytes=90-", part(90, 100)],
    ["bytes=90-1000", part(90, 100)],
    ["bytes=-10", part(90, 100)],
    ["bytes=-1000", part(0, 100)],
    ["bytes=99-99", part(99, 100)],
    ["Bytes = 5-6 ", part(5, 7)],
    ["bytes=100-", outside],
    ["bytes=100-200", outside],
    ["bytes=-0", outside],
    [`bytes=${"9".repeat(400)}-`, outside],
    [`bytes=1-${"9".repeat(400)}`, part(1, 100)],
    ["bytes=20-10", whole],
    ["bytes=-", whole],
    ["bytes=a-b", whole],
    ["bytes=0-1,5-6", whole],
    ["lines=0-1", whole],
    ["bytes=1.5-2", whole],
    ["bytes=--5", whole],
  ])("%s selects the right bytes", (range, wanted) => {
    expect(choose({ range })).toEqual(wanted);
  });

  it("of an empty file is not satisfiable", () => {
    for (const range of ["bytes=0-", "bytes=-5", "bytes=0-0"]) {
      expect(choose({ range }, 0)).toEqual(outside);
    }
  });

  it("is ignored except for GET", () => {
    expect(choose({ range: "bytes=0-1" }, 100, "HEAD")).toEqual(whole);
  });

  it("is ignored if If-Range names another state", () => {
    const range = "bytes=0-1";
    for (const same of [FILE.etag, DATE]) {
      expect(choose({ range, "if-range": same })).toEqual(part(0, 2));
    }
    for (const other of ['"other"', `W/${FILE.etag}`, "Thu, 02 Jan 2020 03:04:06 GMT", "junk"]) {
      expect(choose({ range, "if-range": other })).toEqual(whole);
    }
  });
});

describe("a cached copy", () => {
  it("is recognized by its tag, or by its date without tags", () => {
    const known = { kind: "not-modified" };
    for (const tags of [FILE.etag, `"a", W/${FILE.etag}`, "*"]) {
      expect(choose({ "if-none-match": tags })).toEqual(known);
    }
    expect(choose({ "if-modified-since": DATE })).toEqual(known);
    expect(choose({ "if-modified-since": "Thu, 02 Jan 2020 03:04:04 GMT" })).toEqual(whole);
    expect(choose({ "if-modified-since": "junk" })).toEqual(whole);
    expect(choose({ "if-none-match": '"b"', "if-modified-since": DATE })).toEqual(whole);
  });
});
