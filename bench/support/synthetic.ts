import type { Pool } from 'pg'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** Minimum number per row of a definition; Bihar's rows have five times as many. */
const CASES_OF_A_ROW = 3

/**
 * Records of a number of fictitious states, with a record's figures, rows and categories, and three cases per row.
 * `taken`: codes of existing states.
 */
export function* syntheticRecords(
  record: ReleaseRecord,
  count: number,
  taken: ReadonlySet<string>,
): Generator<ReleaseRecord> {
  const cases = [...Map.groupBy(record.cases, ({ row_id }) => row_id).values()].flatMap((own) =>
    own.slice(0, CASES_OF_A_ROW),
  )
  const text = JSON.stringify({ ...record, cases })
  const codes = CODES.filter((code) => !taken.has(code)).slice(0, count)
  if (codes.length < count) throw new RangeError(`${count} states are more than two letters can name`)
  // The state's code is alone or a prefix of names.
  const own = new RegExp(`"${record.state_code}(?=["_-])`, 'g')
  for (const code of codes) yield JSON.parse(text.replaceAll(own, `"${code}`))
}

/** Signs a checkpoint of everything recorded, so that it serves. */
export async function signLog(pool: Pool, home: string): Promise<void> {
  const { signer, foundation } = await peopleOf(home)
  await new CheckpointPublisher({ pool, signer, foundation }).publish()
}
