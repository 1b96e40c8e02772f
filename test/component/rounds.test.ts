/** The element put into a page and taken out again, many times: nothing of it stays. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../support/browser.ts";
import { type ElementPage, openElementPage } from "./element-page.ts";

const MAP = `<visleaf-map present="${present}" src="/room.bsp" autoplay></visleaf-map>`;
const ROUNDS = 50;

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
    await round();
    const before = await page.metrics();
    for (let i = 0; i < ROUNDS; i++) await round();
    await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0);
    const after = await page.metrics();
    console.info(
      `heap ${before.JSHeapUsedSize} to ${after.JSHeapUsedSize}, nodes ${before.Nodes} to ${after.Nodes}, listeners ${before.JSEventListeners} to ${after.JSEventListeners}`,
    );
    // Collected or not: 50 rounds of a leak would be 50 elements and more.
    expect(after.Nodes! - before.Nodes!).toBeLessThan(ROUNDS * 10);
    expect(after.JSHeapUsedSize! - before.JSHeapUsedSize!).toBeLessThan(16e6);
    expect(on.faults).toEqual([]);
  });
});
