import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sha256 } from '#digest'
import type { Candidate, GateName, Means, Verdict } from '../../../pipeline/gates/gate.ts'
import { GENERATED } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { buildCandidate, type RegisteredSource } from '../../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../../pipeline/intake/reread.ts'
import recordSchema from '../../../releases/record/record.schema.json' with { type: 'json' }
import { calculateElsewhere } from '../../worker/calculate-elsewhere.ts'
import type { Document, HeldSource } from './load-definition.ts'

/** Input of a lane: everything that can be passed to a thread. A place is a path in the record, marked by `PATH`. */
export type LaneData = {
  readonly files: ReadonlyMap<string, string>
  readonly registered: ReadonlyMap<string, RegisteredSource>
  readonly sources: readonly HeldSource[]
  readonly candidate: Omit<Candidate, 'where'>
  /** Gates to run; those of one turn run in the same lane. */
  readonly turns: readonly (readonly GateName[])[]
  /** Gates that only this lane runs, before it takes turns. */
  readonly first: readonly GateName[]
  /** Shared counter of the `turns` that have been taken. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

/** The message that makes a thread a lane. */
export const LANE = 'gate-lane'

/** Marks a place as a path in the record, which is later converted to file and line. */
export const PATH = '\u0000'

type Extract = Means['extract']

function meansOf({ files, registered, sources }: LaneData, extract: Extract): Means {
  const byHash = new Map(sources.map((source) => [source.sha256, source]))
  const rereader = new Rereader(async (hash) => byHash.get(hash)?.bytes ?? null)
  return {
    bytes: async (hash) => byHash.get(hash)?.bytes ?? null,
    pages: async (hash) => byHash.get(hash)?.pages ?? null,
    extract,
    reread: (candidate) => rereader.reread(candidate),
    calculateElsewhere,
    rebuild: async () => {
      const { definition } = readDefinition(files)
      const again = definition === null ? null : buildCandidate(definition, registered).candidate
      if (again === null) throw new Error('the files of the definition were changed, and no longer give a record')
      return again.bytes
    },
    recordSchema,
    ...GENERATED,
  }
}

/** Runs its own gates, then repeatedly takes the next turn that no other lane has taken, and runs its gates. */
export async function runLane(data: LaneData, extract: Extract = extractText): Promise<Verdict[]> {
  const candidate: Candidate = { ...data.candidate, where: (path) => `${PATH}${path}` }
  const means = meansOf(data, extract)
  const verdicts: Verdict[] = []
  const run = async (names: readonly GateName[]): Promise<void> => {
    for (const name of names) {
      const gate = GATES.get(name)
      if (gate !== undefined) verdicts.push(await gate.check(candidate, means))
    }
  }
  await run(data.first)
  for (;;) {
    const turn = data.turns[Atomics.add(data.taken, 0, 1)]
    if (turn === undefined) return verdicts
    await run(turn)
  }
}

/**
 * A lane in a thread. Documents arrive before the record, and their text is extracted meanwhile. It is extracted here
 * only for the gates, from the received bytes, and is not the copy used to read the definition.
 */
function laneOfThread(port: MessagePort): void {
  const taken = new Map<string, ReturnType<Extract>>()
  const keyOf = (bytes: Uint8Array, mediaType: string): string => `${mediaType} ${sha256(bytes)}`
  const extract: Extract = (bytes, mediaType) => taken.get(keyOf(bytes, mediaType)) ?? extractText(bytes, mediaType)
  port.on('message', async (said: Document | LaneData) => {
    if ('turns' in said) return port.postMessage(await runLane(said, extract))
    const text = extractText(said.bytes, said.media_type)
    // If it throws, so does the gate that needs it.
    text.catch(() => {})
    taken.set(keyOf(said.bytes, said.media_type), text)
  })
}

// A thread is started before there is anything to check, so that it has loaded the gates by then.
if (!isMainThread && workerData === LANE && parentPort !== null) laneOfThread(parentPort)
