import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
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
