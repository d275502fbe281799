import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { extractText, MAX_SOURCE_BYTES } from '../../../pipeline/intake/extract-text.ts'
import { mediaTypeOf } from '../../../pipeline/intake/media-type.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { canonicalHash } from '../../../releases/record/canonical.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const pagesOf = async (text: string, mediaType: string): Promise<string[]> => {
  const extraction = await extractText(utf8(text), mediaType)
  if (!extraction.ok) throw new Error(extraction.reason)
  return extraction.pages
}
const reasonFor = async (bytes: Uint8Array, mediaType: string): Promise<string> => {
  const extraction = await extractText(bytes, mediaType)
  return extraction.ok ? 'no refusal' : extraction.reason
}

const TEXT_TYPES = ['text/html', 'text/csv', 'text/markdown', 'text/plain']
const ALL_TYPES = ['application/pdf', ...TEXT_TYPES]

describe('text sources', () => {
  it.each(['text/csv', 'text/markdown', 'text/plain'])('%s is one page, as it stands', async (mediaType) => {
    expect(await pagesOf('ref,fact\n1,"7.42 ₹, flat"\n', mediaType)).toEqual(['ref,fact\n1,"7.42 ₹, flat"\n'])
  })

  it('number their lines alike whatever the line ends, and have no byte order mark', async () => {
    expect(await pagesOf('\uFEFFa\r\nb\rc\n', 'text/plain')).toEqual(['a\nb\nc\n'])
  })

  it('of HTML give a line for each row of a table, in the case it is written in', async () => {
    const html = `<html><head><title>t</title><style>p{}</style></head><body><h1>Tariff for Domestic</h1>
      <table><tr><th>Slab</th><th>Rate</th></tr><tr><td>0-50 units</td><td>290.00</td></tr></table>
      <p>See <a href="https://example.org">the order</a></p><script>var x = 1</script></body></html>`
    const [page = ''] = await pagesOf(html, 'text/html')
    expect(page).toContain('Tariff for Domestic')
    expect(page.split('\n').some((line) => line.replace(/\s+/g, ' ').trim() === '0-50 units 290.00')).toBe(true)
    expect(page).toContain('See the order')
    expect(page).not.toMatch(/https:|var x|p\{\}/)
  })

  it('of HTML are read to the end, however long they are', async () => {
    const [many, long] = ['<p>unit</p>'.repeat(2 ** 17 + 1), `<p>${'unit'.repeat(2 ** 16)}</p>`.repeat(64)]
    const html = `<html><body>${many}${long}<p>the last line</p></body></html>`
    expect(utf8(html).byteLength).toBeLessThan(MAX_SOURCE_BYTES)
    expect((await pagesOf(html, 'text/html'))[0]?.trimEnd().endsWith('the last line')).toBe(true)
  })
})

describe('what cannot be a source is refused, with what happened, why and what to do', () => {
  it.each(ALL_TYPES)('an empty file (%s)', async (mediaType) => {
    expect(await reasonFor(new Uint8Array(0), mediaType)).toBe(
      'The file is empty: it has 0 bytes. To go on, fetch the document again from its publisher.',
    )
  })

  it.each(ALL_TYPES)('a file of 200 MB, by its size alone (%s)', async (mediaType) => {
    const reason = await reasonFor(new Uint8Array(200 * 1024 * 1024), mediaType)
    expect(reason).toMatch(/^The file is too large: it has 209715200 bytes and a source may have at most 67108864/)
  })

  it.each(TEXT_TYPES)('bytes that are not UTF-8, naming the first bad one (%s)', async (mediaType) => {
    const bytes = Uint8Array.from([...utf8('<p>Rate ₹'), 0xe9, ...utf8(' 7.42</p>')])
    expect(await reasonFor(bytes, mediaType)).toMatch(/^The text is not valid UTF-8: byte 11 begins no character/)
  })

  it.each(TEXT_TYPES)('a PDF declared as %s', async (mediaType) => {
    expect(await reasonFor(utf8('%PDF-1.4\n'), mediaType)).toMatch(/do not look like .*: they begin as a PDF does/)
  })

  it.each(TEXT_TYPES)('binary content declared as %s', async (mediaType) => {
    expect(await reasonFor(utf8('<p>a\u0000b</p>'), mediaType)).toMatch(/do not look like .*: character 4 is NUL/)
  })

  it.each(['text/csv', 'text/markdown', 'text/plain'])('an error page in place of %s', async (mediaType) => {
    const reason = await reasonFor(utf8('\n<!DOCTYPE html><html><body>404</body></html>'), mediaType)
    expect(reason).toMatch(/do not look like .*: they begin as an HTML page does/)
  })

  it('plain text declared as HTML', async () => {
    expect(await reasonFor(utf8('7.42 < 8.10 and no tag'), 'text/html')).toMatch(/no HTML tag is in them/)
  })

  it('a CSV file with broken quotes', async () => {
    expect(await reasonFor(utf8('a,b\n1,"2\n'), 'text/csv')).toMatch(/do not look like text\/csv: Quote Not Closed/)
  })

  it('a CSV file whose first row is wider than any sheet, or than its other rows explain', async () => {
    expect(await reasonFor(utf8(`${'a,'.repeat(1000)}b\n1\n`), 'text/csv')).toMatch(
      /^The CSV file cannot be read: its first row has 1001 columns, and at most 1000 are read/,
    )
    // Laid out, it would have 10 million cells.
    expect(await reasonFor(utf8(`${'a,'.repeat(999)}b\n${'1\n'.repeat(10_000)}`), 'text/csv')).toMatch(
      /^The CSV file cannot be read: its rows are too short for the 1000 columns of the first/,
    )
  })

  it.each(TEXT_TYPES)('white space alone (%s)', async (mediaType) => {
    expect(await reasonFor(utf8(' \n\t '), mediaType)).toMatch(/^The document has no text/)
  })

  it('an HTML page whose text is made by scripts', async () => {
    const reason = await reasonFor(utf8('<html><body><script>draw()</script></body></html>'), 'text/html')
    expect(reason).toMatch(/^The HTML page has no text/)
  })

  it.each([1, 2, 3, 4])('UTF-8 that breaks off after a character of %i bytes', async (length) => {
    const [character = ''] = ['', 'x', 'é', '₹', '😀'].slice(length)
    const bytes = Uint8Array.from([...utf8(`ab${character}`), 0xf0, 0x9f])
    expect(await reasonFor(bytes, 'text/plain')).toContain(`byte ${2 + length} begins no character`)
  })

  it('HTML nested deeper than can be followed', async () => {
    const reason = await reasonFor(utf8(`<body>${'<div>'.repeat(2000)}x`), 'text/html')
    expect(reason).toMatch(/^The HTML cannot be read: its elements are nested more than 300 deep/)
  })

  /** Each of a few thousand characters, and without a limit of millions of elements or places, or of no end at all. */
  it.each([
    [
      'elements left open in each paragraph, one in another',
      Array.from({ length: 1500 }, (_, at) => `<p><b id=${at}>x</p>`).join(''),
      /nested more than 300 deep/,
    ],
    [
      'elements left open that each later paragraph has again',
      `${Array.from({ length: 250 }, (_, at) => `<p><b id=${at}>x</p>`).join('')}${'<p>x'.repeat(5000)}`,
      /elements that it leaves open make it more than 10 times as large/,
    ],
    ['a cell over more columns than any table has', '<table><tr><td colspan=9999>x<td>y</table>', /from 1 to 1000/],
    ['a cell over rows without end', '<table><tr><td rowspan=Infinity>x<td>y</table>', /from 1 to 1000/],
    ['a cell over fewer rows than one', '<table><tr><td rowspan=-5>x<td>y</table>', /from 1 to 1000/],
    [
      'a row of cells that each span many',
      `<table><tr>${'<td colspan=500>x'.repeat(3)}</table>`,
      /more than 1000 columns/,
    ],
    [
      'cells with more places than the page has characters',
      `<table><tr>${'<td rowspan=1000>x'.repeat(20)}</table>`,
      /span more places than it has characters/,
    ],
    [
      'a cell that makes each line of its table as wide',
      `<table><tr><td>${'x'.repeat(20_000)}<td>y${'<tr><td>a<td>b'.repeat(4000)}</table>`,
      /its tables have more than 64000000 characters when each line is as wide as their widest cells/,
    ],
  ])('HTML with %s', async (_, html, why) => {
    expect(await reasonFor(utf8(`<html><body>${html}`), 'text/html')).toMatch(why)
  })

  it('a media type that no source has', async () => {
    expect(await reasonFor(utf8('x'), 'image/png')).toMatch(/^Text cannot be taken from `image\/png`/)
  })
})

describe('the identity of text', () => {
  it('is the hash of each page and the canonical hash of those hashes', () => {
    const hashes = [sha256('one'), sha256('')]
    expect(textIdentity(['one', ''])).toEqual({
      page_sha256: hashes,
      text_sha256: canonicalHash(hashes),
      page_count: 2,
    })
  })

  it('changes with any page and with their order', () => {
    const texts = [['a', 'b'], ['b', 'a'], ['a', 'b '], ['ab']].map((pages) => textIdentity(pages).text_sha256)
    expect(new Set(texts).size).toBe(4)
  })
})

describe('the media type of a file name', () => {
  it.each([
    ['order.PDF', 'application/pdf'],
    ['a/b.htm', 'text/html'],
    ['page.html', 'text/html'],
    ['sources/schedule.2026.csv', 'text/csv'],
    ['notice.md', 'text/markdown'],
    ['note.txt', 'text/plain'],
    ['scan.png', null],
    ['pdf', null],
    ['folder.pdf/file', null],
  ])('%s: %s', (name, expected) => {
    expect(mediaTypeOf(name)).toBe(expected)
  })
})
