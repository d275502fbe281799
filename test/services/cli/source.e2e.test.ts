import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { encryptedPdf, placedText, tinyPdf } from '../../pipeline/intake/tiny-pdf.ts'
import type { CliError } from '../../support/cli.ts'
import { BASHIR } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
const used = new Set<string>()
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

async function fileOf(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(pipeline.home, name)
  await writeFile(path, content)
  return path
}

async function done<T = Record<string, unknown>>(command: string, ...args: string[]): Promise<T> {
  used.add(command)
  const outcome = await pipeline.cli('source', command, ...args, '--json')
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0)
  return outcome.json<T>()
}
async function refused(command: string, ...args: string[]): Promise<CliError['error']> {
  const outcome = await pipeline.cli('source', command, ...args, '--json')
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(1)
  return outcome.json<CliError>().error
}

describe('a document', () => {
  const bytes = tinyPdf(['Energy 2.90 Rs per unit', 'Fixed 20.00 Rs per kW'])
  const hash = sha256(bytes)
  const shown = { sha256: hash, media_type: 'application/pdf', size_bytes: bytes.byteLength, page_count: 2 }

  test('is added with its identity, listed, shown, and read page by page', async () => {
    const identity = await fileOf('identity.yaml', 'issuer: Example Commission\ndated: "2026-03-18"\npages: [1, 2]\n')
    const added = await done('add', await fileOf('order.pdf', bytes), '--identity', identity)
    const other = await fileOf('other.yaml', 'issuer: Another Commission\n')
    expect(await refused('add', join(pipeline.home, 'order.pdf'), '--identity', other)).toMatchObject({
      code: 'IDENTITY_INVALID',
      message: expect.stringContaining('was registered before, with another identity or none, which is kept'),
    })
    const { sources } = await done<{ sources: object[] }>('list')
    const document = await done('show', hash)
    expect(await done('show', hash.slice(0, 8))).toEqual(document)
    expect(await done('show', hash.toUpperCase())).toEqual(document)

    const told = await pipeline.cli('source', 'show', hash)
    expect(told.stdout.split('\n').slice(0, 2)).toEqual([
      hash,
      `  file: order.pdf: 2 pages, ${bytes.byteLength} bytes, application/pdf`,
    ])
    expect(told.stdout).toContain('\n  states: no release cites it\n  dated: 2026-03-18\n  issuer: ')
    expect(added).toMatchObject({ ...shown, held: true })
    expect(document).toMatchObject({ ...shown, file_name: 'order.pdf', text_sha256: added['text_sha256'] })
    expect(document['identity']).toEqual({ issuer: 'Example Commission', dated: '2026-03-18', pages: [1, 2] })
    expect(sources).toEqual([document])
    expect(document['states']).toEqual([])
    expect(await done('text', hash, '--page', '2')).toEqual({ sha256: hash, page: 2, text: 'Fixed 20.00 Rs per kW' })
  })

  test('is searched: every place of a text, with what to quote there', async () => {
    const place = { sha256: hash, file_name: 'order.pdf', page: 2, line: 1, quote: 'Fixed 20.00 Rs per kW' }

    expect(await done('find', 'fixed  20.00')).toEqual({ text: 'fixed  20.00', places: [place] })
    expect(await done('find', 'Rs per kW', '--source', hash.slice(0, 8))).toMatchObject({ places: [place] })
    const nowhere = await pipeline.cli('source', 'find', '21.00', '--json')
    expect([nowhere.code, nowhere.json()]).toEqual([1, { text: '21.00', places: [] }])
    expect(await refused('find', 'Rs', '--source', '0'.repeat(8))).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
  })

  test('added again, under whatever name, is the same document and no new event', async () => {
    const head = await readHead(pipeline.pool)

    expect(await done('add', await fileOf('copy.pdf', bytes))).toMatchObject(shown)
    expect(await readHead(pipeline.pool)).toEqual(head)
  })

  test('is attested by people other than the one who added it, once by each', async () => {
    const said = ['--obtained-from', 'the site of the commission', '--compared', 'every page']
    const attest = (hashOf: string) => refused('attest', hashOf, ...said)

    expect(await attest(hash)).toMatchObject({
      code: 'ATTESTATION_REFUSED',
      message: expect.stringContaining('asha added the document'),
    })
    expect(await attest('0'.repeat(64))).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    // No worker signs here: the act is in the log, and the output says that it has not taken effect.
    const first = await pipeline.cliAs(BASHIR, 'source', 'attest', hash, ...said, '--json')
    const again = await pipeline.cliAs(BASHIR, 'source', 'attest', hash, ...said, '--json')
    used.add('attest')
    const codes = [first, again].map((outcome) => outcome.json<CliError>().error.code)
    expect(codes).toEqual(['NOT_YET_SIGNED', 'ATTESTATION_REFUSED'])
  })

  test('that is not there, and a page that it does not have, are refused', async () => {
    expect(await refused('show', '0'.repeat(64))).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    expect(await refused('show', '0'.repeat(8))).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    expect(await refused('text', '0'.repeat(64), '--page', '1')).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    expect(await refused('text', hash, '--page', '3')).toMatchObject({
      message: 'there is no page 3: the document has 2 pages',
    })
  })
})

describe('a file that is not registered', () => {
  const order = tinyPdf([
    placedText(
      [
        ['Category', 'Energy (P/kWh)'],
        ['Shops', '710.00'],
        ['Mills', '640.00'],
      ].flatMap((row, line) => row.map((text, column) => ({ text, x: 60 + column * 160, y: 700 - line * 14 }))),
    ),
  ])

  test('shows its text and its tables, and is searched', async () => {
    const path = await fileOf('tables.pdf', order)
    const head = await readHead(pipeline.pool)
    const { tables } = await done<{ tables: object[] }>('tables', path, '--page', '1')

    expect(tables).toMatchObject([
      {
        number: 1,
        columns: [['Category'], ['Energy (P/kWh)']],
        rows: [
          { under: [], cells: ['Shops', '710.00'] },
          { under: [], cells: ['Mills', '640.00'] },
        ],
      },
    ])
    expect((await pipeline.cli('source', 'tables', path, '--page', '1')).stdout).toContain(
      '\n  row 2: Mills | 640.00\n',
    )
    expect(await done('text', path, '--page', '1')).toMatchObject({ sha256: sha256(order), page: 1 })
    expect(await done('find', '640.00', '--source', path)).toMatchObject({ places: [{ file_name: path, page: 1 }] })
    expect(await readHead(pipeline.pool)).toEqual(head)
  })

  test('without tables, without that page, or unreadable, says so', async () => {
    const scan = await pipeline.cli('source', 'tables', await fileOf('scan.pdf', tinyPdf([''])), '--page', '1')
    expect(scan.stdout).toContain('page 1 cannot be read: it has no text, as a scan has none')
    const plain = await pipeline.cli('source', 'tables', await fileOf('plain.txt', 'Rate 1.00\n'), '--page', '1')
    expect(plain.stdout).toContain('page 1 has no tables')
    const path = join(pipeline.home, 'tables.pdf')
    expect(await refused('tables', path, '--page', '2')).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    const broken = await fileOf('broken.pdf', 'no pdf')
    expect(await refused('tables', broken, '--page', '1')).toMatchObject({ code: 'SOURCE_REFUSED' })
    expect(await refused('text', join(pipeline.home, 'none.pdf'), '--page', '1')).toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })
})

describe('refused with the reason, and nothing kept, is', () => {
  const broken = tinyPdf(['Rate 1.00'])
  test.each([
    ['an empty file', 'empty.pdf', new Uint8Array(), /The file is empty/],
    ['a PDF cut short', 'cut.pdf', broken.subarray(0, broken.length - 40), /end mark %%EOF is missing/],
    ['a PDF with changed bytes', 'changed.pdf', Buffer.from(broken).fill(0x20, 60, 200), /PDF cannot be read/],
    ['an encrypted PDF', 'locked.pdf', encryptedPdf('unknown'), /opens only with a password/],
    ['a PDF whose use is restricted', 'restricted.pdf', encryptedPdf('empty'), /owner has restricted its use/],
    ['a scan without text', 'scan.pdf', tinyPdf(['']), /no text/],
    ['text that is not UTF-8', 'latin.csv', Buffer.from('caf\u00e9', 'latin1'), /not valid UTF-8/],
    ['a web page under the name of a table', 'page.csv', '<!doctype html><p>Not found', /HTML/],
    ['a kind of file that is not read', 'sheet.xlsx', 'PK', /\.pdf, \.html, \.csv, \.md or \.txt/],
  ] as const)('%s', async (_what, name, content, reason) => {
    const head = await readHead(pipeline.pool)
    const path = await fileOf(name, content)

    expect(await refused('add', path)).toMatchObject({ code: 'SOURCE_REFUSED', message: expect.stringMatching(reason) })
    expect(await readHead(pipeline.pool)).toEqual(head)
  })

  test('a file of 200 MB, by its size alone', async () => {
    const path = await fileOf('huge.pdf', '%PDF-1.4\n')
    await truncate(path, 200 * 1024 * 1024)

    expect(await refused('add', path)).toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: expect.stringContaining('209715200 bytes; a source may have at most 67108864'),
    })
  })

  test('a file that is not there', async () => {
    expect(await refused('add', join(pipeline.home, 'none.pdf'))).toMatchObject({ code: 'FILE_UNREADABLE' })
  })

  test.each([
    ['a list', '- issuer\n'],
    ['no YAML', 'issuer: {\n'],
    ['what JSON cannot hold', 'rate: .nan\n'],
  ])('an identity that is %s', async (_what, yaml) => {
    const [path, identity] = [await fileOf('fresh.csv', 'a,b\n1,2\n'), await fileOf('identity.yaml', yaml)]

    expect(await refused('add', path, '--identity', identity)).toMatchObject({ code: 'IDENTITY_INVALID' })
    expect(await done('list')).toMatchObject({ sources: [{ file_name: 'order.pdf' }] })
  })
})

test('a document with a picture among its pages is added, and the page that has no text is named', async () => {
  const mixed = await fileOf('mixed.pdf', tinyPdf(['Energy 2.90 Rs per unit', '', 'Fixed 20.00 Rs per kW']))

  expect(await done('add', mixed)).toMatchObject({ page_count: 3, pages_without_text: [2] })
  const again = await pipeline.cli('source', 'add', mixed)
  expect(again.stdout).toContain('no text on page 2, perhaps a scan: it cannot be cited')
})

test('every source command was tried under --json', async () => {
  const group = (await createProgram()).commands.find((command) => command.name() === 'source')

  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})
