import { expect, test, vi } from 'vitest'
import type { GateName } from '../../../pipeline/gates/gate.ts'
import { OperationRefusal } from '../../../services/operations/refusal.ts'
import { eachDefinition, saySkipped } from '../../../services/standalone/serve.ts'
import { startProgress } from '../../../services/standalone/start-progress.ts'

function said(details: object): string {
  const lines: string[] = []
  saySkipped('releases/states/XX/2026-27', new OperationRefusal('RELEASE_REJECTED', 'rejected', details), (line) =>
    lines.push(line),
  )
  return lines.join('\n')
}
const finding = (gate: GateName, line: number) => {
  return { gate, path: 'rows/A', where: `rows.csv:${line}`, expected: 'a', found: 'b', evidence: null }
}

test('of a rejected definition the causes are said, with a count of what follows from each', () => {
  const causes = ['A', 'B', 'C', 'D', 'E', 'F'].map((row) => ({
    subject: `rows/${row}`,
    findings: [finding('evidence.quote_found', 2)],
    follow: Array.from({ length: 30 }, (_, line) => finding('calculation.boundaries', line)),
  }))
  const text = said({ causes, findings: causes.flatMap(({ findings, follow }) => [...findings, ...follow]) })

  expect(text).toContain(
    [
      '  skipped XX/2026-27: rejected',
      '1. rows/A',
      '  rows.csv:2  [evidence.quote_found]',
      '      expected a',
      '      found    b',
      '  and 30 more, most of them consequences: 30 of calculation.boundaries (`release show` shows them)',
      '2. rows/B',
    ].join('\n'),
  )
  expect(text).not.toContain('rows/F')
  expect(text).toMatch(/\n {2}and 1 more cause: see `release show`$/)
})

test('a single finding that follows is no list of them', () => {
  const cause = {
    subject: 'rows/A',
    findings: [finding('evidence.quote_found', 2)],
    follow: [finding('calculation.boundaries', 3)],
  }

  expect(said({ causes: [cause], findings: [] })).toContain(
    '  and 1 more, probably a consequence: 1 of calculation.boundaries (`release show` shows them)',
  )
})

test('of one that was refused without a record the first findings are said', () => {
  const findings = Array.from({ length: 21 }, (_, line) => finding('schema.record_valid', line))
  expect(said({ findings }).match(/rows\.csv/g)).toHaveLength(20)
})

test('what a definition says is shown without what a terminal would obey', () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const findings = [{ ...finding('schema.record_valid', 1), found: 'unknown key `a\u001b[2K\u001b[1A`' }]
  saySkipped('XX/2026-27', new OperationRefusal('RELEASE_REJECTED', 'rejected', { findings }), startProgress().say)
  write.mockRestore()
  expect(written.join('')).toMatch(/found {4}unknown key `a\\u001b\[2K\\u001b\[1A`\n$/)
})

test('once everything is stopping, no other definition is run, and none is called skipped because the worker is gone', async () => {
  const [ran, lines]: [string[], string[]] = [[], []]
  let isStopping = false
  const run = async (directory: string): Promise<void> => {
    ran.push(directory)
    // Ctrl-C, while the gates of the second one run.
    isStopping = directory === 'BR/2026-27'
    throw new OperationRefusal('NO_WORKER', 'no worker was seen')
  }
  await eachDefinition([['BR/2025-26', 'BR/2026-27', 'BR/2027-28']], run, {
    isStopping: () => isStopping,
    say: (line) => lines.push(line),
  })

  expect({ ran, lines }).toEqual({
    ran: ['BR/2025-26', 'BR/2026-27'],
    lines: ['  skipped BR/2025-26: no worker was seen'],
  })
})
