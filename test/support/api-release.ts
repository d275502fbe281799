import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type DefinitionInput, openCandidate } from '../../pipeline/store/open-candidate.ts'
import { decideRun } from '../../pipeline/workers/decide-run.ts'
import { publishCheckpoint } from '../../pipeline/workers/publish-checkpoint.ts'
import { announceSigningKey } from '../../pipeline/workers/signing-keys.ts'
import { type SigningKey, signingKeyFromSeed } from '../../releases/proof/sign/signing-key.ts'
import { readDefinitionFolder } from '../../services/cli/operations/definition-folder.ts'
import { startGates } from '../../services/cli/operations/gate-run.ts'
import { approve, promote } from '../../services/cli/operations/lifecycle.ts'
import { type ReleaseView, readGates, readRelease } from '../../services/cli/operations/release-view.ts'
import { nameOf } from '../../services/cli/operations/run-release.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { roleUrls } from '../../services/platform/roles.ts'
import { createGateRunner } from '../../services/worker/gate-runner.ts'
import type { TestDatabase } from './database.ts'
import { asOwner, urlOf } from './database-template.ts'

const shipped = (state: string): string =>
  fileURLToPath(new URL(`../../releases/states/${state}/2026-27`, import.meta.url))
const BIHAR = shipped('BR')
const OTHER_STATES = ['GJ', 'JH', 'MH', 'OD', 'RJ', 'TS'].map(shipped)
const OPENER = 'asha'
const APPROVER = 'bashir'
const now = (): Date => new Date()

/** The key releases of this run are signed with: one for all files, since the Bihar they share is signed with it. */
export function runSigner(): SigningKey {
  return signingKeyFromSeed(createHash('sha256').update(inject('testRun')).digest())
}

/**
 * Opens a definition and takes it through the very steps of the pipeline, in this process instead of in jobs: all 29
 * gates run and must pass, the seal is signed. Throws with the findings when it is rejected.
 */
export async function sealRelease(pool: Pool, input: DefinitionInput, signer = runSigner()): Promise<ReleaseView> {
  await announceSigningKey(pool, signer, 'worker', now())
  const opened = await openCandidate(pool, input, OPENER, now, true)
  if (!opened.ok) throw new Error(`the definition was refused: ${JSON.stringify(opened)}`)
  const gating = await startGates(pool, (await readRelease(pool, opened.releaseId, null)).release_id, OPENER, now)
  const { release_id, revision, state_code, run_id } = gating
  if (run_id === null) throw new Error(`${release_id} has no gate run`)
  const run = { release_id, revision, state_code, run_id }
  const runner = await createGateRunner(pool, 'gate-worker')
  for (const gate of GATE_NAMES) await runner.run({ ...run, gate })
  const { sealed } = await decideRun({ pool, signer, actor: 'decide-worker', now }, run)
  const release = await readRelease(pool, release_id, revision)
  if (!sealed) {
    const failed = (await readGates(pool, release)).filter(({ passed }) => !passed)
    throw new Error(`${nameOf(release)} was rejected: ${JSON.stringify(failed, null, 1)}`)
  }
  await publishCheckpoint(pool, signer)
  return release
}

/** Approves and promotes a sealed release, by two people. */
export async function serveRelease(pool: Pool, release: ReleaseView): Promise<ReleaseView> {
  await approve({ pool, now, actor: APPROVER }, nameOf(release))
  const served = await promote({ pool, now, actor: OPENER }, nameOf(release), null, 'reference')
  await publishCheckpoint(pool, runSigner())
  return served
}

/** The next revision of the shipped Bihar, sealed: its rows with one text replaced, which must stand in them. */
export async function biharRevision(pool: Pool, from: string, to: string): Promise<ReleaseView> {
  const { files, sourceBytes } = await readDefinitionFolder(pool, BIHAR, BIHAR)
  const rows = files.get('rows.csv') ?? ''
  if (!rows.includes(from)) throw new Error(`rows.csv of Bihar has no "${from}"`)
  return sealRelease(pool, { files: new Map([...files, ['rows.csv', rows.replace(from, to)]]), sourceBytes })
}

/** A database of this file's own in which the shipped Bihar release serves. It is made once for the whole run. */
export async function biharDatabase(): Promise<TestDatabase> {
  return copyOf(await templateServing('bihar', [BIHAR], async () => inject('templateDatabase')))
}

/** The same with every shipped definition of FY 2026-27: seven states serve. Made once for the whole run, from Bihar's. */
export async function everyStateDatabase(): Promise<TestDatabase> {
  const bihar = (): Promise<string> => templateServing('bihar', [BIHAR], async () => inject('templateDatabase'))
  return copyOf(await templateServing('states', OTHER_STATES, bihar))
}

/** The name of a database in which definitions serve, made from the one named by `from` unless another file made it. */
async function templateServing(
  what: string,
  definitions: readonly string[],
  from: () => Promise<string>,
): Promise<string> {
  const adminUrl = inject('postgresUrl')
  const name = `${inject('testRun')}_${what}`
  await asOwner(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const made = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (made.rowCount === 1) return
    const draft = await copyOf(await from())
    const pool = createPool({ url: draft.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => {} })
    try {
      for (const folder of definitions) {
        await serveRelease(pool, await sealRelease(pool, await readDefinitionFolder(pool, folder, folder)))
      }
    } finally {
      await pool.end()
    }
    await client.query(`ALTER DATABASE ${new URL(draft.ownerUrl).pathname.slice(1)} RENAME TO ${name}`)
  })
  return name
}

async function copyOf(template: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  const name = `${inject('testRun')}_${randomBytes(4).toString('hex')}`
  await asOwner(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  const ownerUrl = urlOf(adminUrl, name)
  const drop = () =>
    asOwner(adminUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)))
  return { ownerUrl, ...roleUrls(ownerUrl), drop }
}
