import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGiven } from '../../../services/cli/files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-given-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file of more than 64 MiB is refused, and so is a device that never ends', async () => {
  const large = join(folder, 'large')
  await writeFile(large, '')
  await truncate(large, 64 * 1024 * 1024 + 1)
  const refused = { code: 'FILE_UNREADABLE', message: expect.stringContaining('more than 64 MiB') }
  await expect(readGiven(large)).rejects.toMatchObject(refused)
  await expect(readGiven('/dev/zero')).rejects.toMatchObject(refused)
})

test('a file is read whole, and a pipe to its end', async () => {
  const file = join(folder, 'file')
  await writeFile(file, 'नमस्ते'.repeat(40_000))
  expect(await readGiven(file)).toBe('नमस्ते'.repeat(40_000))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readGiven(pipe), writeFile(pipe, 'from a pipe')])
  expect(read).toBe('from a pipe')
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a command ended by %s while it writes leaves the old file, and no other',
  async (signal) => {
    const own = join(folder, signal)
    await mkdir(own)
    const file = join(own, 'events')
    await writeFile(file, 'old')
    // The command signals itself between two writes, and lists its folder before that.
    const program = `
    import { readdirSync } from 'node:fs'
    import { writingGiven } from ${JSON.stringify(new URL('../../../services/cli/files.ts', import.meta.url).href)}
    await writingGiven(process.argv[1], async (handle) => {
      await handle.appendFile('half')
      console.log(readdirSync(process.argv[2]).length)
      process.kill(process.pid, ${JSON.stringify(signal)})
      await new Promise((resolve) => setInterval(resolve, 1 << 30))
    })`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program, file, own], { encoding: 'utf8' })
    expect([ended.signal, ended.stdout.trim()], ended.stderr).toEqual([signal, '2'])
    expect(await readdir(own)).toEqual(['events'])
    expect(await readFile(file, 'utf8')).toBe('old')
  },
)
