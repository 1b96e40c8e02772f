import { describe, expect, it } from "vitest";
import type { Timeline } from "../../src/simulation/index.ts";
import { eventsOf, make, type Pairs, rowOf, runEntities } from "./make-simulation.ts";

const told = (...outputs: string[]): Pairs => outputs.map((one) => [one, "nobody,Enable,,0,-1"]);
const named = (timeline: Timeline): string[] =>
  eventsOf(timeline, "output").map(({ output }) => output);
const read = (timeline: Timeline, ...fields: string[]) =>
  fields.map((field) => {
    const state = timeline.simulation.readState(0, field);
    return typeof state === "number" ? Math.round(state * 1000) / 1000 : state;
  });
/** Sends inputs like `Name value` at once, each in a tick. */
const send = (timeline: Timeline, ...inputs: string[]): void => {
  for (const one of inputs) {
    const space = one.indexOf(" ");
    const [input, value] = space < 0 ? [one, ""] : [one.slice(0, space), one.slice(space + 1)];
    timeline.fire("it", input, value);
    timeline.step();
  }
};
const HERE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };

/** Class, key values, inputs, and fields with their values before and after. */
const CASES: [string, Pairs, string[], string[], unknown[], unknown[]][] = [
  [
    "env_shake",
    [["amplitude", "4"]],
    ["Amplitude 5", "Frequency 6"],
    ["amplitude", "frequency"],
    [4, 0],
    [5, 6],
  ],
  ["env_screeneffect", [], ["StartEffect 3"], ["duration"], [0], [3]],
  [
    "env_fog_controller",
    [
      ["fogenable", "1"],
      ["fogcolor", "1 2 3"],
    ],
    [
      "TurnOff",
      "SetStartDist 10",
      "SetEndDist 20",
      "SetMaxDensity 0.5",
      "SetColor 4 5 6",
      "SetColorSecondary 7 8 9",
      "SetFarZ 900",
      "SetRadial 1",
    ],
    ["isOn", "start", "end", "maxDensity", "color", "color2", "farZ", "isRadial"],
    [1, 0, 0, 1, "1 2 3", "", -1, 0],
    [0, 10, 20, 0.5, "4 5 6", "7 8 9", 900, 1],
  ],
  [
    "env_tonemap_controller",
    [],
    [
      "SetAutoExposureMin 0.4",
      "SetAutoExposureMax 2",
      "SetBloomScale 0.3",
      "SetTonemapRate 0.7",
      "SetTonemapScale 1.5",
    ],
    ["exposureMin", "exposureMax", "bloomScale", "rate", "scale"],
    [-1, -1, -1, -1, -1],
    [0.4, 2, 0.3, 0.7, 1.5],
  ],
  [
    "env_tonemap_controller",
    [],
    ["SetAutoExposureMin 1", "SetBloomScale 1", "UseDefaultAutoExposure", "UseDefaultBloomScale"],
    ["exposureMin", "exposureMax", "bloomScale"],
    [-1, -1, -1],
    [-1, -1, -1],
  ],
  ["env_sun", [], ["TurnOff", "SetColor 1 2 3"], ["isOn", "color"], [1, ""], [0, "1 2 3"]],
  [
    "shadow_control",
    [["disableallshadows", "0"]],
    ["Color 1 1 1", "SetDistance 70", "SetShadowsDisabled 1"],
    ["color", "distance", "isDisabled"],
    ["", 0, 0],
    ["1 1 1", 70, 1],
  ],
  [
    "water_lod_control",
    [],
    ["SetCheapWaterStartDistance 5", "SetCheapWaterEndDistance 6"],
    ["start", "end"],
    [0, 0],
    [5, 6],
  ],
  [
    "point_camera",
    [["FOV", "60"]],
    ["SetOff", "SetOn", "SetOff"],
    ["fov", "isOn"],
    [60, 1],
    [60, 0],
  ],
  ["info_camera_link", [["PointCamera", "a"]], ["SetCamera b"], ["camera"], ["a"], ["b"]],
  [
    "env_projectedtexture",
    [["lightfov", "70"]],
    [
      "TurnOff",
      "FOV 30",
      "Target other",
      "CameraSpace 1",
      "LightOnlyTarget 1",
      "LightWorld 0",
      "EnableShadows 1",
      "Ambient 0.2",
      "SpotlightTexture a/b",
    ],
    [
      "isOn",
      "fov",
      "target",
      "isCameraSpace",
      "lightsOnlyTarget",
      "lightsWorld",
      "hasShadows",
      "ambient",
      "texture",
    ],
    [1, 70, "", 0, 0, 1, 0, 0, ""],
    [0, 30, "other", 1, 1, 0, 1, 0.2, "a/b"],
  ],
  [
    "light_dynamic",
    [["_cone", "20"]],
    [
      "Toggle",
      "distance 90",
      "brightness 3",
      "_cone 30",
      "_inner_cone 10",
      "spotlight_radius 5",
      "style 2",
    ],
    ["isOn", "distance", "brightness", "cone", "innerCone", "spotRadius", "style"],
    [1, 0, 0, 20, 0, 0, 0],
    [0, 90, 3, 30, 10, 5, 2],
  ],
  ["light_dynamic", [], ["TurnOff", "TurnOn"], ["isOn"], [1], [1]],
  [
    "material_modify_control",
    [["materialVar", "$x"]],
    ["SetMaterialVar 5"],
    ["variable", "set"],
    ["$x", ""],
    ["$x", "5"],
  ],
  [
    "material_modify_control",
    [],
    ["StartAnimSequence 0 3 10 1", "StartFloatLerp 0 1 2 0"],
    ["animation", "blend"],
    ["", ""],
    ["0 3 10 1", "0 1 2 0"],
  ],
  ["env_soundscape", [], ["Disable"], ["isDisabled"], [0], [1]],
  [
    "env_soundscape",
    [["StartDisabled", "1"]],
    ["Enable", "ToggleEnabled", "ToggleEnabled"],
    ["isDisabled"],
    [1],
    [0],
  ],
  ["func_monitor", [["target", "cam"]], ["SetCamera cam2"], ["camera"], ["cam"], ["cam2"]],
  [
    "env_sprite",
    [["scale", "2"]],
    ["SetScale 3", "Color 9 8 7"],
    ["scale", "color"],
    [2, ""],
    [3, "9 8 7"],
  ],
];

describe("state that a renderer reads", () => {
  it.each(CASES)("%s %j takes %j", (className, keys, inputs, fields, before, after) => {
    const timeline = runEntities(make(className, "it", ...keys));
    expect(read(timeline, ...fields)).toEqual(before);
    send(timeline, ...inputs);
    expect(read(timeline, ...fields)).toEqual(after);
    expect(eventsOf(timeline, "unknown-input")).toEqual([]);
    timeline.seek(0);
    expect(read(timeline, ...fields)).toEqual(before);
  });

  it.each([
    ["env_shake", "StartShake", "StopShake"],
    ["env_screeneffect", "StartEffect 1", "StopEffect 1"],
    ["game_text", "Display", ""],
    ["game_text", "Use", ""],
    ["skybox_swapper", "Trigger", ""],
    ["env_fade", "Fade", ""],
  ])("%s says when %s began", (className, start, stop) => {
    const timeline = runEntities(make(className, "it"));
    timeline.seek(2);
    expect(read(timeline, "start")).toEqual([-1]);
    send(timeline, start);
    expect(read(timeline, "start")[0]).toBeCloseTo(2.01, 1);
    if (stop === "") return;
    send(timeline, stop);
    expect(read(timeline, "start")).toEqual([-1]);
  });

  it.each([
    ["env_sprite", "ShowSprite", "HideSprite", "ToggleSprite"],
    ["func_monitor", "Enable", "Disable", "Toggle"],
  ])("%s is hidden and shown", (className, show, hide, toggle) => {
    const timeline = runEntities(make(className, "it", ["StartDisabled", "1"]));
    const { isHidden } = timeline.simulation.entities;
    expect(isHidden[0]).toBe(1);
    for (const [input, wanted] of [
      [show, 0],
      [hide, 1],
      [toggle, 0],
    ] as const) {
      send(timeline, input);
      expect(isHidden[0]).toBe(wanted);
    }
  });

  it("a sprite without a name, or with flag 1, is shown", () => {
    for (const one of [make("env_sprite", ""), make("env_sprite", "it", ["spawnflags", "1"])]) {
      expect(runEntities(one).simulation.entities.isHidden[0]).toBe(0);
    }
  });
});

describe("env_fade", () => {
  it("fades for its activator alone with flag 4", () => {
    const timeline = runEntities(
      make("env_fade", "it", ["spawnflags", "5"], ...told("OnBeginFade")),
      make("logic_relay", "r", ["OnTrigger", "it,Fade,,0,-1"]),
    );
    send(timeline, "Fade");
    expect(read(timeline, "start", "isIn")).toEqual([-1, 1]);
    expect(named(timeline)).toEqual(["OnBeginFade"]);
  });
});

describe("env_screenoverlay", () => {
  it("shows its overlays, and no others", () => {
    const timeline = runEntities(
      make("env_screenoverlay", "it", ["OverlayName1", "a"], ["OverlayName3", "c"]),
      make("env_screenoverlay", "other", ["OverlayName1", "b"]),
    );
    const active = () => [0, 1].map((row) => timeline.simulation.readState(row, "isActive"));
    timeline.fire("other", "StartOverlays");
    send(timeline, "StartOverlays");
    expect(active()).toEqual([1, 0]);
    send(timeline, "SwitchOverlay 3", "SwitchOverlay 2", "SwitchOverlay 99");
    expect(read(timeline, "chosen")).toEqual([2]);
    send(timeline, "StopOverlays");
    expect(active()).toEqual([0, 0]);
  });
});

describe("changes over time", () => {
  it("fog goes to its new values in a transition", () => {
    const timeline = runEntities(
      make(
        "env_fog_controller",
        "it",
        ["foglerptime", "2"],
        ["fogstart", "5"],
        ["fogcolor2", "0 0 0"],
      ),
    );
    send(timeline, "SetStartDistLerpTo 50", "SetColorLerpTo 1 1 1", "StartFogTransition");
    expect(read(timeline, "start", "transition")).toEqual([5, 0.045]);
    timeline.seek(2.1);
    expect(read(timeline, "start", "color", "color2", "transition")).toEqual([
      50,
      "1 1 1",
      "0 0 0",
      -1,
    ]);
    send(timeline, "SetEndDistLerpTo 9", "SetColorSecondaryLerpTo 3 3 3", "StartFogTransition");
    timeline.seek(5);
    expect(read(timeline, "end", "color2")).toEqual([9, "3 3 3"]);
  });

  it("a tonemap scale is blended in its time", () => {
    const timeline = runEntities(make("env_tonemap_controller", "it"));
    send(timeline, "SetTonemapScale 1", "BlendTonemapScale 3 2", "BlendTonemapScale 7");
    timeline.seek(1.03);
    expect(read(timeline, "scale")[0]).toBeCloseTo(2, 0);
    timeline.seek(4);
    expect(read(timeline, "scale")).toEqual([3]);
  });

  it("colour correction fades in and out", () => {
    const timeline = runEntities(
      make(
        "color_correction",
        "it",
        ["StartDisabled", "1"],
        ["maxweight", "0.8"],
        ["fadeInDuration", "1"],
      ),
    );
    expect(read(timeline, "weight")).toEqual([0]);
    send(timeline, "Enable");
    timeline.seek(0.5);
    expect(read(timeline, "weight")[0]).toBeGreaterThan(0.3);
    expect(read(timeline, "weight")[0]).toBeLessThan(0.5);
    timeline.seek(2);
    expect(read(timeline, "weight")).toEqual([0.8]);
    send(timeline, "SetFadeOutDuration 0", "Disable");
    expect(read(timeline, "weight")).toEqual([0]);
  });

  it("a camera's field of view changes in its time", () => {
    const timeline = runEntities(make("point_camera", "it", ["FOV", "60"]));
    send(timeline, "ChangeFOV 20 2");
    timeline.seek(1);
    expect(read(timeline, "fov")[0]).toBeGreaterThan(35);
    expect(read(timeline, "fov")[0]).toBeLessThan(45);
    timeline.seek(3);
    expect(read(timeline, "fov")).toEqual([20]);
  });

  it("one camera turns the others off", () => {
    const timeline = runEntities(make("point_camera", "it"), make("point_camera", "b"));
    send(timeline, "SetOnAndTurnOthersOff");
    expect([0, 1].map((row) => timeline.simulation.readState(row, "isOn"))).toEqual([1, 0]);
  });

  it("light_dynamic looks at its target", () => {
    const timeline = runEntities(
      make("light_dynamic", "it", ["target", "t"]),
      make("info_target", "t", ["origin", "0 50 0"]),
    );
    timeline.seek(0.5);
    expect(timeline.simulation.entities.angles[1]).toBeCloseTo(90);
  });

  it("point_spotlight says that it is on or off", () => {
    const timeline = runEntities(make("point_spotlight", "it", ...told("OnLightOn", "OnLightOff")));
    send(timeline, "LightOff", "LightOn", "LightOn", "LightOff");
    expect(named(timeline)).toEqual(["OnLightOn", "OnLightOff"]);
  });

  it("env_texturetoggle sets the frame of its targets", () => {
    const timeline = runEntities(
      make("env_texturetoggle", "it", ["target", "b"]),
      make("func_brush", "b"),
      make("func_brush", "b"),
      make("func_brush", "c"),
    );
    send(timeline, "SetTextureIndex 3", "IncrementTextureIndex");
    expect([...timeline.simulation.entities.textureFrame.subarray(0, 4)]).toEqual([0, 4, 4, 0]);
  });
});

describe("point_viewcontrol", () => {
  const control = (...more: Pairs): Pairs =>
    make(
      "point_viewcontrol",
      "it",
      ["target", "t"],
      ["wait", "2"],
      ...told("OnEndFollow"),
      ...more,
    );
  const target = make("info_target", "t", ["origin", "0 100 0"]);

  it("shows the view for its wait, and turns to its target", () => {
    const timeline = runEntities(control(["spawnflags", "16"]), target);
    expect(timeline.simulation.viewEntity).toBe(-1);
    send(timeline, "Enable");
    timeline.seek(0.1);
    expect(timeline.simulation.viewEntity).toBe(0);
    expect(timeline.simulation.entities.angles[1]).toBeCloseTo(90);
    timeline.seek(3);
    expect(timeline.simulation.viewEntity).toBe(-1);
    expect(
      eventsOf(timeline, "output").map(({ time, output }) => `${time.toFixed(0)} ${output}`),
    ).toEqual(["2 OnEndFollow"]);
    timeline.seek(1);
    expect(timeline.simulation.viewEntity).toBe(0);
  });

  it("turns slowly without flag 16, and stays with flag 8", () => {
    const timeline = runEntities(control(["spawnflags", "8"]), target);
    send(timeline, "Enable");
    timeline.seek(0.2);
    const yaw = timeline.simulation.entities.angles[1];
    expect(yaw).toBeGreaterThan(1);
    expect(yaw).toBeLessThan(20);
    timeline.seek(12);
    expect(timeline.simulation.viewEntity).toBe(0);
    send(timeline, "Disable");
    expect(timeline.simulation.viewEntity).toBe(-1);
  });

  it("ends another, and the view through a removed one", () => {
    const timeline = runEntities(
      control(["spawnflags", "8"]),
      target,
      make("point_viewcontrol", "b", ["target", "t"]),
    );
    send(timeline, "Enable");
    timeline.fire("b", "Enable");
    timeline.step();
    expect(timeline.simulation.viewEntity).toBe(rowOf(timeline, "b"));
    expect(named(timeline)).toEqual(["OnEndFollow"]);
    timeline.fire("b", "Kill");
    timeline.step();
    expect(timeline.simulation.viewEntity).toBe(-1);
  });

  it("starts at the player's eyes with flag 1, and looks at the player with flag 2", () => {
    const timeline = runEntities(control(["spawnflags", "9"]), target);
    timeline.place({ x: 10, y: 20, z: 30, pitch: 5, yaw: 6 });
    send(timeline, "Use");
    expect([...timeline.simulation.entities.origin.subarray(0, 3)]).toEqual([10, 20, 94]);
    const looking = runEntities(control(["spawnflags", "26"]));
    looking.place({ ...HERE, y: -100 });
    send(looking, "Enable");
    looking.seek(0.1);
    expect(looking.simulation.entities.angles[1]).toBeCloseTo(-90);
  });

  it("moves along a path, and passes its corners", () => {
    const timeline = runEntities(
      control(["spawnflags", "12"], ["moveto", "c1"], ["speed", "100"]),
      target,
      make("path_corner", "c1", ["target", "c2"], ...told("OnPass")),
      make(
        "path_corner",
        "c2",
        ["origin", "200 0 0"],
        ["target", "c3"],
        ["speed", "50"],
        ...told("OnPass"),
      ),
      make("path_corner", "c3", ["origin", "300 0 0"], ...told("OnPass")),
    );
    send(timeline, "Enable");
    timeline.seek(2);
    const x = timeline.simulation.entities.origin[0];
    expect(x).toBeGreaterThan(60);
    expect(x).toBeLessThan(200);
    timeline.seek(12);
    expect(eventsOf(timeline, "output").map(({ caller }) => caller?.name)).toEqual([
      "c1",
      "c2",
      "c3",
    ]);
    expect(timeline.simulation.entities.velocity[0]).toBe(0);
  });

  it("is slowed on its path unless flag 4 takes the player's controls", () => {
    const speedWith = (flags: string) => {
      const timeline = runEntities(
        control(["spawnflags", flags], ["moveto", "c1"], ["speed", "1000"]),
        target,
        make("path_corner", "c1", ["target", "c2"]),
        make("path_corner", "c2", ["origin", "9000 0 0"]),
      );
      send(timeline, "Enable");
      timeline.seek(5);
      return timeline.simulation.entities.velocity[0];
    };
    expect(speedWith("12")).toBeCloseTo(1000, -2);
    // 0.03 of the speed is added to 0.97 of 0.8 of it in each tick.
    expect(speedWith("8")).toBeCloseTo((0.03 * 1000) / (1 - 0.97 * 0.8), 0);
  });
});

describe("ambient_generic", () => {
  const sound = (...more: Pairs): Pairs =>
    make("ambient_generic", "it", ["message", "a.wav"], ["health", "8"], ...more);

  it("plays from the start, unless flag 16 or 32 says otherwise", () => {
    expect(read(runEntities(sound()), "isActive", "isPlaying", "volume", "pitch", "start")).toEqual(
      [1, 1, 80, 100, 0],
    );
    expect(read(runEntities(sound(["spawnflags", "16"])), "isActive", "isPlaying")).toEqual([0, 0]);
    expect(read(runEntities(sound(["spawnflags", "32"])), "isActive", "isPlaying")).toEqual([0, 0]);
    expect(runEntities(make("ambient_generic", "it")).simulation.isAlive(0)).toBe(false);
  });

  it("starts, stops, and plays again if it does not loop", () => {
    const timeline = runEntities(sound(["spawnflags", "16"]));
    for (const [input, wanted] of [
      ["PlaySound", [1, 1]],
      ["StopSound", [0, 0]],
      ["StopSound", [0, 0]],
      ["ToggleSound", [1, 1]],
      ["Use", [0, 0]],
    ] as const) {
      send(timeline, input);
      expect(read(timeline, "isActive", "isPlaying")).toEqual(wanted);
    }
    const once = runEntities(sound(["spawnflags", "48"]));
    send(once, "PlaySound");
    const [first] = read(once, "start");
    once.seek(1);
    send(once, "PlaySound");
    expect(read(once, "isActive", "isPlaying")).toEqual([0, 1]);
    expect(read(once, "start")[0]).toBeGreaterThan(first as number);
  });

  it("changes its volume and pitch", () => {
    const timeline = runEntities(
      sound(["pitch", "90"], ["SourceEntityName", "t"]),
      make("info_target", "t"),
    );
    expect(read(timeline, "pitch", "source")).toEqual([90, 1]);
    send(timeline, "Volume 3.33", "Pitch 300");
    expect(read(timeline, "volume", "pitch")).toEqual([33, 255]);
    send(timeline, "Volume -5");
    expect(read(timeline, "volume")).toEqual([0]);
  });

  it("fades out until it is silent, and in until its volume", () => {
    const timeline = runEntities(sound());
    send(timeline, "FadeOut 2");
    timeline.seek(1.15);
    // It loses 10 each fifth of a second.
    expect(read(timeline, "volume")).toEqual([20]);
    timeline.seek(3);
    expect(read(timeline, "volume", "isPlaying")).toEqual([0, 0]);
    const fading = runEntities(sound(["fadeinsecs", "2"], ["fadeoutsecs", "1"]));
    expect(read(fading, "volume")).toEqual([0]);
    fading.seek(0.9);
    expect(read(fading, "volume")[0]).toBeGreaterThan(25);
    fading.seek(4);
    expect(read(fading, "volume")).toEqual([80]);
    send(fading, "StopSound");
    expect(read(fading, "isPlaying")).toEqual([1]);
    fading.seek(6);
    expect(read(fading, "isPlaying")).toEqual([0]);
    send(fading, "PlaySound", "FadeIn 1");
    fading.seek(9);
    expect(read(fading, "volume")).toEqual([80]);
  });

  it("is silent once it is removed", () => {
    const timeline = runEntities(sound());
    send(timeline, "Kill");
    expect(read(timeline, "isPlaying")).toEqual([0]);
  });
});

it("trigger_soundscape says which soundscape the player hears", () => {
  const timeline = runEntities(
    make("trigger_soundscape", "it", ["model", "*1"], ["soundscape", "s"], ["spawnflags", "1"]),
  );
  timeline.place(HERE);
  timeline.step();
  expect(eventsOf(timeline, "effect")).toMatchObject([{ input: "SetSoundscape", value: "s" }]);
});
