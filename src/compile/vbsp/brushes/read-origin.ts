import type { VmfEntity } from "../../../formats/vmf/types.ts";

/** Returns an entity's key `origin` in inches; zeros if missing. */
export function readOrigin(entity: VmfEntity): [number, number, number] {
  const values = (entity.get("origin") ?? "").trim().split(/\s+/).map(Number);
  const at = (axis: number) => (Number.isFinite(values[axis]) ? values[axis] : 0);
  return [at(0), at(1), at(2)];
}
