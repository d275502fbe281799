import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPersonKey, makePersonKey } from '../../../services/platform/person-key.ts'

/** People's key files: each fault is reported with a remedy, and the file is not changed. */

let home: string
let path: string
let text: string
let keyId: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-keys-`))
  path = join(home, 'asha.json')
  keyId = (await makePersonKey(path, 'asha', 'correct horse')).key.keyId
  text = await readFile(path, 'utf8')
})
afterAll(() => rm(home, { recursive: true }))

const say = (passphrase: string) => async (): Promise<string> => passphrase
const opened = (at = path, passphrase = 'correct horse') =>
  loadPersonKey(at, say(passphrase)).then(
    ({ name, key }) => [name, key.keyId],
    ({ code, message }) => [code, message],
  )

async function altered(content: string): Promise<string> {
  const other = join(home, 'altered.json')
  await rm(other, { force: true })
  await writeFile(other, content, { mode: 0o600 })
  return other
}

describe('a key file', () => {
  it('is opened by its passphrase, however its letters are composed', async () => {
    expect(await opened()).toEqual(['asha', keyId])
    const accented = join(home, 'accented.json')
    const { key } = await makePersonKey(accented, 'bashir', 'caf\u00e9')
    expect(await opened(accented, 'cafe\u0301')).toEqual(['bashir', key.keyId])
  })

  it.each(['', 'Correct horse', 'correct horse '])('is not opened by %j', async (passphrase) => {
    expect(await opened(path, passphrase)).toEqual(['PASSPHRASE_WRONG', expect.stringContaining('does not open')])
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it.each([0o640, 0o604, 0o660, 0o644, 0o610])('that others may use (%o) is refused with what to do', async (mode) => {
    const open = await altered(text)
    await chmod(open, mode)
    expect(await opened(open)).toEqual(['PERSON_KEY_OPEN', expect.stringContaining('chmod 600')])
  })

  it('is made for its owner alone, and never written over', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await expect(makePersonKey(path, 'asha', null)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('that is not there, or none, or cut, is named', async () => {
    const unreadable = ['PERSON_KEY_UNREADABLE', expect.any(String)]
    expect(await opened(join(home, 'none.json'))).toEqual(unreadable)
    for (const content of ['', 'junk', '{}', text.slice(0, -10), text.replace('"asha"', '"a b"')])
      expect(await opened(await altered(content))).toEqual(unreadable)
  })

  it('whose key is not the one it names is damaged, and nothing is signed with it', async () => {
    const other = await makePersonKey(join(home, 'other.json'), 'asha', null)
    const named = Buffer.from(other.key.publicKey).toString('base64')
    const content = text.replace(/"public_key": "[^"]*"/, `"public_key": "${named}"`)
    expect(await opened(await altered(content))).toEqual(['PERSON_KEY_UNREADABLE', expect.stringContaining('damaged')])
  })
})
