import type { ReleaseRecord } from '../../../releases/record/record.ts'

export type ServedRecord = {
  /** Without its cases: they are judged before a release serves, and answer nothing. */
  readonly record: ReleaseRecord
  readonly regressionCases: number
}

const CASES = '"cases":['
const AFTER_CASES = '],"catalogue":'
/** What every case begins with, and nothing in it: its inputs are fields of a request. */
const CASE = '{"case_id":'

/**
 * Reads the canonical bytes of a record, which must have been checked against their hash. Its cases are most of it, so
 * they are stepped over and only counted: canonical members stand in the order of their names, and a quotation mark inside
 * a text is escaped, so what the cases stand between is found nowhere else. Throws on bytes that are no JSON.
 */
export function readRecord(bytes: Buffer): ServedRecord {
  const from = bytes.indexOf(CASES)
  const to = from === -1 ? -1 : bytes.indexOf(AFTER_CASES, from)
  if (to === -1) throw new SyntaxError('the record has no cases where a canonical record has them')
  const text = bytes.toString('utf8', 0, from + CASES.length) + bytes.toString('utf8', to)
  const cases = bytes.subarray(from, to)
  let regressionCases = 0
  for (let at = cases.indexOf(CASE); at !== -1; at = cases.indexOf(CASE, at + CASE.length)) regressionCases += 1
  return { record: JSON.parse(text) as ReleaseRecord, regressionCases }
}
