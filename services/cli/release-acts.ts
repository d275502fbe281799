import { type Command, Option } from 'commander'
import { approve, check, hold, type Parts, promote, readRecord, unhold, withdraw } from '../operations/lifecycle.ts'
import type { PromotionPlan } from '../operations/promotion-plan.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { nameOf, type ReleaseView, releaseNamed } from '../operations/release-view.ts'
import { cellsOf, review } from '../operations/review.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { printLine } from '../platform/terminal.ts'
import { day, nonBlank } from './arguments.ts'
import type { CliContext } from './context.ts'
import { readGiven } from './files.ts'
import type { Result } from './output.ts'
import { planText, showPlan } from './plan.ts'
import { type Adder, runWith } from './program.ts'
import { handingOut, PROPOSE } from './proposals.ts'
import { releaseLine, withGates } from './release-shown.ts'

export const LEAVE_GAP = 'promote although days, licensees or categories lose their answer (see `release plan`)'

type Stage = 'reference' | 'production'
type Served = { scope?: string; stage?: Stage }

export const sayPlan = (change: PromotionPlan): void => printLine(process.stderr, planText(change))

const inService = (release: ReleaseView): string => `${nameOf(release)} is already in service at stage ${release.stage}`
/** What a command says that found a release in service as it wanted it. */
export const alreadyServes = (release: ReleaseView): string => `nothing was changed: ${inService(release)}`

/**
 * Acts as the person, and returns once a checkpoint covers the act. `already`: what was so before, for an act that
 * changed nothing. `show`: how the release is shown.
 */
async function acted(
  context: CliContext,
  work: (parts: Parts) => Promise<ReleaseView>,
  already: (release: ReleaseView) => string,
  show: (release: ReleaseView) => Promise<Result> = async (release) => ({ data: release, text: releaseLine(release) }),
): Promise<Result> {
  const { pool, now } = context
  let isChanged = true
  const onUnchanged = (): void => {
    isChanged = false
  }
  const release = await work({ pool, by: await context.person(), now, onUnchanged })
  await untilSigned(pool, await context.trust())
  const { data, text } = await show(release)
  return { data, text: isChanged ? text : `nothing was changed: ${already(release)}\n${text}` }
}

async function free(
  context: CliContext,
  id: string,
  component: string,
  { reason, propose }: { reason: string; propose?: string },
): Promise<Result> {
  const { pool, now } = context
  const by = await context.person()
  const handed = handingOut(propose)
  const freed = await unhold({ pool, by, now }, id, component, reason, handed.countersigning)
  if (propose !== undefined) return handed.write(propose)
  await untilSigned(pool, await context.trust())
  return { data: freed, text: releaseLine(freed) }
}

async function listCells({ pool }: CliContext, id: string): Promise<Result> {
  const record = await readRecord(pool, await releaseNamed(pool, id))
  if (record === null)
    throw new OperationRefusal('RELEASE_NOT_SEALED', `${id} is not sealed: it has no cells to review`)
  const cells = cellsOf(record).map(({ cell, hash, use }) => ({ cell, hash, use }))
  const lines = cells.map(({ cell, hash, use }) => [hash, cell, ...(use === null ? [] : [use])].join('  '))
  return { data: { cells }, text: lines.join('\n') }
}

async function enterReview(context: CliContext, id: string, file: string | undefined): Promise<Result> {
  if (file === undefined)
    throw new OperationRefusal('USAGE', 'name the file with the ticks; --cells lists the cells to tick')
  const text = await readGiven(file)
  let ticks: unknown = null
  try {
    ticks = JSON.parse(text)
  } catch {
    throw new OperationRefusal('REVIEW_INCOMPLETE', `${file} is not JSON`)
  }
  return acted(
    context,
    (parts) => review(parts, id, ticks),
    (release) => `${nameOf(release)} was already reviewed by you`,
    async (release) => ({ data: release, text: `every cell is reviewed\n${releaseLine(release)}` }),
  )
}

/** The commands of `release` that a person signs, and `plan`. */
export function addActs(add: Adder): void {
  add('approve <id>', 'approve a sealed release, as a person who did not open it').action(
    runWith((context, id: string) =>
      acted(
        context,
        (parts) => approve(parts, id),
        (release) => `${nameOf(release)} was already approved by ${release.approved_by}`,
      ),
    ),
  )
  const addServed = (usage: string, description: string): Command =>
    add(usage, description)
      .option('--scope <scope>', 'state or licensee code it serves, such as MH or MH_MSEDCL (default: its state)')
      .addOption(
        new Option('--stage <stage>', 'stage that the release claims (default: reference)').choices([
          'reference',
          'production',
        ]),
      )
  addServed(
    'plan <id>',
    'show the effect of a promotion: days, licensees and categories that would lose their answer',
  ).action(
    runWith((context, id: string, { scope, stage }: Served) => showPlan(context, id, scope ?? null, stage ?? null)),
  )
  addServed('promote <id>', 'put a sealed and approved release into service; to roll back, promote the earlier one')
    .option('--leave-gap', LEAVE_GAP)
    .action(
      runWith((context, id: string, { scope, stage, leaveGap }: Served & { leaveGap?: boolean }) => {
        const how = { leaveGap: leaveGap === true, announce: sayPlan }
        return acted(
          context,
          (parts) => promote(parts, id, scope ?? null, stage ?? null, how),
          inService,
          (release) => withGates(context, release),
        )
      }),
    )
  add('review <id> [ticks]', 'enter a review: a JSON list with a tick, hash and time for every cell', {
    ticks: 'JSON file with the list; not with --cells',
  })
    .option(
      '--cells',
      'print the cells to review, with their hashes, instead; a tick is {"cell":…,"hash":…,"at":"2026-04-01T09:00:00Z"}',
    )
    .action(
      runWith((context, id: string, ticks: string | undefined, { cells }: { cells?: boolean }) =>
        cells === true ? listCells(context, id) : enterReview(context, id, ticks),
      ),
    )
  add('withdraw <id>', 'take a release out of service immediately and permanently')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action(
      runWith((context, id: string, { reason }: { reason: string }) =>
        acted(
          context,
          (parts) => withdraw(parts, id, reason),
          (release) => `${nameOf(release)} is already withdrawn`,
        ),
      ),
    )
  add('hold <id> <component>', 'block a component of a release in service, such as rows/BR-DS-II/energy')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action(
      runWith((context, id: string, component: string, { reason }: { reason: string }) =>
        acted(
          context,
          (parts) => hold(parts, id, component, reason),
          () => `${component} is already held`,
        ),
      ),
    )
  add('unhold <id> <component>', 'end the hold on a component')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .option('--propose <file>', PROPOSE)
    .action(runWith(free))
  add('check <id> <component>', 'record that a component is still correct today, and the date of the next check')
    .requiredOption(
      '--by <date>',
      'date of the next check, such as 2027-03-31; after it the component is not used (required)',
      day,
    )
    .action(
      runWith((context, id: string, component: string, { by }: { by: string }) =>
        acted(
          context,
          (parts) => check(parts, id, component, by),
          () => `${component} was already checked today until ${by}`,
        ),
      ),
    )
}
