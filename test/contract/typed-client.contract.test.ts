import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../support/api.ts'
import { CLIENT, typeErrors } from './support/typed-client.ts'

/** A program written only against generated types, talking to a listening server. */

let api: TestApi
let server: TestInstance
let client: (key: string) => TariffClient

/** The same as in client/tariff-client.ts, which the main type check does not see. */
type Outcome = { ok: boolean; value?: unknown; refusal?: { code: string; status: number; retryAfter: number | null } }
type TariffClient = Readonly<
  Record<'requiredInputs' | 'amountOf' | 'amountsOf' | 'documentBehind', (of: unknown) => Promise<Outcome>>
> & {
  readonly servingStates: () => Promise<Outcome>
}

beforeAll(async () => {
  api = await testApi()
  server = await api.start()
  const module = await import(join(CLIENT, 'tariff-client.ts'))
  client = (key) => module.tariffClient(server.origin, key)
})
afterAll(() => api.close())

test('the types that openapi-typescript generates from the document fit the client, and catch its misuse', async () => {
  expect(await typeErrors()).toBe('')
})

describe('the typed client', () => {
  const BILL = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }

  test('reads what a category needs, calculates, and continues to the documents', async () => {
    const tariffs = client(await api.key())
    expect((await tariffs.servingStates()).value).toEqual(['BR'])
    expect((await tariffs.requiredInputs('DS-II')).value).toContain('connected_load')
    const { value } = await tariffs.amountOf(BILL)
    expect(value).toMatchObject({ paise: 164_400, payable: false, grade: 'transcription' })
    const { lines } = value as { lines: { quote: string }[] }
    expect(lines.map(({ quote }) => quote).every((quote) => quote.length > 0)).toBe(true)
    const [row] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
    expect((await tariffs.documentBehind(row.row_sha256)).value).toContain(row.source_sha256)
  })

  test('gets refusals as values: by code, with their status', async () => {
    const tariffs = client(await api.key())
    const refused = await tariffs.amountOf({ ...BILL, subcategory_code: 'NOPE' })
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'SUBCATEGORY_NOT_FOUND', status: 422, retryAfter: null },
    })
    expect((await client('pk_none').amountOf(BILL)).refusal).toMatchObject({ code: 'API_KEY_REQUIRED', status: 401 })
  })

  test('reads a batch, each answer by its status', async () => {
    const { value } = await client(await api.key()).amountsOf([BILL, { ...BILL, subcategory_code: 'NOPE' }])
    expect(value).toEqual([164_400, 'SUBCATEGORY_NOT_FOUND'])
  })

  test('is told how long to wait', async () => {
    const tariffs = client(await api.key({ burst: 1 }))
    await tariffs.amountOf(BILL)
    const { refusal } = await tariffs.amountOf(BILL)
    expect(refusal).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })
    expect(refusal?.retryAfter).toBeGreaterThanOrEqual(1)
  })
})
