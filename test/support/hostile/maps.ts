/** Every made map that is small and asks for much: what it is called, and how it is made. */

import {
  endlessPlace,
  farSky,
  foldEntities,
  foldGroups,
  longValue,
  packedEntities,
  repeatEntity,
} from "./entities.ts";
import {
  endlessAxes,
  foldDisplacements,
  foldEdges,
  foldLightmaps,
  foldPrimitives,
  foldShortStrips,
  wideLightmaps,
} from "./faces.ts";
import {
  chainTree,
  foldBrushSides,
  foldLeafBrushes,
  foldLeafFaces,
  foldVisibility,
  seeAll,
} from "./leafs.ts";
import {
  endlessNames,
  foldTexData,
  manyCubemaps,
  manyMaterials,
  nestedNames,
} from "./materials.ts";
import {
  foldAmbient,
  foldPropLeafs,
  foldPropLights,
  foldPropVertices,
  missingModels,
} from "./props.ts";

export const HOSTILE_MAPS: Readonly<Record<string, () => Uint8Array>> = {
  "1,000 faces of one run of edges": () => foldEdges(1000),
  "10,000 faces of one run of edges": () => foldEdges(10_000),
  "2,000 faces of 2,000 primitives of 60,000 indices": () => foldPrimitives(2000),
  "a face of strips without a triangle": () => foldShortStrips(41),
  "1,000 faces of a million luxels": () => foldLightmaps(1000),
  "lightmaps of 256, 257 and 511 luxels": () => wideLightmaps(255, 256, 257, 511),
  "4,000 displacements of the same vertices": () => foldDisplacements(4000),
  "3,000 leafs of 65,535 faces": () => foldLeafFaces(3000),
  "3,000 leafs of 65,535 brushes": () => foldLeafBrushes(3000),
  "30,000 brushes of 60,000 sides": () => foldBrushSides(30_000),
  "400,000 clusters of one row": () => foldVisibility(400_000),
  "1,000 entities of one brush model": () => foldEntities(1000, 3000),
  "10,000 entities of one brush model": () => foldEntities(10_000, 6000),
  "10 entities in 30,000 clusters": () => foldGroups(10, 30_000),
  "300 entities in 30,000 clusters": () => foldGroups(300, 30_000),
  "120 million entities": () => packedEntities(240_000_000),
  "16 million entities": () => packedEntities(32_000_000),
  "a view from 1e999": () => endlessPlace("1e999 0 0"),
  "a view from 1e39": () => endlessPlace("64 -1e39 1e39"),
  "1,000 props of 65,535 ambient samples": () => foldAmbient(1000),
  "4,000 props in 30,000 leafs": () => foldPropLeafs(4000, 30_000, false),
  "4,000 props that list 28,000 leafs": () => foldPropLeafs(4000, 28_000, true),
  "30,000 props of 60,000 vertices": () => foldPropVertices(30_000, 60_000),
  "3 million materials of one name": () => foldTexData(3_000_000),
  "70,000 materials": () => manyMaterials(70_000),
  // Ideas of a second look.
  "a tree of 60,000 nodes, one below the other": () => chainTree(60_000),
  "a tree of 4,000 nodes, one below the other": () => chainTree(4000),
  "30,000 clusters that all see each other": () => seeAll(30_000),
  "a value of 30 million letters": () => longValue(30_000_000),
  "60,000 spawns at one place": () => repeatEntity(60_000, "info_player_start"),
  "60,000 lamps with patterns": () =>
    repeatEntity(60_000, "light", '"style" "33"', '"pattern" "az"'),
  "60,000 sprites": () => repeatEntity(60_000, "env_sprite", '"model" "sprites/glow.vmt"'),
  "a sky 20,000 folders up": () => farSky(20_000),
  "2 million cubemaps": () => manyCubemaps(2_000_000),
  "60,000 materials named by the ends of one string": () => nestedNames(60_000),
  "60,000 materials of a name without an end": () => endlessNames(60_000, 30_000_000),
  "30,000 materials that are not there": () => manyMaterials(30_000),
  "2,200 displacements at one place": () => foldDisplacements(2200),
  "axes that are no numbers": () => endlessAxes(Number.NaN),
  "axes past all numbers": () => endlessAxes(3e38),
  "5,000 props, 8,000 lamps and 100,000 sides between": () => foldPropLights(5000, 8000, 100_000),
  "60,000 props of 60,000 models that are not there": () => missingModels(60_000),
};
