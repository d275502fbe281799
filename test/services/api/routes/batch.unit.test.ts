import { describe, expect, it } from 'vitest'
import { batchParts } from '../../../../services/api/routes/batch.ts'

/** A batch of items of half a millisecond each, by a clock that they advance. */
function batchOf(items: number, body: string) {
  let made = 0
  const answer = () => {
    made += 1
    return { status: 200, body: [body] }
  }
  const parts = batchParts(Array(items).fill(null), answer, () => made / 2)
  return { parts, made: () => made }
}

describe('a batch as it is written', () => {
  it('lets other work run after every two milliseconds', async () => {
    const { parts, made } = batchOf(20, '{}')
    const turns: number[] = []
    let isDone = false
    const watch = (): void => {
      if (isDone) return
      turns.push(made())
      setImmediate(watch)
    }
    setImmediate(watch)
    for await (const _part of parts);
    isDone = true
    expect(turns).toEqual([4, 8, 12, 16, 20])
  })

  it('makes nothing in advance: at most a chunk of 64 KiB, and one item that did not fit', async () => {
    const item = `"${'x'.repeat(1_000)}"`
    const { parts, made } = batchOf(1_000, item)
    expect(made()).toBe(0)
    const first = await parts.next()
    const text = Buffer.from(first.value!).toString()
    expect(text).toMatch(/^","data":\{"answers":\[\{"status":200,"body":"x/)
    expect(text.length).toBeLessThanOrEqual(65_536)
    const perPiece = made()
    await new Promise(setImmediate)
    expect(made()).toBe(perPiece)
    await parts.next()
    expect(made()).toBe(2 * perPiece - 1)
    await parts.return(undefined)
    expect((await parts.next()).done).toBe(true)
    expect(made()).toBe(2 * perPiece - 1)
  })
})
