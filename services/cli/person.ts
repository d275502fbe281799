import type { Command } from 'commander'
import type { Pool } from 'pg'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import { enrolPerson, requestEnrolment, revokePerson } from '../../pipeline/commands/trust-acts.ts'
import { parseEvent, parseEvents } from '../../pipeline/lifecycle/events.ts'
import { enrolledPeople, LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import { actSchema, personName } from '../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import { OperationRefusal, requireDone, unwritable } from '../operations/refusal.ts'
import { enrolmentOf, enterProposal } from '../operations/two-people.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { loadConfig } from '../platform/config.ts'
import { makePersonKey } from '../platform/person-key.ts'
import { hashPart, nonBlank, wholeNumber } from './arguments.ts'
import { type CliContext, newPassphrase } from './context.ts'
import { readGivenJson, writeGiven } from './files.ts'
import { type Result, tableOnTerminal } from './output.ts'
import { adderTo, runPlain, runWith } from './program.ts'
import { handingOut, PROPOSE, readProposal } from './proposals.ts'

/** Makes a key file, and prints the person's entry for PRAMAAN_FIRST_PEOPLE. */
async function make(file: string, { name, open = false }: { name: string; open?: boolean }): Promise<Result> {
  if (name === LOCAL_APPROVER)
    throw new OperationRefusal('ENROLMENT_REFUSED', `${name} is the name of a machine: use another`)
  if (!personName.safeParse(name).success)
    throw new OperationRefusal(
      'ENROLMENT_REFUSED',
      `${name} is not a valid name: use up to 64 letters, digits, \`.\`, \`_\` and \`-\`, the first a letter or digit`,
    )
  const passphrase = open ? null : await newPassphrase(loadConfig())
  const { key } = await makePersonKey(file, name, passphrase).catch(unwritable(file))
  const data = { name, public_key: encodeBase64(key.publicKey) }
  return {
    data,
    text: `${JSON.stringify(data)}\nThe key is in ${file}. Once enrolled, the name ${name} is permanently public.`,
  }
}

/** The file that a new person gives to those who enrol them, for the log of this deployment. */
async function request(context: CliContext, file: string): Promise<Result> {
  const { trust } = await readLogTrust(context.pool)
  const { person, public_key, proof } = requestEnrolment(trust.origin, await context.person())
  const data = { origin: trust.origin, name: person, public_key, proof }
  await writeGiven(file, `${JSON.stringify(data)}\n`)
  return { data, text: `${file}: give it to an enrolled person, who runs \`person enrol\`` }
}

/** Enrols as the only enrolled person, or writes a proposal for a second person to sign. */
async function enrol(context: CliContext, file: string, { propose }: { propose?: string }): Promise<Result> {
  const { pool, now } = context
  const asked = enrolmentOf(await readGivenJson(file), file)
  const handed = handingOut(propose)
  const signatories = [await context.person()]
  requireDone(await enrolPerson({ pool, signatories, now, countersigning: handed.countersigning }, asked))
  if (propose !== undefined) return handed.write(propose)
  await untilSigned(pool, await context.trust())
  return { data: { person: asked.person, key_id: asked.key_id }, text: `${asked.person} is enrolled` }
}

/** Decides the first person's proposal again, countersigns it, and appends it to the log. */
async function countersign(context: CliContext, file: string): Promise<Result> {
  const { pool, now } = context
  const proposal = await readProposal(file)
  const by = await context.person()
  await enterProposal({ pool, by, now }, proposal)
  await untilSigned(pool, await context.trust())
  const people = [proposal.signature.person, by.name]
  const text = `${proposal.command} is done, signed by ${people.join(' and ')}`
  return { data: { command: proposal.command, people }, text }
}

async function revoke(
  context: CliContext,
  name: string,
  options: { reason: string; compromisedSince?: number; key?: string },
): Promise<Result> {
  const { reason, compromisedSince: since = null } = options
  const { pool, now } = context
  const signatories = [await context.person()]
  const result = await revokePerson({ pool, signatories, now }, name, reason, since, options.key)
  requireDone(result)
  await untilSigned(pool, await context.trust())
  const [revoked] = parseEvents(result.events)
  const doubtful =
    since === null || revoked?.type !== 'PersonRevoked' ? [] : await endedHolds(pool, revoked.payload.key_id, since)
  const lines = doubtful.map(
    ({ release_id, revision, component, what, position }) =>
      `  ${component} of ${release_id}@${revision} was ${what} with this key at position ${position}: if in doubt, \`release hold ${release_id}@${revision} ${component} --reason …\``,
  )
  const left = enrolledPeople((await readLogTrust(pool)).trust)
  const warning =
    left.length === 1
      ? [
          `only ${left[0]?.name} is enrolled now, and one person alone can enrol nobody: see docs/recovery.md, "Only one person is left"`,
        ]
      : []
  return {
    data: { person: name, revoked: true, ...(since === null ? {} : { doubtful }), enrolled: left.length },
    text: [`${name} is revoked`, ...lines, ...warning].join('\n'),
  }
}

type EndedHold = {
  readonly release_id: string
  readonly revision: number
  readonly component: string
  readonly what: 'freed' | 'checked'
  readonly position: number
}

/**
 * Components that were freed or checked with a key since a position. Nobody has to repeat these acts, so a hold that they ended
 * does not come back by itself.
 */
async function endedHolds(pool: Pool, keyId: string, since: number): Promise<EndedHold[]> {
  const { rows } = await pool.query<{ type: string; payload: string; act: string; position: number }>(
    `SELECT type, payload, act, position::int FROM event_log
     WHERE type IN ('ComponentFreed', 'ComponentChecked') AND position >= $1 AND act IS NOT NULL ORDER BY position`,
    [since],
  )
  return rows.flatMap(({ type, payload, act, position }) => {
    const { signatures } = actSchema.parse(JSON.parse(act))
    const event = parseEvent(type, JSON.parse(payload))
    if (event.type !== 'ComponentFreed' && event.type !== 'ComponentChecked') return []
    if (signatures.every((one) => one.key_id !== keyId)) return []
    const { release_id, revision, component } = event.payload
    return [{ release_id, revision, component, what: event.type === 'ComponentFreed' ? 'freed' : 'checked', position }]
  })
}

async function list({ pool }: CliContext): Promise<Result> {
  const { trust } = await readLogTrust(pool)
  const people = trust.people.map(({ name, kind, keyId, fromPosition, toPosition }) => ({
    ...{ name, kind, key_id: keyId, from_position: fromPosition, to_position: toPosition },
    compromised_since: trust.compromisedSince.get(keyId) ?? null,
  }))
  const rows = people.map((one) => [
    one.name,
    one.kind,
    one.to_position === null ? 'enrolled' : `revoked at ${one.to_position}`,
    one.key_id.slice(0, 16),
    String(one.from_position),
  ])
  return { data: { people }, text: tableOnTerminal(['name', 'kind', 'standing', 'key', 'since'], rows) }
}

/** `pramaan person …`: whose signed acts count (docs/design/trust.md#people). */
export function addPersonCommands(person: Command): void {
  const add = adderTo(person)
  add('new <file>', 'create a key file, without enrolling it', { file: 'key file to create' })
    .requiredOption(
      '--name <name>',
      'name of the person, of letters, digits, `.`, `_` and `-`; permanently public once enrolled (required)',
      nonBlank,
    )
    .option('--open', 'create the key without a passphrase, for temporary keys')
    .action(runPlain(make))
  add('request <file>', 'write an enrolment request with your public key and a proof that you have the key', {
    file: 'JSON file to write',
  }).action(runWith(request))
  add('enrol <request>', 'enrol a person; needs two enrolled people, or one as long as the log has never had two', {
    request: 'file that the new person wrote with `person request`',
  })
    .option('--propose <file>', PROPOSE)
    .action(runWith(enrol))
  add('countersign <file>', 'sign a file written by --propose as the second person, and enter the act in the log', {
    file: 'file that --propose wrote',
  }).action(runWith(countersign))
  add('revoke <name>', 'revoke a key at once; acts that it signed before stay valid', {
    name: 'name of an enrolled person, see `person list`',
  })
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .option(
      '--compromised-since <position>',
      'acts from this log position on, such as 120, do not count for production',
      wholeNumber(1, 999_999_999),
    )
    .option('--key <key_id>', 'an older key of that person, or how its id begins; otherwise the newest', hashPart)
    .action(runWith(revoke))
  add('list', 'list everyone who was ever enrolled').action(runWith(list))
}
