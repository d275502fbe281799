import type { Pool } from 'pg'
import { newestCheckpoint, type Verified } from '../../pipeline/signed-state/signed-state.ts'
import { parseBundle } from '../../releases/proof/format/bundle.ts'
import { parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { parseLogEntry } from '../../releases/proof/format/log-entry.ts'
import { parseTrust, type Trust } from '../../releases/proof/format/trust.ts'
import { leafHash } from '../../releases/proof/merkle/tree.ts'
import type { VerifiedActs } from '../../releases/proof/verify/acts.ts'
import { verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { verifyFile } from '../../releases/proof/verify/file.ts'
import type { VerifiedServing } from '../../releases/proof/verify/serving.ts'
import { verifyInclusion } from '../../releases/proof/verify/tree-proofs.ts'
import { counted } from '../../releases/record/counted.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { OperationRefusal, unreadable } from '../operations/refusal.ts'
import { isReleaseName, releaseNamed } from '../operations/release-view.ts'
import { readActs, readBundle, readTrust } from '../platform/release-bundle.ts'
import { type CliContext, openContext } from './context.ts'
import { readBytes, readGiven, writeGiven, writingGiven } from './files.ts'
import type { Result } from './output.ts'

async function bundleOf(
  pool: Pool,
  trust: Trust,
  name: string,
  against: 'newest' | Verified = 'newest',
): Promise<Uint8Array> {
  const release = await releaseNamed(pool, name)
  if (release.release_sha256 === null)
    throw new OperationRefusal('RELEASE_NOT_SEALED', `${name} is ${release.status}: only a sealed release has a bundle`)
  const bundle = await readBundle(
    pool,
    { releaseSha256: release.release_sha256, revision: release.revision },
    against,
    trust,
  )
  if (bundle === null)
    throw new OperationRefusal(
      'CHECKPOINT_MISSING',
      'no signed checkpoint covers it yet: a running worker publishes one',
    )
  return bundle.bytes
}

/** A note signed by a key of this log. */
async function readOwnCheckpoint(file: string, trust: Trust): Promise<Verified> {
  const note = await readGiven(file)
  const parsed = parseCheckpoint(note)
  if (!parsed.ok) throw new OperationRefusal(parsed.code, `${file}: ${parsed.reason}`)
  const { checkpoint } = parsed
  const signed = verifyCheckpoint({ ...checkpoint, cosignatures: [] }, trust)
  if (!signed.ok) throw new OperationRefusal(signed.code, `${file}: ${signed.reason}`)
  return { note, checkpoint }
}

function isIncluded(bytes: Uint8Array): boolean {
  const parsed = parseBundle(bytes)
  const noted = parsed.ok ? parseCheckpoint(parsed.bundle.checkpoint) : parsed
  if (!parsed.ok || !noted.ok) return false
  const { logEntry, inclusion } = parsed.bundle
  const { root } = noted.checkpoint
  return verifyInclusion({ leafHash: leafHash(logEntry), ...inclusion, root }, inclusion.hashes)
}

export async function exportRelease(
  { pool, trust }: CliContext,
  name: string,
  file: string,
  { checkpoint, acts }: { readonly checkpoint?: string; readonly acts?: string },
): Promise<Result> {
  const believed = await trust()
  const against =
    checkpoint === undefined ? await newestCheckpoint(pool, believed) : await readOwnCheckpoint(checkpoint, believed)
  const bytes = await bundleOf(pool, believed, name, against ?? 'newest')
  if (!isIncluded(bytes))
    throw new OperationRefusal(
      'LOG_NOT_INTACT',
      `the log of the database is not the one of ${checkpoint ?? 'its checkpoint'}`,
    )
  const also =
    acts === undefined || against === null ? null : { file: acts, bytes: await actsOf(pool, bytes, name, against) }
  // The bundle gets its name last: if its acts cannot be written, it is not left behind either.
  await writingGiven(file, async (bundle) => {
    await bundle.writeFile(bytes)
    if (also !== null) await writeGiven(also.file, also.bytes)
  })
  const written = { release: name, file, size_bytes: bytes.byteLength }
  const text = `${name} written to ${file} (${bytes.byteLength} bytes)`
  if (also === null) return { data: written, text }
  return { data: { ...written, acts }, text: `${text}\nthe acts since its seal are in ${acts}` }
}

/** The acts after the seal of a bundle, with proofs against the same checkpoint. */
async function actsOf(pool: Pool, bundle: Uint8Array, name: string, against: Verified): Promise<Uint8Array> {
  const parsed = parseBundle(bundle)
  if (!parsed.ok) throw new OperationRefusal(parsed.code, parsed.reason)
  const record = JSON.parse(new TextDecoder().decode(parsed.bundle.record)) as ReleaseRecord
  const sealed = parseLogEntry(parsed.bundle.logEntry)
  if (!sealed.ok || sealed.entry.type !== 'ReleaseSealed') throw new TypeError('a bundle without a seal')
  const { release_id: releaseId, revision } = sealed.entry.payload
  const sources = new Set(record.sources.map(({ sha256 }) => sha256))
  const acts = await readActs(pool, { releaseId, revision, sources }, against)
  if (acts !== null) return acts
  throw new OperationRefusal(
    'RELEASE_NOT_APPROVED',
    `there are no acts on ${name} since it was sealed: leave out --acts, or export it again after it was approved (\`release approve\`)`,
  )
}

type VerifyOptions = { trustedKeys?: string; checkpoint?: string; witnesses: number }

/** The bytes of a file; null if there is none and this may be the name of a release. Refused with FILE_UNREADABLE. */
async function fileOrNull(what: string): Promise<Uint8Array | null> {
  try {
    return await readBytes(what)
  } catch (error) {
    if (isReleaseName(what)) return null
    return unreadable(what)(error)
  }
}

/** Verifies a bundle file without database or network, or a release of the log by its id. */
export async function verifyBundleFile(what: string, options: VerifyOptions): Promise<Result> {
  const file = await fileOrNull(what)
  const { bytes, trustText } = file === null ? await fromLog(what) : { bytes: file, trustText: null }
  const source = options.trustedKeys === undefined ? trustText : await readGiven(options.trustedKeys)
  if (source === null) {
    throw new OperationRefusal(
      'TRUST_REQUIRED',
      'a bundle is verified with keys that you trust: add --trusted-keys FILE (downloaded once from /v1/trust.json, or obtained otherwise)',
    )
  }
  const trust = parseTrust(source)
  if (!trust.ok)
    throw new OperationRefusal(trust.code, `${options.trustedKeys ?? 'the trust document'}: ${trust.reason}`)
  const checkpoint = options.checkpoint === undefined ? {} : { checkpoint: await readGiven(options.checkpoint) }
  const verified = verifyFile(bytes, { trust: trust.trust, ...checkpoint, witnesses: options.witnesses })
  if (!verified.ok) throw new OperationRefusal(verified.code, verified.reason)
  if (verified.kind === 'acts') return actsResult(verified.acts)
  if (verified.kind === 'serving') return servingResult(verified.serving)
  const result = verified.bundle
  const { release_sha256, release_id, revision, leaf_index } = result
  const gates = result.statement.gates.length
  const attestations = result.statement.acts.slice(1).map(({ event_position: position, payload, act }) => ({
    source_sha256: String(payload['sha256']),
    person: act.signatures[0]?.person ?? null,
    position,
  }))
  const attested = attestations.map(
    ({ source_sha256, person, position }) => `  ${source_sha256} attested by ${person} at log position ${position}`,
  )
  const data = {
    verified: true,
    release_id,
    revision,
    release_sha256,
    leaf_index,
    tree_size: result.checkpoint.size,
    gates,
    attestations,
    witnesses: result.witnesses,
    history: result.history,
  }
  return {
    data,
    text: [
      `verified: ${release_id}@${revision}`,
      `  release_sha256 ${release_sha256}`,
      `  ${gates} gates passed; leaf ${leaf_index} of a log of ${result.checkpoint.size}`,
      ...attested,
    ].join('\n'),
  }
}

function actsResult({ entries, checkpoint, witnesses, history }: VerifiedActs): Result {
  const acts = entries.map(({ type, event_position: position, act }) => ({
    ...{ type, position, command: act?.command ?? null },
    people: act?.signatures.map(({ person }) => person) ?? [],
  }))
  const lines = acts.map(({ type, position, people }) => {
    return `  ${type} at log position ${position}${people.length === 0 ? '' : `, signed by ${people.join(' and ')}`}`
  })
  return {
    data: { verified: true, acts, tree_size: checkpoint.size, witnesses, history },
    text: [`verified: ${counted(entries.length, 'entry', 'entries')} of a log of ${checkpoint.size}`, ...lines].join(
      '\n',
    ),
  }
}

function servingResult({ serving, witnesses }: VerifiedServing): Result {
  const lines = serving.serving.map(
    ({ scope, release_id, revision, stage, effective_from, effective_to, unattested }) =>
      `  ${scope}: ${release_id}@${revision}, stage ${stage}, ${effective_from} to ${effective_to}, ${counted(unattested.length, 'document')} not attested`,
  )
  return {
    data: { verified: true, position: serving.position, tree_size: serving.size, serving: serving.serving, witnesses },
    text: [`verified: the serving state at log position ${serving.position}`, ...lines].join('\n'),
  }
}

async function fromLog(name: string): Promise<{ bytes: Uint8Array; trustText: string | null }> {
  const context = await openContext(null)
  try {
    const trust = await context.trust()
    return { bytes: await bundleOf(context.pool, trust, name), trustText: await readTrust(context.pool, trust) }
  } finally {
    await context.close()
  }
}
