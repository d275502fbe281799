import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCandidate } from '../pipeline/intake/build-candidate.ts'
import { extractText } from '../pipeline/intake/extract-text.ts'
import { readDefinition } from '../pipeline/intake/read-definition.ts'
import { textIdentity } from '../pipeline/intake/text-identity.ts'
import { wantedSources } from '../pipeline/intake/wanted-sources.ts'
import { calculate } from '../releases/engine/calculate.ts'
import { compilePlan } from '../releases/engine/compile/plan.ts'
import { referenceEvaluate } from '../releases/engine/reference/evaluate.ts'
import type { Inputs } from '../releases/engine/types.ts'
import { sha256 } from '../releases/record/canonical.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'

/** What was measured: how many a second, on one core, and what of. */
export type EngineRow = {
  readonly name: string
  readonly opsPerSecond: number
  readonly microsecondsEach: number
  readonly note: string
}

const BIHAR = join(import.meta.dirname, '../releases/states/BR/2026-27')

/** Requests differ, so that no branch is learnt by heart; a power of two, so that the index is a mask. */
const REQUESTS = 1024
/** The best of so many rounds: what the machine can do when nobody else is on the core. */
const ROUNDS = 5

/** The record of the shipped Bihar definition. Throws when the definition cannot be read. */
export async function biharRecord(): Promise<ReleaseRecord> {
  const names = readdirSync(BIHAR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name))
  const bytes = new Map(paths.map((path) => [path.slice(BIHAR.length + 1).replaceAll('\\', '/'), readFileSync(path)]))
  const { definition, findings } = readDefinition(
    new Map([...bytes].map(([path, each]) => [path, each.toString('utf8')])),
  )
  if (definition === null) throw new Error(`the Bihar definition cannot be read: ${JSON.stringify(findings[0])}`)
  const registered = new Map()
  for (const { source_id: id, file, media_type } of wantedSources(definition)) {
    const sheet = file === null ? undefined : bytes.get(file)
    if (sheet === undefined) continue
    const text = await extractText(sheet, media_type)
    if (!text.ok) throw new Error(`${id}: ${text.reason}`)
    const identity = textIdentity(text.pages)
    registered.set(id, { sha256: sha256(sheet), size_bytes: sheet.byteLength, media_type, held: true, ...identity })
  }
  const { candidate } = buildCandidate(definition, registered)
  if (candidate === null) throw new Error('the Bihar definition makes no candidate')
  return candidate.record
}

/** A DS-II request: 2 kW, nothing selected. */
const DS_II: Inputs = {
  subcategoryCode: 'DS-II',
  licenseeCode: null,
  energyUnitsMilli: 0,
  connectedLoadMilli: 2000,
  loadUnit: null,
  contractDemandMilli: null,
  fixedChargeBasisUnitsMilli: null,
  areaType: null,
  phase: null,
  supplyLevel: null,
  billingDays: null,
  billingMonth: null,
  todPeriod: null,
  rtsVoltageMode: null,
  applyHtss11kvSurcharge: null,
}

function requests(edit: Partial<Inputs> = {}): readonly Inputs[] {
  return Array.from({ length: REQUESTS }, (_, index) => ({ ...DS_II, energyUnitsMilli: index * 317, ...edit }))
}

/** Times `run` over the requests, `count` times a round; `run` returns a number so that its work is not left out. */
function measure(
  name: string,
  note: string,
  count: number,
  set: readonly Inputs[],
  run: (inputs: Inputs) => number,
): EngineRow {
  let best = Number.POSITIVE_INFINITY
  let kept = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < count; index += 1) kept += run(set[index & (REQUESTS - 1)] ?? DS_II)
    best = Math.min(best, Number(process.hrtime.bigint() - start))
  }
  if (!Number.isFinite(kept)) throw new Error(`${name}: the results do not add up`)
  return { name, opsPerSecond: Math.round((count * 1e9) / best), microsecondsEach: best / count / 1000, note }
}

/** Bills and refusals a second, in process, on one core, from the shipped Bihar release (engine design 4.7). */
export async function benchEngine({ bills = 1_000_000, slow = 20_000 } = {}): Promise<EngineRow[]> {
  const record = await biharRecord()
  const plan = compilePlan(record)
  const engine = (inputs: Inputs): number => {
    const result = calculate(plan, inputs, 'derived')
    return result.ok ? result.lines.length : 1
  }
  const reference = (inputs: Inputs): number => {
    const result = referenceEvaluate(record, inputs, { floor: 'derived', holds: [] })
    return result.ok ? result.lines.length : 1
  }
  const days = { billingDays: 30 }
  return [
    measure('DS-II bill', 'base tariff, two line items', bills, requests(), engine),
    measure('DS-II bill, 30 billing days', 'with the subsidy and final payable', bills, requests(days), engine),
    measure('refusal: missing load', 'INVALID_REQUEST_FIELD', bills, requests({ connectedLoadMilli: null }), engine),
    measure('refusal: unknown category', 'SUBCATEGORY_NOT_FOUND', bills, requests({ subcategoryCode: 'X' }), engine),
    measure('refusal: specimen', 'EVIDENCE_BELOW_FLOOR', bills, requests({ subcategoryCode: 'DS-III' }), engine),
    measure('reference evaluator, DS-II bill', 'exact rational arithmetic', slow, requests(), reference),
  ]
}
