/** Proxies that move textures and change their frames (`texturescrollmaterialproxy.cpp`, `matrixproxy.cpp`, `baseanimatedtextureproxy.cpp`). */

import { ROLE_BASE, ROLE_BASE2, ROLE_BUMP, ROLE_DETAIL } from "../../../map/texture-roles.ts";
import { contentName } from "../content-name.ts";
import type { ProxyCall, ProxyReader } from "./proxy-call.ts";
import type { Value } from "./value-graph.ts";

const DEGREE = Math.PI / 180;

/** Roles of the textures that frames are counted of. */
const ROLE_OF_TEXTURE: Readonly<Record<string, number>> = {
  $basetexture: ROLE_BASE,
  $basetexture2: ROLE_BASE2,
  $texture2: ROLE_BASE2,
  $bumpmap: ROLE_BUMP,
  $normalmap: ROLE_BUMP,
  $detail: ROLE_DETAIL,
};

/** Writes all of a transform anew; of what is no transform its place alone. */
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
  // In the middle between two frames, where no rounding takes one for the other.
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

export const TEXTURE_PROXIES: Readonly<Record<string, ProxyReader>> = {
  texturescroll: textureScroll,
  texturetransform: textureTransform,
  animatedtexture: animatedTexture,
  // They start with their entity, which starts with the map.
  animatedentitytexture: animatedTexture,
  animatedoffsettexture: animatedTexture,
  animatespecifictexture: animateSpecificTexture,
  // Of what nothing has toggled: its frame is the material's own.
  toggletexture: () => undefined,
};
