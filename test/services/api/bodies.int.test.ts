import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const GOOD = '{"state_code":"BR","subcategory_code":"DS-II","energy_units":200,"connected_load":2}'
const LIMIT = 64 * 1024

function post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return api.call('/v1/calculate', { method: 'POST', body, headers })
}
const utf8 = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

describe('a body that is not acceptable JSON is refused as a whole:', () => {
  const cases: [string, string | Uint8Array][] = [
    ['empty', ''],
    ['blank', '  \n'],
    ['no JSON', 'state_code=BR'],
    ['cut off', GOOD.slice(0, -1)],
    ['followed by something', `${GOOD} {}`],
    ['followed by a NUL', `${GOOD}\u0000`],
    ['with a comment', `/* bill */ ${GOOD}`],
    ['with a trailing comma', GOOD.replace('}', ',}')],
    ['with single quotes', GOOD.replaceAll('"', "'")],
    ['with NaN', GOOD.replace('200', 'NaN')],
    ['with Infinity', GOOD.replace('200', '-Infinity')],
    ['with a plus sign', GOOD.replace('200', '+200')],
    ['with a leading zero', GOOD.replace('200', '0200')],
    ['with a bare point', GOOD.replace('200', '200.')],
    ['with hexadecimal', GOOD.replace('200', '0xC8')],
    ['with a line break in a string', GOOD.replace('DS-II', 'DS\nII')],
    ['with a byte order mark', utf8([0xef, 0xbb, 0xbf], GOOD)],
    ['in UTF-16', Buffer.from(GOOD, 'utf16le')],
    ['with a byte that is no UTF-8', utf8(GOOD.slice(0, -1), ',"x":"', [0xff], '"}')],
    ['with an overlong encoding', utf8(GOOD.slice(0, -1), ',"x":"', [0xc0, 0xaf], '"}')],
    ['with a surrogate in UTF-8', utf8(GOOD.slice(0, -1), ',"x":"', [0xed, 0xa0, 0x80], '"}')],
    ['with an unpaired surrogate', GOOD.replace('DS-II', '\\ud800')],
    ['with surrogates the wrong way round', GOOD.replace('DS-II', '\\udc00\\ud800')],
    ['with an unpaired surrogate in a key', GOOD.replace('{', '{"\\udfff":1,')],
    ['with a key twice', GOOD.replace('{', '{"energy_units":100,')],
    ['with a key twice, once escaped', GOOD.replace('{', '{"energy\\u005funits":100,')],
    ['with a key twice and equal values', GOOD.replace('{', '{"state_code":"BR",')],
    ['with a key twice far within', GOOD.replace('{', '{"actual_bill":[{"a":{"b":1,"c":[{"b":2}],"b":3}}],')],
    ['with the empty key twice', GOOD.replace('{', '{"":1,"":2,')],
    ['with __proto__', GOOD.replace('{', '{"__proto__":{"energy_units":1},')],
    ['with __proto__ escaped', GOOD.replace('{', '{"\\u005f_proto__":null,')],
    ['with __proto__ far within', GOOD.replace('{', '{"actual_bill":{"x":[{"__proto__":1}]},')],
  ]
  test.each(cases)('%s', async (_name, body) => {
    const answer = await post(body)
    expect([answer.status, answer.code]).toEqual([400, 'MALFORMED_JSON'])
    expect(answer.details.reason).toMatch(/^[a-z]/)
  })
})

describe('unusual but valid JSON is read unchanged:', () => {
  const cases: [string, string][] = [
    ['escaped names and values', GOOD.replace('state_code', 'st\\u0061te_code').replace('BR', '\\u0042R')],
    ['white space all about', ` \t\r\n${GOOD.replaceAll(':', ' : ').replaceAll(',', '\n,\n')}\n`],
    [
      'equal values and a value that is also a key',
      GOOD.replace('{', '{"effective_on":"2026-04-01","billing_date":"2026-04-01",'),
    ],
    ['a number with an exponent', GOOD.replace('200', '2e2')],
    ['a number with needless zeros', GOOD.replace('200', '200.000000000000000000')],
  ]
  test.each(cases)('%s', async (_name, body) => {
    const answer = await post(body)
    expect([answer.status, answer.data.calculation.base_tariff_paise]).toEqual([200, 164_400])
  })

  test('paired surrogates, and keys that differ in case or normal form alone, are distinct unknown fields', async () => {
    const answer = await post(GOOD.replace('{', '{"\\ud83d\\ude00":1,"State_code":1,"\u00e9":1,"e\u0301":1,'))
    const fields = answer.details.fields.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual(['/State_code', '/e\u0301', '/\u00e9', '/\ud83d\ude00'])
  })
})

describe('a document that is not an object breaks a rule of its fields:', () => {
  test.each(['[]', `[${GOOD}]`, '"BR"', '7', 'true', 'null'])('%s', async (body) => {
    const answer = await post(body)
    expect([answer.status, answer.code]).toEqual([422, 'INVALID_REQUEST_FIELD'])
    expect(answer.details.fields).toEqual([expect.objectContaining({ field: '', rule: 'type' })])
  })
})

describe('the type of a body', () => {
  const taken = [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; version=1',
    'application/json; odata.metadata=minimal; charset=utf-8',
  ]
  test.each(taken)('%s is taken', async (type) => {
    expect((await post(GOOD, { 'content-type': type })).status).toBe(200)
  })

  const refused = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'text/json']
  const odd = [
    'application/jsonp',
    'application/json, text/plain',
    'application/json; version=1; charset=utf-16',
    'application/json; charset=utf-8-sig',
    'application/vnd.api+json',
    'multipart/form-data; boundary=x',
    'json',
    ';',
    'application/',
  ]
  test.each([...refused, ...odd])('%s is refused', async (type) => {
    const answer = await post(GOOD, { 'content-type': type })
    expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const { message } = JSON.parse(answer.text).error
    expect(message).toContain(
      /application\/json;.*utf-/.test(type) ? 'another charset than UTF-8' : 'is not application/json',
    )
  })

  test('is required, with or without a body', async () => {
    const none = await api.call('/v1/calculate', { method: 'POST' })
    expect([none.status, none.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const untyped = await api.call('/v1/calculate', { method: 'POST', headers: { 'content-length': '0' } })
    expect(untyped.status).toBe(415)
  })
})

describe('the size of a body', () => {
  const padded = (bytes: number): string => `${GOOD}${' '.repeat(bytes - GOOD.length)}`

  test('of 64 KiB is taken, and a byte more refused', async () => {
    expect((await post(padded(LIMIT))).status).toBe(200)
    const over = await post(padded(LIMIT + 1))
    expect([over.status, over.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(over.text).toContain('"The body is too large. Send at most 65536 bytes."')
  })

  test('counts as it comes when it is not announced', async () => {
    const chunked = { 'transfer-encoding': 'chunked', 'content-length': [] as unknown as string }
    expect((await post(padded(LIMIT), chunked)).status).toBe(200)
    const over = await post(padded(LIMIT + 1), chunked)
    expect(over.text).toContain('"The body is too large. Send at most 65536 bytes."')
  })

  test('may be nesting alone, and is still answered', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect((await post(deep)).code).toBe('INVALID_REQUEST_FIELD')
    expect((await post(GOOD.replace('{', `{"actual_bill":${deep},`))).code).toBe('INVALID_REQUEST_FIELD')
    const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect((await post(GOOD.replace('{', `{"x":${objects},`))).code).toBe('INVALID_REQUEST_FIELD')
  })

  test('may be one string or one number alone, and is still answered', async () => {
    const long = 'x'.repeat(60_000)
    expect((await post(GOOD.replace('DS-II', long))).code).toBe('INVALID_REQUEST_FIELD')
    expect((await post(GOOD.replace('DS-II', '\\u0041'.repeat(10_000)))).code).toBe('INVALID_REQUEST_FIELD')
    expect((await post(GOOD.replace('200', '9'.repeat(60_000)))).code).toBe('INVALID_REQUEST_FIELD')
    expect((await post(GOOD.replace('200', `0.${'0'.repeat(60_000)}1`))).code).toBe('INVALID_REQUEST_FIELD')
  })
})

describe('Content-Encoding', () => {
  const JSON_BODY = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }
  test.each(['foo', 'gzip', 'identity, gzip', 'br'])(
    'a body said to be %s is refused, whatever it is',
    async (coding) => {
      for (const body of [JSON_BODY, gzipSync(JSON.stringify(JSON_BODY))]) {
        for (const path of ['/v1/calculate', '/v1/solar-savings', '/v1/category-resolver']) {
          const answer = await api.call(path, { method: 'POST', body, headers: { 'content-encoding': coding } })
          expect([path, answer.status, answer.code]).toEqual([path, 415, 'UNSUPPORTED_MEDIA_TYPE'])
          expect(JSON.parse(answer.text).error.message).toMatch(/Content-Encoding/)
        }
      }
    },
  )

  test('identity does not count as a coding', async () => {
    for (const coding of ['identity', 'Identity ']) {
      expect((await post(JSON_BODY, { 'content-encoding': coding })).data.calculation.base_tariff_paise).toBe(164_400)
    }
  })

  test('is irrelevant if no body is read', async () => {
    const headers = { 'content-encoding': 'foo' }
    for (const path of ['/livez', '/readyz', '/v1/openapi.json', '/v1/docs', '/llms.txt', '/v1/trust.json']) {
      expect([path, (await api.call(path, { key: null, headers })).status]).toEqual([path, 200])
    }
    expect((await api.call('/v1/states', { headers })).status).toBe(200)
    expect((await api.call('/v1/none', { headers })).status).toBe(404)
  })
})
