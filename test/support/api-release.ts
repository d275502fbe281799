import type { Pool } from 'pg'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { type DefinitionInput, openCandidate } from '../../pipeline/commands/open-candidate.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { decideRun } from '../../pipeline/jobs/decide-run.ts'
import { readDefinitionFolder } from '../../services/operations/definition-folder.ts'
import { startGates } from '../../services/operations/gate-run.ts'
import { approve, promote } from '../../services/operations/lifecycle.ts'
import { nameOf, type ReleaseView, readGates, readRelease } from '../../services/operations/release-view.ts'
import { createGateRunner } from '../../services/worker/gate-runner.ts'
import { BIHAR } from './api-database.ts'
import { JUDGED_ONCE } from './judged-once.ts'
import { ASHA, BASHIR, testFoundation } from './people.ts'
import { runSigner } from './run-signer.ts'

export { biharDatabase, everyStateDatabase, shipped } from './api-database.ts'
export { runSigner }

const now = (): Date => new Date()

/** Signs a checkpoint of the present log, like a worker. Returns its note. */
export async function signLog(pool: Pool, signer = runSigner()): Promise<string> {
  const note = await new CheckpointPublisher({ pool, signer, foundation: testFoundation(signer) }).publish()
  if (note === null) throw new Error('there is nothing to sign')
  return note
}

/**
 * Opens a definition and takes it through all steps of the pipeline, in this process instead of in jobs: all 29 gates
 * run and must pass (for a record that already passed in this process, without calculating again), and the seal is
 * signed. Throws with the findings if it is rejected.
 */
export async function sealRelease(pool: Pool, input: DefinitionInput, signer = runSigner()): Promise<ReleaseView> {
  await beginLog(pool, signer, testFoundation(signer), 'worker', now())
  const opened = await openCandidate(pool, input, ASHA, now, true)
  if (!opened.ok) throw new Error(`the definition was refused: ${JSON.stringify(opened)}`)
  const gating = await startGates(pool, (await readRelease(pool, opened.releaseId, null)).release_id, ASHA.name, now)
  const { release_id, revision, state_code, run_id } = gating
  if (run_id === null) throw new Error(`${release_id} has no gate run`)
  const run = { release_id, revision, state_code, run_id }
  const runner = createGateRunner(pool, JUDGED_ONCE)
  for (const gate of GATE_NAMES) await runner.run({ ...run, gate })
  const { sealed } = await decideRun({ pool, signer, actor: 'decide-worker', now }, run)
  const release = await readRelease(pool, release_id, revision)
  if (!sealed) {
    const failed = (await readGates(pool, release)).filter(({ passed }) => !passed)
    throw new Error(`${nameOf(release)} was rejected: ${JSON.stringify(failed, null, 1)}`)
  }
  await signLog(pool, signer)
  return release
}

/** Approves and promotes a sealed release, by two people; `scope`: for one licensee. */
export async function serveRelease(
  pool: Pool,
  release: ReleaseView,
  scope: string | null = null,
): Promise<ReleaseView> {
  await approve({ pool, now, by: BASHIR }, nameOf(release))
  const served = await promote({ pool, now, by: ASHA }, nameOf(release), scope, 'reference')
  await signLog(pool)
  return served
}

/** The next revision of the shipped Bihar release, sealed, with one text in its rows replaced, which must occur. */
export function biharRevision(pool: Pool, from: string, to: string, sources?: Edit): Promise<ReleaseView> {
  return revisionOf(pool, BIHAR, from, to, sources)
}

/** Replaces the first occurrence of `[0]` in a text by `[1]`. */
type Edit = readonly [from: string, to: string]

/** The same for any shipped definition; `sources` edits its sources.yaml. */
export async function revisionOf(
  pool: Pool,
  folder: string,
  from: string,
  to: string,
  sources: Edit = ['sources:', 'sources:'],
): Promise<ReleaseView> {
  const { files, sourceBytes } = await readDefinitionFolder(pool, folder, folder)
  const rows = files.get('rows.csv') ?? ''
  if (!rows.includes(from)) throw new Error(`rows.csv of ${folder} has no "${from}"`)
  const declared = files.get('sources.yaml') ?? ''
  if (!declared.includes(sources[0])) throw new Error(`sources.yaml of ${folder} has no "${sources[0]}"`)
  const edited = [
    ['rows.csv', rows.replace(from, to)],
    ['sources.yaml', declared.replace(...sources)],
  ] as const
  return sealRelease(pool, { files: new Map([...files, ...edited]), sourceBytes })
}
