/** A cache of rows that are requested when they come into view. */

import { expect, it } from "vitest";
import { type Cells, RowCache } from "../../../src/app/file/lump-list.ts";

/** Makes a server that answers when the test calls `answerAll`. */
function makeServer(count: number) {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const read = (first: number, many: number) =>
    new Promise<readonly Cells[]>((resolve) => {
      asked.push(first);
      const length = Math.max(0, Math.min(many, count - first));
      answers.push(() => resolve(Array.from({ length }, (_, i) => [`row ${first + i}`])));
    });
  const answerAll = async () => {
    for (const answer of answers.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, read, answerAll };
}

it("RowCache requests nearby rows once, and then has them", async () => {
  const { asked, read, answerAll } = makeServer(300);
  let news = 0;
  const cache = new RowCache(
    read,
    () => news++,
    (error) => expect.unreachable(String(error)),
  );
  expect([cache.find(0), cache.find(100), cache.find(299)]).toEqual([null, null, null]);
  expect(asked).toEqual([0, 256]);
  await answerAll();
  expect(news).toBe(2);
  expect([cache.find(0), cache.find(100), cache.find(299)]).toEqual([
    ...[["row 0"], ["row 100"], ["row 299"]],
  ]);
  expect(asked).toEqual([0, 256]);
});

it("RowCache evicts rows requested long ago, and requests them again", async () => {
  const { asked, read, answerAll } = makeServer(1_000_000);
  const cache = new RowCache(read, () => undefined, String);
  for (let row = 0; row < 60 * 128; row += 128) cache.find(row);
  await answerAll();
  expect(cache.find(59 * 128)).toEqual(["row 7552"]);
  expect(cache.find(0)).toBeNull();
  expect(asked.filter((first) => first === 0)).toHaveLength(2);
});

it("RowCache reports read errors", async () => {
  const faults: unknown[] = [];
  const read = () => Promise.reject(new Error("gone"));
  const cache = new RowCache(
    read,
    () => expect.unreachable(),
    (error) => faults.push(error),
  );
  expect(cache.find(5)).toBeNull();
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults.map(String)).toEqual(["Error: gone"]);
});

it("RowCache requests a page again after its request failed", async () => {
  let isBroken = true;
  const faults: unknown[] = [];
  const read = (first: number): Promise<readonly Cells[]> =>
    isBroken ? Promise.reject(new Error("gone")) : Promise.resolve([[`row ${first}`]]);
  const cache = new RowCache(
    read,
    () => undefined,
    (error) => faults.push(error),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  expect(cache.find(128)).toBeNull();
  await settle();
  isBroken = false;
  expect(cache.find(128)).toBeNull();
  await settle();
  expect(cache.find(128)).toEqual(["row 128"]);
  expect(faults).toHaveLength(1);
});
