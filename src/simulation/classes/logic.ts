/** Logic entities: logicauto.cpp, logicrelay.cpp, logicentities.cpp of Source SDK 2013. */

import type { EntityWorld } from "../entity-class.ts";
import {
  type EntityClass,
  input,
  key,
  keySeries,
  layoutOf,
  notRun,
  value,
} from "../entity-class.ts";
import { FLOAT, formatValue, INTEGER } from "../values.ts";

// logic_auto: fires when the map starts.

const auto = layoutOf({ globalState: key("globalstate", "text") });
/** Seconds after the map's start. */
const AUTO_DELAY = 0.2;
const AUTO_FIRES_ONCE = 1;

const logicAuto: EntityClass = {
  names: ["logic_auto"],
  state: auto,
  outputs: [
    ...["OnMapSpawn", "OnNewGame", "OnLoadGame", "OnMapTransition", "OnBackgroundMap"],
    ...["OnMultiNewMap", "OnMultiNewRound"],
  ],
  activate: (world, self) => world.thinkIn(self, AUTO_DELAY),
  think(world, self) {
    const global = world.text(self, auto.at.globalState);
    if (global !== "" && world.globalState(global) !== 1) return;
    world.fire(self, "OnNewGame", -1);
    world.fire(self, "OnMapSpawn", -1);
    if (world.isMultiplayer) world.fire(self, "OnMultiNewMap", -1);
    if (world.hasFlag(self, AUTO_FIRES_ONCE)) world.remove(self);
  },
};

// logic_relay

const relay = layoutOf({ isDisabled: key("StartDisabled", "boolean"), isWaiting: value() });
const RELAY_REMOVES_ITSELF = 1;
const RELAY_REFIRES_FAST = 2;

const logicRelay: EntityClass = {
  names: ["logic_relay"],
  state: relay,
  outputs: ["OnTrigger", "OnSpawn"],
  activate(world, self) {
    if (world.hasOutput(self, "OnSpawn")) world.thinkIn(self, 0.01);
  },
  think(world, self) {
    world.fire(self, "OnSpawn", self);
    if (world.hasFlag(self, RELAY_REMOVES_ITSELF)) world.remove(self);
  },
  inputs: {
    Enable: input((world, self) => world.set(self, relay.at.isDisabled, 0)),
    Disable: input((world, self) => world.set(self, relay.at.isDisabled, 1)),
    Toggle: input((world, self) =>
      world.set(self, relay.at.isDisabled, 1 - world.get(self, relay.at.isDisabled)),
    ),
    EnableRefire: input((world, self) => world.set(self, relay.at.isWaiting, 0)),
    CancelPending: input((world, self) => {
      world.cancelFrom(self);
      world.set(self, relay.at.isWaiting, 0);
    }),
    Trigger: input((world, self, { activator }) => {
      const { at } = relay;
      if (world.get(self, at.isDisabled) !== 0 || world.get(self, at.isWaiting) !== 0) return;
      world.fire(self, "OnTrigger", activator);
      if (world.hasFlag(self, RELAY_REMOVES_ITSELF)) world.remove(self);
      else if (!world.hasFlag(self, RELAY_REFIRES_FAST)) {
        // It cannot fire again until its last output is out.
        world.set(self, at.isWaiting, 1);
        const delay = world.longestDelay(self, "OnTrigger") + 0.001;
        world.post(self, "EnableRefire", delay, self, self);
      }
    }),
  },
};

// logic_timer

const timer = layoutOf({
  isDisabled: key("StartDisabled", "integer"),
  refireTime: key("RefireTime"),
  isRandom: key("UseRandomTime", "integer"),
  low: key("LowerRandomBound"),
  high: key("UpperRandomBound"),
  isHigh: value(),
});
const TIMER_ALTERNATES = 1;
const SHORTEST_REFIRE = 0.01;

function resetTimer(world: EntityWorld, self: number): void {
  const { at } = timer;
  if (world.get(self, at.isDisabled) !== 0) return;
  if (world.get(self, at.isRandom) !== 0) {
    const time = world.randomFloat(world.get(self, at.low), world.get(self, at.high));
    world.set(self, at.refireTime, time);
  }
  world.thinkIn(self, Math.max(world.get(self, at.refireTime), 0));
}

function setTimer(world: EntityWorld, self: number, isOn: boolean): void {
  world.set(self, timer.at.isDisabled, isOn ? 0 : 1);
  if (isOn) resetTimer(world, self);
  else world.thinkIn(self, -1);
}

function fireTimer(world: EntityWorld, self: number): void {
  const { at } = timer;
  if (world.get(self, at.isDisabled) !== 0) return;
  if (world.hasFlag(self, TIMER_ALTERNATES)) {
    const isHigh = world.get(self, at.isHigh);
    world.fire(self, isHigh === 0 ? "OnTimerLow" : "OnTimerHigh", self);
    world.set(self, at.isHigh, 1 - isHigh);
  } else world.fire(self, "OnTimer", self);
  resetTimer(world, self);
}

const isTimerOn = (world: EntityWorld, self: number): boolean =>
  world.get(self, timer.at.isDisabled) === 0;

const logicTimer: EntityClass = {
  names: ["logic_timer"],
  state: timer,
  outputs: ["OnTimer", "OnTimerHigh", "OnTimerLow"],
  spawn(world, self) {
    const { at } = timer;
    const isRandom = world.get(self, at.isRandom) !== 0;
    if (!isRandom && world.get(self, at.refireTime) < SHORTEST_REFIRE) {
      world.set(self, at.refireTime, SHORTEST_REFIRE);
    }
    setTimer(world, self, isTimerOn(world, self));
  },
  think: fireTimer,
  inputs: {
    Enable: input((world, self) => setTimer(world, self, true)),
    Disable: input((world, self) => setTimer(world, self, false)),
    Toggle: input((world, self) => setTimer(world, self, !isTimerOn(world, self))),
    FireTimer: input(fireTimer),
    ResetTimer: input(resetTimer),
    RefireTime: input((world, self, event) => {
      const time = Math.max(event.value, SHORTEST_REFIRE);
      if (world.get(self, timer.at.refireTime) === time) return;
      world.set(self, timer.at.refireTime, time);
      resetTimer(world, self);
    }, "float"),
    AddToTimer: input((world, self, event) => {
      if (isTimerOn(world, self)) world.thinkIn(self, world.thinksAfter(self) + event.value);
    }, "float"),
    SubtractFromTimer: input((world, self, event) => {
      if (!isTimerOn(world, self)) return;
      world.thinkIn(self, Math.max(world.thinksAfter(self) - event.value, 0));
    }, "float"),
    UseRandomTime: input(
      (world, self, e) => world.set(self, timer.at.isRandom, e.value),
      "integer",
    ),
    LowerRandomBound: input((world, self, e) => world.set(self, timer.at.low, e.value), "float"),
    UpperRandomBound: input((world, self, e) => world.set(self, timer.at.high, e.value), "float"),
  },
};

// logic_compare

const compare = layoutOf({
  initial: key("InitialValue"),
  compared: key("CompareValue"),
});

function compareValues(world: EntityWorld, self: number, activator: number): void {
  const number = world.get(self, compare.at.initial);
  const other = world.get(self, compare.at.compared);
  const results =
    number === other
      ? ["OnEqualTo"]
      : ["OnNotEqualTo", number > other ? "OnGreaterThan" : "OnLessThan"];
  for (const output of results) world.fire(self, output, activator, FLOAT, number);
}

const logicCompare: EntityClass = {
  names: ["logic_compare"],
  state: compare,
  outputs: ["OnLessThan", "OnEqualTo", "OnNotEqualTo", "OnGreaterThan"],
  inputs: {
    SetValue: input((world, self, e) => world.set(self, compare.at.initial, e.value), "float"),
    SetCompareValue: input(
      (world, self, e) => world.set(self, compare.at.compared, e.value),
      "float",
    ),
    SetValueCompare: input((world, self, e) => {
      world.set(self, compare.at.initial, e.value);
      compareValues(world, self, e.activator);
    }, "float"),
    Compare: input((world, self, e) => compareValues(world, self, e.activator)),
  },
};

// logic_multicompare: keeps one value of each output that sends to it.

const MOST_COMPARED = 32;
const multicompare = layoutOf({
  wanted: key("IntegerValue", "integer"),
  isWanted: key("ShouldComparetoValue", "integer"),
  isAsked: value(),
  count: value(),
  /** Output and value of each. */
  values: value(0, MOST_COMPARED * 2),
});

const logicMulticompare: EntityClass = {
  names: ["logic_multicompare"],
  state: multicompare,
  outputs: ["OnEqual", "OnNotEqual"],
  inputs: {
    InputValue: input((world, self, { value: number, action, activator }) => {
      const { at } = multicompare;
      const count = world.get(self, at.count);
      let i = 0;
      while (i < count && world.get(self, at.values + i * 2) !== action) i++;
      if (i === MOST_COMPARED) return;
      if (i === count) world.set(self, at.count, count + 1);
      world.set(self, at.values + i * 2, action);
      world.set(self, at.values + i * 2 + 1, number);
      if (world.get(self, at.isAsked) !== 0) return;
      world.set(self, at.isAsked, 1);
      world.post(self, "CompareValues", 0, activator, self);
    }, "integer"),
    CompareValues: input((world, self, { activator }) => {
      const { at } = multicompare;
      world.set(self, at.isAsked, 0);
      const count = world.get(self, at.count);
      const last = count === 0 ? 0 : world.get(self, at.values + count * 2 - 1);
      const wanted = world.get(self, at.isWanted) === 0 ? last : world.get(self, at.wanted);
      let isEqual = true;
      for (let i = 0; i < count; i++) {
        if (world.get(self, at.values + i * 2 + 1) !== wanted) isEqual = false;
      }
      world.fire(self, isEqual ? "OnEqual" : "OnNotEqual", activator);
    }, "any"),
  },
};

// logic_branch, and logic_branch_listener, which watches up to 16 of them.

const branch = layoutOf({ value: key("InitialValue", "boolean") });

function setBranch(
  world: EntityWorld,
  self: number,
  to: number,
  activator: number,
  tests: boolean,
): void {
  if (world.get(self, branch.at.value) !== to) {
    world.set(self, branch.at.value, to);
    tellListeners(world, self, "_OnLogicBranchChanged");
  }
  if (tests) world.fire(self, to === 0 ? "OnFalse" : "OnTrue", activator);
}

function tellListeners(world: EntityWorld, self: number, change: string): void {
  for (let row = world.findClass("logic_branch_listener", -1); row >= 0; ) {
    const { at } = listener;
    for (let i = 0; i < world.get(row, at.count); i++) {
      if (world.get(row, at.branches + i) !== self) continue;
      world.post(row, change, 0, self, self);
      break;
    }
    row = world.findClass("logic_branch_listener", row);
  }
}

const logicBranch: EntityClass = {
  names: ["logic_branch"],
  state: branch,
  outputs: ["OnTrue", "OnFalse"],
  removed: (world, self) => tellListeners(world, self, "_OnLogicBranchRemoved"),
  inputs: {
    SetValue: input((w, self, e) => setBranch(w, self, e.value, e.activator, false), "boolean"),
    SetValueTest: input((w, self, e) => setBranch(w, self, e.value, e.activator, true), "boolean"),
    Toggle: input((w, self, e) =>
      setBranch(w, self, 1 - w.get(self, branch.at.value), e.activator, false),
    ),
    ToggleTest: input((w, self, e) =>
      setBranch(w, self, 1 - w.get(self, branch.at.value), e.activator, true),
    ),
    Test: input((w, self, e) =>
      setBranch(w, self, w.get(self, branch.at.value), e.activator, true),
    ),
  },
};

const MOST_BRANCHES = 64;
const listener = layoutOf({
  names: keySeries("Branch", 16, "text"),
  count: value(),
  branches: value(0, MOST_BRANCHES),
  /** Last result that was fired: 0 none, 1 all true, 2 all false, 3 mixed. */
  last: value(),
});
const LISTENED = ["", "OnAllTrue", "OnAllFalse", "OnMixed"];

function testBranches(world: EntityWorld, self: number, activator: number): void {
  const { at } = listener;
  let [someTrue, someFalse] = [false, false];
  for (let i = 0; i < world.get(self, at.count); i++) {
    const row = world.get(self, at.branches + i);
    if (world.isAlive(row) && world.get(row, branch.at.value) !== 0) someTrue = true;
    else someFalse = true;
  }
  const result = someTrue && !someFalse ? 1 : someFalse && !someTrue ? 2 : 3;
  if (world.get(self, at.last) === result) return;
  world.fire(self, LISTENED[result], activator);
  world.set(self, at.last, result);
}

const logicBranchListener: EntityClass = {
  names: ["logic_branch_listener"],
  state: listener,
  outputs: ["OnAllTrue", "OnAllFalse", "OnMixed"],
  activate(world, self) {
    const { at } = listener;
    for (let i = 0; i < 16; i++) {
      const name = world.text(self, at.names + i);
      if (name === "") continue;
      for (let row = world.find(name, -1, self, -1, -1); row >= 0; ) {
        const count = world.get(self, at.count);
        if (world.classOf(row) === logicBranch && count < MOST_BRANCHES) {
          world.set(self, at.branches + count, row);
          world.set(self, at.count, count + 1);
        }
        row = world.find(name, row, self, -1, -1);
      }
    }
  },
  inputs: {
    Test: input((world, self, { activator }) => {
      world.set(self, listener.at.last, 0);
      testBranches(world, self, activator);
    }, "any"),
    _OnLogicBranchChanged: input((w, self, e) => testBranches(w, self, e.activator), "any"),
    _OnLogicBranchRemoved: input((world, self, { activator }) => {
      const { at } = listener;
      const count = world.get(self, at.count);
      for (let i = 0; i < count; i++) {
        if (world.get(self, at.branches + i) !== activator) continue;
        world.set(self, at.branches + i, world.get(self, at.branches + count - 1));
        world.set(self, at.count, count - 1);
        break;
      }
      testBranches(world, self, activator);
    }, "any"),
  },
};

// logic_case

const CASES = 16;
const CASE_OUTPUTS = Array.from(
  { length: CASES },
  (_, i) => `OnCase${String(i + 1).padStart(2, "0")}`,
);
const logicCaseState = layoutOf({
  cases: keySeries("Case", CASES, "text"),
  /** Cases of the shuffle that are left, and the one that was picked last. */
  left: value(),
  last: value(-1),
  shuffled: value(0, CASES),
});

/** Writes the cases that have outputs to the shuffle, and returns their number. */
function listCases(world: EntityWorld, self: number): number {
  let count = 0;
  for (let i = 0; i < CASES; i++) {
    if (!world.hasOutput(self, CASE_OUTPUTS[i])) continue;
    world.set(self, logicCaseState.at.shuffled + count++, i);
  }
  return count;
}

function pickShuffled(world: EntityWorld, self: number, activator: number): void {
  const { at } = logicCaseState;
  const swap = (a: number, b: number): void => {
    const first = world.get(self, at.shuffled + a);
    world.set(self, at.shuffled + a, world.get(self, at.shuffled + b));
    world.set(self, at.shuffled + b, first);
  };
  let choices = world.get(self, at.left);
  if (choices === 0) {
    choices = listCases(world, self);
    world.set(self, at.left, choices);
    // A new shuffle does not begin with the case that ended the last one.
    const last = world.get(self, at.last);
    for (let i = 0; i < choices && choices > 1 && last >= 0; i++) {
      if (world.get(self, at.shuffled + i) !== last) continue;
      swap(i, --choices);
      break;
    }
  }
  if (choices === 0) return;
  const left = world.get(self, at.left);
  const pick = world.randomInteger(0, choices - 1);
  const picked = world.get(self, at.shuffled + pick);
  world.fire(self, CASE_OUTPUTS[picked], activator);
  swap(pick, left - 1);
  world.set(self, at.left, left - 1);
  world.set(self, at.last, picked);
}

const logicCase: EntityClass = {
  names: ["logic_case"],
  state: logicCaseState,
  outputs: [...CASE_OUTPUTS, "OnDefault"],
  inputs: {
    InValue: input((world, self, { kind, value: number, activator }) => {
      const nameOf = (row: number) => world.strings.text(world.entities.name[row]);
      const text = formatValue(kind, number, world.strings, nameOf).toLowerCase();
      for (let i = 0; i < CASES; i++) {
        const wanted = world.text(self, logicCaseState.at.cases + i);
        if (wanted === "" || wanted.toLowerCase() !== text) continue;
        world.fire(self, CASE_OUTPUTS[i], activator);
        return;
      }
      world.fire(self, "OnDefault", activator, kind, number);
    }, "any"),
    PickRandom: input((world, self, { activator }) => {
      const list = CASE_OUTPUTS.filter((output) => world.hasOutput(self, output));
      if (list.length === 0) return;
      world.fire(self, list[world.randomInteger(0, list.length - 1)], activator);
    }),
    PickRandomShuffle: input((world, self, e) => pickShuffled(world, self, e.activator)),
  },
};

// env_global: a named state that other entities ask for.

const [GLOBAL_OFF, GLOBAL_ON, GLOBAL_DEAD] = [0, 1, 2];
const GLOBAL_IS_SET = 1;
const globalLayout = layoutOf({
  name: key("globalstate", "text"),
  initial: key("initialstate", "integer"),
  counter: key("counter", "integer"),
});
const globalOf = (world: EntityWorld, self: number): string =>
  world.text(self, globalLayout.at.name);
const setGlobal = (state: number) =>
  input((world, self) => world.setGlobalState(globalOf(world, self), state));

const envGlobal: EntityClass = {
  names: ["env_global"],
  state: globalLayout,
  outputs: ["Counter"],
  spawn(world, self) {
    const name = globalOf(world, self);
    if (name === "") {
      world.remove(self);
      return;
    }
    if (!world.hasFlag(self, GLOBAL_IS_SET)) return;
    if (world.globalState(name) < 0) {
      world.setGlobalState(name, world.get(self, globalLayout.at.initial));
    }
    const counter = world.get(self, globalLayout.at.counter);
    if (counter !== 0) world.setGlobalCounter(name, counter);
  },
  inputs: {
    TurnOn: setGlobal(GLOBAL_ON),
    TurnOff: setGlobal(GLOBAL_OFF),
    Remove: setGlobal(GLOBAL_DEAD),
    Toggle: input((world, self) => {
      const name = globalOf(world, self);
      // A global that nothing has set is off.
      const state = Math.max(world.globalState(name), GLOBAL_OFF);
      if (state !== GLOBAL_DEAD) world.setGlobalState(name, 1 - state);
    }),
    SetCounter: input(
      (world, self, e) => world.setGlobalCounter(globalOf(world, self), e.value),
      "integer",
    ),
    AddToCounter: input((world, self, e) => {
      const name = globalOf(world, self);
      world.setGlobalCounter(name, world.globalCounter(name) + e.value);
    }, "integer"),
    GetCounter: input((world, self, { activator }) => {
      const counter = world.globalCounter(globalOf(world, self));
      world.fire(self, "Counter", activator, INTEGER, counter);
    }),
  },
};

/** Switches collisions between two physics objects. visleaf has no physics. */
const logicCollisionPair: EntityClass = {
  names: ["logic_collision_pair"],
  inputs: { EnableCollisions: notRun, DisableCollisions: notRun },
};

/** Passes outputs of an instance on: names like `OnProxyRelay1` are inputs and outputs. */
const PROXIES = Array.from({ length: 16 }, (_, i) => `OnProxyRelay${i + 1}`);
const funcInstanceIoProxy: EntityClass = {
  names: ["func_instance_io_proxy"],
  outputs: PROXIES,
  inputs: Object.fromEntries(
    PROXIES.map((name) => [
      name,
      input((world, self, e) => world.fire(self, name, e.activator, e.kind, e.value), "any"),
    ]),
  ),
};

export const LOGIC: readonly EntityClass[] = [
  ...[logicAuto, logicRelay, logicTimer, logicCompare, logicMulticompare, logicBranch],
  ...[logicBranchListener, logicCase, envGlobal, logicCollisionPair, funcInstanceIoProxy],
];
