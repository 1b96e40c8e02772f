/**
 * Guesses the kind of a missing model from the words in its path. Names of Source's models are
 * descriptive (`props_c17/oildrum001`), and so are the folders of the rest
 * (`props_foliage/ivy_01`). Sizes are real-world sizes relative to a person of 72 inches.
 */

/** Surface that the placeholder is moved to, see `ghosts.ts`. */
export type GhostRest = "floor" | "ceiling" | "wall" | "free";

export interface GhostKind {
  /** Its shape: a row of `ghost-shapes.ts`. */
  readonly shape: string;
  /** Inches along x (forward), y and z. */
  readonly size: readonly [x: number, y: number, z: number];
  readonly rest: GhostRest;
  /** True if it scales uniformly along all axes. */
  readonly isRound?: boolean;
  /** True if its long axis, y, may be aligned with any axis of the model, whichever has room. */
  readonly isLong?: boolean;
  /** Axis of `size` whose length may be part of a name. */
  readonly statesLength?: 1 | 2;
}

const kind = (
  shape: string,
  size: GhostKind["size"],
  rest: GhostRest,
  more: Partial<GhostKind> = {},
): GhostKind => ({ shape, size, rest, ...more });

const ROUND = { isRound: true };
const LONG = { isLong: true, statesLength: 1 } as const;
const STATED = { statesLength: 1 } as const;

export const GHOST_KINDS = {
  tree: kind("tree", [170, 170, 300], "floor", ROUND),
  pine: kind("pine", [130, 130, 340], "floor", ROUND),
  bush: kind("bush", [60, 60, 46], "floor", ROUND),
  rock: kind("rock", [90, 90, 64], "floor", ROUND),
  cliff: kind("rock", [320, 320, 260], "floor", ROUND),
  mound: kind("mound", [96, 96, 16], "floor", STATED),
  lamp: kind("lamp", [20, 20, 26], "ceiling", ROUND),
  striplight: kind("panel", [14, 48, 5], "ceiling"),
  walllight: kind("box", [8, 14, 14], "wall"),
  lamppost: kind("lamppost", [40, 24, 220], "floor"),
  tablelamp: kind("tablelamp", [16, 16, 26], "floor", ROUND),
  pole: kind("pole", [14, 14, 260], "floor"),
  car: kind("car", [76, 190, 58], "floor", { isLong: true }),
  truck: kind("truck", [96, 260, 110], "floor", { isLong: true }),
  train: kind("container", [110, 480, 150], "floor", { isLong: true }),
  aircraft: kind("container", [160, 420, 130], "free"),
  sign: kind("plate", [2, 36, 26], "wall"),
  picture: kind("plate", [2, 24, 28], "wall"),
  button: kind("box", [5, 9, 11], "wall"),
  pipe: kind("pipe", [12, 128, 12], "free", LONG),
  duct: kind("duct", [44, 128, 44], "free", LONG),
  beam: kind("duct", [20, 160, 20], "free", LONG),
  chair: kind("chair", [24, 24, 40], "floor"),
  table: kind("table", [36, 64, 32], "floor"),
  bed: kind("bed", [40, 80, 26], "floor"),
  sofa: kind("sofa", [36, 76, 34], "floor"),
  bench: kind("bench", [24, 72, 34], "floor", { isLong: true }),
  shelf: kind("shelf", [18, 50, 74], "floor"),
  cabinet: kind("box", [26, 30, 66], "floor"),
  lowcabinet: kind("box", [24, 32, 36], "floor"),
  machine: kind("box", [36, 52, 60], "floor"),
  wallbox: kind("box", [10, 24, 32], "wall"),
  bath: kind("bed", [32, 66, 26], "floor"),
  basin: kind("box", [20, 22, 34], "floor"),
  barrel: kind("barrel", [28, 28, 46], "floor", ROUND),
  tank: kind("barrel", [48, 48, 110], "floor", ROUND),
  bin: kind("barrel", [20, 20, 30], "floor", ROUND),
  cone: kind("cone", [16, 16, 28], "floor", ROUND),
  wheel: kind("wheel", [28, 28, 10], "floor", ROUND),
  crate: kind("crate", [42, 42, 42], "floor"),
  carton: kind("crate", [24, 28, 20], "floor"),
  container: kind("container", [100, 240, 104], "floor", { isLong: true }),
  dumpster: kind("container", [50, 80, 54], "floor"),
  pallet: kind("panel", [44, 48, 6], "floor"),
  fence: kind("fence", [5, 128, 96], "floor", LONG),
  railing: kind("fence", [4, 96, 40], "floor", LONG),
  barricade: kind("wall", [20, 110, 44], "floor", LONG),
  ladder: kind("ladder", [6, 24, 128], "wall", { statesLength: 2 }),
  stairs: kind("mound", [96, 64, 64], "floor"),
  door: kind("door", [4, 48, 108], "floor"),
  gate: kind("fence", [6, 120, 120], "floor", { isLong: true }),
  frame: kind("frame", [10, 60, 112], "floor"),
  window: kind("frame", [10, 48, 64], "wall"),
  awning: kind("panel", [48, 128, 10], "wall"),
  screen: kind("monitor", [18, 22, 20], "floor"),
  bottle: kind("bottle", [5, 5, 12], "floor", ROUND),
  pot: kind("barrel", [11, 11, 13], "floor", ROUND),
  clutter: kind("box", [10, 10, 8], "floor"),
  person: kind("person", [30, 30, 72], "floor", ROUND),
  creature: kind("bush", [30, 30, 26], "floor", ROUND),
  /** A thing of known size with an unspecific name. */
  thing: kind("box", [32, 32, 32], "free"),
} as const satisfies Record<string, GhostKind>;

export type GhostKindName = keyof typeof GHOST_KINDS;

type Rule = readonly [name: GhostKindName | "hidden", pattern: RegExp];

/**
 * Matched against the file's name; the first match decides. "hidden" models are never drawn: parts
 * of skies, effects, and models that span two places.
 */
const WORDS: readonly Rule[] = [
  [
    "hidden",
    /sky_?box|cloud|atmosphere|vortex|asteroid|planet|(?<![a-z])rings?_|fizzler|force_?field|emitter|icon_/,
  ],
  ["wheel", /tire(?![a-z])|tyre|tire(stack)?\d|(?<![a-z])wheel|spool/],
  [
    "hidden",
    /(?<![a-z])(wires?|cables?|rope|chain)(?![a-z])(?!_?link)|prodcables|screenborder|dropper$/,
  ],
  [
    "person",
    /(?<![a-z])(fe)?male_\d|soldier|police|barney|gman|^alyx|^kleiner|citizen|zombie|civilian|corpse|guard(?![a-z])|human|gunman|trooper|hostage|skeleton|statue|mannequin|(fast|poison)_torso|hevsuit|saxton/,
  ],
  ["clutter", /keyboard|mouse|remote|ammo(?!crate)|^box(?!_|es)|medkit|battery|rounds/],
  ["pole", /(utility|telephone|flag)_?pole/],
  ["lowcabinet", /hand_?truck|push_?cart|trolley/],
  ["wallbox", /(power|electrical|fuse|switch|console)_?box/],
  [
    "button",
    /button|keypad|switch|lever|valve|intercom|outlet|socket|handle(?!bar)|knob|charger|(?<![a-z])lock\d/,
  ],
  ["clutter", /chunk|gib(?!_?son)|(?<![a-z])crushed|_piece|shard/],
  ["ladder", /ladder/],
  ["lamppost", /lamp_?post|street_?l(amp|ight)|light_?pole|lightpost/],
  [
    "tablelamp",
    /desk_?lamp|furniture_lamp|table_?lamp|floor_?lamp|spotlight|light_?signal|lantern/,
  ],
  [
    "walllight",
    /wall_?light|light_?(wall|outside|security|caged?)|wall_?mounted|cage(d)?_?light|sconce|siren|alarm/,
  ],
  [
    "striplight",
    /flou?rescent|ceiling_?light|light_(ceiling|panel|inset|shop|strip)|lightcover|fluro/,
  ],
  [
    "sign",
    /(?<![a-z])(exit|sign)(?![a-z])|sign\d|signpost|address|banner|billboard|poster|flag(?![a-z])|clock/,
  ],
  [
    "picture",
    /painting|picture|portrait|certificate|corkboard|chalkboard|whiteboard|blackboard|offinsp|mirror/,
  ],
  [
    "lamp",
    /lamp|(?<![a-z])lights?(?![a-z]*(house|ning))|bulb|chandelier|light\d|candle|torch|fan(?![a-z])/,
  ],
  ["barricade", /barricade|barrier|sandbag|bags|bollard|jersey/],
  ["tree", /tree|birch|oak(?![a-z])|palm|willow|sakura|maple|deciduous|trunk/],
  [
    "bush",
    /bush|shrub|bramble|plant(?!ation)|fern|cattail|ivy(?![a-z])|hedge|grass|weed|flower|reed|foliage|cactus|vine/,
  ],
  ["cliff", /cliff|mountain|boulder_?large|rock_?wall|arch_?rock/],
  ["rock", /rock(?!et)|boulder|stone(?![a-z])|stalactite|stalagmite|granite|snowman|cinder/],
  [
    "mound",
    /garbage\d|trash_?cluster|debris|rubble|pile|driftwood|haybale|hay(?![a-z])|wood_patch|crusher_floor|floorplate|cap_point/,
  ],
  ["train", /train(?!ing|_?gate|_?track|station|yard)|flatcar|locomotive|tram|boxcar|subway_?car/],
  [
    "truck",
    /truck(?!_)|(?<!hand)(?<!hand_)truck|(?<![a-z])van\d|(?<![a-z])(van|bus|apc|tank_animated|tractor|forklift|tanker)(?![a-z])(?!_?tire)|ambulance/,
  ],
  ["aircraft", /helicopter|dropship|gunship|plane(?![a-z]*t)|aircraft|boat|ship(?![a-z])|airboat/],
  [
    "car",
    /(?<![a-z])car(a|s)?(?![a-z])|car\d|hatchback|sedan|vehicle|buggy|jeep|taxi|hatch_?back|mining_car|motorcycle/,
  ],
  ["bin", /trash_?(can|bin)|bucket|waste_?basket|garbage_?can|recycle/],
  ["dumpster", /dumpster|skip(?![a-z])/],
  ["tank", /tank(?!_animated)|silo(?!_)|boiler|propane_tank|cylinder|chimney|water_?tower|geodome/],
  ["barrel", /barrel|drum(?![a-z])|keg(?![a-z])/],
  ["cone", /cone(?![a-z])|cone\d|pylon|pyramid|antenna/],
  ["pallet", /pallet|platform|grate(?![a-z])|floor(?![a-z])|panel/],
  ["container", /container|cargo|shipping/],
  ["crate", /crate|chest(?![a-z])|footlocker|box_cluster|boxes/],
  ["carton", /cardboard|carton(?![a-z])|(?<![a-z])box|file_?box|paperbox|caseof|package|box\d/],
  ["bed", /bed_?frame|bunk_?bed/],
  ["frame", /door_?frame|door_?way|arch_?gate|(?<![a-z])frame(?![a-z])/],
  ["door", /(?<!in|out)door(?!knob|bell)|hatch(?!back)/],
  ["window", /window|shutter|blinds|glass_|observation|(?<![a-z])bars\d/],
  ["railing", /railing|hand_?rail|guard_?rail|banister|(?<![a-z])rail(?!road|way)/],
  ["fence", /fence|chain_?link|lattice|bars(?![a-z])|trellis|(?<![a-z])grill|section01/],
  ["gate", /gate(?!way)/],
  ["bottle", /bottle|glassjug|extinguisher|jug|flask|canister|jer_?can|gas_?can|flare|butane|vial/],
  [
    "pot",
    /mug|(?<![a-z])cups?(?![a-z])|paint_?can|metalcan|(?<![a-z])can(?![a-z])|(?<![a-z])pot(?![a-z])|vase|paper_towels|bowl|plate(?![a-z])/,
  ],
  ["duct", /(?<![a-z])(vents?|ducts?|bigvent)(?![a-z])|vent\d|vent_|duct|ventilation/],
  ["beam", /beam|girder|truss|gutter|track|ibeam|scaffold|plank|timber|support(?![a-z])|bridge/],
  ["pipe", /pipe|conduit|tube|hose|sprinkler/],
  ["sofa", /sofa|couch|bunk_?bed_?sofa|loveseat/],
  ["chair", /chair|stool|seat(?![a-z])|toilet|throne/],
  ["bath", /bath_?tub|tub(?![a-z])|coffin/],
  ["bed", /bed(?![a-z])|bed_|mattress|stretcher|gurney|bed\d/],
  ["bench", /bench|pew(?![a-z])/],
  ["shelf", /shel(f|ves)|book_?case|rack(?![a-z])|bookshel/],
  [
    "lowcabinet",
    /drawer|dresser|night_?stand|filecabinet\d|file_?cabinet1|radiator|stove|cart(?![a-z])|cart\d|hand_?truck|trolley|washer|dryer|oven/,
  ],
  [
    "cabinet",
    /cabinet|locker|cupboard|wardrobe|closet|fridge|refrigerator|vending|bookcase|phone_?booth/,
  ],
  ["table", /table|desk|workspace|counter|work_?bench|bar_(?!s)/],
  ["basin", /sink|basin|fountain|urinal/],
  [
    "screen",
    /monitor|(?<![a-z])tv|television|screen|computer_monitor|projector(?!_remote)|radio(?![a-z])|microwave|computer_case|display|camera|turret/,
  ],
  [
    "machine",
    /console|computer|generator|interface|machine|acunit|powerbox|electrical|utility|switchbox|combine|server|wallunit|engine|pump|motor|transformer|fuse|elevator|crusher|unit\d/,
  ],
  ["awning", /awning|roof|canopy|chimneytop/],
  ["stairs", /stairs?(?![a-z])|steps?(?![a-z])|ramp(?![a-z])|sawmill_stairs/],
  [
    "creature",
    /headcrab|barnacle|antlion|crow(?![a-z])|pigeon|seagull|(?<![a-z])(dog|cat|rat|fish|bird|chicken)(?![a-z])|spider|roller/,
  ],
  [
    "pole",
    /pole(?![a-z])|pole\d|post(?![a-z])|pillar|column|mast(?![a-z])|utilityconnecter|ivstand/,
  ],
  [
    "clutter",
    /keyboard|mouse|phone|remote|binder|book(?!sh|ca)|shoe|brick|food|cake|ammo|kit(?![a-z])|battery|medkit|health|grenade|weapon|pistol|rifle|shotgun|smg|rounds|clipboard|paper|newspaper|broom|crank|widget|arm(?![a-z])|hat(?![a-z])|garbage_|trash|junk|bell\d|bracket|rung|cap\d|cap_|hook|tool|toy|ball(?![a-z])|speaker|arrow/,
  ],
  ["sign", /board(?![a-z])|board\d/],
  ["fence", /(?<![a-z])wall(?![a-z])|wall\d/],
];

/** Matched against the folders, innermost first. */
const FOLDERS: readonly Rule[] = [
  ["hidden", /sky_?box|effects/],
  ["person", /humans?|player|survivors|infected/],
  ["bush", /foliage|plants?/],
  ["car", /vehicles?/],
  ["pipe", /pipes/],
  ["duct", /vents?/],
  ["lamp", /lights?/],
  ["door", /doors?/],
  ["mound", /debris|destruction|trash/],
  ["clutter", /weapons?|items|junk|food|gibs?/],
  ["machine", /combine|lab|machinery|electrical|spytech/],
  ["table", /furniture/],
];

/** Returns the kind, "hidden" if it is never drawn, or `null` if the path gives no hint. */
export function ghostKindOf(path: string): GhostKindName | "hidden" | null {
  const parts = path
    .toLowerCase()
    .replace(/\.mdl$/, "")
    .split("/")
    .reverse();
  const [file] = parts;
  const word = WORDS.find(([, pattern]) => pattern.test(file));
  if (word !== undefined) return isPine(word[0], file) ? "pine" : word[0];
  for (const folder of parts.slice(1)) {
    const rule = FOLDERS.find(([, pattern]) => pattern.test(folder));
    if (rule !== undefined) return rule[0];
  }
  return null;
}

/** Lengths in inches that modellers write into names. */
const LENGTHS = /(?<!\d)(24|28|32|48|64|72|96|128|192|216|256|320|384|512|768|1024)(?!\d)/g;

/** Returns the length that a name states, such as 512 in `pipeset08d_512_001a`; `null` if none. */
export function lengthInName(path: string): number | null {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const last = [...file.matchAll(LENGTHS)].at(-1);
  return last === undefined ? null : Number(last[1]);
}

const isPine = (name: string, file: string) =>
  name === "tree" && /pine|fir(?![a-z])|spruce|conifer|redwood/.test(file);
