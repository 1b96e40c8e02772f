/** Lists mutants of a TypeScript file by its syntax tree. */

import { parseAst } from "vite";
import { changeNumber, type Mutant, SWAPS } from "./mutant.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Types, imports and errors' texts, whose changes tests cannot or need not notice. */
const SKIPPED = /^(TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll|ThrowStatement|Decorator)/;

/** Statements that leave a function or a turn of a loop early. */
const LEAVES = /^(Return|Break|Continue|Throw)Statement$/;

/** Operators of which either side can stand alone. */
const TERMS = /^([-+*/%]|&&|\|\||\?\?)$/;

/** Nodes that keep their meaning without parentheses. */
const PRIMARY = /^(Identifier|Literal|MemberExpression|CallExpression|ThisExpression|Array)/;

/** Arguments that cannot be meant for each other's place. */
const UNLIKE = /Function|Object|Template|Array/;

/** Functions whose arguments have no order. */
const COMMUTES = /^Math\.(min|max|hypot)$/;

/** Returns the name that a node gives to the code inside it. */
function nameOf(node: Node, isTop: boolean): string | undefined {
  const name = ((node.key ?? node.id) as Node | null)?.name;
  const isFunction = /Function/.test(((node.init ?? node.value) as Node | null)?.type ?? "");
  const names = {
    FunctionDeclaration: true,
    ClassDeclaration: true,
    MethodDefinition: true,
    PropertyDefinition: true,
    Property: isFunction,
    VariableDeclarator: isFunction || isTop,
  };
  return names[node.type as keyof typeof names] ? (name as string | undefined) : undefined;
}

/** Collects the mutants of one function, or of a file's top. */
class Collector {
  readonly #source: string;
  readonly #mutants: Mutant[];
  readonly #within: string;

  constructor(source: string, mutants: Mutant[], within: string) {
    this.#source = source;
    this.#mutants = mutants;
    this.#within = within;
  }

  enter(name: string): Collector {
    const within = this.#within === "" ? name : `${this.#within}.${name}`;
    return new Collector(this.#source, this.#mutants, within);
  }

  textOf({ start, end }: Node): string {
    return this.#source.slice(start, end);
  }

  replace(operator: string, node: Node, code: string, site = node): void {
    this.#add(operator, node.start, node.end, code, site);
  }

  /** Replaces an expression by a part of it. */
  keep(operator: string, node: Node, part: Node): void {
    const text = this.textOf(part);
    this.replace(operator, node, PRIMARY.test(part.type) ? text : `(${text})`);
  }

  negate(test: Node): void {
    this.replace("condition", test, `!(${this.textOf(test)})`);
  }

  /** Replaces the token between the sides of a binary expression. */
  swapToken(node: Node): void {
    const token = node.operator as string;
    const swap = SWAPS.get(token);
    if (swap === undefined) return;
    const [left, right] = [node.left as Node, node.right as Node];
    const start = this.#source.lastIndexOf(token, right.start - 1);
    if (start >= left.end) this.#add(swap[0], start, start + token.length, swap[1], node);
  }

  /** Swaps two neighbours. */
  swapPair(operator: string, a: Node, b: Node): void {
    const [first, second] = [this.textOf(a), this.textOf(b)];
    if (first === second) return;
    const code = `${second}${this.#source.slice(a.end, b.start)}${first}`;
    this.#add(operator, a.start, b.end, code, { start: a.start, end: b.end });
  }

  #add(
    operator: string,
    start: number,
    end: number,
    code: string,
    site: { readonly start: number; readonly end: number },
  ): void {
    const text = this.#source.slice(site.start, site.end).replace(/\s+/g, " ");
    this.#mutants.push({ operator, within: this.#within, site: text, start, end, code });
  }
}

type Visit = (node: Node, out: Collector, parent: Node | null) => void;

function addBinary(node: Node, out: Collector): void {
  const [left, right] = [node.left as Node, node.right as Node];
  if (node.operator === "+" && isText(left, right)) return;
  out.swapToken(node);
  if (node.type === "AssignmentExpression" || !TERMS.test(node.operator as string)) return;
  out.keep("left", node, left);
  out.keep("right", node, right);
}

function addCall(node: Node, out: Collector): void {
  const [a, b] = node.arguments as Node[];
  if (COMMUTES.test(out.textOf(node.callee as Node))) return;
  if (b !== undefined && !UNLIKE.test(a.type) && !UNLIKE.test(b.type) && !isText(a, b)) {
    out.swapPair("arguments", a, b);
  }
}

/** Mutants of a node by its type, without those of the nodes in it. */
const VISITS: Readonly<Record<string, Visit>> = {
  BinaryExpression: addBinary,
  LogicalExpression: addBinary,
  AssignmentExpression: addBinary,
  UnaryExpression(node, out) {
    const argument = node.argument as Node;
    if (node.operator === "-") out.keep("sign", node, argument);
    if (node.operator === "!") out.keep("condition", node, argument);
  },
  Literal(node, out) {
    if (typeof node.value === "boolean") out.replace("boolean", node, String(!node.value));
    if (typeof node.value !== "number") return;
    const code = changeNumber(out.textOf(node));
    if (code !== null) out.replace("number", node, code);
  },
  MemberExpression(node, out) {
    const property = node.property as Node;
    if (!node.computed) {
      const swap = SWAPS.get(property.name as string);
      if (swap !== undefined) out.replace(swap[0], property, swap[1], node);
    } else if (!/Literal/.test(property.type)) {
      out.replace("index", property, `(${out.textOf(property)}) + 1`, node);
    }
  },
  IfStatement(node, out) {
    out.negate(node.test as Node);
    const then = node.consequent as Node;
    const last = then.type === "BlockStatement" ? (then.body as Node[]).at(-1) : then;
    if (!node.alternate && last !== undefined && LEAVES.test(last.type)) {
      out.replace("guard", node, ";");
    }
  },
  ConditionalExpression(node, out) {
    out.negate(node.test as Node);
    out.keep("left", node, node.consequent as Node);
    out.keep("right", node, node.alternate as Node);
  },
  CallExpression: addCall,
  NewExpression: addCall,
  ArrayExpression(node, out) {
    const [a, b, , , e] = node.elements as (Node | null)[];
    if (a && b && !e) out.swapPair("axis", a, b);
  },
  AwaitExpression(node, out, parent) {
    if (parent?.type === "ExpressionStatement") out.keep("await", node, node.argument as Node);
  },
  ExpressionStatement(node, out) {
    if (typeof node.directive !== "string") out.replace("drop", node, ";");
  },
  BlockStatement(node, out) {
    const body = node.body as Node[];
    for (const [i, next] of body.slice(1).entries()) {
      if (body[i].type === "ExpressionStatement" && next.type === body[i].type) {
        out.swapPair("order", body[i], next);
      }
    }
  },
};

export function listTypeScriptMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];

  function visit(node: Node, outer: Collector, parent: Node | null, depth: number): void {
    if (SKIPPED.test(node.type)) return;
    const name = nameOf(node, parent?.type === "VariableDeclaration" && depth < 4);
    const out = name === undefined ? outer : outer.enter(name);
    VISITS[node.type]?.(node, out, parent);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, out, node, depth + 1);
      }
    }
  }

  const tree = parseAst(source, { lang: "ts" }) as unknown as Node;
  visit(tree, new Collector(source, mutants, ""), null, 0);
  return mutants.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Whether one of two operands is text. */
function isText(...nodes: readonly Node[]): boolean {
  return nodes.some(
    (node) =>
      node.type === "TemplateLiteral" ||
      (node.type === "Literal" && typeof node.value !== "number") ||
      (node.type === "BinaryExpression" && isText(node.left as Node, node.right as Node)),
  );
}
