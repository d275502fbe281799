import type { RowPlan } from '../../../releases/engine/charges/row.ts'

/** True for a row that has all its figures: no charge of it is held except those listed under component_holds. */
export function isPriced({ held }: RowPlan): boolean {
  return held.every((charge) => charge.held.tolerated)
}
