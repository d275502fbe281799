import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { readRecord } from '../../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Json } from '../../support/api-call.ts'
import { everyStateDatabase, runSigner } from '../../support/api-release.ts'
import type { CliError, CliOutcome } from '../../support/cli.ts'
import { pastTriggers } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { servingRelease, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
let api: TestApi
let release: ReleaseView
let record: ReleaseRecord
const used = new Set<string>()

beforeAll(async () => {
  pipeline = await testPipeline({ database: await everyStateDatabase(), signer: runSigner() })
  await pipeline.work()
  release = await servingRelease(pipeline, 'BR')
  record = (await readRecord(pipeline.pool, release)) as ReleaseRecord
  api = await testApi({}, { ...pipeline.database, drop: async () => {} })
})
afterAll(async () => {
  await api?.close()
  await pipeline?.close()
})

const audit = (command: string, ...args: string[]): Promise<CliOutcome> => {
  used.add(command)
  return pipeline.cli('audit', command, ...args, '--json')
}

type Envelope = { meta: object; data: Record<string, unknown> & { release: Record<string, unknown> } }
async function answerTo(body: object, key?: string): Promise<Envelope> {
  const asked = { method: 'POST', body, ...(key === undefined ? {} : { key }) } as const
  const { status, text } = await api.call('/v1/calculate', asked)
  expect(status, text).toBe(200)
  return JSON.parse(text) as Envelope
}
const HOME = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2, billing_days: 30 }

async function saved(content: unknown): Promise<string> {
  const path = join(pipeline.home, 'answer.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const changedPages = (change: string): Promise<void> =>
  pastTriggers(pipeline.owner, (client) => client.query(`UPDATE source_pages SET ${change}`))

type Audited = {
  verdict: string
  differences: { path: string; given: unknown; replayed: unknown }[]
  chain: { path: string; quote_found: boolean; registered: { position: number } | null; document: { sha256: string } }[]
  log: { sealed: { position: number }; promoted: { stage: string } | null; checkpoint: { tree_size: number } | null }
}

describe('amount', () => {
  test('the readable output shows what was multiplied by what', async () => {
    const { stdout } = await pipeline.cli('audit', 'amount', await saved(await answerTo(HOME)))

    expect(stdout).toMatch(/^verdict: identical\n {2}Energy charge.*: [\d.]+ kWh × Rs 7\.42 = Rs [\d,]+\.\d\d\n/)
    expect(stdout).toMatch(/\n {2}base tariff: Rs [\d,]+\.\d\d\n {2}rows\//)
  })

  test('an answer with explanations is identical: they are not compared, and that is said; all else is', async () => {
    const body = { ...HOME, actual_bill: { energy_charge_paise: 148_500 }, explain: true }
    const envelope = await answerTo(body)
    const said = { verdict: 'identical', not_compared: ['/verification/explanations', '/verification/tried'] }
    const audited = await audit('amount', await saved(envelope))
    expect([audited.code, audited.json()]).toEqual([0, expect.objectContaining(said)])
    const { stdout } = await pipeline.cli('audit', 'amount', await saved(envelope))
    expect(stdout).toContain('not compared: /verification/explanations')

    const verification = envelope.data['verification'] as { verdict: string }
    verification.verdict = 'match'
    const changed = await audit('amount', await saved(envelope))
    expect([changed.code, changed.json<Audited>().differences.map(({ path }) => path)]).toEqual([
      1,
      ['/verification/verdict'],
    ])
  })

  test('an answer of the API is replayed to the byte, and followed to quotes, documents, events and checkpoint', async () => {
    const envelope = await answerTo(HOME)
    const [whole, data] = [
      await audit('amount', await saved(envelope)),
      await audit('amount', await saved(envelope.data)),
    ]
    const found = whole.json<Audited>()

    expect([whole.code, data.code]).toEqual([0, 0])
    expect(found).toMatchObject({ verdict: 'identical', differences: [] })
    expect(data.json()).toEqual(found)
    expect(found.chain.map(({ path }) => path)).toEqual([
      'rows/BR-DS-II/energy/0',
      'rows/BR-DS-II/fixed/0',
      'rules/subsidy/monthly_units',
      'rules/subsidy/entitlements/30',
      'rules/subsidy/energy_within',
      'rules/subsidy/fixed_within',
    ])
    for (const link of found.chain) {
      expect(link).toMatchObject({ quote_found: true, registered: { position: expect.any(Number) } })
      expect(record.sources.map(({ sha256 }) => sha256)).toContain(link.document.sha256)
    }
    expect(found.log).toMatchObject({
      sealed: { release_id: release.release_id, revision: 1 },
      promoted: { scope: 'BR', stage: 'reference', position: envelope.data.release['log_position'] },
      checkpoint: { tree_size: expect.any(Number) },
    })
  })

  test.each(['status', 'meta', 'request_id', 'api_version'])('the guide says if %s is compared', async (name) => {
    const [, compared] = /`identical` \|([^;]*)/.exec(await readFile('docs/auditor.md', 'utf8')) ?? []
    const { code } = await audit('amount', await saved({ ...(await answerTo(HOME)), [name]: 'x' }))
    expect(code === 1).toBe(compared?.includes(`\`${name}\``))
  })

  test.each([
    ['an amount', '/calculation/base_tariff_paise', (data: Json) => (data.calculation.base_tariff_paise -= 1)],
    ['an input', '/calculation/base_tariff_paise', (data: Json) => (data.inputs.energy_units = '300')],
    ['the stage', '/release/release_stage', (data: Json) => (data.release.release_stage = 'production')],
    ['the position in the log', '/release/log_position', (data: Json) => (data.release.log_position += 1)],
    ['a hold that never was', '/release/holds/0', (data: Json) => data.release.holds.push('rows/BR-DS-I/energy')],
    ['a field beside', '/note', (data: Json) => (data.note = 'paid')],
  ])('an answer with %s altered is detected', async (_what, path, alter) => {
    const { data } = await answerTo(HOME)
    alter(data)
    const outcome = await audit('amount', await saved(data))
    const found = outcome.json<Audited>()

    expect([outcome.code, found.verdict]).toEqual([1, 'altered'])
    expect(found.differences.map((difference) => difference.path)).toContain(path)
  })

  test('what stands beside the answer is compared too, and explanations that nobody asked for', async () => {
    const home = { licensee_code: 'GJ_DGVCL', subcategory_code: 'DOMESTIC_URBAN', connected_load: 2, load_unit: 'kw' }
    const body = { state_code: 'GJ', ...home, energy_units: 200, meter_mode: 'postpaid', billing_date: '2026-06-30' }
    const envelope = await answerTo(body)
    expect((await audit('amount', await saved(envelope))).json()).toMatchObject({ verdict: 'identical' })
    const altered = await audit('amount', await saved({ ...envelope, licensee_code: 'GJ_PGVCL' }))
    expect([altered.code, altered.json<Audited>().differences.map(({ path }) => path)]).toEqual([
      1,
      ['envelope/licensee_code'],
    ])
    const meta = { ...envelope.meta, exact_utility_bill: true }
    const exact = await audit('amount', await saved({ ...envelope, status: 'error', meta }))
    expect(exact.json()).toMatchObject({
      verdict: 'altered',
      differences: [
        { path: 'envelope/status' },
        { path: 'envelope/meta/exact_utility_bill', given: true, replayed: false },
      ],
    })
    const billed = await answerTo({ ...HOME, actual_bill: { energy_charge_paise: 148_500 } })
    const verification = { ...(billed.data['verification'] as object), explanations: [], tried: {} }
    const forged = await audit('amount', await saved({ data: { ...billed.data, verification } }))
    expect([forged.code, forged.json<Audited>().verdict]).toEqual([1, 'altered'])
  })

  test('a field that is not there is not said to be null, and a list in place of an object is a difference', async () => {
    const { data } = await answerTo(HOME)
    const { disclosures: _left, ...rest } = data
    const altered = await saved({ ...rest, note: null, final_payable: [] })
    const { stdout } = await pipeline.cli('audit', 'amount', altered)
    expect(stdout).toMatch(/ {2}\/disclosures: not there, replayed\s+\[/)
    expect(stdout).toMatch(/ {2}\/note: null, replayed\s+not there\n/)
    expect(stdout).toMatch(/ {2}\/final_payable: \[\], replayed\s+\{/)
  })

  test('a key that stands twice is refused, because readers of the file may take either value', async () => {
    const text = JSON.stringify(await answerTo(HOME))
    const twice = text.replace('"production_payable":false', '"production_payable":true,"production_payable":false')
    const { error } = (await audit('amount', await saved(twice))).json<CliError>()
    expect(error).toMatchObject({ code: 'ANSWER_UNREADABLE', message: expect.stringContaining('stands twice') })
  })

  test('what a rule adds is followed to the rule', async () => {
    const peak = { subcategory_code: 'LT-EV', energy_units: 150, contract_demand_kva: 3, tod_period: 'peak' }
    const key = await api.key({ evidence_floor: 'specimen' })
    const outcome = await audit('amount', await saved(await answerTo({ state_code: 'BR', ...peak }, key)))
    const found = outcome.json<Audited>()

    expect([outcome.code, found.verdict]).toEqual([0, 'identical'])
    expect(found.chain.map(({ path }) => path)).toEqual([
      'rows/BR-LT-EV/energy/0',
      'rows/BR-LT-EV/fixed/0',
      expect.stringMatching(/^rules\/adjustments\/[^/]+\/peak$/),
    ])
  })

  test('an amount beside the base tariff is shown and followed to its rule', async () => {
    const bill = { energy_units: 200, connected_load: 2, bill_period: { from: '2026-04-01', to: '2026-04-30' } }
    const home = { state_code: 'OD', licensee_code: 'OD_TPCODL', subcategory_code: 'DOMESTIC_OTHERS', ...bill }
    const answer = await saved(await answerTo(home))
    const { stdout } = await pipeline.cli('audit', 'amount', answer)
    const { chain } = (await audit('amount', answer)).json<Audited>()

    expect(stdout).toMatch(/\n {2}base tariff: Rs 890\.00\n {2}\S.* = Rs [\d.]+\n {2}beside: Rs [\d.]+\n/)
    expect(chain.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^rules\/adjustments\//))
  })

  test('an answer whose quote is gone from its page fails, though its amounts are right', async () => {
    const answer = await saved(await answerTo(HOME))
    const set = (from: string, to: string) => {
      const text = `replace(text, '${from}', '${to}')`
      return changedPages(`text = ${text}, text_sha256 = encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`)
    }
    await set('DS-II(D),7.42', 'DS-II(D),7.24')
    const outcome = await audit('amount', answer)
    await set('DS-II(D),7.24', 'DS-II(D),7.42')
    const found = outcome.json<Audited>()

    expect([outcome.code, found.verdict]).toEqual([1, 'identical'])
    expect(found.chain.filter(({ quote_found }) => !quote_found).map(({ path }) => path)).toEqual([
      'rows/BR-DS-II/energy/0',
    ])
    expect((await audit('amount', answer)).code).toBe(0)
  })

  test('an answer of another engine is told as such, with whether the amounts agree', async () => {
    const { data } = await answerTo(HOME)
    const outcome = await audit('amount', await saved({ ...data, engine_version: '0.0.1' }))

    expect(outcome.code).toBe(1)
    expect(outcome.json()).toMatchObject({
      verdict: 'engine_differs',
      differences: expect.arrayContaining([expect.objectContaining({ path: '/engine_version' })]),
    })
  })

  test.each([
    ['no JSON', 'amount: 3', 'ANSWER_UNREADABLE'],
    ['no answer', '{"data":{"states":[]}}', 'ANSWER_UNREADABLE'],
    ['a whole batch', '{"data":{"answers":[{"status":200,"body":{}}]}}', 'ANSWER_UNREADABLE'],
  ])('a file that is %s is refused', async (_what, content, code) => {
    const outcome = await audit('amount', await saved(content))

    const { error } = outcome.json<CliError>()
    expect([outcome.code, error.code]).toEqual([1, code])
    expect(error.message).toContain('one `answers[i].body` of POST /v1/calculations')
  })

  test('a file that is not there, a release never sealed, and a revision that never was, are refused', async () => {
    const { data } = await answerTo(HOME)
    const of = (change: object) => saved({ ...data, release: { ...data.release, ...change } })
    const codeOf = async (path: string) => (await audit('amount', path)).json<CliError>().error.code
    expect(await codeOf(join(pipeline.home, 'none.json'))).toBe('FILE_UNREADABLE')
    expect(await codeOf(await of({ release_sha256: '0'.repeat(64) }))).toBe('RELEASE_NOT_FOUND')
    expect(await codeOf(await of({ revision: 9 }))).toBe('RELEASE_NOT_FOUND')
  })
})

const rowHash = (): string => record.rows.find(({ row_id }) => row_id === 'BR-DS-II')?.row_sha256 ?? ''

test('row: every figure of a row, by its hash, down to the event that registered its document', async () => {
  const outcome = await audit('row', rowHash())
  const unknown = await audit('row', '0'.repeat(64))

  expect(outcome.json()).toMatchObject({
    row_id: 'BR-DS-II',
    release: `${release.release_id}@1`,
    release_sha256: release.release_sha256,
    figures: expect.arrayContaining([
      expect.objectContaining({ path: 'rows/BR-DS-II/energy/0', quote_found: true, registered: expect.any(Object) }),
    ]),
  })
  expect([unknown.code, unknown.json<CliError>().error.code]).toEqual([1, 'ROW_NOT_FOUND'])
})

test('people get the same as text', async () => {
  const hash = rowHash()
  const outcome = await pipeline.cli('audit', 'row', `${hash.slice(0, 8)}…`)

  expect(outcome.code).toBe(0)
  expect(outcome.stdout).toContain(`\n  row_sha256 ${hash}\n`)
  expect(outcome.stdout).toMatch(
    /BR-DS-II of BR-2026-27-VERIFIED-STRICT-BASE-V1@1\n {2}row_sha256 .*\n {2}rows\/BR-DS-II\/energy\/0: [\d.]+ \(/,
  )
  const lines = outcome.stdout.replaceAll(/\n {6}(?=\S)/g, ' ')
  expect(lines).toMatch(/" {2}found on page 1, line \d+\n {4}cell ".+" of .+ under .+, table 1\n {4}of .* \(BR-/)
  const widths = outcome.stdout.split('\n').filter((line) => / \S+ /.test(line))
  expect(Math.max(...widths.map(({ length }) => length))).toBeLessThanOrEqual(80)
  const checkpoint = await vi.waitFor(() => readFile(join(pipeline.home, 'checkpoint'), 'utf8'), PATIENCE)
  expect(checkpoint).toContain('pramaan/log/v2')
})

test('every audit command was tried under --json', async () => {
  expect((await audit('as-of', 'BR', new Date().toISOString())).json<{ releases: object[] }>().releases).toHaveLength(1)
  const group = (await createProgram()).commands.find((command) => command.name() === 'audit')
  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})
