import type { RowPlan } from '../../../releases/engine/compile/row.ts'

/** True for a row that has all its figures: no charge of it is held but those that the release lists as such. */
export function isPriced({ held }: RowPlan): boolean {
  return held.every((charge) => charge.held.tolerated)
}
