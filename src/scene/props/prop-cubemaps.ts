/**
 * Splits props that reflect their nearest cubemap (`$envmap env_cubemap`) into variants: one per
 * cubemap, with materials that name it.
 */

import type { BspWorld, Cubemaps } from "../../formats/bsp/types.ts";
import { ROLE_ENV } from "../../map/texture-roles.ts";
import { NEAREST_CUBEMAP } from "../materials/families/reflection.ts";
import type { FoundMaterial } from "../materials/materials.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { Draws, Variants } from "./prop-variants.ts";

/**
 * Most cubemaps of a variant: each adds draws, so some props use a cubemap that is slightly farther
 * away.
 */
const MAX_CUBEMAPS = 8;

export interface MapCubemaps {
  readonly cubemaps: Cubemaps;
  /** Name of the map. Its own files lie in a folder of this name, unless the map was renamed. */
  readonly name?: string;
}

export interface SplitProps {
  readonly variants: Variants;
  readonly draws: Draws;
  readonly found: readonly FoundMaterial[];
}

/**
 * @param lightingPoint point of each instance (3 numbers) from which the nearest cubemap is
 *   searched, as for light
 * @param found by material of the draws
 */
export function splitByCubemap(
  map: MapCubemaps & Pick<BspWorld, "texDatas">,
  { variants, draws, found }: SplitProps,
  lightingPoint: Float32Array,
  access: ContentAccess,
): SplitProps {
  const mirrors = found.map(({ state }) => state?.textures[ROLE_ENV] === NEAREST_CUBEMAP);
  const lastOf = (variant: number) => draws.first[variant + 1] ?? draws.variant.length;
  const wanted = draws.first.map((first, variant) =>
    draws.material.slice(first, lastOf(variant)).some((material) => mirrors[material]),
  );
  const count = variants.ofInstance.reduce((sum, variant) => sum + (wanted[variant] ? 1 : 0), 0);
  if (count === 0) return { variants, draws, found };
  const { diagnostics, ledger } = access;
  const folder = `maps/${folderOf(map)}`;
  const { cubemaps } = map;
  const refuse = (what: string) =>
    diagnostics.warn("over-budget", "LUMP_CUBEMAPS", `Props mirror ${what}: there are too many.`);
  const isLookedFor = ledger.tryTake("lightTests", count * cubemaps.count);
  if (!isLookedFor) refuse("the map's default cubemap");
  const sampleOf = chooseSamples(cubemaps, variants.ofInstance, (instance) =>
    isLookedFor && wanted[variants.ofInstance[instance]]
      ? lightingPoint.subarray(instance * 3, instance * 3 + 3)
      : null,
  );

  const split = {
    variants: { model: [], skin: [], ofInstance: new Uint32Array(variants.ofInstance.length) },
    draws: { variant: [], modelDraw: [], material: [], candidates: draws.candidates, first: [] },
    found: [...found],
  } as { variants: Variants; draws: Draws; found: FoundMaterial[] };
  const rows = new Map<string, number>();
  const firstRow = new Map<number, number>();
  const materialRows = new Map<string, number>();

  /** Returns the copy of a material that names a cubemap. */
  function materialWith(material: number, name: string): number {
    const key = `${material} ${name}`;
    let row = materialRows.get(key);
    if (row === undefined) {
      const { state, ...rest } = found[material];
      const textures = [...(state?.textures ?? [])];
      textures[ROLE_ENV] = name;
      row = split.found.push({ ...rest, state: state && { ...state, textures } }) - 1;
      materialRows.set(key, row);
    }
    return row;
  }

  function addVariant(variant: number, cubemap: string | null): number {
    const row = split.variants.model.push(variants.model[variant]) - 1;
    split.variants.skin.push(variants.skin[variant]);
    split.draws.first.push(split.draws.variant.length);
    for (let draw = draws.first[variant]; draw < lastOf(variant); draw++) {
      const material = draws.material[draw];
      const isOwn = cubemap === null || !mirrors[material];
      split.draws.variant.push(row);
      split.draws.modelDraw.push(draws.modelDraw[draw]);
      split.draws.material.push(isOwn ? material : materialWith(material, cubemap));
    }
    return row;
  }

  let isFull = false;
  for (const [instance, variant] of variants.ofInstance.entries()) {
    const sample = sampleOf[instance];
    const key = `${variant} ${sample}`;
    let row = rows.get(key);
    if (row === undefined) {
      const first = firstRow.get(variant);
      const drawCount = lastOf(variant) - draws.first[variant];
      // The first cubemap reuses the existing draws.
      if (first !== undefined && !ledger.tryTake("materials", drawCount)) {
        isFull = true;
        row = first;
      } else {
        row = addVariant(variant, wanted[variant] ? `${folder}/${fileOf(cubemaps, sample)}` : null);
        if (first === undefined) firstRow.set(variant, row);
      }
      rows.set(key, row);
    }
    split.variants.ofInstance[instance] = row;
  }
  if (isFull) refuse("another's cubemap");
  return split;
}

/**
 * Returns each instance's cubemap among those used most by its variant; −1 if none.
 * @param pointOf point of an instance; `null` if it reflects none
 */
function chooseSamples(
  cubemaps: Cubemaps,
  variantOf: Uint32Array,
  pointOf: (instance: number) => Float32Array | null,
): Int32Array {
  const all = Uint32Array.from({ length: cubemaps.count }, (_, sample) => sample);
  const nearest = Int32Array.from(variantOf, (_, instance) => {
    const point = pointOf(instance);
    return point === null ? -1 : nearestSample(cubemaps, all, point);
  });
  const counts = new Map<number, Map<number, number>>();
  for (const [instance, sample] of nearest.entries()) {
    if (sample < 0) continue;
    const ofVariant = counts.get(variantOf[instance]) ?? new Map<number, number>();
    counts.set(variantOf[instance], ofVariant.set(sample, (ofVariant.get(sample) ?? 0) + 1));
  }
  for (const [variant, ofVariant] of counts) {
    if (ofVariant.size <= MAX_CUBEMAPS) continue;
    const most = [...ofVariant].sort(([a, x], [b, y]) => y - x || a - b).slice(0, MAX_CUBEMAPS);
    const kept = Uint32Array.from(most, ([sample]) => sample);
    for (const [instance, sample] of nearest.entries()) {
      if (variantOf[instance] !== variant || kept.includes(sample)) continue;
      nearest[instance] = nearestSample(cubemaps, kept, pointOf(instance) as Float32Array);
    }
  }
  return nearest;
}

/** Returns the path of the nearest cubemap at a point, without `materials/` and `.vtf`. */
export function nearestCubemap(
  map: MapCubemaps & Pick<BspWorld, "texDatas">,
  point: Float32Array,
): string {
  const { cubemaps } = map;
  const all = Uint32Array.from({ length: cubemaps.count }, (_, sample) => sample);
  return `maps/${folderOf(map)}/${fileOf(cubemaps, nearestSample(cubemaps, all, point))}`;
}

/** Returns the folder of the map's patched materials, or the map's name. */
function folderOf({ texDatas, name = "" }: MapCubemaps & Pick<BspWorld, "texDatas">): string {
  for (const texture of texDatas.name) {
    const folder = /^maps[/\\]([^/\\]+)[/\\]/i.exec(texture)?.[1];
    if (folder !== undefined) return folder.toLowerCase();
  }
  return (name.split(/[/\\]/).at(-1) as string).replace(/\.bsp$/i, "").toLowerCase();
}

/**
 * Returns a cubemap's file name. For places without one, `buildcubemaps` makes a default from the
 * sky.
 */
function fileOf({ origin }: Cubemaps, sample: number): string {
  if (sample < 0) return "cubemapdefault";
  const at = sample * 3;
  return `c${origin[at]}_${origin[at + 1]}_${origin[at + 2]}`;
}

/** Returns the nearest of some cubemap samples; −1 if there are none. */
function nearestSample({ origin }: Cubemaps, samples: Uint32Array, point: Float32Array): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const sample of samples) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) squared += (origin[sample * 3 + axis] - point[axis]) ** 2;
    if (squared >= least) continue;
    least = squared;
    nearest = sample;
  }
  return nearest;
}
