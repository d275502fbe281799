import { realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Countersigning } from '../../pipeline/commands/proposal.ts'
import { attestSource, enrolPerson, revokePerson } from '../../pipeline/commands/trust-acts.ts'
import { isBlank } from '../../pipeline/gates/text/blank.ts'
import { signaturesToEnrol } from '../../pipeline/lifecycle/trust.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { planText } from '../cli/plan.ts'
import { approve, check, hold, type Parts, promote, twoEndHolds, unhold, withdraw } from '../operations/lifecycle.ts'
import { OperationRefusal, requireDone } from '../operations/refusal.ts'
import { nameOf, type ReleaseView, releaseNamed } from '../operations/release-view.ts'
import { review } from '../operations/review.ts'
import { openFolder } from '../operations/run-release.ts'
import { enterProposal } from '../operations/two-people.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { type Desk, peopleOf } from './desk.ts'
import { keep } from './keep.ts'
import { refusedPromotion } from './refused.ts'
import { SignedActs } from './signed-acts.ts'
import type { Work } from './waiting-acts.ts'
import type { Done } from './wire.ts'

const said = z
  .string()
  .trim()
  .refine((text) => !isBlank(text), 'must not be empty')
  .max(2_000)
const release = z.string()

/** Acts at the desk, as requested by its pages. */
export const actSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), folder: z.string() }),
  z.strictObject({ kind: z.literal('attest'), sha256: z.string(), obtained_from: said, compared: said }),
  z.strictObject({ kind: z.literal('review'), release }),
  z.strictObject({ kind: z.literal('approve'), release }),
  z.strictObject({
    kind: z.literal('promote'),
    release,
    scope: z.string(),
    stage: z.enum(['reference', 'production']),
    leave_gap: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('withdraw'), release, reason: said }),
  z.strictObject({ kind: z.literal('hold'), release, component: z.string(), reason: said }),
  z.strictObject({ kind: z.literal('unhold'), release, component: z.string(), reason: said }),
  z.strictObject({ kind: z.literal('check'), release, component: z.string(), by: z.iso.date() }),
  z.strictObject({ kind: z.literal('enrol'), key_id: z.string() }),
  z.strictObject({ kind: z.literal('revoke'), person: z.string(), reason: said }),
  z.strictObject({ kind: z.literal('countersign'), proposal: z.string() }),
])
type AskedAct = z.infer<typeof actSchema>

const pageOf = (view: ReleaseView): string => `/releases/${nameOf(view)}`

/** The act as on the command line, with its final message. */
export function workOf(desk: Desk, asked: AskedAct): Work {
  return async (by, show) => {
    const signed = new SignedActs(desk.pool, by)
    const parts = { pool: desk.pool, by: signed.by, now: desk.now }
    const done = await perform(desk, parts, signed, asked, show).catch((error: unknown) => signed.refuse(error))
    desk.feed.changed()
    await untilSigned(desk.pool, await desk.trust())
    return done
  }
}

async function perform(
  desk: Desk,
  parts: Parts,
  signed: SignedActs,
  asked: AskedAct,
  show: (text: string) => void,
): Promise<Done> {
  /** `already`: what is said of a release that the act did not change; nothing was signed then. */
  const stays = async (view: ReleaseView, what: string, already: string): Promise<Done> => {
    const isDone = (await signed.entered()).length > 0
    return { said: isDone ? `${nameOf(view)} ${what}` : `nothing was changed: ${nameOf(view)} ${already}`, to: null }
  }
  switch (asked.kind) {
    case 'open': {
      const { sourcesPath } = desk
      const opened = await openFolder({ ...parts, sourcesPath, reopen: true }, await folderOf(desk, asked.folder))
      if ((await signed.entered()).some(({ command }) => command === 'open'))
        return { said: `${nameOf(opened)} is ${opened.status}`, to: pageOf(opened) }
      return { said: `nothing was opened: the definition has not changed since ${nameOf(opened)}`, to: null }
    }
    case 'attest': {
      const { sha256, obtained_from: obtainedFrom, compared } = asked
      requireDone(await attestSource(trustParts(desk, parts.by), sha256, { obtainedFrom, compared }))
      return { said: `you have attested ${sha256}`, to: null }
    }
    case 'review': {
      const { release_sha256: hash } = await releaseNamed(desk.pool, asked.release)
      const ticks = hash === null ? [] : await desk.ticks.read(parts.by.name, hash)
      return stays(await review(parts, asked.release, ticks), 'is reviewed', 'was already reviewed by you')
    }
    case 'approve': {
      const approved = await approve(parts, asked.release)
      return stays(approved, 'is approved', `was already approved by ${approved.approved_by}`)
    }
    case 'promote': {
      const how = {
        leaveGap: asked.leave_gap,
        announce: (plan: Parameters<typeof planText>[0]) => show(planText(plan)),
      }
      const scope = asked.scope === '' ? null : asked.scope
      return stays(
        await promote(parts, asked.release, scope, asked.stage, how).catch(refusedPromotion(asked.release)),
        `is in service at stage ${asked.stage}`,
        `is already in service at stage ${asked.stage}`,
      )
    }
    case 'withdraw':
      return stays(await withdraw(parts, asked.release, asked.reason), 'is withdrawn', 'is already withdrawn')
    case 'hold':
      return stays(
        await hold(parts, asked.release, asked.component, asked.reason),
        `holds ${asked.component}`,
        `already holds ${asked.component}`,
      )
    case 'unhold':
      return free(desk, parts, asked)
    case 'check':
      return stays(
        await check(parts, asked.release, asked.component, asked.by),
        `was checked: ${asked.component}`,
        `was already checked today until ${asked.by}: ${asked.component}`,
      )
    default:
      return onPeople(desk, parts, asked)
  }
}

type OnPeople = Extract<AskedAct, { kind: 'enrol' | 'revoke' | 'countersign' }>

async function onPeople(desk: Desk, parts: Parts, asked: OnPeople): Promise<Done> {
  switch (asked.kind) {
    case 'enrol':
      return enrol(desk, parts.by, asked.key_id)
    case 'revoke':
      requireDone(await revokePerson(trustParts(desk, parts.by), asked.person, asked.reason, null))
      return { said: `${asked.person} is revoked`, to: null }
    case 'countersign': {
      const proposal = desk.proposals.get(asked.proposal)
      if (proposal === undefined)
        throw new OperationRefusal(
          'PROPOSAL_STALE',
          'this proposal no longer exists: ask the first person to propose it again',
        )
      await enterProposal(parts, proposal)
      desk.proposals.delete(asked.proposal)
      return { said: `${proposal.command} is done, signed by ${proposal.signature.person} and you`, to: null }
    }
  }
}

const trustParts = ({ pool, now }: Desk, by: Signatory) => ({ pool, now, signatories: [by] })

/** Where the first of two people stores the signed proposal for the second. */
function handedTo({ proposals }: Desk): Countersigning {
  return { propose: (proposal) => keep(proposals, proposal.command_id, proposal) }
}

const PROPOSED: Done = { said: 'you have signed; a second person must sign it under People', to: '/people' }

async function enrol(desk: Desk, by: Signatory, keyId: string): Promise<Done> {
  const request = desk.requests.get(keyId)
  if (request === undefined)
    throw new OperationRefusal('ENROLMENT_REFUSED', 'there is no longer a request to enrol this key')
  const { trust } = await peopleOf(desk)
  const alone = signaturesToEnrol(trust) < 2
  const countersigning = alone ? undefined : handedTo(desk)
  requireDone(await enrolPerson({ ...trustParts(desk, by), countersigning }, request))
  if (!alone) return PROPOSED
  desk.requests.delete(keyId)
  return { said: `${request.person} is enrolled`, to: null }
}

async function free(desk: Desk, parts: Parts, asked: Extract<AskedAct, { kind: 'unhold' }>): Promise<Done> {
  const isPair = await twoEndHolds(desk.pool, asked.release)
  await unhold(parts, asked.release, asked.component, asked.reason, isPair ? handedTo(desk) : undefined)
  return isPair ? PROPOSED : { said: `${asked.component} is free`, to: null }
}

/** A definition's folder by its path below the configured one; nothing outside of it is ever read. */
async function folderOf({ definitionsPath }: Desk, folder: string): Promise<string> {
  const outside = new OperationRefusal('NOT_A_DEFINITION', `${folder} is not a folder in PRAMAAN_DEFINITIONS`)
  const root = await realpath(definitionsPath).catch(() => {
    throw outside
  })
  const found = await realpath(resolve(root, join('.', folder))).catch(() => null)
  if (found === null || relative(root, found).split(sep)[0] === '..') throw outside
  return found
}
