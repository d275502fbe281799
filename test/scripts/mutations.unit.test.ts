import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { AREAS } from '../../scripts/mutate/areas.ts'
import { testsRunning } from '../../scripts/mutate/coverage.ts'
import { EQUIVALENTS } from '../../scripts/mutate/equivalents.ts'
import { executedIn } from '../../scripts/mutate/executed.ts'
import { mutated, mutationsOf, nameOf } from '../../scripts/mutate/mutations.ts'
import { hasHeld, type Judged, mutationReport } from '../../scripts/mutate/report.ts'
import { drawn, mutationsIn, stepsOf } from '../../scripts/mutate/sample.ts'
import { linkEach } from '../../scripts/mutate/tests.ts'
import { Verdicts } from '../../scripts/mutate/verdicts.ts'
import { ROOT } from '../support/child.ts'

const changes = (source: string): string[] =>
  mutationsOf('a.ts', source).map((mutation) => mutated(source, mutation).trim())

describe('the mutations of a source', () => {
  it.each([
    ['const a = b < c', ['const a = b <= c']],
    ['const a = b >= c && d', ['const a = b >= c || d', 'const a = b > c && d']],
    ['const a = b * 2n', ['const a = b / 2n', 'const a = b * 3n']],
    ['if (!a) b()', ['if (true) b()', 'if (false) b()', 'if (a) b()', 'if (!a) void 0']],
    [
      'const a = b ? 1 : 2',
      ['const a = true ? 1 : 2', 'const a = false ? 1 : 2', 'const a = b ? 2 : 2', 'const a = b ? 1 : 3'],
    ],
    ['const a = b.filter(c).some(d)', ['const a = b.filter(c).every(d)', 'const a = b.some(d)']],
    ['const a = true', ['const a = false']],
  ])('%s', (source, expected) => {
    expect(changes(source)).toEqual(expected)
  })

  it.each([
    'type A = 1 | 2',
    "import a from 'b'",
    'throw new Error(1 + 2)',
    "const a = 'b' + c",
    'const PATIENCE_MS = 5_000',
  ])('none in %s', (source) => {
    expect(changes(source)).toEqual([])
  })

  it.each([
    [
      'not remembering what is found again',
      'const a = known.get(b)\nif (a !== undefined) return a',
      'known.set(b, c)',
      '',
    ],
    ['how often something is drawn', 'const a = random.percent(5)', '', ''],
    ['how much is drawn', 'const a = random.below(20)', '', ''],
    [
      'but what another map is told',
      'const a = known.get(b)\nif (a !== undefined) return a',
      'others.set(b, c)',
      'void 0',
    ],
    ['but another list looked into', 'const a = known.find(b)\nif (a !== undefined) return a', '', 'if (false)'],
    ['but what is given back otherwise', 'const a = known.get(b)\nif (a !== undefined) return b', '', 'if (false)'],
    ['but what is reckoned with a draw', 'const a = random.below(20 + 1)', '', '21 + 1'],
  ])('undetectable mutations are not made: %s', (_, first, second, left) => {
    const made = changes(`function f() {\n${first}\n${second}\n}`).filter((each) => !/if \(true\)|=== undef/.test(each))
    expect(made.length > 0).toBe(left !== '')
    expect(made.join()).toContain(left)
  })

  it('an operator runs where its expression begins, though what stands behind it never may', () => {
    const source = 'const a = b(c) ?? d'
    const [mutation] = mutationsOf('a.ts', source)
    expect(source.slice(mutation!.start, mutation!.end)).toBe('??')
    expect(source.slice(mutation!.runsAt)).toBe('b(c) ?? d')
  })

  it('each is described by its place, the old text and the new text', () => {
    expect(mutationsOf('a.ts', 'const a = 1\nconst b = a > 2').map(nameOf)).toEqual([
      'a.ts:1: 1 -> 2',
      'a.ts:2: > -> >=',
      'a.ts:2: 2 -> 3',
    ])
  })
})

describe('the table of parts', () => {
  it('adds up to the whole sample, and names folders that are there', () => {
    expect(AREAS.reduce((sum, { share }) => sum + share, 0)).toBe(100)
    for (const { sources } of AREAS)
      for (const source of sources) expect(existsSync(join(ROOT, source)), source).toBe(true)
  })

  it.each(AREAS)('has enough mutations in $name, each with tests', (area) => {
    const all = mutationsIn(ROOT, area)
    expect(all.length).toBeGreaterThan(3 * area.share)
    for (const tests of stepsOf(ROOT, area)) expect(tests).not.toEqual([])
  })

  it('draws the same by the same seed, nothing twice, and what is written elsewhere changes none of it', () => {
    const all = mutationsOf('a.ts', Array.from({ length: 50 }, (_, index) => `const a${index} = ${index}`).join('\n'))
    const some = drawn(all, 20, 7)
    expect(drawn(all, 20, 7)).toEqual(some)
    expect(drawn(all, 20, 8)).not.toEqual(some)
    expect(new Set(some).size).toBe(20)
    expect(drawn(all, 80, 7).length).toBe(50)
    const more = drawn([...mutationsOf('a.ts', 'const b = 1'), ...all], 21, 7)
    expect(some.every((mutation) => more.includes(mutation))).toBe(true)
  })
})

describe('which tests run a line', () => {
  // function f (0 to 100) ran, a branch in it (20 to 40) did not, in which a callback (30 to 35) did; g (100 to 120) did not.
  const functions = [
    [0, 120, 1],
    [0, 100, 3],
    [20, 40, 0],
    [30, 35, 2],
    [100, 120, 0],
  ].map(([startOffset, endOffset, count]) => ({
    ranges: [{ startOffset: startOffset!, endOffset: endOffset!, count: count! }],
  }))

  it('of nested ranges the innermost says whether it ran', () => {
    expect(executedIn(functions)).toEqual([
      [0, 20],
      [30, 35],
      [40, 100],
    ])
  })

  it('gives those that ran it, the cheapest first', () => {
    const covered = [
      { test: 'dear', processorMs: 9, texts: {}, sources: { 'a.ts': executedIn(functions) } },
      { test: 'cheap', processorMs: 3, texts: {}, sources: { 'a.ts': executedIn(functions) } },
      { test: 'another', processorMs: 1, texts: {}, sources: { 'b.ts': executedIn(functions) } },
    ]
    const running = (offset: number): string[] => testsRunning(covered, 'a.ts', offset).map(({ test: name }) => name)
    expect(running(10)).toEqual(['cheap', 'dear'])
    expect(running(25)).toEqual([])
    expect(running(32)).toEqual(['cheap', 'dear'])
    expect(running(110)).toEqual([])
  })
})

describe('verdicts that are kept', () => {
  it('those that were noticed, for a mutation of the same text of the file', async () => {
    const place = await mkdtemp(join(tmpdir(), 'pramaan-verdicts-'))
    try {
      const [plus, one] = mutationsOf('a.ts', 'const a = 1 + 2')
      const path = join(place, 'cache', 'verdicts.jsonl')
      const first = new Verdicts(path)
      first.add(plus!, { noticed: 'by a test', by: 'a test', ms: 5 })
      first.add(one!, { noticed: 'no', by: '', ms: 7 })
      const second = new Verdicts(path)
      expect(second.noticed(plus!)).toEqual({ noticed: 'by a test', by: 'a test', ms: 5 })
      expect(second.noticed(one!)).toBeUndefined()
      const [edited] = mutationsOf('a.ts', 'const a = 1 + 3')
      expect(second.noticed(edited!)).toBeUndefined()
    } finally {
      await rm(place, { recursive: true })
    }
  })
})

test('what removes the dependencies of a copy leaves those of the tree', async () => {
  const place = await mkdtemp(join(tmpdir(), 'pramaan-links-'))
  try {
    await mkdir(join(place, 'tree', '@scope', 'one'), { recursive: true })
    await mkdir(join(place, 'tree', 'two'))
    for (const file of ['@scope/one/index.js', 'two/index.js']) await writeFile(join(place, 'tree', file), 'export {}')
    await linkEach(join(place, 'tree'), join(place, 'copy'))
    expect(existsSync(join(place, 'copy', '@scope/one/index.js'))).toBe(true)
    for (const name of await readdir(join(place, 'copy'))) await rm(join(place, 'copy', name), { recursive: true })
    for (const file of ['@scope/one/index.js', 'two/index.js']) expect(existsSync(join(place, 'tree', file))).toBe(true)
  } finally {
    await rm(place, { recursive: true })
  }
})

test('an equivalent is of a line that is there', () => {
  const all = AREAS.flatMap((area) => mutationsIn(ROOT, area))
  for (const { file, within, change } of EQUIVALENTS) {
    const found = all.some(
      (one) => one.file === file && one.within === within && `${one.original} -> ${one.replacement}` === change,
    )
    expect(found, `${file}: ${within}`).toBe(true)
  }
})

describe('the report', () => {
  const [mutation] = mutationsOf('a.ts', 'const a = b < c')
  const judgedAs = (noticed: Judged['noticed']): Judged => ({ area: 'engine', mutation: mutation!, noticed })
  const of = (count: number, noticed: Judged['noticed']): Judged[] =>
    Array.from({ length: count }, () => judgedAs(noticed))

  it('holds from 95 of a hundred on; what is equivalent is not counted', () => {
    expect(hasHeld([...of(90, 'by a test'), ...of(5, 'by time'), ...of(5, 'no')])).toBe(true)
    expect(hasHeld([...of(94, 'by a test'), ...of(6, 'no')])).toBe(false)
    expect(hasHeld([...of(19, 'by a test'), ...of(1, 'no'), ...of(40, 'equivalent')])).toBe(true)
    expect(hasHeld([...of(18, 'by a test'), ...of(2, 'no'), ...of(40, 'equivalent')])).toBe(false)
  })

  it('lists undetected mutations with their places', () => {
    const page = mutationReport([...of(3, 'by a test'), ...of(1, 'no')], { seed: 7, conditions: 'Conditions: a test.' })
    expect(page).toContain('**3 of 4 were noticed: 75.0 %**')
    expect(page).toContain('- `a.ts:1: < -> <=`')
  })
})
