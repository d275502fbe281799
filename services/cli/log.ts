import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Command } from 'commander'
import { compareWithCheckpoint, readCheckpoint } from '../../pipeline/checkpoints/checkpoints.ts'
import { exportLog } from '../../pipeline/event-log/export-log.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { parseTrust } from '../../releases/proof/format/trust.ts'
import { verifyCheckpoint } from '../../releases/proof/verify/checkpoint.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { readTrust } from '../platform/release-bundle.ts'
import { checkpointPath, keepCheckpoint } from '../worker/checkpoint-file.ts'
import type { CliContext } from './context.ts'
import { readGiven, writeGiven } from './files.ts'
import type { Result } from './output.ts'
import { runWith, withGlobals } from './program.ts'

/** The checkpoint to compare with: the file given, else the one in PRAMAAN_HOME; null when there is none. */
async function readAnchor(context: CliContext, file: string | undefined): Promise<Checkpoint | null> {
  const kept = checkpointPath(context.config.home)
  if (file === undefined && !existsSync(kept)) return null
  const parsed = parseCheckpoint(await readGiven(file ?? kept))
  if (parsed.ok) return parsed.checkpoint
  throw new OperationRefusal(parsed.code, `the checkpoint ${file ?? kept} cannot be read: ${parsed.reason}`)
}

/** Agreeing with a note says nothing unless a key of this log signed it. Cosignatures are for `release verify` to judge. */
async function requireSignature(context: CliContext, checkpoint: Checkpoint): Promise<void> {
  const trust = parseTrust((await readTrust(context.pool)) ?? '')
  const signed = trust.ok ? verifyCheckpoint({ ...checkpoint, cosignatures: [] }, trust.trust) : trust
  if (!signed.ok) throw new OperationRefusal(signed.code, `this log did not make the checkpoint: ${signed.reason}`)
}

/** Recomputes the chain, and compares log and tree with a checkpoint that the database does not hold. */
async function verify(context: CliContext, file: string | undefined): Promise<Result> {
  const anchor = await readAnchor(context, file)
  const result = await verifyChain(context.pool, anchor === null ? {} : { anchor: anchor.logHead })
  if (!result.ok) {
    const { position, reason } = result.first_bad
    return {
      data: { events: result.events, ok: false, first_bad: result.first_bad },
      text: `the log is not intact: position ${position}: ${reason}`,
      ok: false,
    }
  }
  const compared = anchor === null ? { ok: true as const } : await compareWithCheckpoint(context.pool, anchor)
  if (!compared.ok) {
    const { reason } = compared
    return {
      data: { events: result.events, ok: false, first_bad: { position: result.head.position, reason } },
      text: reason,
      ok: false,
    }
  }
  if (anchor !== null) await requireSignature(context, anchor)
  const against =
    anchor === null ? 'no checkpoint from outside to compare with' : `agrees with the checkpoint of size ${anchor.size}`
  return {
    data: { events: result.events, ok: true, head: result.head, checkpoint_size: anchor?.size ?? null },
    text: `${result.events} events, intact; ${against}`,
  }
}

/** Writes the newest checkpoint, unless the log has lost what the one in PRAMAAN_HOME knows. */
async function checkpoint({ pool, config }: CliContext, file: string): Promise<Result> {
  const newest = await readCheckpoint(pool)
  if (newest === null) throw new OperationRefusal('LOG_EMPTY', 'nothing has been sealed yet, so there is no checkpoint')
  const kept = await keepCheckpoint(pool, config.home, newest.note)
  if (!kept.ok) throw new OperationRefusal('LOG_NOT_INTACT', kept.reason)
  await writeGiven(file, newest.note)
  return {
    data: { tree_size: newest.treeSize, note: newest.note },
    text: `checkpoint of size ${newest.treeSize} written to ${file}`,
  }
}

async function exportTo({ pool }: CliContext, file: string): Promise<Result> {
  const handle = await open(file, 'w').catch((error: Error) => {
    throw new OperationRefusal('FILE_UNWRITABLE', `${file}: ${error.message}`)
  })
  try {
    const result = await exportLog(pool, (line: string) => handle.appendFile(line))
    return { data: result, text: `${result.events} events written to ${file}` }
  } finally {
    await handle.close()
  }
}

/** `pramaan log …`: the event log and its transparency log. */
export function logCommands(): Command {
  const log = new Command('log').description('verify, export and anchor the event log')
  const add = (usage: string, description: string): Command => withGlobals(log.command(usage).description(description))
  add('verify', 'recompute every hash, and compare with a checkpoint kept elsewhere')
    .option('--checkpoint <file>', 'checkpoint note (default: the one in PRAMAAN_HOME)')
    .action(({ checkpoint: file }: { checkpoint?: string }, command: Command) =>
      runWith(command, (context) => verify(context, file)),
    )
  add('head', 'position and hash of the newest event').action((_o, command: Command) =>
    runWith(command, async ({ pool }) => {
      const head = await readHead(pool)
      return { data: head, text: `${head.position} ${head.hash}` }
    }),
  )
  add('export <file>', 'write all events, one JSON line each').action((file: string, _o, command: Command) =>
    runWith(command, (context) => exportTo(context, file)),
  )
  add('checkpoint <file>', 'write the newest signed checkpoint').action((file: string, _o, command: Command) =>
    runWith(command, (context) => checkpoint(context, file)),
  )
  return log
}
