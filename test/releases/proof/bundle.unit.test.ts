import { describe, expect, it } from 'vitest'
import { buildBundle, parseBundle } from '../../../releases/proof/format/bundle.ts'
import { verifyBundle } from '../../../releases/proof/verify/bundle.ts'
import { SOUND } from '../../support/tamper/case.ts'
import { readerTrust as trust } from '../../support/tamper/trust-text.ts'
import { bake, eventHash, recordContent, witnesses } from '../../support/tamper/world.ts'

function bundle() {
  const parsed = parseBundle(SOUND)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.bundle
}

describe('a bundle', () => {
  it('is built from its parts to the same bytes as it was read from', () => {
    expect(Buffer.from(buildBundle(bundle())).equals(SOUND)).toBe(true)
  })

  it('is not built from parts that a reader would refuse', () => {
    const { inclusion } = bundle()
    expect(() => buildBundle({ ...bundle(), inclusion: { ...inclusion, leafIndex: -1 } })).toThrow(TypeError)
    expect(() => buildBundle({ ...bundle(), inclusion: { ...inclusion, hashes: [new Uint8Array(31)] } })).toThrow(
      TypeError,
    )
  })

  it('proves what was sealed, its position in the log, and its witnesses', () => {
    const held = bake({ size: 9 }).checkpoint
    const result = verifyBundle(SOUND, { trust: trust(), checkpoint: held, witnesses: 2 })
    expect(result).toMatchObject({
      ok: true,
      release_id: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1',
      revision: 2,
      leaf_index: 8,
      checkpoint: { size: 11, log_head: { position: 112, hash: eventHash(112) } },
      witnesses: witnesses.slice(0, 2).map(({ name }) => name),
      history: 'newer',
      statement: { engineVersion: '1.0.0' },
      entry: { type: 'ReleaseSealed', actor: 'pipeline' },
    })
    expect(result.ok && JSON.parse(Buffer.from(result.record).toString())).toEqual(recordContent(2))
  })

  it('reports its relation to the reader’s checkpoint', () => {
    const history = (checkpoint: string | null) => {
      const result = verifyBundle(SOUND, { trust: trust(), checkpoint })
      return result.ok ? result.history : result.code
    }
    expect(history(null)).toBeNull()
    expect(history(bake().checkpoint)).toBe('same')
    expect(history(bake({ size: 10 }).checkpoint)).toBe('newer')
    expect(history(bake({ size: 12 }).checkpoint)).toBe('STALE_CHECKPOINT')
  })

  it('has no byte that can change undetected: flipping one bit of each is refused', () => {
    const trusted = trust()
    const unseen: number[] = []
    for (let at = 0; at < SOUND.length; at++) {
      const copy = Uint8Array.from(SOUND)
      copy[at]! ^= 1 << (at % 8)
      if (verifyBundle(copy, { trust: trusted }).ok) unseen.push(at)
    }
    expect(unseen).toEqual([])
  })
})
