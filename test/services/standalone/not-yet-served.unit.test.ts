import { expect, test } from 'vitest'
import { notYetServed } from '../../../services/standalone/serve.ts'

const BIHAR = { release_id: 'BR-2026-27', revision: 2 }
const ODISHA = { release_id: 'OD-2026-27', revision: 1 }

/** Serves a revision from the given look on. */
function api(from: Readonly<Record<string, number>>) {
  const looks = new Map<string, number>()
  const serves = (releaseId: string, revision: number): boolean => {
    const name = `${releaseId}@${revision}`
    looks.set(name, (looks.get(name) ?? 0) + 1)
    return (looks.get(name) ?? 0) >= (from[name] ?? Number.POSITIVE_INFINITY)
  }
  return { serves, looks }
}

test('waits until the API serves every release', async () => {
  const { serves, looks } = api({ 'BR-2026-27@2': 3, 'OD-2026-27@1': 1 })
  expect(await notYetServed({ serves }, [BIHAR, ODISHA])).toEqual([])
  expect(looks.get('BR-2026-27@2')).toBe(3)
})

test('gives back what is not served when patience ends; an older revision does not count', async () => {
  const { serves } = api({ 'BR-2026-27@1': 1, 'OD-2026-27@1': 1 })
  expect(await notYetServed({ serves }, [BIHAR, ODISHA], 0)).toEqual([BIHAR])
})
