import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters, styleText } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { keyTable } from '../../../services/cli/key.ts'
import { fitted, table, tableOnTerminal } from '../../../services/cli/output.ts'
import { gateProgress } from '../../../services/operations/gate-run.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { nodeBinary } from '../../../services/platform/node-process.ts'
import { startProgress } from '../../../services/standalone/start-progress.ts'
import { ROOT } from '../../support/child.ts'

/** Behaviour of `pramaan` at a terminal and in a pipe. */

const sh = (command: string, env: Readonly<Record<string, string>> = {}) =>
  spawnSync('sh', ['-c', command], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', NODE: nodeBinary(), PRAMAAN_HOME: '/nonexistent', ...env },
  })
const PRAMAAN = '"$NODE" --disable-warning=ExperimentalWarning services/cli/main.ts'

test('`pramaan` is a command, and says its version', () => {
  expect(manifest.bin).toEqual({ pramaan: 'scripts/pramaan.mjs' })
  const { stdout, stderr, status } = sh(`"$NODE" ${manifest.bin.pramaan} --version`)
  expect([stdout, stderr, status]).toEqual([`${manifest.version}\n`, '', 0])
})

test('a reader that stops early causes no error', () => {
  const cases = `${PRAMAAN} definition cases releases/states/RJ/2026-27`
  // The reader is gone when the second starts.
  const { stdout, stderr } = sh(`{ ${cases}; ${cases}; echo "exit $?" >&2; } | head -1`)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stderr).toBe('exit 0\n')
})

describe('colour', () => {
  const refused = `${PRAMAAN} release list`
  test('is for terminals, or on request', () => {
    const red = styleText('red', 'NOT_RUNNING', { validateStream: false })
    expect(sh(refused).stderr).toMatch(/^NOT_RUNNING: /)
    expect(sh(refused, { FORCE_COLOR: '1' }).stderr.startsWith(`${red}: `)).toBe(true)
    expect(sh(refused, { FORCE_COLOR: '0' }).stderr).toMatch(/^NOT_RUNNING: /)
  })

  test('is in no JSON', () => {
    const { stdout } = sh(`${refused} --json`, { FORCE_COLOR: '1' })
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'NOT_RUNNING' } })
  })
})

test('columns of a table stand below each other', () => {
  expect(
    table(
      ['a', 'b'],
      [
        ['long', '1'],
        ['x', '22'],
      ],
    ).split('\n'),
  ).toEqual(['a     b', 'long  1', 'x     22'])
})

/** What `show` gives on a terminal of that many columns; null: not on a terminal. */
function onTerminal(columns: number | null, show: () => string): string {
  const before = { isTTY: process.stdout.isTTY, columns: process.stdout.columns }
  Object.assign(process.stdout, { isTTY: columns !== null, columns })
  try {
    return show()
  } finally {
    Object.assign(process.stdout, before)
  }
}

test('a table leaves out the last columns for which a terminal is too narrow, and says so; nowhere else', () => {
  const show = () => tableOnTerminal(['release', 'stage', 'sha256'], [['R-1', 'reference', 'abcdef']])
  const shown = (columns: number | null) => onTerminal(columns, show).split('\n').slice(1)

  expect(shown(26)).toEqual(['R-1      reference  abcdef'])
  expect(shown(25)).toEqual(['R-1      reference', '(for lack of room without sha256; see --json)'])
  expect(shown(17)).toEqual(['R-1', '(for lack of room without stage, sha256; see --json)'])
  expect(shown(null)).toEqual(['R-1      reference  abcdef'])
})

test('on a terminal of 100 columns the list of keys fits, with every limit and whether a key is in force', () => {
  const [scopes, states] = [
    ['health:read', 'states:read', 'tariffs:read', 'calculate:write'],
    ['BR', 'GJ'],
  ]
  const limits = { per_minute: 60, burst: 20, bills_per_minute: 1_000 }
  const ended = { expires_at: null, valid_until: null, revoked_at: null }
  const row = { key_id: 'key_0123456789ab', name: 'A newspaper', scopes, states, evidence_floor: 'transcription' }
  const key = { ...row, ...limits, ...ended, created_at: new Date(0), standing: 'in force' }
  const shown = onTerminal(100, () => keyTable([key]))

  expect(Math.max(...shown.split('\n').map((line) => stripVTControlCharacters(line).length))).toBeLessThanOrEqual(100)
  expect(shown).toContain('A newspaper  in force  BR,GJ   transcription  60/min, 20/10 s, 1000 bills/min')
  expect(onTerminal(null, () => keyTable([key]))).toContain('health,states,tariffs,calculate')
})

test('long text is wrapped and indented; a word that is too long is on its own line', () => {
  expect(
    fitted('ab\n  one two  three four\n  kW × 25 = Rs 25.00\n    https://example.org/order.pdf, page 2', 16).split(
      '\n',
    ),
  ).toEqual([
    'ab',
    '  one two  three',
    '    four',
    '  kW × 25 =',
    '    Rs 25.00',
    '    https://example.org/order.pdf,',
    '      page 2',
  ])
})

test('a run that is not watched on a terminal is one line, which counts the gates that pass', () => {
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const progress = gateProgress({ release_id: 'XX', revision: 2 } as ReleaseView)
  const failed = 2
  for (let passed = 0; passed + failed <= GATE_NAMES.length; passed += 1) progress({ passed, failed, last: null })
  progress({ passed: GATE_NAMES.length - failed, failed, last: null })
  write.mockRestore()
  expect(written).toEqual(['XX@2: 27 of 29 gates pass\n'])
})

/** What `show` writes to a terminal. */
function written(show: () => void): string {
  const before = { out: process.stdout.isTTY, err: process.stderr.isTTY }
  const texts: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { isTTY: true })
  const methods = ['cursorTo', 'moveCursor', 'clearLine', 'clearScreenDown'] as const
  for (const method of methods) Object.assign(process.stderr, { [method]: () => true })
  try {
    show()
  } finally {
    write.mockRestore()
    Object.assign(process.stdout, { isTTY: before.out })
    Object.assign(process.stderr, { isTTY: before.err })
    for (const method of methods) Reflect.deleteProperty(process.stderr, method)
  }
  return texts.join('')
}

test('on a terminal the gates of two releases share one bar, and a line said meanwhile is printed whole above it', () => {
  const all = written(() => {
    const { progress, say, stop } = startProgress()
    progress({ release_id: 'XX', revision: 1 } as ReleaseView)({ passed: 3, failed: 0, last: null })
    progress({ release_id: 'YY', revision: 1 } as ReleaseView)({ passed: 5, failed: 1, last: null })
    say(`  ${'a long line '.repeat(10)}`)
    stop()
  })
  expect(all).toContain(`  ${'a long line '.repeat(10)}\n`)
  expect(all).toContain('8 of 58 gates pass, 1 failed')
})

test('the bar of a run that is rejected counts what passed: it ends, and is not full', () => {
  const run = (failed: number) =>
    written(() => {
      const progress = gateProgress({ release_id: 'XX', revision: 2 } as ReleaseView)
      for (const passed of [0, GATE_NAMES.length - failed]) progress({ passed, failed, last: null })
      progress({ passed: GATE_NAMES.length - failed, failed, last: null })
    })
  expect(stripVTControlCharacters(run(15))).toMatch(/XX@2 ={9,10}-{10,11} 14 of 29 gates pass, 15 failed {2}\n$/)
  expect(stripVTControlCharacters(run(0))).toMatch(/XX@2 ={20} 29 of 29 gates pass {2}\n$/)
})
