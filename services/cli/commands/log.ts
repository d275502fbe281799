import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Command } from 'commander'
import { exportLog } from '../../../pipeline/event-log/export-log.ts'
import { readHead } from '../../../pipeline/event-log/read-head.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { readCheckpoint, readLeafHashes } from '../../../pipeline/workers/publish-checkpoint.ts'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { appendLeaf, emptyRange, rangeRoot } from '../../../releases/proof/merkle/compact-range.ts'
import { type CliContext, CliRefusal } from '../context.ts'
import type { Result } from '../output.ts'
import { runWith, withGlobals } from '../program.ts'

/** Where the newest checkpoint is kept outside the database (release design 3.4 "Log"). */
export function checkpointPath(home: string): string {
  return join(home, 'checkpoint')
}

async function readNote(context: CliContext, file: string | undefined): Promise<string | null> {
  if (file !== undefined) return readFile(file, 'utf8')
  return readFile(checkpointPath(context.config.home), 'utf8').catch(() => null)
}

/** Recomputes the chain, and compares log and tree with a checkpoint that the database does not hold. */
async function verify(context: CliContext, file: string | undefined): Promise<Result> {
  const note = await readNote(context, file)
  const parsed = note === null ? null : parseCheckpoint(note)
  if (parsed !== null && !parsed.ok)
    throw new CliRefusal(parsed.code, `the checkpoint cannot be read: ${parsed.reason}`)
  const checkpoint = parsed?.checkpoint ?? null
  const result = await verifyChain(context.pool, checkpoint === null ? {} : { anchor: checkpoint.logHead })
  if (!result.ok) {
    const { position, reason } = result.first_bad
    return {
      data: { events: result.events, ok: false, first_bad: result.first_bad },
      text: `the log is not intact: position ${position}: ${reason}`,
      ok: false,
    }
  }
  if (checkpoint !== null) {
    const leaves = await readLeafHashes(context.pool, checkpoint.size)
    const root = rangeRoot(leaves.reduce(appendLeaf, emptyRange()))
    if (leaves.length !== checkpoint.size || !Buffer.from(root).equals(checkpoint.root)) {
      const reason = `the Merkle log differs from the checkpoint of size ${checkpoint.size}`
      return {
        data: { events: result.events, ok: false, first_bad: { position: result.head.position, reason } },
        text: reason,
        ok: false,
      }
    }
  }
  const against =
    checkpoint === null
      ? 'no checkpoint from outside to compare with'
      : `agrees with the checkpoint of size ${checkpoint.size}`
  return {
    data: { events: result.events, ok: true, head: result.head, checkpoint_size: checkpoint?.size ?? null },
    text: `${result.events} events, intact; ${against}`,
  }
}

async function checkpoint({ pool, config }: CliContext, file: string): Promise<Result> {
  const newest = await readCheckpoint(pool)
  if (newest === null) throw new CliRefusal('LOG_EMPTY', 'nothing has been sealed yet, so there is no checkpoint')
  await writeFile(file, newest.note)
  await writeFile(checkpointPath(config.home), newest.note).catch(() => {})
  return {
    data: { tree_size: newest.treeSize, note: newest.note },
    text: `checkpoint of size ${newest.treeSize} written to ${file}`,
  }
}

async function exportTo({ pool }: CliContext, file: string): Promise<Result> {
  const stream = createWriteStream(file)
  const result = await exportLog(pool, async (line: string) => {
    if (!stream.write(line)) await once(stream, 'drain')
  })
  stream.end()
  await finished(stream)
  return { data: result, text: `${result.events} events written to ${file}` }
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
