import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitionFiles, type Order } from './support/order.ts'
import { published } from './support/printed.ts'

/** Output of a program run in a folder; if it fails, the test fails with that output. */
async function runScript(folder: string, file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${stderr}`)
  return stdout
}

/**
 * "Adding an input is one row of the table and nothing else": in a copy of the product one row is added to
 * releases/engine/inputs.ts, and small programs run there show that the input appears everywhere.
 */
const ROW = `  pump_count: {
    kind: 'count',
    least: 1,
    scope: 'category',
    description: 'Pumps that the connection serves',
  },
`
/** The new row comes before this one. */
const NEXT = '  selectors: {\n'

/** A tariff that charges per pump, and one that does not. */
const PUMPS: Order = {
  printed: {
    as: 'text',
    text: `Public waterworks: energy charge Rs 4.20 per kWh, fixed charge Rs 150.00 per connection for each pump
Fountains: energy charge Rs 6.00 per kWh, fixed charge Rs 80.00 per connection
`,
  },
  categories: [{ subcategory_code: 'WATERWORKS', required_inputs: ['pump_count'] }, { subcategory_code: 'FOUNTAIN' }],
  rows: `
row_id,subcategory_code,charge,per,printed,unit,quote
WATERWORKS,WATERWORKS,energy,,4.20,Rs/kWh,energy charge Rs 4.20 per kWh
,,fixed,pump_count,150.00,Rs/connection,fixed charge Rs 150.00 per connection for each pump
FOUNTAIN,FOUNTAIN,energy,,6.00,Rs/kWh,energy charge Rs 6.00 per kWh
,,fixed,,80.00,Rs/connection,fixed charge Rs 80.00 per connection
`,
}

const COPIED = ['releases', 'pipeline', 'services', 'scripts', 'package.json']
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Programs that run in the copy: one prints what reads the table, one the input's contract. */
const PROBES = ['pump-probe', 'contract-probe'] as const

type Probed = {
  readonly accepted: readonly boolean[]
  readonly schema: unknown
  readonly normalised: unknown
  readonly findings: readonly unknown[]
  readonly gates: readonly unknown[]
  readonly caseInputs: unknown
  readonly badCase: readonly { where: string; found: string }[]
  readonly declared: boolean
  readonly answered: { readonly ok: boolean; readonly dataText: string }
  readonly missing: unknown
  readonly elsewhere: unknown
  readonly categories: unknown
}
/** An input in a JSON Schema, and whether it is required. */
type Said = { readonly schema: unknown; readonly required: boolean }
type Contract = {
  readonly bodyIs: string
  readonly body: Said
  readonly inputsAre: string
  readonly inputs: Said
  readonly tool: Said
  readonly recordSchemaStands: boolean
}

/** The schema of the row, wherever callers see it; its maximum is that of every count. */
const PUMP_COUNT: Said = {
  schema: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'Pumps that the connection serves' },
  required: false,
}

describe('an input is added by one row of the table', () => {
  let copy = ''
  let probed: Probed
  let contract: Contract

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'pramaan-one-row-'))
    for (const part of COPIED) await cp(join(ROOT, part), join(copy, part), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const table = join(copy, 'releases/engine/inputs.ts')
    const before = await readFile(table, 'utf8')
    const after = before.replace(NEXT, ROW + NEXT)
    expect(after).not.toBe(before)
    await writeFile(table, after)

    const worked = {
      body: { energy_units: 100, pump_count: 3 },
      working: '100 x 4.20 = 420.00; 3 x 150.00 = 450.00',
      amounts: { energy: 42_000, fixed: 45_000, base: 87_000 },
    }
    const files = await definitionFiles(PUMPS, [worked])
    const { bytes, mediaType } = published(PUMPS.printed)
    const given = { files: [...files], source: Buffer.from(bytes).toString('base64'), mediaType }
    await writeFile(join(copy, 'given.json'), JSON.stringify(given))
    const printed = PROBES.map(async (probe) => {
      await cp(join(ROOT, `test/mechanisms/support/${probe}.txt`), join(copy, `${probe}.ts`))
      return JSON.parse(await runScript(copy, `${probe}.ts`)) as unknown
    })
    ;[probed, contract] = (await Promise.all(printed)) as [Probed, Contract]
  })

  afterAll(() => rm(copy, { recursive: true, force: true }))

  it('a body accepts it, and only in its own form', () => {
    // 3, 1; then "3", 1.5, 0 (below the minimum), true
    expect(probed.accepted).toEqual([true, true, false, false, false, false])
  })

  it('the schema that describes the body to callers has it, with its words', () => {
    expect(probed.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      description: 'Pumps that the connection serves',
    })
  })

  it('a request is normalised with it', () => {
    expect(probed.normalised).toEqual({ value: 3, shown: 3, given: ['pump_count'] })
  })

  it('a definition declares and reads it, its cases give it, and the gates pass it', () => {
    expect(probed.findings).toEqual([])
    expect(probed.gates).toEqual([])
    expect(probed.declared).toBe(true)
    expect(probed.caseInputs).toMatchObject({ pump_count: 3 })
    expect(probed.badCase).toEqual([
      expect.objectContaining({
        where: expect.stringMatching(/^cases\.csv:2:/),
        found: expect.stringContaining('many'),
      }),
    ])
  })

  it('a category that reads it is priced by it', () => {
    expect(probed.answered.ok).toBe(true)
    // 100 x 4.20 = 420.00; 3 x 150.00 = 450.00
    expect(JSON.parse(probed.answered.dataText)).toMatchObject({
      calculation: { energy_charge_paise: 42_000, fixed_charge_paise: 45_000, base_tariff_paise: 87_000 },
      inputs: { pump_count: 3 },
    })
  })

  it('it is required where it is read, and refused where nothing reads it', () => {
    expect(probed.missing).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/pump_count', rule: 'required' }] },
    })
    expect(probed.elsewhere).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/pump_count', rule: 'not_applicable' }] },
    })
  })

  it('the OpenAPI document has it in the body of POST /calculate and in the inputs that an answer repeats', () => {
    expect(contract.bodyIs).toBe('#/components/schemas/CalculateRequest')
    expect(contract.body).toEqual(PUMP_COUNT)
    expect(contract.inputsAre).toBe('#/components/schemas/CalculationInputs')
    expect(contract.inputs).toEqual(PUMP_COUNT)
  })

  it('the calculate tool for agents takes it', () => {
    expect(contract.tool).toEqual(PUMP_COUNT)
  })

  it('GET /categories lists it for the category that declares it, and for no other', () => {
    expect(probed.categories).toEqual([
      {
        code: 'WATERWORKS',
        required: ['state_code', 'subcategory_code', 'energy_units', 'pump_count'],
        optional: ['effective_on', 'bill_period'],
      },
      {
        code: 'FOUNTAIN',
        required: ['state_code', 'subcategory_code', 'energy_units'],
        optional: ['effective_on', 'bill_period'],
      },
    ])
  })

  it('the published schema of a record stays as it is', () => {
    expect(contract.recordSchemaStands).toBe(true)
  })
})
