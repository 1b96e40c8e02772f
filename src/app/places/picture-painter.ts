/** Draws small pictures from places, by the viewer that shows the map. */

import type { Camera, RenderSettings, Viewer } from "../../viewer/index.ts";

/** Pixels: shown at half of that and less, as many screens have two pixels for one. */
const WIDTH = 320;
const HEIGHT = 180;

/** The map as it is, whatever is looked at just now. */
const PLAIN: Partial<RenderSettings> = {
  ...{ view: "", wireframe: false, fullbright: false, textures: true, lightmaps: true },
  ...{ props: true, brushModels: true, displacements: true, sky: true, exposure: 1 },
};

/**
 * Draws one after the other, each handed over as soon as it is there. The viewer shows no frames meanwhile; its camera and
 * its settings are afterwards what they were. Rejects with GpuError, and where there is a capture already.
 */
export async function paintPictures(
  viewer: Viewer,
  cameras: readonly Camera[],
  onPicture: (at: number, picture: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const before = { ...viewer.camera };
  const settings = { ...viewer.settings };
  const capture = viewer.capture({ width: WIDTH, height: HEIGHT });
  try {
    Object.assign(viewer.settings, PLAIN);
    for (const [at, camera] of cameras.entries()) {
      if (signal.aborted) break;
      Object.assign(viewer.camera, camera);
      onPicture(at, await encode(await capture.read(0)));
    }
  } finally {
    viewer.camera = before;
    Object.assign(viewer.settings, settings);
    capture.end();
  }
}

function encode(pixels: Uint8Array): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no 2D canvas to make pictures with");
  const image = new ImageData(WIDTH, HEIGHT);
  image.data.set(pixels);
  // What lies in alpha is no transparency.
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  context.putImageData(image, 0, 0);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}
