/** Casts rays against the surfaces and models of a viewer's map. Models are read on first use. */

import type { PropShapes } from "../map/solid/prop-shapes.ts";
import { chooseLod } from "../visibility/prop-lod.ts";
import { createPropTrace, type PropTrace } from "../visibility/prop-trace.ts";
import { CameraAxes } from "./camera/camera-axes.ts";
import { createFileReader, placeOf } from "./file/index.ts";
import type { MapSource } from "./load/map-source.ts";
import type { RaycastHit, Viewer } from "./viewer-types.ts";

/** Facts about a hit model. Inches. */
export interface PropHit {
  /** Content path. */
  readonly model: string;
  readonly skin: number;
  /** Row of the map's static props; `null` for an entity. */
  readonly prop: number | null;
  /** Distances at which it starts to fade and is invisible; `null` if it does not fade. */
  readonly fade: readonly [start: number, end: number] | null;
  /** Level of detail for the viewer's camera, 0 being the finest, and number of levels. */
  readonly lod: number;
  readonly lodCount: number;
}

/** If `kind` is "prop", a model was hit; `entity` is `null` for static props. */
export type SurfaceHit = Omit<RaycastHit, "kind"> & {
  readonly kind: RaycastHit["kind"] | "prop";
  readonly prop: PropHit | null;
};

const place = new Float64Array(3);
const kept = new WeakMap<Viewer, SurfaceRays>();

/**
 * Returns the rays of a viewer, which all callers share, so that models are read once.
 * @param sourceOf returns the source of the shown map, or `null`
 */
export function surfaceRaysOf(viewer: Viewer, sourceOf: () => MapSource | null): SurfaceRays {
  let rays = kept.get(viewer);
  if (rays === undefined) {
    rays = new SurfaceRays(viewer, sourceOf);
    kept.set(viewer, rays);
  }
  return rays;
}

interface ReadProps {
  readonly shapes: PropShapes;
  readonly trace: PropTrace;
}

export class SurfaceRays {
  readonly #viewer: Viewer;
  readonly #sourceOf: () => MapSource | null;
  #source: MapSource | null = null;
  #loading: Promise<void> | null = null;
  #props: ReadProps | null = null;
  #hasFailed = false;
  readonly #axes = new CameraAxes();

  /** @param sourceOf returns the source of the shown map, or `null` */
  constructor(viewer: Viewer, sourceOf: () => MapSource | null) {
    this.#viewer = viewer;
    this.#sourceOf = sourceOf;
  }

  /** Whether models can be hit yet. */
  get hasProps(): boolean {
    return this.#props !== null && this.#source === this.#sourceOf();
  }

  /**
   * Reads the models of the shown map, once per map. Resolves when rays can hit them. Rejects with
   * FormatError, or with one sentence if the file cannot be read any more.
   * @param again repeats a failed attempt
   */
  readProps(again = false): Promise<void> {
    const source = this.#sourceOf();
    if (source !== this.#source || (again && this.#hasFailed)) {
      this.#source = source;
      this.#props = this.#loading = null;
    }
    if (source === null) return Promise.resolve();
    if (this.#loading === null) {
      this.#hasFailed = false;
      this.#loading = this.#read(source);
      const own = this.#loading;
      own.catch(() => {
        if (this.#loading === own) this.#hasFailed = true;
      });
    }
    return this.#loading;
  }

  /**
   * Returns the first surface or model that a ray hits, in world space.
   * @param direction any non-zero length
   * @returns `null` if only sky is hit
   */
  cast(
    origin: readonly [number, number, number],
    direction: readonly [number, number, number],
    maxDistance = Number.POSITIVE_INFINITY,
  ): SurfaceHit | null {
    const wall = this.#viewer.raycast(origin, direction, { maxDistance });
    const behind = wall === null ? null : { ...wall, prop: null };
    if (!this.hasProps || this.#props === null) return behind;
    if (!this.#viewer.settings.props) return behind;
    const { shapes, trace } = this.#props;
    const [x, y, z] = origin;
    const length = Math.hypot(...direction);
    const [dx, dy, dz] = direction.map((value) => value / length);
    if (!trace.cast(x, y, z, dx, dy, dz, wall?.distance ?? maxDistance)) return behind;
    const { distance, normal, instance, triangle } = trace.hit;
    const entity = shapes.instanceEntity[instance];
    const row = shapes.instanceFirstMaterial[instance] + shapes.triangleColumn[triangle];
    return {
      point: [x + dx * distance, y + dy * distance, z + dz * distance],
      normal: [normal[0], normal[1], normal[2]],
      distance,
      material: shapes.materialName[shapes.skinMaterial[row]] ?? "",
      kind: "prop",
      entity: entity < 0 ? null : entity,
      prop: this.#describe(shapes, instance),
    };
  }

  #describe(shapes: PropShapes, instance: number): PropHit {
    const { canvas, camera } = this.#viewer;
    const model = shapes.instanceModel[instance];
    const prop = shapes.instanceProp[instance];
    const end = shapes.fadeMaxDist[instance];
    const { worldFromModel } = shapes;
    const at = (axis: number) => worldFromModel[instance * 12 + axis * 4 + 3];
    this.#axes.follow(camera, 1);
    // Level of detail as in culling: by the depth of the origin. 100 pixels are 50 on either side
    // of the centre.
    const isAhead = this.#axes.project(at(0), at(1), at(2), place);
    const metric = (isAhead ? place[2] : 0) * 50 * this.#axes.pixelSlope(canvas.height || 1);
    const levels = {
      variantLodCount: shapes.modelLodCount,
      variantSwitchPoint: shapes.modelSwitchPoint,
    };
    return {
      model: shapes.modelName[model],
      skin: shapes.instanceSkin[instance],
      prop: prop < 0 ? null : prop,
      fade: end > 0 ? [shapes.fadeMinDist[instance], end] : null,
      lod: chooseLod(levels, model, metric),
      lodCount: shapes.modelLodCount[model],
    };
  }

  async #read(source: MapSource): Promise<void> {
    const reader = createFileReader();
    try {
      const asked = { ...placeOf(source), content: this.#viewer.content };
      const shapes = await reader.ask("props", asked);
      // Another map is shown now.
      if (this.#source !== source) return;
      this.#props = { shapes, trace: createPropTrace(shapes) };
    } finally {
      reader.close();
    }
  }
}
