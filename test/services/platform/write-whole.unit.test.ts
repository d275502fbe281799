import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-whole-`))
})
afterAll(() => rm(home, { recursive: true }))

const MODULE = join(import.meta.dirname, '../../../services/platform/files.ts')

it.each(['writeSecret', 'writeWhole'])(
  '%s leaves nothing behind where no byte can be written, and names the file',
  async (how) => {
    const path = join(home, 'key.pem')
    const script = `import(${JSON.stringify(MODULE)}).then((of) => of.${how}(${JSON.stringify(path)}, 'secret')).catch((e) => console.log(e.code, e.message))`
    // No file may have a byte; the signal about it is ignored, so that the write fails as on a full disk.
    const { stdout } = spawnSync(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" -e "$1"`, process.execPath, script],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      },
    )
    expect(stdout).toBe(`EFBIG ${path} cannot be written: it would be too large\n`)
    expect(await readdir(home)).toEqual([])
  },
)

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a process that %s ends while it writes leaves the old file, and no other',
  async (signal) => {
    const own = join(home, signal)
    await mkdir(own)
    const path = join(own, 'trust.json')
    await writeFile(path, 'old')
    // The process signals itself once its draft is there, long before its bytes are.
    const script = `import { readdirSync } from 'node:fs'
      import { writeWhole } from ${JSON.stringify(MODULE)}
      const written = writeWhole(${JSON.stringify(path)}, Buffer.alloc(1 << 30))
      const isDrafted = () => readdirSync(${JSON.stringify(own)}).length === 2
      while (!isDrafted()) await new Promise(setImmediate)
      process.kill(process.pid, ${JSON.stringify(signal)})
      await written`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(ended.signal, ended.stderr).toBe(signal)
    expect(await readdir(own)).toEqual(['trust.json'])
    expect(await readFile(path, 'utf8')).toBe('old')
    await rm(own, { recursive: true })
  },
)

it('a process that handles the signal itself ends in its own order', async () => {
  const path = join(home, 'seen.json')
  const script = `import { writeWhole } from ${JSON.stringify(MODULE)}
    process.once('SIGTERM', () => console.log('in order'))
    const written = writeWhole(${JSON.stringify(path)}, 'new')
    process.kill(process.pid, 'SIGTERM')
    await written`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect([ended.signal, ended.stdout], ended.stderr).toEqual([null, 'in order\n'])
  expect(await readFile(path, 'utf8')).toBe('new')
  await rm(path)
})
