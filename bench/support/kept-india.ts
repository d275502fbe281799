import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_VERSION } from '../../releases/engine/version.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { shippedRecords } from '../../scripts/shipped-records.ts'
import { removeHome } from '../../test/support/temporary-home.ts'
import { signLog } from './bulk-log.ts'
import { buildIndia } from './india.ts'
import type { India } from './india-counted.ts'
import type { Say } from './report.ts'
import { type Local, withPool, withStack } from './stack.ts'

/**
 * Version of its content: if the builder or the engine has changed, it is built again. Releases that were sealed by another
 * engine are compiled whole when an API starts.
 */
const VERSION = `2, ${ENGINE_VERSION}`
/** A small one, so that there can be thousands. */
const MODEL = 'TS/2026-27'
const MARK = 'india.json'

type Mark = { readonly version: string; readonly wanted: number; readonly india: India }

/**
 * Synthetic India with a number of releases, in a subfolder of `folder`, with its databases running. It is built the
 * first time, which takes minutes, and kept: a later run reuses it in the state that the previous run left. An
 * unfinished one is built again.
 */
export async function withIndia<T>(
  folder: string,
  releases: number,
  say: Say,
  work: (local: Local, india: India) => Promise<T>,
): Promise<T> {
  const home = join(folder, `large-${releases}`)
  const mark = await readMark(home)
  if (mark?.wanted !== releases || mark.version !== VERSION) await removeHome(home)
  await mkdir(home, { recursive: true })
  return withStack(home, async (local) => {
    const kept = await readMark(home)
    if (kept === null) return work(local, await build(local, releases, say))
    say(`${home} is there from an earlier run`)
    await signRest(local, say)
    return work(local, kept.india)
  })
}

/** An earlier run ends with acts that no checkpoint covers: holds apply at once, their ends only when signed. */
async function signRest(local: Local, say: Say): Promise<void> {
  await withPool(local.pipelineUrl, 2, async (pool) => {
    const { rows } = await pool.query<{ covered: boolean }>(
      'SELECT (SELECT max(position) FROM checkpoints) = (SELECT position FROM event_log_head) AS covered',
    )
    if (rows[0]?.covered === true) return
    say('its newest acts are signed')
    await signLog(pool, local.home)
  })
}

async function build(local: Local, wanted: number, say: Say): Promise<India> {
  say(`building ${wanted} releases in ${local.home}, once`)
  const records = await shippedRecords()
  const model = records.find(({ folder }) => folder === MODEL)?.record
  const sized = records.map(({ record }) => ({ record, bytes: canonicalBytes(record).length }))
  const largest = sized.sort((a, b) => b.bytes - a.bytes)[0]?.record
  if (model === undefined || largest === undefined) throw new Error(`${MODEL} is not shipped`)
  const india = await buildIndia(local, model, largest, wanted, say)
  const mark: Mark = { version: VERSION, wanted, india }
  await writeFile(join(local.home, MARK), `${JSON.stringify(mark, null, 2)}\n`)
  return india
}

async function readMark(home: string): Promise<Mark | null> {
  const text = await readFile(join(home, MARK), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
