import type { Pool } from 'pg'
import { runCommand } from '../pipeline/commands/run-command.ts'
import { peopleOf } from '../scripts/local-people.ts'
import { plan } from '../services/operations/lifecycle.ts'
import type { India } from './support/india-counted.ts'
import { processorMs } from './support/machine.ts'
import { atMost, type BenchRow, baseRow, median, rowBeside } from './support/report.ts'
import type { Local } from './support/stack.ts'

const COMMAND_TARGET_MS = 20

/** Acts on the newest release of the largest and of the smallest state. */
export async function benchCommands(local: Local, pool: Pool, india: India, times: number): Promise<BenchRow[]> {
  const { person } = await peopleOf(local.home)
  const taken = async ({ state, releaseId, component }: India['largest'] | India['smallest']): Promise<number> => {
    const on = { actor: person.name, releaseId, revision: null, component, reason: 'measured' }
    const ms = await Array.fromAsync({ length: times * 2 }, (_, index) => {
      const command =
        index % 2 === 0 ? ({ type: 'hold', ...on, known: true } as const) : ({ type: 'unhold', ...on } as const)
      return processorMs(async () => {
        const done = await runCommand(pool, state, command, {
          commandId: null,
          now: () => new Date(),
          signatories: [person],
        })
        if (!done.ok) throw new Error(`${command.type}: ${done.code}`)
      })
    })
    return median(ms)
  }
  /** Planning the promotion of an earlier sealed revision: it reads the releases in service that this concerns. */
  const planned = async ({ releaseId }: India['largest'] | India['smallest']): Promise<number> => {
    const { rows } = await pool.query<{ revision: number }>(
      'SELECT revision FROM read.releases WHERE release_id = $1 AND release_sha256 IS NOT NULL ORDER BY revision DESC OFFSET 1 LIMIT 1',
      [releaseId],
    )
    const [sealed] = rows
    if (sealed === undefined) throw new Error(`${releaseId} has no earlier sealed revision`)
    const once = () => plan({ pool, actor: person.name }, `${releaseId}@${sealed.revision}`, null, 'reference')
    return median(await Array.fromAsync({ length: times }, () => processorMs(once)))
  }
  const small = await taken(india.smallest)
  const large = await taken(india.largest)
  const [smallPlan, largePlan] = [await planned(india.smallest), await planned(india.largest)]
  const base = baseRow('a command, the smallest state', small, 'ms', { note: `processor, median of ${times * 2}` })
  const { state, releases, revisions, streamEvents } = india.largest
  const planBase = baseRow('release plan, the smallest state', smallPlan, 'ms', {
    note: `processor, median of ${times}`,
  })
  return [
    base,
    rowBeside(base, 'a command, the largest state', large, {
      target: atMost(large, COMMAND_TARGET_MS),
      note: `${state}: ${revisions} revisions, a stream of ${streamEvents} events`,
    }),
    planBase,
    rowBeside(planBase, 'release plan, the largest state', largePlan, {
      target: atMost(largePlan, COMMAND_TARGET_MS),
      note: `${state}: ${releases} releases in service`,
    }),
  ]
}
