import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { GATE_NAMES, type GateName, type Verdict } from '../../../pipeline/gates/gate.ts'
import { compileCache } from '../../platform/node-process.ts'
import { type Cause, causesOf, type GateFinding } from './causes.ts'
import { LANE, type LaneData, PATH, runLane } from './gate-lane.ts'
import type { Document, LoadedDefinition } from './load-definition.ts'

/** Gate results of a definition that was not opened. */
export type DefinitionCheck = {
  readonly release_id: string
  readonly ok: boolean
  readonly gates: readonly { readonly gate: GateName; readonly passed: boolean; readonly checked: number }[]
  readonly causes: readonly Cause[]
}

/** Longest first, so that lanes end together; gates that send the same requests to the engine are in one turn. */
const LONGEST_FIRST: readonly (readonly GateName[])[] = [
  ['calculation.boundaries', 'closed.blocked_absent', 'calculation.lines_sum'],
  ['calculation.reference_agrees'],
  ['calculation.monotonic'],
  ['structure.applicability_disjoint'],
  ['structure.inputs_sufficient'],
  ['calculation.deterministic'],
]
/** The gate that extracts each document's text again: a thread starts with it before there is a record to check. */
const TAKES_TEXT: GateName = 'source.text_reproducible'
/** Maximum number of threads; more would not be worth starting. */
const MOST_LANES = 4

/**
 * Runs all gates on a definition in memory, on all processors; `load` reads it while the threads start, and reports
 * each document to `seen`.
 */
export async function checkDefinition(
  load: (seen: (document: Document) => void) => Promise<LoadedDefinition>,
): Promise<DefinitionCheck> {
  const threads = Array.from({ length: Math.min(MOST_LANES, availableParallelism()) - 1 }, startThread)
  try {
    return await judge(await load((document) => threads[0]?.postMessage(document)), threads)
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

async function judge(loaded: LoadedDefinition, threads: readonly Worker[]): Promise<DefinitionCheck> {
  const { where, ...candidate } = loaded.candidate
  const listed = new Set([...LONGEST_FIRST.flat(), TAKES_TEXT])
  const data: LaneData = {
    files: loaded.files,
    registered: loaded.registered,
    sources: [...loaded.sources.values()],
    candidate,
    turns: [...LONGEST_FIRST, ...GATE_NAMES.filter((name) => !listed.has(name)).map((name) => [name])],
    first: [],
    taken: new Int32Array(new SharedArrayBuffer(4)),
  }
  const taking = { ...data, first: [TAKES_TEXT] }
  const [taker] = threads
  const lanes = [
    ...threads.map((thread) => elsewhere(thread, thread === taker ? taking : data)),
    runLane(taker === undefined ? taking : data),
  ]
  const verdicts = new Map((await Promise.all(lanes)).flat().map((verdict) => [verdict.gate, verdict]))
  // Lanes end in any order; the results are sorted.
  const inOrder = GATE_NAMES.flatMap((gate) => verdicts.get(gate) ?? [])
  const findings = inOrder.flatMap((verdict) => placed(verdict, where))
  const gates = inOrder.map(({ gate, passed, checked }) => ({ gate, passed, checked }))
  if (gates.length < GATE_NAMES.length) throw new Error(`${GATE_NAMES.length - gates.length} gates gave no verdict`)
  const { release_id } = candidate.record
  return { release_id, ok: findings.length === 0, gates, causes: causesOf(candidate.record, findings) }
}

function placed({ gate, findings }: Verdict, where: (path: string) => string): GateFinding[] {
  return findings.map((finding) => {
    const path = finding.where.startsWith(PATH) ? finding.where.slice(PATH.length) : null
    return { ...finding, gate, path, where: path === null ? finding.where : where(path) }
  })
}

const startThread = (): Worker =>
  new Worker(new URL('./gate-lane.ts', import.meta.url), { workerData: LANE, env: compileCache() })

function elsewhere(thread: Worker, data: LaneData): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`a gate thread ended with ${code}`)))
    thread.postMessage(data)
  })
}
