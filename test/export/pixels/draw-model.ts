/** Draws a model with the engine and exports it, at the same moment. */

import type { ContentSource } from "../../../src/content/types.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { exportModel } from "../../../src/export/model/export-model.ts";
import type { LinearColor } from "../../../src/map/sky-gradient.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import type { Camera } from "../../../src/render/types.ts";
import type { ModelLoadEvent } from "../../../src/scene/model/events.ts";
import { frameModel, MODEL_FOV } from "../../../src/scene/model/frame-model.ts";
import { openModel } from "../../../src/scene/model/open-model.ts";
import { ShownModel } from "../../../src/viewer/model/shown/shown-model.ts";
import { StagedModel } from "../../../src/viewer/model/shown/staged-model.ts";
import type { TestRenderer } from "../../render/open-test-renderer.ts";
import type { ModelMoment } from "../three-page/stand-model.ts";
import { BACKDROP } from "./compare-shapes.ts";

export interface AskedModel {
  readonly path: string;
  readonly source: ContentSource;
  readonly skin?: number;
  readonly sequence: string;
  /** Position in the sequence, 0 to 1. */
  readonly cycle: number;
  /** Values of the face's controllers by name, and the resulting weights by flex. */
  readonly face?: {
    readonly controllers: Readonly<Record<string, number>>;
    readonly morphs: Readonly<Record<string, number>>;
  };
}

export interface DrawnModel {
  readonly ours: Uint8Array;
  readonly glb: Uint8Array;
  readonly camera: Camera;
  /** State of the file that three.js shows. */
  readonly moment: ModelMoment;
}

/** Maximum texture size: more than a picture of some hundred pixels can show. */
const TEXELS = 512;
const LINEAR = BACKDROP.map((value) => value / 255) as unknown as LinearColor;

/** Draws textures without light, floor or antialiasing, and exports the drawn model. */
export async function drawModel(
  { renderer, gpu }: TestRenderer,
  asked: AskedModel,
): Promise<DrawnModel> {
  const { path, skin = 0, sequence, cycle, face } = asked;
  const source = plain(asked.source);
  const events: ModelLoadEvent[] = [];
  const opened = openModel(path, [source], {
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
    ...{ skin, hasFloor: false },
  });
  for await (const event of opened) events.push(event);
  const scene = events.find((event) => event.type === "scene")!.scene;
  const { draws, box } = events.find((event) => event.type === "model")!;
  const model = (await readStudioModel(path, source))!;
  Object.assign(renderer.settings, { fullbright: true, fog: false, samples: 1, fxaa: false });
  const parts = { draws, scene: before(scene), box, lightPlace: null };
  const shown = new ShownModel(new StagedModel(renderer, parts, skin), { model });
  for (const event of events) {
    if (event.type === "texture") renderer.setTexture(event.owner, event.texture, event.image);
  }
  shown.choose({ lod: 0 });
  shown.isPlaying = false;
  shown.play(sequence, { cycle });
  for (const [name, value] of Object.entries(face?.controllers ?? {})) {
    shown.setFlex(
      shown.info.flexControllers.findIndex((one) => one.name === name),
      value,
    );
  }
  // The exported file has its springs at rest.
  shown.player.resetSprings();
  shown.advance(0);
  const camera = { ...frameModel(box, { aspect: 1 }), fov: MODEL_FOV };
  await renderer.settled();
  renderer.render(camera);
  const ours = await renderer.readPixels();
  const seconds = cycle * shown.player.duration();
  return {
    ...{ ours, camera },
    glb: await exportAsDrawn(model, source, sequence),
    moment: {
      ...(skin === 0 ? {} : { skin }),
      ...(face === undefined ? {} : { morphs: face.morphs }),
      clip: { name: sequence, seconds },
    },
  };
}

/** Parameters that colour or light the base texture, which is all that three.js shows. */
const MORE = /\$(detail|bumpmap|phong|envmap|rimlight|selfillum)(?=["\s])/gi;

/** Returns content whose materials have only their base textures. */
function plain(source: ContentSource): ContentSource {
  return {
    label: source.label,
    async read(path, ...rest) {
      const bytes = await source.read(path, ...rest);
      if (bytes === null || !path.endsWith(".vmt")) return bytes;
      const text = new TextDecoder("latin1").decode(bytes);
      return new TextEncoder().encode(text.replaceAll(MORE, "$$without-$1"));
    },
  };
}

/** Returns the scene in front of the backdrop. */
function before(scene: MapScene): MapScene {
  const skyGradient = {
    ...{ zenith: LINEAR, horizon: LINEAR, ground: LINEAR },
    ...{ glow: [0, 0, 0] as const, toSun: [0, 0, 1] as const },
  };
  return { ...scene, skyGradient };
}

function exportAsDrawn(
  model: StudioModel,
  source: ContentSource,
  sequence: string,
): Promise<Uint8Array> {
  const access = { content: source, diagnostics: new Diagnostics(), ledger: new Ledger() };
  return exportModel(model, access, { textureSize: TEXELS, sequences: [sequence] });
}
