/** Every made map that is small and asks for much: what it is called, and how it is made. */

import { endlessPlace, foldEntities, foldGroups, packedEntities } from "./entities.ts";
import {
  foldDisplacements,
  foldEdges,
  foldLightmaps,
  foldPrimitives,
  foldShortStrips,
  wideLightmaps,
} from "./faces.ts";
import { foldBrushSides, foldLeafBrushes, foldLeafFaces, foldVisibility } from "./leafs.ts";
import { foldTexData, manyMaterials } from "./materials.ts";
import { foldAmbient, foldPropLeafs, foldPropVertices } from "./props.ts";

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
};
