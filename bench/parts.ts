import { serveBihar } from './api/serving.ts'
import { benchApi } from './api.ts'
import { benchContract } from './contract.ts'
import { benchDocuments } from './documents.ts'
import { benchEngine } from './engine.ts'
import { benchEventLog } from './event-log.ts'
import { benchMcp } from './mcp.ts'
import { benchMemory } from './memory.ts'
import { benchPipeline } from './pipeline.ts'
import { benchReleases } from './releases.ts'
import { benchResolver } from './resolver.ts'
import { benchSolar } from './solar.ts'
import { benchApiStart, benchNpmStart } from './start.ts'
import { benchStates } from './states.ts'
import { type Cores, withCores } from './support/cores.ts'
import { type Local, withLocal } from './support/local.ts'
import type { BenchRow, PartName, Say } from './support/row.ts'

/** A part's rows, and in a few words what they were measured on. */
export type Measured = { readonly rows: readonly BenchRow[]; readonly setting: string }

type Rows = Promise<readonly BenchRow[]>

/** Measures on databases of its own, started for the part. */
function onLocal(work: (local: Local) => Rows): Promise<Measured> {
  return withLocal(async (local) => ({ rows: await work(local), setting: local.description }))
}

/** Measures in this process, without a database. */
async function inProcess(rows: Rows): Promise<Measured> {
  return { rows: await rows, setting: 'in process, no database' }
}

/** Measures where nothing serves yet, the server having a core of its own. */
function onEmpty(work: (local: Local, cores: Cores) => Rows): Promise<Measured> {
  return withCores(async (cores) => {
    const measured = await onLocal((local) => work(local, cores))
    return { ...measured, setting: `${measured.setting}; ${cores.text}` }
  })
}

/** Measures where Bihar serves and keys are issued, the server under load having a core of its own. */
function onServing(say: Say, work: (local: Local, keys: readonly string[], cores: Cores) => Rows): Promise<Measured> {
  return withCores(async (cores) => {
    const measured = await onLocal(async (local) => {
      say('taking Bihar through its gates')
      return work(local, await serveBihar(local), cores)
    })
    return { ...measured, setting: `${measured.setting}; ${cores.text}` }
  })
}

/** How each part is measured at its full size. */
export const PART_RUNNERS: Readonly<Record<PartName, (say: Say) => Promise<Measured>>> = {
  engine: () => inProcess(benchEngine()),
  states: () => inProcess(benchStates()),
  solar: () => inProcess(benchSolar()),
  resolver: () => inProcess(benchResolver()),
  contract: () => inProcess(benchContract()),
  pipeline: (say) => onLocal((local) => benchPipeline(local, say)),
  log: (say) => onLocal((local) => benchEventLog(local, say)),
  api: (say) =>
    onServing(say, async (local, keys, cores) => [
      ...(await benchApi(local, keys, cores, say)),
      ...(await benchMcp(local, keys, cores, say)),
      ...(await benchDocuments(local, keys, cores, say)),
    ]),
  start: async (say) => {
    const api = await onServing(say, (local, keys, cores) => benchApiStart(local, keys[0] ?? '', cores, say))
    return { ...api, rows: [...api.rows, ...(await benchNpmStart(say))] }
  },
  memory: (say) => onServing(say, (local, keys, cores) => benchMemory(local, keys, cores, say)),
  releases: (say) => onEmpty((local, cores) => benchReleases(local, cores, say)),
}
