import type { Pool } from 'pg'
import { type CommandResult, runCommand } from '../../pipeline/commands/run-command.ts'
import type { Command } from '../../pipeline/lifecycle/commands.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import { holdableComponents, productionObstacles } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { OperationRefusal } from './refusal.ts'
import { parseReleaseName, type ReleaseView, readRelease } from './release-view.ts'

type Parts = { readonly pool: Pool; readonly actor: string; readonly now: () => Date }

function done(result: CommandResult): void {
  if (!result.ok) throw new OperationRefusal(result.code, result.message, result.details)
}

/** The sealed record of a release; null before it was sealed. */
export async function readRecord(pool: Pool, release: ReleaseView): Promise<ReleaseRecord | null> {
  const bytes = release.release_sha256 === null ? null : await getBlob(pool, release.release_sha256)
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as ReleaseRecord)
}

async function act(
  { pool, now }: Parts,
  name: string,
  command: (target: { releaseId: string; revision: number | null }, record: ReleaseRecord | null) => Command,
): Promise<ReleaseView> {
  const { releaseId, revision, stateCode } = parseReleaseName(name)
  const release = await readRelease(pool, releaseId, revision)
  const record = await readRecord(pool, release)
  done(
    await runCommand(pool, stateCode, command({ releaseId, revision: release.revision }, record), {
      commandId: null,
      now,
    }),
  )
  return readRelease(pool, releaseId, release.revision)
}

export function approve(parts: Parts, name: string): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'approve', actor: parts.actor, ...target }))
}

/** A scope is the release's state or one of its licensees: nothing would ever ask for another. */
function scopeOf(record: ReleaseRecord | null, scope: string): string {
  const scopes = record === null ? [scope] : [record.state_code, ...record.licensees.map(({ code }) => code)]
  if (scopes.includes(scope)) return scope
  throw new OperationRefusal('SCOPE_NOT_OF_STATE', `${scope} is not a scope of this release`, { scopes })
}

export function promote(
  parts: Parts,
  name: string,
  scope: string | null,
  stage: 'reference' | 'production',
): Promise<ReleaseView> {
  return act(parts, name, (target, record) => ({
    type: 'promote',
    actor: parts.actor,
    ...target,
    scope: scopeOf(record, scope ?? parseReleaseName(name).stateCode),
    stage,
    obstacles: record === null ? [] : productionObstacles(record),
    components: record === null ? [] : holdableComponents(record),
  }))
}

export function withdraw(parts: Parts, name: string, reason: string): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'withdraw', actor: parts.actor, ...target, reason }))
}

export function hold(parts: Parts, name: string, component: string, reason: string): Promise<ReleaseView> {
  return act(parts, name, (target, record) => ({
    type: 'hold',
    actor: parts.actor,
    ...target,
    component,
    known: record !== null && holdableComponents(record).includes(component),
    reason,
  }))
}

export function unhold(parts: Parts, name: string, component: string, reason: string): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'unhold', actor: parts.actor, ...target, component, reason }))
}
