import { maxHeaderSize } from 'node:http'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { MAX_SOURCE_BYTES } from '../../pipeline/intake/extract-text.ts'
import { INPUTS, LARGEST_DECLARED_QUANTITY, LARGEST_QUANTITY } from '../../releases/engine/inputs.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import { normaliseRequest } from '../../releases/engine/request/normalise.ts'
import { solarBody } from '../../releases/engine/solar/body.ts'
import { shippedRecords } from '../../scripts/shipped-records.ts'
import { BODY_LIMIT } from '../../services/api/checks/bodies.ts'
import { REQUEST_TIMEOUT_MS, URL_LIMIT } from '../../services/api/checks/http.ts'
import { connectionsAtMost } from '../../services/api/http/connections.ts'
import { BILLS_OF_AN_EXPLANATION } from '../../services/api/routes/calculate.ts'
import { BATCH_BODY_LIMIT, MOST_REQUESTS } from '../../services/api/routes/calculations.ts'
import { categories } from '../../services/api/routes/categories.ts'
import { changes } from '../../services/api/routes/changes.ts'
import { sources } from '../../services/api/routes/sources.ts'
import { tariffs } from '../../services/api/routes/tariffs.ts'
import { createProgram } from '../../services/cli/create-program.ts'
import { BILLS_PER_MINUTE, MOST_BILLS_PER_MINUTE } from '../../services/keys/key.ts'
import { documentOf } from './support/markdown.ts'
import { SOURCES } from './support/sources.ts'

const rows = new Map(
  documentOf('docs/limits.md').prose.flatMap((line) => {
    const [, what = '', limit = ''] = line.split('|').map((cell) => cell.trim())
    return line.startsWith('| ') && what !== 'what' ? [[what, limit] as const] : []
  }),
)

/** The numbers of a row, in order, without thousands separators. */
function numbersOf(what: string): number[] {
  const limit = rows.get(what)
  if (limit === undefined) throw new Error(`docs/limits.md has no row "${what}"`)
  return (limit.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')))
}

/** The value of a constant in a source file, for constants that no module exports. */
function constant(file: string, pattern: RegExp): number {
  return Number(pattern.exec(SOURCES.get(file) ?? '')?.[1]?.replaceAll('_', ''))
}

const [key] = (await createProgram('key')).commands.filter((command) => command.name() === 'key')
const issue = key?.commands.find((command) => command.name() === 'issue')
const option = (name: string): unknown => issue?.options.find(({ long }) => long === name)?.defaultValue
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

it('request limits are those of the code', () => {
  expect(numbersOf('requests of a key in any 60 seconds')).toEqual([option('--per-minute'), 1, 100_000])
  expect(numbersOf('requests of a key in any 10 seconds')).toEqual([
    constant('services/cli/key.ts', /BURST = (\d+)/),
    1,
    100_000,
  ])
  const anonymous = constant('services/api/checks/limits.ts', /ANONYMOUS = \{ perMinute: (\d+)/)
  expect(numbersOf('requests without a valid key, from one client address, in any 60 seconds')).toEqual([anonymous])
  expect(numbersOf('bills of `/v1/calculations`, of a key, in any 60 seconds')).toEqual([
    option('--bills-per-minute'),
    1,
    MOST_BILLS_PER_MINUTE,
  ])
  expect(numbersOf('bills that a calculation with `explain` counts as')).toEqual([BILLS_OF_AN_EXPLANATION])
  expect([option('--bills-per-minute'), numbersOf('requests of `/v1/calculations`')]).toEqual([
    BILLS_PER_MINUTE,
    [1, MOST_REQUESTS],
  ])
  expect(numbersOf('body of `/v1/calculations`')).toEqual([BATCH_BODY_LIMIT, BATCH_BODY_LIMIT / 1024])
  expect(numbersOf('body')).toEqual([BODY_LIMIT, BODY_LIMIT / 1024])
  expect(numbersOf('address with its query')).toEqual([URL_LIMIT, URL_LIMIT / 1024])
  expect(numbersOf('headers together')).toEqual([maxHeaderSize, maxHeaderSize / 1024])
  expect(numbersOf('time for a request to arrive')).toEqual([REQUEST_TIMEOUT_MS / 1000])
  const delay = constant('services/api/http/server.ts', /OVERLOADED_DELAY_MS = ([\d_]+)/)
  expect(numbersOf('time a request may have waited before it is read')).toEqual([delay])
  expect(constant('services/api/http/overload.ts', /TICK_MS = (\d+)/)).toBe(20)
  const [connections = 0, keptBack = 0, crowded] = numbersOf('connections at once').concat(90)
  expect([connectionsAtMost(1_000_000), connectionsAtMost(1_000)]).toEqual([connections, 1_000 - keptBack])
  expect(constant('services/api/http/connections.ts', /CROWDED = ([\d.]+)/) * 100).toBe(crowded)
  expect(constant('services/api/http/connections.ts', /SHARE = (\d+)/)).toBe(4)
  const unknown = 'keys that the service has never known, from one client address, in any 60 seconds'
  expect(numbersOf(unknown)).toEqual([anonymous])
})

it('a key accepts the largest limit and none above it', () => {
  const parse = (value: string) => issue?.options.find(({ long }) => long === '--burst')?.parseArg?.(value, undefined)
  expect(parse('100000')).toBe(100_000)
  expect(() => parse('100001')).toThrow()
  expect(() => parse('0')).toThrow()
})

it('limits of fields are those of the schemas', () => {
  const [least, most = 0, decimals] = numbersOf('quantity (units, load, demand)')
  expect([least, most, decimals]).toEqual([0, LARGEST_QUANTITY, 3])
  const body = { state_code: 'BR', subcategory_code: 'X', energy_units: 1 }
  const load = (connected_load: unknown): boolean => takes(calculateBody, { ...body, connected_load })
  expect([load(most), load(most + 1), load('0.001'), load('0.0001')]).toEqual([true, false, true, false])
  const [none, whole = 0] = numbersOf('`power_factor`')
  const factor = (power_factor: unknown): boolean => takes(calculateBody, { ...body, power_factor })
  expect([none, factor(whole), factor(whole + 0.001)]).toEqual([0, true, false])

  const [declared = 0] = numbersOf(
    '`energy_units`, `energy_kwh`, zones of `energy_by_zone` of a category that says so (`largest_quantity`)',
  )
  expect(declared).toBe(LARGEST_DECLARED_QUANTITY)
  const units = (energy_units: number): boolean => takes(calculateBody, { ...body, energy_units })
  expect([units(declared), units(declared + 1)]).toEqual([true, false])
  // If no possible category says otherwise, the ordinary limit applies.
  expect(normaliseRequest({ ...body, energy_units: most })).toMatchObject({ ok: true })
  const over = { field: '/energy_units', rule: 'decimals' }
  expect(normaliseRequest({ ...body, energy_units: most + 1 })).toMatchObject({ ok: false, fields: [over] })

  const days = (name: string): number =>
    constant('releases/engine/request/bill-period.ts', new RegExp(`${name}_DAYS = (\\d+)`))
  expect(numbersOf('`bill_period`')).toEqual([days('LEAST'), days('MOST')])

  const months = numbersOf('months of `/v1/solar-savings`')
  const periods = (many: number): boolean =>
    takes(solarBody.shape.periods, Array(many).fill({ month: '2026-04', consumption_units: 1, generation_units: 0 }))
  expect(months).toEqual([1, 12])
  expect([periods(0), periods(1), periods(12), periods(13)]).toEqual([false, true, true, false])

  const [first, last, usual] = numbersOf('`limit` of `/v1/sources` and `/v1/changes`')
  for (const [name, { query }] of Object.entries({ sources, changes })) {
    const page = (limit: number): boolean => takes(query, { limit: String(limit) })
    expect([first, last, usual]).toEqual([1, 100, constant(`services/api/routes/${name}.ts`, /PAGE = (\d+)/)])
    expect([page(0), page(1), page(100), page(101)], name).toEqual([false, true, true, false])
  }
})

it('limits of counts, amounts, texts and lists in a body are those of the schemas', () => {
  const body = { state_code: 'BR', subcategory_code: 'X', energy_units: 1 }
  const takesOf = (more: object): boolean => takes(calculateBody, { ...body, ...more })
  const [fewest = 0, most = 0] = numbersOf('`lamps`, `flats`')
  for (const name of ['lamps', 'flats'])
    expect([fewest - 1, fewest, most, most + 1].map((count) => takesOf({ [name]: count }))).toEqual([
      false,
      true,
      true,
      false,
    ])

  const [least = 0, largest = 0] = numbersOf('amounts of `actual_bill`, in paise')
  const paise = (name: string, amount: number) => takesOf({ actual_bill: { [name]: amount } })
  expect(largest).toBe(Number.MAX_SAFE_INTEGER)
  expect([least - 1, least, largest, largest + 1].map((each) => paise('total_paise', each))).toEqual([
    false,
    true,
    true,
    false,
  ])
  const below: readonly string[] = rows.get('amounts of `actual_bill`, in paise')?.match(/\w+_paise/g) ?? []
  for (const name of Object.keys(INPUTS.actual_bill.parts).filter((part) => part.endsWith('_paise')))
    expect(
      [-largest - 1, -largest, largest].map((each) => paise(name, each)),
      name,
    ).toEqual([false, below.includes(name), true])

  const [long = 0] = numbersOf('text such as `subcategory_code`, and each word of `selectors`')
  const texts = [long, long + 1].map((length) => 'X'.repeat(length))
  expect(texts.map((text) => takesOf({ subcategory_code: text }))).toEqual([true, false])
  expect(texts.map((text) => takesOf({ selectors: { kind: text } }))).toEqual([true, false])

  const [many = 0] = numbersOf('members of `selectors`, zones of `energy_by_zone`')
  const members = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]))
  expect([many, many + 1].map((count) => takesOf({ selectors: members(count, 'x') }))).toEqual([true, false])
  expect([many, many + 1].map((count) => takesOf({ energy_by_zone: members(count, 1) }))).toEqual([true, false])
})

it.each([
  ['`subcategory_code` in a query', ['subcategory_code']],
  ['`supply_type`, `area_type` in a query', ['supply_type', 'area_type']],
  ['`category_id` in a query', ['category_id']],
] as const)('%s is as long as documented', (what, names) => {
  const [most = 0] = numbersOf(what)
  for (const name of names) {
    expect(takes(tariffs.query, { [name]: 'x'.repeat(most) }), name).toBe(true)
    expect(takes(tariffs.query, { [name]: 'x'.repeat(most + 1) }), name).toBe(false)
  }
})

it('a state has two characters and a day ten', () => {
  expect([numbersOf('`state_code` in a query'), numbersOf('`effective_on` in a query')]).toEqual([[2], [10]])
  expect([takes(categories.query, { state_code: 'BR' }), takes(categories.query, { state_code: 'BRX' })]).toEqual([
    true,
    false,
  ])
  const day = (length: number): boolean => takes(categories.query, { effective_on: 'x'.repeat(length) })
  expect([day(10), day(11)]).toEqual([true, false])
})

it('limits of documents are those of the intake', () => {
  expect(numbersOf('size of a source')).toEqual([MAX_SOURCE_BYTES, MAX_SOURCE_BYTES / 1024 / 1024])
  expect(numbersOf('pages of a PDF')).toEqual([constant('pipeline/intake/text/pdf.ts', /MAX_PAGES = (\d+)/)])
  expect(numbersOf('runs of text of a page of a PDF')).toEqual([
    constant('pipeline/intake/text/pdf-pages.ts', /MAX_RUNS = ([\d_]+)/),
  ])
  expect(numbersOf('steps of drawing a page of a PDF that has text')).toEqual([
    constant('pipeline/intake/text/pdf-pages.ts', /MAX_STEPS = ([\d_]+)/),
  ])
  expect(numbersOf('columns of a CSV file')).toEqual([
    constant('pipeline/intake/extract-text.ts', /MAX_COLUMNS = (\d+)/),
  ])
  const ofHtml = (limit: RegExp): number[] => [constant('pipeline/intake/text/parse-html.ts', limit)]
  expect(numbersOf('depth of the elements of an HTML page')).toEqual(ofHtml(/MAX_DEPTH = (\d+)/))
  expect(numbersOf('characters of the tables of an HTML page, each line as wide as their widest cells')).toEqual([
    constant('pipeline/intake/text/html.ts', /MOST_CHARACTERS = ([\d_]+)/),
  ])
  expect(numbersOf('columns of a table of an HTML page, and rows or columns of one cell')).toEqual(
    ofHtml(/WIDEST = (\d+)/),
  )
})

it('billing days and the period are those of the definitions that are shipped whole', async () => {
  const served = (await shippedRecords()).filter(({ wanted }) => wanted.length === 0).map(({ record }) => record)
  const days = served.flatMap(({ rules }) => rules.subsidy?.entitlements ?? []).map(({ billing_days }) => billing_days)
  expect(numbersOf('`billing_days`')).toEqual(days)
  const periods = new Set(served.map(({ effective_from, effective_to }) => `${effective_from} to ${effective_to}`))
  expect(periods.size).toBe(1)
  expect(rows.get('`effective_on`, `billing_date`')).toContain([...periods][0])
})

it('every row says what is answered beyond the limit', () => {
  expect(rows.size).toBeGreaterThan(18)
  const lines = documentOf('docs/limits.md').prose.filter((line) => /^\| (?!what )/.test(line))
  expect(lines).toHaveLength(rows.size)
  expect(lines.filter((line) => !/`[A-Z_]{6,}`|closed unread/.test(line))).toEqual([])
})
