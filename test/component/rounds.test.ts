/** Adds the element to a page and removes it many times, without a leak. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../support/browser.ts";
import { type ElementPage, openElementPage } from "./element-page.ts";

const MAP = `<visleaf-map present="${present}" src="/room.bsp" autoplay></visleaf-map>`;
const ROUNDS = 25;

describe.skipIf(!hasBrowser)("<visleaf-map>, opened and closed", () => {
  let on: ElementPage;
  beforeAll(async () => {
    on = await openElementPage();
    await on.show('<div id="place"></div>');
  });
  afterAll(() => on?.close());

  it(`${ROUNDS} times leaves no worker and no node behind`, { timeout: 170_000 }, async () => {
    const { page } = on;
    const round = () =>
      page.evaluate(async (html) => {
        const place = document.getElementById("place")!;
        place.innerHTML = html;
        const map = place.firstElementChild as HTMLElementTagNameMap["visleaf-map"];
        await new Promise<void>((resolve, reject) => {
          map.addEventListener("load", () => resolve(), { once: true });
          map.addEventListener("error", () => reject(new Error("it did not load")), { once: true });
        });
        place.replaceChildren();
      }, MAP);
    const client = await page.createCDPSession();
    const collected = async () => {
      await client.send("HeapProfiler.collectGarbage");
      return page.metrics();
    };
    await round();
    const before = await collected();
    for (let i = 0; i < ROUNDS; i++) await round();
    await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(0);
    const after = await collected();
    console.info(
      `heap ${before.JSHeapUsedSize} to ${after.JSHeapUsedSize}, nodes ${before.Nodes} to ${after.Nodes}, listeners ${before.JSEventListeners} to ${after.JSEventListeners}`,
    );
    // A leak would be an element and its listeners per round.
    expect(after.Nodes! - before.Nodes!).toBeLessThan(ROUNDS);
    expect(after.JSEventListeners! - before.JSEventListeners!).toBeLessThan(ROUNDS);
    expect(after.JSHeapUsedSize! - before.JSHeapUsedSize!).toBeLessThan(4e6);
    expect(on.faults).toEqual([]);
  });
});
