import type { Gate } from '../../../../pipeline/gates/gate.ts'
import { GATES } from '../../../../pipeline/gates/index.ts'

/** The gates that check a record and its sources: 1 to 19, 28 and 29. The others calculate. */
export const RECORD_GATES: readonly Gate[] = [...GATES.values()].filter(
  ({ name }) => !/^(calculation|closed)\./.test(name),
)
