/**
 * The demo map: a small station in the hills. From the entry hall in the south, corridors lead
 * round a corner each to a gallery in the west and a machine room in the east; between them lies a
 * court with a basin, and behind it steps rise to a pavilion among the hills. Off the west corridor
 * lies a court in which it rains, and a lift goes up to the roof of the machine room.
 */

import { Carving } from "../../src/compile/generate/carving.ts";
import { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import type { Vmf } from "../../src/formats/vmf/types.ts";
import { SKY_NAME } from "../materials/sky.ts";
import { furnishAir } from "./air.ts";
import { carveCorridors, furnishCorridors } from "./corridors.ts";
import { carveCourt, furnishCourt } from "./court.ts";
import { carveFarHills, furnishFarHills } from "./far-hills.ts";
import { carveGallery, furnishGallery, furnishGalleryMotion } from "./gallery.ts";
import { carveHall, furnishHall } from "./hall.ts";
import { furnishLift } from "./lift.ts";
import { carveMachineRoom, furnishMachineRoom } from "./machine-room.ts";
import { carveFan, furnishMachines } from "./machines.ts";
import { plantHills } from "./plants.ts";
import { carveRainCourt, furnishRainCourt } from "./rain-court.ts";
import { furnishSounds } from "./sounds.ts";
import { buildTerrain } from "./terrain.ts";

const WALL_THICKNESS = 32;

export function buildDemoMap(): Vmf {
  const carving = new Carving(WALL_THICKNESS);
  // The court comes first, because later rooms are cut into its walls.
  carveCourt(carving);
  carveGallery(carving);
  carveMachineRoom(carving);
  carveFan(carving);
  carveCorridors(carving);
  carveRainCourt(carving);
  carveHall(carving);
  carveFarHills(carving);

  const map = new VmfBuilder({
    skyname: SKY_NAME,
    message: "The visleaf demo",
    detailmaterial: "detail/visleaf",
    detailvbsp: "detail.vbsp",
  });
  map.addBrush(...carving.brushes(), ...buildTerrain());
  furnishHall(map);
  furnishCorridors(map);
  furnishGallery(map);
  furnishMachineRoom(map);
  furnishCourt(map);
  furnishFarHills(map);
  plantHills(map);
  furnishRainCourt(map);
  furnishMachines(map);
  furnishLift(map);
  furnishGalleryMotion(map);
  furnishAir(map);
  furnishSounds(map);
  return map.build();
}
