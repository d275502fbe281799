import { parseTrust, type Trust } from '../../releases/proof/format/trust.ts'
import { cosignCheckpoint } from '../../releases/proof/sign/checkpoint.ts'
import { type Followed, followLog, LogWentBack } from '../operations/follow-log.ts'
import { databaseLog, servedLog } from '../operations/log-source.ts'
import { OperationRefusal, unreadable } from '../operations/refusal.ts'
import { systemNow } from '../platform/clock.ts'
import { loadConfig } from '../platform/config.ts'
import { readIfThere } from '../platform/files.ts'
import { readKeptCheckpoint } from '../worker/checkpoint-file.ts'
import { type CliContext, openKeyFile } from './context.ts'
import { readGiven, writeGiven } from './files.ts'
import type { Result } from './output.ts'

export type CheckpointOptions = {
  readonly from?: string
  readonly trustedKeys?: string
  readonly cosign?: string
}

/** The newest checkpoint of the service's own database, unless it is older than the one in PRAMAAN_HOME. */
export async function checkpointOfDatabase(
  { pool, config, trust }: CliContext,
  file: string,
  options: CheckpointOptions,
): Promise<Result> {
  const believed = options.trustedKeys === undefined ? await trust() : await readTrustDocument(options.trustedKeys)
  const kept = await readKeptCheckpoint(config.home)
  const followed = await afterKept(file, (note) => followLog(databaseLog(pool, believed), believed, note))
  const { size, logHead } = followed.checkpoint
  if (kept !== null && (kept.size > size || kept.logHead.position > logHead.position))
    throw new OperationRefusal(
      'LOG_NOT_INTACT',
      `the database has lost the checkpoint of size ${kept.size} that ${config.home} keeps`,
    )
  return write(file, followed, believed, options.cosign)
}

/** The same for another service, by HTTP and the keys that the reader trusts. */
export async function checkpointOfService(file: string, from: string, options: CheckpointOptions): Promise<Result> {
  if (options.trustedKeys === undefined)
    throw new OperationRefusal(
      'TRUST_REQUIRED',
      'a checkpoint is verified with keys that you trust: add --trusted-keys FILE (downloaded once from /v1/trust.json)',
    )
  const trust = await readTrustDocument(options.trustedKeys)
  const followed = await afterKept(file, (note) => followLog(servedLog(from), trust, note))
  return write(file, followed, trust, options.cosign)
}

async function readTrustDocument(file: string): Promise<Trust> {
  const parsed = parseTrust(await readGiven(file))
  if (parsed.ok) return parsed.trust
  throw new OperationRefusal(parsed.code, `${file}: ${parsed.reason}`)
}

/** A contradicting note is stored next to the kept one: together they are the proof. */
async function afterKept(file: string, follow: (kept: string | null) => Promise<Followed>): Promise<Followed> {
  const kept = await readIfThere(file).catch(unreadable(file))
  try {
    return await follow(kept)
  } catch (error) {
    if (error instanceof OperationRefusal && error.code === 'REFERENCE_INVALID')
      throw new OperationRefusal(error.code, `${file}: ${error.message}`)
    if (!(error instanceof LogWentBack)) throw error
    const beside = `${file}.refused`
    await writeGiven(beside, error.offered)
    throw new OperationRefusal(
      error.code,
      `${error.message}; ${file} is unchanged, and the rejected checkpoint is in ${beside}`,
      {
        ...error.details,
        refused: beside,
      },
    )
  }
}

const STANDING: Readonly<Record<Followed['history'], string>> = {
  first: '',
  same: ', the same size as the one kept before',
  newer: ', extends the one kept before',
}

async function write(file: string, followed: Followed, trust: Trust, cosign: string | undefined): Promise<Result> {
  const { checkpoint, history } = followed
  const { note, witness } =
    cosign === undefined ? { ...followed, witness: null } : await cosigned(followed, trust, cosign)
  await writeGiven(file, note)
  const by = witness === null ? '' : `, cosigned by ${witness}`
  return {
    data: { tree_size: checkpoint.size, history, witness, note },
    text: `checkpoint of size ${checkpoint.size}${by} written to ${file}${STANDING[history]}`,
  }
}

async function cosigned(
  { note }: Followed,
  { keys, people }: Trust,
  file: string,
): Promise<{ note: string; witness: string }> {
  const { name, key } = await openKeyFile(loadConfig(), file)
  if ([...keys, ...people].some(({ keyId }) => keyId === key.keyId))
    throw new OperationRefusal(
      'ENROLMENT_REFUSED',
      `${file} is the key of the log or of a person: a witness needs a separate key`,
    )
  const done = cosignCheckpoint(note, { name, key }, Math.floor(systemNow().getTime() / 1000))
  if (!done.ok) throw new OperationRefusal(done.code, done.reason)
  return { note: done.note, witness: name }
}
