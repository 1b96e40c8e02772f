/** Tests still pictures of a viewer with read-back while pipelines compile late. */

import { afterAll, describe, expect, it, vi } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import { createRenderer } from "../../../src/render/renderer.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import { CanvasViewer } from "../../../src/viewer/frame/canvas-viewer.ts";
import type { ReadbackPresenter } from "../../../src/viewer/frame/readback-presenter.ts";
import { makeScene, resolvedMaterials, START, sceneImages } from "../../render/make-scene.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";

const SIZE = 32;
const test = await openTestGpu();

/** Creates a gate at which async work waits until it is opened. */
function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Reads a frame back only after its gate opens, and keeps the shown pictures. */
class GatedPresenter implements ReadbackPresenter {
  busy = false;
  readonly shown: string[] = [];
  gate = createGate();

  async present(renderer: Renderer): Promise<void> {
    this.busy = true;
    const pixels = await renderer.readPixels();
    await this.gate.opened;
    this.shown.push(Buffer.from(pixels).toString("base64"));
    this.busy = false;
  }
}

class PausedViewer extends CanvasViewer {
  protected readonly isShown = true;
  constructor(gpu: Gpu, renderer: Renderer, presenter: ReadbackPresenter) {
    const destroy = () => undefined;
    const open = { gpu, renderer, destroy, lost: new Promise<string>(() => undefined) };
    super({} as HTMLCanvasElement, { fov: 90 }, open, presenter);
    Object.assign(this.pose, START, { fov: 90 });
    this.pause();
  }
  protected advance(): boolean {
    return false;
  }
  protected onFrame(): void {}
  protected onLost(message: string): void {
    throw new Error(message);
  }
  takeFault(): void {}
  draw(): void {
    this.drawStill();
  }
}

describe.skipIf(test === null)("a paused viewer with read-back", () => {
  afterAll(() => test!.close());

  it("redraws a still picture when its pipelines are compiled", async () => {
    vi.stubGlobal("document", { removeEventListener: () => undefined });
    vi.stubGlobal("cancelAnimationFrame", () => undefined);
    const errors: string[] = [];
    const gpu = await acquireKept(test!, { onError: ({ message }) => errors.push(message) });
    const renderer = await createRenderer(gpu, { width: SIZE, height: SIZE });
    await renderer.ready();
    const presenter = new GatedPresenter();
    const viewer = new PausedViewer(gpu, renderer, presenter);
    const shows = (count: number) =>
      vi.waitFor(() => expect(presenter.shown.length).toBe(count), 60_000);

    // The first still picture shows no map and is pending when the end of the load draws the
    // second.
    viewer.draw();
    const compiled = createGate();
    const { device } = gpu;
    const compile = device.createRenderPipelineAsync.bind(device);
    device.createRenderPipelineAsync = async (asked) => {
      await compiled.opened;
      return compile(asked);
    };
    await renderer.ready();
    renderer.setScene(makeScene());
    renderer.setMaterials(resolvedMaterials());
    for (const [i, image] of sceneImages.entries()) renderer.setTexture("world", i, image);
    viewer.draw();
    expect(presenter.shown).toEqual([]);
    presenter.gate.open();
    await shows(2);
    const early = presenter.shown[1];
    compiled.open();
    await shows(3);

    await renderer.settled();
    renderer.render({ ...START, fov: 90 });
    const whole = Buffer.from(await renderer.readPixels()).toString("base64");
    expect(presenter.shown[2]).toBe(whole);
    expect(early).not.toBe(whole);
    expect(errors).toEqual([]);
    renderer.destroy();
    gpu.destroy();
  });
});
