import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractTypes, packTypescript } from '../../clients/typescript/pack.ts'
import type { CliContext } from '../../services/cli/context.ts'
import { publish, publishTo } from '../../services/cli/publish.ts'
import { loadTrustFile } from '../../services/platform/trust-file.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../support/api.ts'
import type { Json } from '../support/api-call.ts'
import { signLog } from '../support/api-release.ts'
import { type TestBrowser, testBrowser } from '../support/browser.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'
import { skipReason } from '../support/skip.ts'

/** Verification by readers themselves (docs/published.md): a folder on a plain file server, and packed clients that need no API. */

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// What readers of the package have; our own files are checked by its successor, as everywhere here.
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const TSC_7 = join(ROOT, 'node_modules/typescript-7/bin/tsc')
const PYTHON = spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0

let api: TestApi
let service: TestInstance
let work: string
let folder: string
let files: ServedFolder
let origin: string
let trust: string

beforeAll(async () => {
  api = await testApi()
  service = await api.start({ trustProxy: false })
  work = await mkdtemp(join(tmpdir(), 'pramaan-published-'))
  folder = join(work, 'folder')
  await publishTo(folder, api.pool, await loadTrustFile(api.trustPath))
  files = await serveFolder(folder)
  origin = files.origin
  trust = (await api.call('/v1/trust.json', { key: null })).text
})
afterAll(async () => {
  await files?.close()
  await api?.close()
  if (work !== undefined) await rm(work, { recursive: true, force: true })
})

/** A note signed after the folder was written. */
const noteOfLater = (): Promise<string> => api.key().then(() => signLog(api.pool))
const filesIn = async (under: string): Promise<string[]> =>
  (await readdir(under, { recursive: true, withFileTypes: true })).flatMap((each) =>
    each.isFile() ? join(each.parentPath, each.name).slice(under.length) : [],
  )

describe('release publish', () => {
  test('writes what the service gives, at the same paths and byte for byte', async () => {
    // The log continues to be signed, so the files that change with it are compared by content below.
    const changing = /^\/(404|v1\/docs|v1\/trust\.json$|log\/checkpoint$|log\/serving\.json$)/
    const written = (await filesIn(folder)).filter((path) => !changing.test(path))
    expect(written.length).toBeGreaterThan(40)
    const other: string[] = []
    for (const path of written) {
      const asked = path.replace(/(?<=.)\/index\.html$/, '').replace(/^\/index\.html$/, '/')
      const answer = await fetch(`${service.origin}${asked}`, { headers: { 'accept-encoding': 'identity' } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status !== 200 || !bytes.equals(await readFile(join(folder, path)))) other.push(path)
    }
    expect(other).toEqual([])
  })

  test('again into the same folder removes what the log no longer has, and refuses another folder that is not empty', async () => {
    const gone = join(folder, 'public/releases', '0'.repeat(64))
    await writeFile(gone, 'left behind')
    const before = await filesIn(folder)
    await publishTo(folder, api.pool, await loadTrustFile(api.trustPath))
    const after = new Set(await filesIn(folder))
    expect(before.filter((path) => !after.has(path) && !path.startsWith('/log/'))).toEqual([gone.slice(folder.length)])
    const theirs = await mkdtemp(join(work, 'theirs-'))
    await writeFile(join(theirs, 'letter.txt'), 'dear')
    await expect(publishTo(theirs, api.pool, await loadTrustFile(api.trustPath))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
    })
    expect(await readdir(theirs)).toEqual(['letter.txt'])
  })
})

test('release publish writes nothing where nothing is public', async () => {
  const context = { config: { isPublic: false } } as unknown as CliContext
  await expect(publish(context, join(work, 'none'))).rejects.toMatchObject({ code: 'NOT_PUBLIC' })
  expect(await readdir(work)).not.toContain('none')
})

describe('the page, in a browser, on the folder alone', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await testBrowser({ viewport: { width: 1280, height: 900 } })
  })
  afterAll(() => browser?.close())

  test('verifies and calculates without other requests', async () => {
    const page = await browser.context.newPage()
    await page.goto(origin)
    await page.locator('.proof').first().waitFor()
    expect(await page.locator('.answer .total').first().textContent()).toMatch(/^₹[\d,]+\.\d\d/)
    const evidence = (await page.locator('.lines .amount a').first().getAttribute('href')) ?? ''
    await page.goto(`${origin}${evidence}`)
    expect(await page.locator('h1').count()).toBe(1)
    expect(browser.asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
    expect(browser.complaints).toEqual([])
  })
})

/** The client's types, which the main type check does not see; the test below checks them against their use. */
type Client = {
  openApi(options: object): {
    get(path: string, asked?: object): Promise<Json>
    post(path: string, body: object): Promise<Json>
  }
  openPublished(options: object): Promise<Json>
  verify(bytes: Uint8Array, given: object): Json
  readonly PramaanError: new (...of: never[]) => Error
}

describe('the client in TypeScript, packed and installed into an empty folder', () => {
  let installed: string
  let client: Client
  beforeAll(async () => {
    installed = join(work, 'typescript')
    await mkdir(installed)
    await writeFile(join(installed, 'package.json'), '{"private":true,"type":"module"}')
    const install = ['install', '--offline', '--no-audit', '--no-fund', await packTypescript(work)]
    await run('npm', install, { cwd: installed })
    const entry = join(installed, 'node_modules/pramaan-client/dist/index.js')
    client = (await import(pathToFileURL(entry).href)) as Client
  })

  test('has types that fit its use and catch its misuse', async () => {
    await writeFile(join(ROOT, 'clients/typescript/contract.ts'), await contractTypes())
    await run(TSC_7, ['--noEmit', '-p', join(ROOT, 'clients/typescript')])
    const use = (field: string): string =>
      `import { openApi, openPublished } from 'pramaan-client'
const api = openApi({ origin: 'http://x', key: 'k' })
export const { data } = await api.post('/v1/calculate', { state_code: 'BR', subcategory_code: 'DS-II', ${field}: 200 })
export const paise: number | null = data.calculation.base_tariff_paise
export const rows = (await api.get('/v1/rows/{row_sha256}', { path: { row_sha256: 'x' } })).data.releases
export const published = await openPublished({ from: 'http://x', trust: '' })
`
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom']
    await writeFile(join(installed, 'use.ts'), use('energy_units'))
    const withoutPath = "export const row = await api.get('/v1/rows/{row_sha256}')\n"
    const notJson = "export const text = await api.get('/llms.txt')\n"
    await writeFile(join(installed, 'misuse.ts'), `${use('energy_unit')}${withoutPath}${notJson}`)
    // In one run, because reading the types of the contract takes most of the time.
    const found = await run(TSC, [...flags, 'use.ts', 'misuse.ts'], { cwd: installed }).catch((error) => error.stdout)
    expect(found).toMatch(/energy_unit.*Expected 2 arguments.*misuse\.ts\(8,/s)
    expect([...new Set(String(found).match(/^\S+?(?=\(\d)/gm))]).toEqual(['misuse.ts'])
  })

  test('calls the API: answers, refusals by code, and retries after a limit', async () => {
    const { openApi, PramaanError } = client
    const asked = openApi({ origin: service.origin, key: await api.key() })
    const { data } = await asked.post('/v1/calculate', EXAMPLE)
    expect(data.calculation.base_tariff_paise).toBe(164_400)
    const [line] = data.calculation.lines
    const row = await asked.get('/v1/rows/{row_sha256}', { path: { row_sha256: line.row_sha256 } })
    expect(row.data.releases[0]?.standing).toBe('serving')
    const refused = asked.get('/v1/coverage', { query: { state_code: 'ZZ' } })
    await expect(refused).rejects.toBeInstanceOf(PramaanError)
    await expect(refused).rejects.toMatchObject({
      code: 'STATE_NOT_RELEASED',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    })
    const unnamed = asked.post('/v1/calculate', { ...EXAMPLE, state_code: 'Bihar' })
    await expect(unnamed).rejects.toThrow(/\(state_code must be two capital letters, such as BR\)$/)
    const limited = openApi({ origin: service.origin, key: await api.key({ burst: 1, per_minute: 100 }) })
    await limited.get('/v1/states')
    expect((await limited.get('/v1/states')).status).toBe('ok')
  })

  test.each(['folder', 'service'])('verifies and calculates on what is published, by a %s', async (what) => {
    const published = await client.openPublished({ from: what === 'folder' ? origin : service.origin, trust })
    if (!published.ok) throw new Error(published.reason)
    expect(published.states).toEqual([{ code: 'BR', name: 'Bihar' }])
    const here = await published.calculate({ ...EXAMPLE, unknown: undefined })
    const { data: there } = await api.call('/v1/calculate', { method: 'POST', body: EXAMPLE })
    expect(here).toMatchObject({ ok: true, data: { calculation_sha256: there.calculation_sha256 } })
    const refusals = {
      SUBCATEGORY_NOT_FOUND: { ...EXAMPLE, subcategory_code: 'NOPE' },
      STATE_NOT_RELEASED: { ...EXAMPLE, state_code: 'ZZ' },
      INVALID_REQUEST_FIELD: { state_code: 'ZZ' },
      MALFORMED_JSON: { ...EXAMPLE, subcategory_code: '\ud800' },
      UNSUPPORTED_OPERATION: { ...EXAMPLE, actual_bill: { energy_charge_paise: 148_500 }, explain: true },
    }
    const shapeless = [null, undefined, 5, 'BR', []].map((body) => ['INVALID_REQUEST_FIELD', body] as const)
    for (const [code, body] of [...Object.entries(refusals), ...shapeless])
      expect(await published.calculate(body), String(body)).toMatchObject({ ok: false, code })
  })

  test('a bundle with one changed letter, another key and an older checkpoint are each refused, and nothing is calculated', async () => {
    const read = async (path: string): Promise<Uint8Array | null> => readFile(join(folder, path)).catch(() => null)
    let isAltered = true
    const altered = await client.openPublished({
      trust,
      from: async (path: string) => {
        const bytes = await read(path)
        if (bytes === null || !isAltered || !path.startsWith('/public/releases/')) return bytes
        const at = Buffer.from(bytes).indexOf('"record":"') + 1000
        return bytes.with(at, bytes[at] === 65 ? 66 : 65)
      },
    })
    if (!altered.ok) throw new Error(altered.reason)
    const unverified = { ok: false, reason: expect.stringContaining('does not verify') }
    expect(await altered.calculate(EXAMPLE)).toMatchObject(unverified)
    isAltered = false
    expect(await altered.calculate(EXAMPLE)).toMatchObject({ ok: true })
    const stranger = 'WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY='
    const document = JSON.parse(trust)
    const keys = document.keys.map((each: object) => ({ ...each, public_key: stranger }))
    const wrong = await client.openPublished({ from: origin, trust: JSON.stringify({ ...document, keys }) })
    expect(wrong).toMatchObject({ ok: false, code: 'TRUST_INVALID' })
    const note = await readFile(join(folder, 'log/checkpoint'), 'utf8')
    const [name, size] = note.split('\n')
    const forged = note.replace(`${name}\n${size}\n`, `${name}\n${Number(size) + 1}\n`)
    const foreign = note.replaceAll(String(name), 'another/log')
    const codes = { [forged]: 'REFERENCE_INVALID', garbage: 'REFERENCE_INVALID', [foreign]: 'FORKED_HISTORY' }
    for (const [kept, code] of [...Object.entries(codes), [await noteOfLater(), 'STALE_CHECKPOINT']])
      expect(await client.openPublished({ from: origin, trust, kept })).toMatchObject({ ok: false, code })
    expect((await client.openPublished({ from: origin, trust, kept: note })).ok).toBe(true)
    expect((await client.openPublished({ from: origin, trust, floor: 'held' })).code).toBe('INVALID_REQUEST_FIELD')
    const bundles = join(folder, 'public/releases')
    const bytes = await readFile(join(bundles, (await readdir(bundles))[0] ?? ''))
    expect(client.verify(bytes, { trust })).toEqual({ ok: true, kind: 'bundle' })
  })
})

describe('the client in Python, packed and installed into an empty folder', () => {
  const python = async (program: string, ...given: string[]): Promise<string> => {
    const code = `import sys; sys.path.insert(0, sys.argv[1])\n${program}`
    return (await run('python3', ['-I', '-c', code, join(work, 'python'), ...given])).stdout.trim()
  }
  beforeAll(async () => {
    if (!PYTHON) return
    const { stdout } = await run('python3', [join(ROOT, 'clients/python/pack.py'), work])
    const target = ['--target', join(work, 'python')]
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', ...target, stdout.trim()])
  })

  test('calls the API, and gets refusals by code', async () => {
    skipReason(!PYTHON, 'no python3 with pip on PATH: the client in Python was not installed')
    const program = `
import decimal, pramaan_client
api = pramaan_client.Api(sys.argv[2], sys.argv[3])
body = {'state_code': 'BR', 'subcategory_code': 'DS-II', 'connected_load': 2}
for units in 200, decimal.Decimal('200'), decimal.Decimal('2E+2'): print(api.post('/v1/calculate', body | {'energy_units': units})['data']['calculation']['base_tariff_paise'])
try: api.post('/v1/calculate', body | {'energy_units': {200}})
except TypeError as fault: print(fault)
try: api.get('/v1/coverage', state_code='ZZ')
except pramaan_client.PramaanError as refused: print(refused.code, refused.status)
try: api.post('/v1/calculate', body | {'energy_units': 200, 'state_code': 'Bihar'})
except pramaan_client.PramaanError as refused: print(refused)`
    expect(await python(program, service.origin, await api.key())).toBe(
      [
        ...['164400', '164400', '164400'],
        '{200} of the body cannot be sent as JSON',
        'STATE_NOT_RELEASED 404',
        'INVALID_REQUEST_FIELD: Fields of the request are not valid. Correct every field listed in details. (state_code must be two capital letters, such as BR)',
      ].join('\n'),
    )
  })

  test('verifies a published folder, and refuses altered files', async () => {
    skipReason(!PYTHON, 'no python3 with pip on PATH: the client in Python was not installed')
    await writeFile(join(work, 'trust.json'), trust)
    const program = `
import pramaan_client
trust = open(sys.argv[3], 'rb').read()
published = pramaan_client.read_published(sys.argv[2], trust)
[served] = published.serving
print(published.record(served['release_sha256'])['state_name'], pramaan_client.read_published(sys.argv[2], trust.decode(), published.note).note == published.note)
served['statement_sha256'] = '0' * 64
try: published.record(served['release_sha256'])
except pramaan_client.Refused as refused: print(refused.args[0])
damaged = trust.replace(b'"position":', b'"positio":')
forged = published.note.split('\\n'); forged[1] = str(int(forged[1]) + 1)
altered = ['\\n'.join(forged), published.note.replace('\\n', '\\r\\n').encode(), 'garbage', '\\ud800', b'\\xff']
for by, kept in [(damaged, None), (trust, sys.argv[4]), *((trust, each) for each in altered)]:
    try: pramaan_client.read_published(sys.argv[2], by, kept)
    except pramaan_client.Refused as refused: print(refused.args[0])
try: pramaan_client.read_published('tariffs.example.org', trust)
except pramaan_client.PramaanError as error: print(error.code)`
    const said = await python(program, origin, join(work, 'trust.json'), await noteOfLater())
    const refused = `TRUST_INVALID\nSTALE_CHECKPOINT\n${'REFERENCE_INVALID\n'.repeat(5)}NETWORK`
    expect(said).toBe(`Bihar True\nRELEASE_MISMATCH\n${refused}`)
  })
})
