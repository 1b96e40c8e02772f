/** Adds dust in the hall, the fountain's water, the chimney's smoke, and a relay that lets a lamp flicker. */

import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { block } from "./demo-parts.ts";
import { CHIMNEY } from "./lift.ts";
import { send } from "./moving-parts.ts";
import { TRIGGER } from "./surfaces.ts";

export function furnishAir(map: VmfBuilder): void {
  map.addEntity(
    "func_dustmotes",
    {
      targetname: "hall_dust",
      StartDisabled: 0,
      Color: "255 226 170",
      SpawnRate: 90,
      SizeMin: 14,
      SizeMax: 38,
      SpeedMax: 10,
      LifetimeMin: 4,
      LifetimeMax: 7,
      DistMax: 900,
      Alpha: 210,
      Frozen: 0,
    },
    [block([-240, -1240, 10, 240, -560, 330], TRIGGER)],
  );
  map.addPoint("info_particle_system", [0, 64, 86], {
    targetname: "fountain_water",
    effect_name: "visleaf_fountain",
    start_active: 1,
    angles: "0 0 0",
  });
  const [x, y, z] = CHIMNEY;
  map.addPoint("env_smokestack", [x, y, z - 6], {
    targetname: "chimney_smoke",
    angles: "0 0 0",
    InitialState: 1,
    BaseSpread: 10,
    SpreadSpeed: 12,
    Speed: 44,
    StartSize: 16,
    EndSize: 70,
    Rate: 14,
    JetLength: 300,
    WindAngle: 20,
    WindSpeed: 6,
    SmokeMaterial: "visleaf/smoke.vmt",
    twist: 14,
    rendercolor: "150 138 136",
    renderamt: 150,
  });
  // The crane's lamp flickers now and then.
  map.addPoint("logic_relay", [1344, 224, 380], { targetname: "lamp_flicker", spawnflags: 2 }, [
    ["OnTrigger", send("crane_lamp", "SetPattern", 0, "mmamammmmammamamaaam")],
    ["OnTrigger", send("crane_lamp", "SetPattern", 2, "m")],
  ]);
  map.addPoint("logic_timer", [1344, 224, 390], { targetname: "flicker_timer", RefireTime: 11 }, [
    ["OnTimer", send("lamp_flicker", "Trigger")],
  ]);
}
