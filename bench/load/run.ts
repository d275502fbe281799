import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { compileAnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { promote, readRecord } from '../../services/operations/lifecycle.ts'
import { listReleases, nameOf, type ReleaseView } from '../../services/operations/release-view.ts'
import { runRelease } from '../../services/operations/run-release.ts'
import { editedDefinition } from '../../test/support/fixture-definition.ts'
import { WATER_RATE, waterAt } from '../../test/support/water.ts'
import { residentMb, UNPINNED } from '../support/machine.ts'
import type { Say } from '../support/report.ts'
import { type Server, startApiServer } from '../support/servers.ts'
import { approveRevision, benchKeys, type Limits, type Local } from '../support/stack.ts'
import { batchesOf, bodiesOf, mixOf } from './mix.ts'
import { type Kept, type OpenLoop, type Run, runOpenLoop } from './open-loop.ts'
import { type Body, type Recomputed, recompute, type Serving } from './recompute.ts'

const OTHER_RATE = 800
const LOOK_EVERY_MS = 1_000

export type LoadPlan = Pick<OpenLoop, 'seconds' | 'rate' | 'seed' | 'connections' | 'keepEvery'> & {
  /** Of the key that sends more than its limit. */
  readonly limits: Limits
}

/** The environment: databases with a running worker, and two people of their log. */
type LoadParts = {
  readonly local: Local
  readonly pool: Pool
  readonly by: Signatory
  readonly approver: Signatory
  readonly say: Say
}

type Promoted = { readonly name: string; readonly atMs: number }
export type LoadOutcome = {
  readonly run: Run
  readonly recomputed: Recomputed
  readonly promotions: readonly Promoted[]
  /** Resident memory of the API each second; empty if there is no /proc. */
  readonly memory: readonly { readonly atMs: number; readonly mb: number }[]
  readonly chain: { readonly ok: boolean }
  readonly releases: number
}

/**
 * Runs a mixed open-loop load against one API process for a given time, while the releases in service change twice;
 * then recomputes stored answers and verifies the log. Existing releases stay in service; two revisions of a fictitious
 * state pass their gates before the load and are promoted in turn during it.
 */
export async function runLoad(parts: LoadParts, plan: LoadPlan): Promise<LoadOutcome> {
  const { local, pool, by, say } = parts
  const [first, second] = await twoRevisions(parts)
  const serving = await servingOf(pool)
  const bodies = bodiesOf(serving)
  say(`${serving.size} releases, ${bodies.answered.length} bills, ${bodies.refused.length} refusals`)
  const keys = await benchKeys(pool)
  const [limited = ''] = await benchKeys(pool, 1, plan.limits)
  const server = await startApiServer(local, keys[0] ?? '', UNPINNED)
  const seen = watched(server)
  try {
    const rows = await rowsServed(server, keys[0] ?? '')
    const kinds = mixOf(bodies, rows, limited)
    say(`${plan.rate} requests a second for ${plan.seconds} s`)
    const { limits: _, ...pace } = plan
    const began = performance.now()
    const promotions: Promoted[] = []
    const promoteInTurn = async (): Promise<void> => {
      for (const [part, release] of [second, first].entries()) {
        await untilMs(began + ((part + 1) * plan.seconds * 1000) / 3)
        await promote({ pool, by, now: () => new Date() }, nameOf(release), null, 'reference')
        promotions.push({ name: nameOf(release), atMs: performance.now() - began })
        say(`${nameOf(release)} promoted`)
      }
    }
    const [run] = await Promise.all([runOpenLoop({ ...pace, origin: server.origin, keys, kinds }), promoteInTurn()])
    const asked = { calculation: bodies.answered.map((body) => [body]), batch: batchesOf(bodies) }
    const recomputed = recomputeAll(serving, run.kept, { ...asked, agent: asked.calculation })
    const chain = await verifyChain(pool)
    return { run, recomputed, promotions, memory: seen.stop(), chain, releases: serving.size }
  } finally {
    seen.stop()
    await server.stop()
  }
}

function recomputeAll(
  serving: Serving,
  kept: readonly Kept[],
  asked: Readonly<Record<string, readonly (readonly Body[])[]>>,
): Recomputed {
  const each = kept.map((one) => recompute(serving, one, asked[one.kind]?.[one.index] ?? []))
  return { bills: each.reduce((sum, { bills }) => sum + bills, 0), wrong: each.flatMap(({ wrong }) => wrong) }
}

/** A fixture of a state that does not exist, at two rates: the first serves, the second is sealed and approved. */
async function twoRevisions(parts: LoadParts): Promise<readonly [ReleaseView, ReleaseView]> {
  const { pool, local, by, approver, say } = parts
  const now = (): Date => new Date()
  const files = [WATER_RATE, OTHER_RATE].map((rate) => editedDefinition(waterAt(rate)))
  const [one = '', other = ''] = await Promise.all(
    files.map((each, at) => writeFiles(join(local.home, `load-${at}`), each)),
  )
  const common = { pool, sourcesPath: local.home, by, approver, now, reopen: true }
  const first = await runRelease({ ...common, progress: () => () => {} }, one)
  const second = await approveRevision(common, other)
  say('two revisions are through their gates')
  return [first, second]
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<string> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** Every release that serves or will serve, as named in the log. */
async function servingOf(pool: Pool): Promise<Serving> {
  const plans = (await listReleases(pool))
    .filter(({ status }) => status === 'released' || status === 'sealed' || status === 'approved')
    .map(async (release) => {
      const record = await readRecord(pool, release)
      if (record === null || release.release_sha256 === null) throw new Error(`${nameOf(release)} has no record`)
      const releaseSha256 = release.release_sha256
      const context = { releaseSha256, revision: release.revision, stage: 'reference', logPosition: 1 } as const
      return [releaseSha256, compileAnswerPlan(record, { ...context, holds: [] })] as const
    })
  return new Map(await Promise.all(plans))
}

async function rowsServed({ origin }: Server, key: string): Promise<string[]> {
  const answer = await fetch(`${origin}/v1/tariffs?state_code=BR`, { headers: { 'x-api-key': key } })
  const { data } = (await answer.json()) as { data: readonly { row_sha256: string }[] }
  return data.map(({ row_sha256 }) => row_sha256)
}

function watched({ pid }: Server) {
  const seen: { atMs: number; mb: number }[] = []
  const began = performance.now()
  const look = (): void => {
    const mb = residentMb(pid)
    if (mb !== null) seen.push({ atMs: performance.now() - began, mb })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    stop: () => {
      clearInterval(timer)
      return seen
    },
  }
}

const untilMs = (atMs: number): Promise<void> => pause(Math.max(0, atMs - performance.now()))
