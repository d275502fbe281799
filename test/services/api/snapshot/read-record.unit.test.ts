import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, test } from 'vitest'
import { pack } from '../../../../pipeline/store/packing.ts'
import { LARGEST_QUANTITY } from '../../../../releases/engine/inputs.ts'
import { candidatesFor, chooseByDate } from '../../../../releases/engine/request/choose-release.ts'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { shippedRecords } from '../../../../scripts/shipped-records.ts'
import { readRecord } from '../../../../services/api/snapshot/read-record.ts'
import { buildRecord } from '../../../support/record-builder.ts'

async function read(record: ReleaseRecord) {
  const bytes = Buffer.from(canonicalBytes(record))
  return readRecord(bytes, await pack(bytes))
}

it.each(await shippedRecords())('$folder is read whole but for its cases, which are counted', async ({ record }) => {
  const { record: served, regressionCases, scheduleRows, hasRow } = await read(record)
  expect(served).toEqual({ ...record, cases: [] })
  expect([regressionCases, scheduleRows]).toEqual([record.cases.length, record.rows.length])
  expect(record.rows.every(({ row_sha256 }) => hasRow(row_sha256))).toBe(true)
  expect(hasRow('0'.repeat(64))).toBe(false)
})

test('what the cases stand between is not found in texts, nor in the names of inputs', async () => {
  const [sample] = buildRecord().cases
  const inputs = { ...sample!.inputs, catalogue: ']', cases: '"cases":[' }
  const record = buildRecord({
    state_name: 'A "cases":[] and ],"catalogue":true',
    calculation_scope: '{"cases":[1],"catalogue":false}',
    cases: [
      { ...sample!, inputs, working: 'then ],"catalogue":true,"cases":[ follows' },
      { ...sample!, case_id: 'CASE-2', working: '{"case_id":' },
    ],
  })
  expect(await read(record)).toMatchObject({ record: { ...record, cases: [] }, regressionCases: 2 })
})

test.each(['', '{}', '{"cases":[', 'no JSON'])('%j is no record', (text) => {
  const bytes = Buffer.from(text)
  expect(() => readRecord(bytes, { encoding: 'identity', size_bytes: bytes.length, bytes })).toThrow(SyntaxError)
})

test('the bytes it was read from are released', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const [shipped] = await shippedRecords()
  let bytes: Buffer | null = Buffer.from(canonicalBytes(shipped!.record))
  const served = readRecord(bytes, await pack(bytes))
  const memory = new WeakRef(bytes.buffer)
  bytes = null
  // A dereferenced WeakRef stays alive until the end of the turn.
  await pause(0)
  collect()

  expect(memory.deref()).toBeUndefined()
  expect(served.record.rows.length).toBe(served.scheduleRows)
})

test('to choose a release nothing of it is opened', async () => {
  const { record } = (await shippedRecords()).find(({ folder }) => folder === 'RJ/2026-27')!
  const bytes = Buffer.from(canonicalBytes(record))
  const damaged = { encoding: 'zstd', size_bytes: bytes.length, bytes: Buffer.from('not to be unpacked') }
  const { record: served, largest, scheduleRows } = readRecord(bytes, damaged)
  const releases = [{ record: served, context: { scope: 'RJ_JVVNL' } }]

  const candidates = candidatesFor(releases, 'RJ_JVVNL', null)
  expect(chooseByDate(candidates, record.effective_from, 'effective_on')).toMatchObject({ ok: true })
  expect([largest, scheduleRows]).toEqual([LARGEST_QUANTITY, record.rows.length])
  for (const name of ['rows', 'categories', 'rules', 'sources'] as const) expect(() => served[name]).toThrow(/damaged/)
})

test('the largest quantity is that of its categories, where one declares more', async () => {
  const [category] = buildRecord().categories
  const more = { ...category!, largest_quantity: '25000000' }
  expect((await read(buildRecord({ categories: [category!, more] }))).largest).toBe(25_000_000)
})

test('bytes that are a part of a larger piece are kept without it', async () => {
  const [shipped] = await shippedRecords()
  const bytes = Buffer.from(canonicalBytes(shipped!.record))
  const stored = await pack(bytes)
  const piece = Buffer.alloc(1_000_000)
  const part = piece.subarray(5_000, 5_000 + stored.bytes.length)
  stored.bytes.copy(part)
  const { record } = readRecord(bytes, { ...stored, bytes: part })
  piece.fill(0)
  expect(record.rows).toEqual(shipped!.record.rows)
})
