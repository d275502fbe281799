import { expect, test } from 'vitest'
import { inParallel } from '../../../../services/api/snapshot/in-parallel.ts'

/** Work that ends on request, and counts how much of it runs at once. */
function workshop() {
  const started: number[] = []
  const ends = new Map<number, (value: string) => void>()
  let busy = 0
  let most = 0
  const work = async (item: number): Promise<string> => {
    started.push(item)
    busy += 1
    most = Math.max(most, busy)
    const result = await new Promise<string>((resolve) => ends.set(item, resolve))
    busy -= 1
    return result
  }
  return { started, work, end: (item: number) => ends.get(item)?.(`done ${item}`), most: () => most }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('results stand in the order of the items, whichever ends first, and no more than the width run at once', async () => {
  const { started, work, end, most } = workshop()
  const all = inParallel([1, 2, 3], 2, work)
  expect(started).toEqual([1, 2])
  end(2)
  await settled()
  expect(started).toEqual([1, 2, 3])
  end(3)
  await settled()
  end(1)
  expect(await all).toEqual(['done 1', 'done 2', 'done 3'])
  expect(most()).toBe(2)
})

test('an empty list resolves', async () => {
  expect(await inParallel([], 2, async () => 'never')).toEqual([])
})

test('one failure rejects all', async () => {
  const failing = inParallel([1, 2], 1, async (item) => {
    if (item === 2) throw new Error('the second')
    return item
  })
  await expect(failing).rejects.toThrow('the second')
})
