/** Checks whether a page of the test browser shows its WebGPU canvas. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PNG } from "pngjs";
import type { Page } from "puppeteer";
import { launchBrowser, type Present, wayTo } from "./browser.ts";

export interface PresentFound {
  readonly present: Present;
  /** Result in one line. */
  readonly message: string;
}

/** A browser whose canvas does not work may stall instead of failing. */
const TRY_MS = 20_000;

/** Clears a canvas to a colour with WebGPU. Returns an error text or `null`. */
async function drawCanvas(): Promise<string | null> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return "it has no WebGPU adapter";
  const device = await adapter.requestDevice();
  const context = document.querySelector("canvas")!.getContext("webgpu");
  if (!context) return "it gives no WebGPU context";
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: "opaque" });
  const encoder = device.createCommandEncoder();
  const view = context.getCurrentTexture().createView();
  const clearValue = [0.2, 0.4, 0.8, 1];
  encoder
    .beginRenderPass({
      colorAttachments: [{ view, clearValue, loadOp: "clear", storeOp: "store" }],
    })
    .end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  return null;
}

async function tryCanvas(page: Page, url: string): Promise<string | null> {
  await page.goto(url);
  const missing = await page.evaluate(drawCanvas);
  if (missing !== null) return missing;
  const { data } = PNG.sync.read(Buffer.from(await page.screenshot()));
  const isShown = [51, 102, 204].every((value, i) => Math.abs(data[i] - value) <= 1);
  return isShown ? null : `it shows ${data.subarray(0, 3).join(", ")} in place of 51, 102, 204`;
}

async function explainBlankCanvas(): Promise<string | null> {
  if (wayTo("canvas") === null) return "no SwiftShader driver was found beside a browser";
  // WebGPU needs a secure origin.
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><body style='margin:0'><canvas></canvas>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const browser = await launchBrowser([], { present: "canvas", callTimeout: TRY_MS });
    try {
      return await tryCanvas(await browser.newPage(), `http://127.0.0.1:${port}/`);
    } finally {
      await browser.close();
    }
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n")[0];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** `VISLEAF_TEST_PRESENT=readback` skips the check. */
export async function findPresent(): Promise<PresentFound> {
  if (process.env.VISLEAF_TEST_PRESENT === "readback") {
    return { present: "readback", message: "canvas: not looked at, as VISLEAF_TEST_PRESENT says" };
  }
  const reason = await explainBlankCanvas();
  if (reason === null) return { present: "canvas", message: "canvas: pages show WebGPU's own" };
  return {
    present: "readback",
    message: `canvas: this browser shows no WebGPU canvas (${reason}); pages read their frames back, and tests of the canvas are skipped`,
  };
}
