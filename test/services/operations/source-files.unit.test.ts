import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDefinitionFolder, readSourceFile } from '../../../services/operations/definition-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pramaan-sources-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const REFUSED = { code: 'FILE_UNREADABLE' }
const wanted = (file: string) => ({
  source_id: 'XX',
  file,
  sha256: '0'.repeat(64),
  size_bytes: 1,
  media_type: 'text/csv' as const,
})

describe('a source that is not a file is refused, and nothing waits for it', () => {
  it('a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'order.csv')])
    await expect(readSourceFile(join(folder, 'order.csv'))).rejects.toMatchObject(REFUSED)
  })

  it('a device', async () => {
    await expect(readSourceFile('/dev/zero')).rejects.toMatchObject(REFUSED)
  })

  it('a folder', async () => {
    await expect(readSourceFile(folder)).rejects.toMatchObject(REFUSED)
  })

  it.each([
    ['a name that is not there', (path: string) => path, /there is no file with this name/],
    ['a link to what is not there', (path: string) => symlinkSync(join(folder, 'gone.csv'), path), /a broken link/],
    ['a link that leads back to itself', (path: string) => symlinkSync(path, path), /leads back to itself/],
  ])('%s, and it is said which', async (_, make, said) => {
    const path = join(folder, 'order.csv')
    make(path)
    await expect(readSourceFile(path)).rejects.toMatchObject({ ...REFUSED, message: expect.stringMatching(said) })
  })

  it('a link out of the definition, while one inside it is read', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'pramaan-outside-'))
    writeFileSync(join(outside, 'order.csv'), 'a,b\n')
    writeFileSync(join(folder, 'release.yaml'), 'release_id: XX\n')
    writeFileSync(join(folder, 'inside.csv'), 'c,d\n')
    symlinkSync(join(outside, 'order.csv'), join(folder, 'out.csv'))
    symlinkSync(join(folder, 'inside.csv'), join(folder, 'in.csv'))
    const { sourceBytes } = await readDefinitionFolder(null, folder, folder)
    await expect(sourceBytes(wanted('out.csv'))).rejects.toMatchObject(REFUSED)
    expect(new TextDecoder().decode((await sourceBytes(wanted('in.csv'))) ?? undefined)).toBe('c,d\n')
    rmSync(outside, { recursive: true })
  })

  it('a definition file that is a pipe', async () => {
    writeFileSync(join(folder, 'release.yaml'), 'release_id: XX\n')
    execFileSync('mkfifo', [join(folder, 'rows.csv')])
    await expect(readDefinitionFolder(null, folder, folder)).rejects.toMatchObject(REFUSED)
  })
})
