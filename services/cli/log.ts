import type { Command } from 'commander'
import type { Pool } from 'pg'
import { exportLog } from '../../pipeline/event-log/export-log.ts'
import { inDiscarded } from '../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { rebuild } from '../../pipeline/projections/read-model.ts'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { counted } from '../../releases/record/counted.ts'
import { adoptLog } from '../operations/adopt-log.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { verifyLog } from '../operations/verify-log.ts'
import { createPool } from '../platform/postgres.ts'
import { loadTrustFile } from '../platform/trust-file.ts'
import { readKeptCheckpoint } from '../worker/checkpoint-file.ts'
import { httpOrigin, wholeNumber } from './arguments.ts'
import type { CliContext } from './context.ts'
import { readGiven, writingGiven } from './files.ts'
import { type CheckpointOptions, checkpointOfDatabase, checkpointOfService } from './log-checkpoint.ts'
import type { Result } from './output.ts'
import { adderTo, runPlain, runWith } from './program.ts'

/** The checkpoint to compare with: the given file, otherwise the one in PRAMAAN_HOME; null if there is none. */
async function readAnchor(context: CliContext, file: string | undefined): Promise<Checkpoint | null> {
  if (file === undefined) return readKeptCheckpoint(context.config.home)
  const parsed = parseCheckpoint(await readGiven(file))
  if (parsed.ok) return parsed.checkpoint
  throw new OperationRefusal(parsed.code, `the checkpoint ${file} cannot be read: ${parsed.reason}`)
}

/** Tables that `log rebuild` derives; all others hold what the log has only by its hash or signature. */
const isDerived = (name: string): boolean => name.startsWith('read.') || name === 'revision_snapshots'
const DERIVE_AGAIN = '`log rebuild` derives the tables from the log again: see docs/runbooks.md'
const SIGN_AGAIN = 'a worker that runs signs it again within a minute: see docs/runbooks.md'
const RESTORE = 'restore it from a backup, `log rebuild` cannot derive it: see docs/runbooks.md'

function remedyFor(table: string): string {
  if (table === 'signed_time') return SIGN_AGAIN
  return isDerived(table) ? DERIVE_AGAIN : RESTORE
}

const KEEP = 'keep a copy of the database as evidence, then see docs/recovery.md'
/** What to do about an event of the log. One that is decided otherwise may be of an earlier version of the rules. */
export const remedyAt = (reason: string): string =>
  /^(?:not_as_decided|refused_)/u.test(reason)
    ? `this software decides otherwise than the log says. If an earlier version wrote it, such as one before the first release, verify and serve it with that version, or begin a new log: a new database and PRAMAAN_HOME, and open the definitions again. If none did, ${KEEP}`
    : KEEP

async function verify(context: CliContext, { checkpoint: file }: { checkpoint?: string }): Promise<Result> {
  const { pool, config, now } = context
  const anchor = await readAnchor(context, file)
  const foundation = await loadTrustFile(config.trustPath)
  const found = await inDiscarded(pool, (client) => verifyLog(client, foundation, anchor, now))
  if (!found.ok) {
    const { first_bad: bad, events } = found
    const place = 'position' in bad ? `position ${bad.position}` : `${bad.table}, ${bad.row}`
    const todo = 'position' in bad ? remedyAt(bad.reason) : remedyFor(bad.table)
    return {
      data: { events, ok: false, first_bad: bad },
      text: `the log is not intact: ${place}: ${bad.reason}\n  ${todo}`,
      ok: false,
    }
  }
  const against =
    anchor === null ? 'no checkpoint from outside to compare with' : `agrees with the checkpoint of size ${anchor.size}`
  return {
    data: { events: found.events, ok: true, head: found.head, checkpoint_size: anchor?.size ?? null },
    text: `${found.events} events, intact; ${against}`,
  }
}

/** The owner's connections, opened on first use. */
function ownerOf({ ownerUrl: url }: CliContext): { pool(): Pool; close(): Promise<void> } {
  let opened: Pool | null = null
  const pool = (): Pool => {
    if (url === null)
      throw new OperationRefusal(
        'SETTINGS_WRONG',
        'only the owner of the database can remove events from the log: set DATABASE_URL',
      )
    opened ??= createPool({ url, applicationName: 'pramaan-cli-owner', max: 1, onError: () => {} })
    return opened
  }
  return { pool, close: async () => opened?.end() }
}

async function adopt(
  context: CliContext,
  keyFile: string,
  { before = null }: { before?: number | null },
): Promise<Result> {
  const { pool, config, now } = context
  const owner = ownerOf(context)
  try {
    const foundation = await loadTrustFile(config.trustPath)
    const anchor = await readKeptCheckpoint(config.home)
    const given = { pool, owner: owner.pool, home: config.home, trustPath: config.trustPath, foundation, anchor }
    const done = await adoptLog({ ...given, by: await context.person(), now, keyFile, before })
    const { position, keyId, lostAfter: lost, cut } = done
    const lines = [
      `the log continues from position ${position}, signed with ${keyId}`,
      ...(lost === null ? [] : [`lost: everything signed after position ${lost.position}, up to ${lost.signedUpTo}`]),
      ...(cut === null
        ? []
        : [
            `removed: ${counted(cut.events, 'event')}, kept in ${cut.file}; people must repeat what they did there, revocations of keys first`,
          ]),
      `Copy ${config.trustPath} to every API and start it again; start the workers with PRAMAAN_SIGNING_KEY=${keyFile}`,
    ]
    const data = { position, key_id: keyId, trust_file: config.trustPath, lost_after: lost, cut }
    return { data, text: lines.join('\n') }
  } finally {
    await owner.close()
  }
}

async function exportTo({ pool }: CliContext, file: string): Promise<Result> {
  const result = await writingGiven(file, (handle) => exportLog(pool, (line: string) => handle.appendFile(line)))
  return { data: result, text: `${result.events} events written to ${file}` }
}

/** These commands need no worker, and may be what a start needs first. */
const ALONE = { startsPostgres: true }

/** `pramaan log …`: the event log and its transparency log. */
export function addLogCommands(log: Command): void {
  const add = adderTo(log)
  add('verify', 'verify all events, signatures, stored bytes and tables, and compare with a checkpoint')
    .option('--checkpoint <file>', 'checkpoint note (default: the one in PRAMAAN_HOME)')
    .action(runWith(verify, ALONE))
  add('rebuild', 'rebuild the derived tables (read.…) from the log without interrupting readers').action(
    runWith(async ({ pool }) => {
      const position = await rebuild(pool)
      return { data: { position }, text: `rebuilt from ${position} events` }
    }, ALONE),
  )
  add(
    'adopt <key-file>',
    'continue the log as it is, under a new signing key in that file; a person signs this, and copies the new trust file to every API',
    { 'key-file': 'Ed25519 key in PEM; created if the file does not exist' },
  )
    .option(
      '--before <position>',
      'remove the event at this position, such as 120, and all later ones, as the owner of the database',
      wholeNumber(2, 999_999_999),
    )
    .action(runWith(adopt, ALONE))
  add('head', 'print position and hash of the newest event').action(
    runWith(async ({ pool }) => {
      const head = await readHead(pool)
      return { data: head, text: `${head.position} ${head.hash}` }
    }, ALONE),
  )
  add('export <file>', 'write all events, one JSON object a line', { file: 'file to write' }).action(
    runWith(exportTo, ALONE),
  )
  add('checkpoint <file>', 'write the newest signed checkpoint; it must extend one already in the file', {
    file: 'file to write, kept elsewhere',
  })
    .option(
      '--from <address>',
      'URL of a service, such as https://example.org (default: the local database)',
      httpOrigin,
    )
    .option('--trusted-keys <file>', 'trust document, as served at /v1/trust.json')
    .option('--cosign <file>', 'cosign it as a witness, with this key file')
    .action((file: string, options: CheckpointOptions, command: Command) => {
      const { from } = options
      const checkpoint =
        from === undefined ? runWith(checkpointOfDatabase) : runPlain(() => checkpointOfService(file, from, options))
      return checkpoint(file, options, command)
    })
}
