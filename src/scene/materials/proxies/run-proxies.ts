/**
 * Runs a material's proxies once at load, on numbers that may change with time. Constant results
 * are treated as the material's own values; changing ones become a program.
 */

import type { Vmt, VmtProxy } from "../../../formats/vmt/types.ts";
import type { MotionOpName } from "../../../map/motion/material-motion.ts";
import { ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_DETAIL } from "../../../map/texture-roles.ts";
import { contentName } from "../content-name.ts";
import { type Value, ValueGraph } from "./value-graph.ts";
import { splitReference, type Variable, Variables } from "./variables.ts";

type ProxyReader = (call: ProxyCall) => void;

/** The arguments and results of one proxy's run. */
class ProxyCall {
  readonly vmt: Vmt;
  readonly graph: ValueGraph;
  readonly variables: Variables;
  readonly #params: ReadonlyMap<string, string>;

  constructor(vmt: Vmt, { params }: VmtProxy, variables: Variables) {
    this.vmt = vmt;
    this.graph = variables.graph;
    this.variables = variables;
    this.#params = params;
  }

  /** Returns a parameter as written, by its lower-case key. */
  text(key: string): string | undefined {
    const text = this.#params.get(key)?.trim();
    return text === "" ? undefined : text;
  }

  /** Returns a numeric parameter, or the present value of the variable that it names. */
  input(key: string, rest: number): Value {
    const text = this.text(key);
    return text === undefined ? this.graph.constant(rest) : this.variables.number(text);
  }

  op(op: MotionOpName, ...operands: Value[]): Value {
    return this.graph.apply(op, ...operands);
  }

  /** Clamps a value between two bounds given in any order. */
  clamp(value: Value, one: Value, other: Value): Value {
    const low = this.op("MIN", one, other);
    return this.op("MIN", this.op("MAX", value, low), this.op("MAX", one, other));
  }

  /** Writes a numeric result to `resultvar`. */
  finish(value: Value): void {
    const result = this.text("resultvar");
    if (result !== undefined) this.variables.setNumber(result, value);
  }

  /**
   * Combines one or two sources and writes the result, component by component for a vector. The
   * result variable keeps its kind; an undefined one takes the kind of the first source.
   */
  finishEach(combine: (a: Value, b: Value) => Value): void {
    const result = this.text("resultvar");
    const first = this.text("srcvar1");
    if (result === undefined || first === undefined) return;
    const a = this.source(first);
    const b = this.source(this.text("srcvar2"));
    const { name, part } = splitReference(result);
    const before = this.variables.get(name);
    const kind = before ?? a;
    if (part !== null || kind === null || kind.kind !== "vector") {
      this.variables.setNumber(result, combine(this.part(a, 0), this.part(b, 0)));
      return;
    }
    const parts = kind.parts.map((_, i) => combine(this.part(a, i), this.part(b, i)));
    this.variables.set(name, { kind: "vector", parts });
  }

  source(name: string | undefined): Variable | null {
    if (name === undefined) return null;
    const number = Number.parseFloat(name);
    if (!Number.isFinite(number)) return this.variables.get(splitReference(name).name);
    return { kind: "number", parts: [this.graph.constant(number)] };
  }

  /** Returns a component of a variable. A plain number counts for all components. */
  part(variable: Variable | null, index: number): Value {
    if (variable === null) return this.graph.constant(0);
    const at = variable.kind === "number" ? 0 : index;
    return variable.parts[at] ?? this.graph.constant(0);
  }
}

// Math proxies, as in the engine (`game/client/mathproxy.cpp`, `timematerialproxy.cpp`).

/** The engine's smallest and largest floats mean "no bound". */
const UNBOUND = 3.4e38;

function sine(call: ProxyCall): void {
  const { graph } = call;
  const period = call.input("sineperiod", 1);
  const [most, least] = [call.input("sinemax", 1), call.input("sinemin", 0)];
  const since = call.op("SUBTRACT", graph.time(), call.input("timeoffset", 0));
  const turns = call.op("DIVIDE", since, call.op("SELECT", period, period, graph.constant(1)));
  // Only the fraction is used, so that precision does not decrease over time.
  const angle = call.op("MULTIPLY", call.op("FRACTION", turns), graph.constant(2 * Math.PI));
  const half = graph.constant(0.5);
  const share = call.op("ADD", call.op("MULTIPLY", call.op("SIN", angle), half), half);
  const range = call.op("SUBTRACT", most, least);
  call.finish(call.op("ADD", call.op("MULTIPLY", range, share), least));
}

function linearRamp(call: ProxyCall): void {
  const moved = call.op("MULTIPLY", call.graph.time(), call.input("rate", 1));
  call.finish(call.op("ADD", moved, call.input("initialvalue", 0)));
}

function uniformNoise(call: ProxyCall): void {
  const [least, most] = [call.input("minval", 0), call.input("maxval", 1)];
  const range = call.op("SUBTRACT", most, least);
  const share = call.op("MULTIPLY", call.graph.noise("UNIFORM"), range);
  call.finish(call.op("ADD", share, least));
}

function gaussianNoise(call: ProxyCall): void {
  const spread = call.op("MULTIPLY", call.graph.noise("GAUSSIAN"), call.input("halfwidth", 1));
  const value = call.op("ADD", spread, call.input("mean", 0));
  call.finish(call.clamp(value, call.input("minval", -UNBOUND), call.input("maxval", UNBOUND)));
}

function exponential(call: ProxyCall): void {
  const source = call.part(call.source(call.text("srcvar1")), 0);
  const power = call.op("EXP", call.op("ADD", source, call.input("offset", 0)));
  const value = call.op("MULTIPLY", call.input("scale", 1), power);
  call.finish(call.clamp(value, call.input("minval", -UNBOUND), call.input("maxval", UNBOUND)));
}

function clamp(call: ProxyCall): void {
  const [one, other] = [call.input("min", 0), call.input("max", 1)];
  call.finishEach((a) => call.clamp(a, one, other));
}

function wrapMinMax(call: ProxyCall): void {
  const [least, most] = [call.input("minval", 0), call.input("maxval", 1)];
  const source = call.part(call.source(call.text("srcvar1")), 0);
  const range = call.op("SUBTRACT", most, least);
  const turns = call.op("FRACTION", call.op("DIVIDE", call.op("SUBTRACT", source, least), range));
  const wrapped = call.op("ADD", call.op("MULTIPLY", turns, range), least);
  call.finish(call.op("SELECT", call.op("LESS_OR_EQUAL", most, least), least, wrapped));
}

/** Returns the fraction with the sign of the value. */
function fraction(call: ProxyCall): void {
  call.finishEach((a) => call.op("SUBTRACT", a, call.op("TRUNCATE", a)));
}

function lessOrEqual(call: ProxyCall): void {
  const number = (key: string) => call.part(call.source(call.text(key)), 0);
  const isLess = call.op("LESS_OR_EQUAL", number("srcvar1"), number("srcvar2"));
  const result = call.text("resultvar");
  if (result === undefined) return;
  const [less, greater] = ["lessequalvar", "greatervar"].map((key) => call.source(call.text(key)));
  const before = call.variables.get(result) ?? less;
  if (before?.kind !== "vector") {
    call.finish(call.op("SELECT", isLess, call.part(less, 0), call.part(greater, 0)));
    return;
  }
  const parts = before.parts.map((_, i) =>
    call.op("SELECT", isLess, call.part(less, i), call.part(greater, i)),
  );
  call.variables.set(result.toLowerCase(), { kind: "vector", parts });
}

/** Returns the first source if any of its components is non-zero, else the second. */
function selectFirst(call: ProxyCall): void {
  const first = call.source(call.text("srcvar1"));
  let largest = call.graph.constant(0);
  for (const part of first?.parts ?? []) largest = call.op("MAX", largest, call.op("ABS", part));
  call.finishEach((a, b) => call.op("SELECT", largest, a, b));
}

const MATH_PROXIES: Readonly<Record<string, ProxyReader>> = {
  currenttime: (call) => call.finish(call.graph.time()),
  add: (call) => call.finishEach((a, b) => call.op("ADD", a, b)),
  subtract: (call) => call.finishEach((a, b) => call.op("SUBTRACT", a, b)),
  multiply: (call) => call.finishEach((a, b) => call.op("MULTIPLY", a, b)),
  divide: (call) => call.finishEach((a, b) => call.op("SELECT", b, call.op("DIVIDE", a, b), a)),
  equals: (call) => call.finishEach((a) => a),
  abs: (call) => call.finish(call.op("ABS", call.part(call.source(call.text("srcvar1")), 0))),
  int: (call) => call.finishEach((a) => call.op("TRUNCATE", a)),
  frac: fraction,
  clamp,
  sine,
  linearramp: linearRamp,
  uniformnoise: uniformNoise,
  gaussiannoise: gaussianNoise,
  exponential,
  wrapminmax: wrapMinMax,
  lessorequal: lessOrEqual,
  selectfirstifnonzero: selectFirst,
};

// Proxies that move textures and change their frames (`texturescrollmaterialproxy.cpp`,
// `matrixproxy.cpp`, `baseanimatedtextureproxy.cpp`).

const DEGREE = Math.PI / 180;

/** Roles of textures whose frames are counted. */
const ROLE_OF_TEXTURE: Readonly<Record<string, number>> = {
  $basetexture: ROLE_BASE,
  $basetexture2: ROLE_BASE2,
  $texture2: ROLE_BASE2,
  $bumpmap: ROLE_BUMP,
  $normalmap: ROLE_BUMP,
  $detail: ROLE_DETAIL,
};

/** Overwrites a whole transform; a variable of another kind gets only the offset. */
function textureScroll(call: ProxyCall): void {
  const { graph, variables } = call;
  const name = call.text("texturescrollvar")?.toLowerCase();
  if (name === undefined) return;
  const rate = call.input("texturescrollrate", 1);
  const angle = call.op("MULTIPLY", call.input("texturescrollangle", 0), graph.constant(DEGREE));
  const moved = (op: "COS" | "SIN") => {
    const speed = call.op("MULTIPLY", rate, call.op(op, angle));
    return call.op("FRACTION", call.op("MULTIPLY", graph.time(), speed));
  };
  const scale = call.input("texturescale", 1);
  const [s, t, zero] = [moved("COS"), moved("SIN"), graph.constant(0)];
  const isMatrix = variables.get(name)?.kind === "matrix";
  if (isMatrix) variables.set(name, { kind: "matrix", parts: [scale, zero, s, zero, scale, t] });
  else variables.set(name, { kind: "vector", parts: [s, t, zero] });
}

function textureTransform(call: ProxyCall): void {
  const { graph, variables } = call;
  const result = call.text("resultvar")?.toLowerCase();
  if (result === undefined) return;
  const pair = (key: string, rest: number): [Value, Value] => {
    const text = call.text(key);
    const source = text === undefined ? null : variables.get(text);
    const own = graph.constant(rest);
    return source === null ? [own, own] : [call.part(source, 0), call.part(source, 1)];
  };
  const [centerS, centerT] = pair("centervar", 0.5);
  const [scaleS, scaleT] = pair("scalevar", 1);
  const [degrees] = pair("rotatevar", 0);
  const [moveS, moveT] = pair("translatevar", 0);
  const angle = call.op("MULTIPLY", degrees, graph.constant(DEGREE));
  const [cos, sin] = [call.op("COS", angle), call.op("SIN", angle)];
  const minus = graph.constant(-1);
  const rowOf = (x: Value, y: Value, center: Value, move: Value): Value[] => {
    const ofCenter = call.op(
      "ADD",
      call.op("MULTIPLY", x, centerS),
      call.op("MULTIPLY", y, centerT),
    );
    return [x, y, call.op("SUBTRACT", call.op("ADD", center, move), ofCenter)];
  };
  const st = call.op("MULTIPLY", minus, call.op("MULTIPLY", scaleT, sin));
  const parts = [
    ...rowOf(call.op("MULTIPLY", scaleS, cos), st, centerS, moveS),
    ...rowOf(call.op("MULTIPLY", scaleS, sin), call.op("MULTIPLY", scaleT, cos), centerT, moveT),
  ];
  variables.set(result, { kind: "matrix", parts });
}

function animatedTexture(call: ProxyCall): void {
  const { graph, variables } = call;
  const texture = call.text("animatedtexturevar")?.toLowerCase();
  const frameName = call.text("animatedtextureframenumvar");
  const role = texture === undefined ? undefined : ROLE_OF_TEXTURE[texture];
  if (frameName === undefined || role === undefined) return;
  const rate = Number.parseFloat(call.text("animatedtextureframerate") ?? "");
  const rateValue = graph.constant(Number.isFinite(rate) ? rate : 15);
  const shown = call.op("TRUNCATE", call.op("MULTIPLY", graph.time(), rateValue));
  const frames = graph.frames(role);
  if (Number.parseInt(call.text("animationnowrap") ?? "0", 10) !== 0) {
    const last = call.op("SUBTRACT", frames, graph.constant(1));
    variables.setNumber(frameName, call.op("MIN", shown, last));
    return;
  }
  // Samples between two frames, so that rounding never selects the neighbour.
  const middle = call.op("ADD", shown, graph.constant(0.5));
  const turns = call.op("FRACTION", call.op("DIVIDE", middle, frames));
  variables.setNumber(frameName, call.op("TRUNCATE", call.op("MULTIPLY", turns, frames)));
}

function animateSpecificTexture(call: ProxyCall): void {
  const only = call.text("onlyanimateontexture");
  const shown = call.vmt.params.get(call.text("animatedtexturevar")?.toLowerCase() ?? "");
  if (only === undefined || shown === undefined) return;
  if (contentName(only, ".vtf") === contentName(shown, ".vtf")) animatedTexture(call);
}

const TEXTURE_PROXIES: Readonly<Record<string, ProxyReader>> = {
  texturescroll: textureScroll,
  texturetransform: textureTransform,
  animatedtexture: animatedTexture,
  // Starts with its entity, which starts with the map.
  animatedentitytexture: animatedTexture,
  animatedoffsettexture: animatedTexture,
  animatespecifictexture: animateSpecificTexture,
  // Never toggled: the frame is the material's own.
  toggletexture: () => undefined,
};

// Proxies that depend on an entity or a player: their values for one that stands still, unhurt and
// unpainted (`proxyentity.cpp`, `proxyplayer.cpp`, and game-specific ones).

const always =
  (value: number): ProxyReader =>
  (call) =>
    call.finish(call.graph.constant(value));

function playerPosition(call: ProxyCall): void {
  const result = call.text("resultvar");
  if (result === undefined) return;
  const scale = call.input("scale", 0.005);
  const parts = [0, 1, 2].map((axis) => call.op("MULTIPLY", call.graph.camera(axis), scale));
  call.variables.set(result.toLowerCase(), { kind: "vector", parts });
}

/**
 * Returns one value for all entities, because entities that share a material are not distinguished.
 */
function entityRandom(call: ProxyCall): void {
  const half = call.graph.constant(0.5);
  call.finish(call.op("MULTIPLY", call.input("scale", 1), half));
}

const nothing: ProxyReader = () => undefined;

const ENTITY_PROXIES: Readonly<Record<string, ProxyReader>> = {
  playerposition: playerPosition,
  playerspeed: always(0),
  entityspeed: always(0),
  playerteammatch: always(0),
  entityrandom: entityRandom,
  health: always(1),
  isnpc: always(0),
  // Team Fortress 2: not burning, coated, invulnerable, glowing, painted or disguised.
  burnlevel: always(0),
  yellowlevel: always(1),
  invulnlevel: always(0),
  modelglowcolor: always(1),
  itemtintcolor: always(0),
  spy_invis: always(0),
  invis: always(0),
  weapon_invis: always(0),
  building_invis: always(0),
  vm_invis: always(0),
  // No effect while nothing happens to their entity.
  alpha: nothing,
  breakablesurface: nothing,
  dummy: nothing,
  empty: nothing,
  waterlod: nothing,
  worlddims: nothing,
  materialmodify: nothing,
  materialmodifyanimated: nothing,
};

const PROXIES = new Map(Object.entries({ ...MATH_PROXIES, ...TEXTURE_PROXIES, ...ENTITY_PROXIES }));

export interface DrivenMaterial {
  /** The material with all values at time 0. */
  readonly vmt: Vmt;
  readonly graph: ValueGraph;
  /** Variables that proxies wrote. */
  readonly changed: ReadonlyMap<string, Variable>;
  /** Names of unknown proxies. */
  readonly ignored: readonly string[];
}

/** Returns `null` if the material has no proxies, or too many. */
export function runProxies(vmt: Vmt): DrivenMaterial | null {
  if (vmt.proxies.length === 0) return null;
  const graph = new ValueGraph();
  // Value 0 of the graph is returned for anything beyond its capacity.
  graph.constant(0);
  const variables = new Variables(vmt, graph);
  const ignored: string[] = [];
  for (const proxy of vmt.proxies) {
    const read = PROXIES.get(proxy.name);
    if (read === undefined) ignored.push(proxy.name);
    else read(new ProxyCall(vmt, proxy, variables));
    if (graph.isFull) return null;
  }
  const params = new Map(vmt.params);
  for (const [name, { kind, parts }] of variables.changed) {
    const numbers = parts.map((value) => graph.atRest(value));
    if (kind === "number") params.set(name, `${numbers[0]}`);
    else if (kind === "vector") params.set(name, `[${numbers.join(" ")}]`);
  }
  return { vmt: { ...vmt, params }, graph, changed: variables.changed, ignored };
}
