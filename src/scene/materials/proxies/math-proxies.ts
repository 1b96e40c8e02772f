/** Proxies that reckon, as the engine's do (`game/client/mathproxy.cpp`, `timematerialproxy.cpp`). */

import type { ProxyCall, ProxyReader } from "./proxy-call.ts";

/** The engine's smallest and largest float stand for no bound. */
const UNBOUND = 3.4e38;

function sine(call: ProxyCall): void {
  const { graph } = call;
  const period = call.input("sineperiod", 1);
  const [most, least] = [call.input("sinemax", 1), call.input("sinemin", 0)];
  const since = call.op("SUBTRACT", graph.time(), call.input("timeoffset", 0));
  const turns = call.op("DIVIDE", since, call.op("SELECT", period, period, graph.constant(1)));
  // Less its whole part, so that it stays exact however late it is.
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

/** What is left of a value towards 0: of one below 0 it is below 0. */
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

/** The first, all of it, if any part of it is not 0. */
function selectFirst(call: ProxyCall): void {
  const first = call.source(call.text("srcvar1"));
  let largest = call.graph.constant(0);
  for (const part of first?.parts ?? []) largest = call.op("MAX", largest, call.op("ABS", part));
  call.finishEach((a, b) => call.op("SELECT", largest, a, b));
}

export const MATH_PROXIES: Readonly<Record<string, ProxyReader>> = {
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
