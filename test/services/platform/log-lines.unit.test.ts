import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { logLines } from '../../../services/platform/log-lines.ts'
import { PATIENCE } from '../../support/patience.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened: number[] = []
afterAll(() => {
  for (const fd of opened) closeSync(fd)
})
function open(path: string, flags: number): number {
  const fd = openSync(path, flags)
  opened.push(fd)
  return fd
}

/** A pipe with a name, whose reader can end and another begin. */
function pipe(name: string) {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  const read = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const first = read()
  const lines = logLines(open(path, constants.O_WRONLY | constants.O_NONBLOCK))
  return { lines, first, read }
}
const room = Buffer.alloc(65_536)
const textIn = (fd: number): string => room.toString('utf8', 0, readSync(fd, room))

it('writes every line, in order, also those of the end of a process', async () => {
  const path = join(folder, 'log')
  const lines = logLines(open(path, constants.O_WRONLY | constants.O_CREAT))
  const all = Array.from({ length: 2_000 }, (_, at) => `${at} a line\n`)
  for (const line of all.slice(0, 1_000)) lines.write(line)
  await vi.waitUntil(() => readFileSync(path, 'utf8') === all.slice(0, 1_000).join(''), PATIENCE)
  for (const line of all.slice(1_000, 1_010)) lines.write(line)
  lines.flushSync()
  expect(readFileSync(path, 'utf8')).toBe(all.slice(0, 1_010).join(''))
})

it('goes on where the disk is full', () => {
  const lines = logLines(open('/dev/full', constants.O_WRONLY))
  for (let line = 0; line < 2_000; line += 1) lines.write('a line\n')
  lines.flushSync()
})

it('a process whose log cannot be written ends as it means to, also after a fatal line', () => {
  const logger = new URL('../../../services/platform/logger.ts', import.meta.url).href
  const program = `import { createLogger } from '${logger}'
    const log = createLogger('test', 'info')
    for (let line = 0; line < 100; line += 1) log.info('a line')
    setTimeout(() => { log.fatal('the last line'); process.exit(7) }, 400)`
  const full = open('/dev/full', constants.O_WRONLY)
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', full, full],
  })
  expect(status).toBe(7)
})

it('says how many lines were lost while nobody could read them', () => {
  const { lines, first, read } = pipe('pipe')
  lines.write('one\n')
  lines.flushSync()
  expect(textIn(first)).toBe('one\n')
  closeSync(first)
  lines.write('two\n')
  lines.write('three\n')
  lines.flushSync()
  const second = read()
  opened.push(second)
  lines.write('four\n')
  lines.flushSync()
  const [four, lost] = textIn(second).split('\n')
  expect(four).toBe('four')
  expect(JSON.parse(lost ?? '')).toMatchObject({ level: 40, lost: 2, err: 'its reader has ended' })
})

it('waits for a slow reader, and at the end of a process only briefly', async () => {
  const { lines, first } = pipe('slow')
  opened.push(first)
  const line = `${'x'.repeat(9_999)}\n`
  for (let at = 0; at < 20; at += 1) lines.write(line)
  let read = ''
  await vi.waitUntil(() => {
    try {
      read += textIn(first)
    } catch {
      // Nothing is in the pipe at this moment.
    }
    return read.length === 20 * line.length
  }, PATIENCE)
  expect(read).toBe(line.repeat(20))
  for (let at = 0; at < 20; at += 1) lines.write(line)
  lines.flushSync()
})
