import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const files = readdirSync('releases/proof', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => normalize(join('releases/proof', name)))
const imported = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, target = '']) => ({
    file,
    target: target.startsWith('.') ? normalize(join(dirname(file), target)) : target,
  })),
)
const between = (from: string, to: string) =>
  imported.filter(
    ({ file, target }) => file.startsWith(`releases/proof/${from}/`) && target.startsWith(`releases/proof/${to}/`),
  )

describe('the layers of the proof', () => {
  it('are seen at all', () => {
    expect(between('verify', 'format').length).toBeGreaterThan(10)
  })

  it.each([
    ['verify', 'sign'],
    ['sign', 'verify'],
    ['format', 'sign'],
    ['format', 'verify'],
    ['merkle', 'sign'],
    ['merkle', 'verify'],
  ])('%s imports nothing of %s', (from, to) => {
    expect(between(from, to)).toEqual([])
  })

  it('reach outside only for the record, its schema library and cryptography', () => {
    const outside = imported.map(({ target }) => target).filter((target) => !target.startsWith('releases/'))
    expect([...new Set(outside)].sort()).toEqual(['#digest', '#signature', 'node:crypto', 'zod'])
    expect(imported.filter(({ target }) => /^releases\/(?!proof|record)/.test(target))).toEqual([])
  })

  it('make private keys only where signatures are made', () => {
    const holders = files.filter((file) => /createPrivateKey/.test(readFileSync(file, 'utf8')))
    expect(holders).toEqual(['releases/proof/sign/signing-key.ts'])
  })
})
