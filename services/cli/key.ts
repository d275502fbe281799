import { type Command, InvalidArgumentError, Option } from 'commander'
import { rotateSigningKey } from '../../pipeline/commands/trust-acts.ts'
import { GRADES } from '../../releases/record/grade.ts'
import { ALL_STATES, BILLS_PER_MINUTE, MOST_BILLS_PER_MINUTE, SCOPES } from '../keys/key.ts'
import { type Issued, issueKey, revokeKey, rotateKey } from '../keys/manage.ts'
import { OperationRefusal, requireDone, unwritable } from '../operations/refusal.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { makeSigningKey } from '../platform/signing-key.ts'
import { writeTrustFile } from '../platform/trust-file.ts'
import { commaList, durationUpTo, label, moment, nonBlank, wholeNumber } from './arguments.ts'
import type { CliContext } from './context.ts'
import { type Result, tableOnTerminal } from './output.ts'
import { adderTo, runWith } from './program.ts'

/** Number of requests in a window (docs/design/contract.md#command-line). */
const LIMIT = wholeNumber(1, 100_000)
const PER_MINUTE = 60
const BURST = 20
/** A replaced key that lives longer is not replaced. */
const GRACE = durationUpTo(90)
const WARNING = 'The key is shown once. Only its SHA-256 is kept.'

/** Parser for a list of words of one form. `all`: what this word alone stands for; null: nothing. */
const listOf =
  (isGood: (word: string) => boolean, what: string, all: readonly string[] | null = null) =>
  (text: string): string[] => {
    if (text === 'all' && all !== null) return [...all]
    const words = commaList(text)
    if (words.length > 1 && words.includes('all'))
      throw new InvalidArgumentError('all includes every other: write only all')
    const bad = words.filter((word) => !isGood(word)).map((word) => (word === '' ? 'an empty word' : word))
    if (bad.length > 0) throw new InvalidArgumentError(`${bad.join(', ')} is not ${what}`)
    return words
  }

const isScope = (word: string): boolean => (SCOPES as readonly string[]).includes(word)
const scopes = listOf(isScope, `one of all, ${SCOPES.join(', ')}`, SCOPES)
const states = listOf((word) => /^[A-Z]{2}$/.test(word), 'a state code such as BR, nor all', [ALL_STATES])

/** Those of web pages: browsers send no other. */
const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

const origins = listOf(isOrigin, 'an exact origin such as https://example.org')

type IssueOptions = {
  name: string
  scopes: string[]
  states: string[]
  origins: string[]
  perMinute: number
  burst?: number
  billsPerMinute: number
  evidenceFloor: string
  expires?: string
  request?: string
}

async function issue(context: CliContext, options: IssueOptions): Promise<Result> {
  if (options.expires !== undefined && Date.parse(options.expires) <= context.now().getTime())
    throw new OperationRefusal('USAGE', `--expires ${options.expires} is in the past: the key would never be valid`)
  const { perMinute } = options
  const burst = options.burst ?? Math.min(BURST, perMinute)
  if (burst > perMinute)
    throw new OperationRefusal(
      'USAGE',
      `a burst of ${burst} is more than the ${perMinute} of --per-minute, and would have no effect: give --burst ${perMinute} or less`,
    )
  const unreleased = await withoutRelease(context, options.states)
  const issued = await issueKey(
    { pool: context.pool, actor: context.actor, now: context.now() },
    {
      name: options.name,
      scopes: options.scopes,
      states: options.states,
      origins: options.origins,
      per_minute: perMinute,
      burst,
      bills_per_minute: options.billsPerMinute,
      evidence_floor: options.evidenceFloor,
      expires_at: options.expires ?? null,
      request_ref: options.request ?? null,
    },
  )
  const lines = [issued.keyId, issued.key, WARNING]
  if (unreleased.length > 0)
    lines.push(`There is no release of ${unreleased.join(', ')} yet: until then the key gets no amount there.`)
  return { data: { ...shown(issued), states_without_release: unreleased }, text: lines.join('\n') }
}

/** The states of which nothing was ever opened here: to come, or mistyped. */
async function withoutRelease({ pool }: CliContext, states: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ state_code: string }>('SELECT DISTINCT state_code FROM read.releases')
  const known = new Set([ALL_STATES, ...rows.map((row) => row.state_code)])
  return states.filter((state) => !known.has(state))
}

/** A new key with its rights (docs/design/contract.md#command-line `key issue`). */
function shown({ keyId, key, settings }: Issued): object {
  return {
    key_id: keyId,
    key,
    scopes: settings.scopes,
    states: settings.states,
    origins: settings.origins,
    limits: {
      per_minute: settings.per_minute,
      burst: settings.burst,
      bills_per_minute: settings.bills_per_minute ?? BILLS_PER_MINUTE,
    },
    evidence_floor: settings.evidence_floor,
    expires_at: settings.expires_at,
  }
}

type KeyRow = {
  key_id: string
  name: string
  scopes: string[]
  states: string[]
  created_at: Date
  evidence_floor: string
  per_minute: number
  burst: number
  bills_per_minute: number
  expires_at: Date | null
  valid_until: Date | null
  revoked_at: Date | null
}

function standing({ revoked_at: revoked, valid_until: until, expires_at: expires }: KeyRow, now: Date): string {
  if (revoked !== null) return 'revoked'
  const end = [until, expires].filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime())[0]
  if (end === undefined) return 'in force'
  return end <= now ? 'ended' : `until ${end.toISOString()}`
}

/** `all`, or each scope by its part before the colon. */
function scopesText(scopes: readonly string[]): string {
  return SCOPES.every((scope) => scopes.includes(scope)) ? 'all' : scopes.map((scope) => scope.split(':')[0]).join(',')
}

async function list({ pool, now }: CliContext): Promise<Result> {
  const { rows } = await pool.query<KeyRow>(
    'SELECT key_id, name, scopes, states, origins, evidence_floor, per_minute, burst, bills_per_minute, created_at, expires_at, valid_until, revoked_at FROM read.api_keys ORDER BY created_at, key_id',
  )
  const keys = rows.map((row) => ({ ...row, standing: standing(row, now()) }))
  return { data: { keys }, text: keyTable(keys) }
}

/** What a terminal may have no room for comes last. */
export function keyTable(keys: readonly (KeyRow & { readonly standing: string })[]): string {
  const cells = keys.map((row) => [
    row.key_id,
    row.name,
    row.standing,
    row.states.join(','),
    row.evidence_floor,
    `${row.per_minute}/min, ${row.burst}/10 s, ${row.bills_per_minute} bills/min`,
    row.created_at.toISOString().slice(0, 10),
    scopesText(row.scopes),
  ])
  return tableOnTerminal(['key', 'name', 'standing', 'states', 'floor', 'limits', 'issued', 'scopes'], cells)
}

/** Makes the next signing key and records it in the log. The previous key signs that entry, and nothing after it. */
async function rotateSigning(context: CliContext, file: string): Promise<Result> {
  const { pool, now, config } = context
  const next = await makeSigningKey(file).catch(unwritable(file))
  const result = await rotateSigningKey({ pool, signatories: [await context.person()], now }, next)
  requireDone(result)
  await untilSigned(pool, await context.trust())
  // For workers and APIs that start with this file: they need not find the new key through the old one.
  const isWritten = await writeTrustFile(config.trustPath, await context.trust()).then(
    () => true,
    () => false,
  )
  const lines = [
    `${next.keyId} is now the signing key: restart the workers with PRAMAAN_SIGNING_KEY=${file}`,
    isWritten
      ? `${config.trustPath} names it: copy that file to every worker with a separate home`
      : `${config.trustPath} could not be written: save /v1/trust.json of an API there once it lists the key`,
  ]
  return { data: { key_id: next.keyId, file, trust_file: isWritten ? config.trustPath : null }, text: lines.join('\n') }
}

/**
 * `pramaan key …`: keys are issued after review of a request; the key itself is printed once (spec: Authentication
 * rule 5).
 */
export function addKeyCommands(key: Command): void {
  const add = adderTo(key, { key_id: 'id of a key, as in `key list`' })
  add('issue', 'issue a key')
    .requiredOption('--name <name>', 'name of the holder (required)', label)
    .requiredOption(
      '--scopes <list>',
      `all, or some of these, separated by commas: ${SCOPES.join(', ')} (required)`,
      scopes,
    )
    .requiredOption('--states <list>', 'all, or state codes separated by commas, such as BR,GJ (required)', states)
    .addOption(
      new Option('--origins <list>', 'exact browser origins separated by commas, such as https://example.org')
        .argParser(origins)
        .default([], 'none'),
    )
    .option('--per-minute <n>', 'requests in any minute, 1 to 100,000', LIMIT, PER_MINUTE)
    .option(
      '--burst <n>',
      `requests in any ten seconds, at most --per-minute (default: ${BURST}, or --per-minute if less)`,
      LIMIT,
    )
    .option(
      '--bills-per-minute <n>',
      `bills of POST /v1/calculations in any minute, 1 to ${MOST_BILLS_PER_MINUTE.toLocaleString('en')}`,
      wholeNumber(1, MOST_BILLS_PER_MINUTE),
      BILLS_PER_MINUTE,
    )
    .addOption(
      new Option('--evidence-floor <grade>', 'weakest evidence an answer may rest on')
        .choices(GRADES.filter((grade) => grade !== 'held'))
        .default('derived'),
    )
    .option('--expires <time>', 'ISO time such as 2027-03-31T00:00:00Z, or a date (default: never)', moment)
    .option('--request <ref>', 'reference of the access request, any text', nonBlank)
    .action(runWith(issue))
  add('list', 'list all keys, without the secrets').action(runWith(list))
  add('revoke <key_id>', 'revoke a key at once')
    .option('--reason <text>', 'why', nonBlank)
    .action(
      runWith(async ({ pool, actor, now }, id: string, { reason }: { reason?: string }) => {
        const result = await revokeKey({ pool, actor, now: now() }, id, reason ?? null)
        if (!result.ok) throw new OperationRefusal(result.code, result.message)
        return { data: { key_id: id, revoked: true }, text: `${id} is revoked` }
      }),
    )
  add('rotate-signing <file>', 'hand the log over to a new signing key, written to the file; signed by a person', {
    file: 'PEM file to create',
  }).action(runWith(rotateSigning))
  add('rotate <key_id>', 'issue a new key with the same rights; the old one ends after a grace period')
    .addOption(
      new Option('--grace <duration>', 'how long the old key stays valid, such as 30m, 24h or 7d; at most 90d')
        .argParser(GRACE)
        .default(GRACE('24h'), '24h'),
    )
    .action(
      runWith(async ({ pool, actor, now }, id: string, { grace }: { grace: number }) => {
        const result = await rotateKey({ pool, actor, now: now() }, id, grace)
        if (!result.ok) throw new OperationRefusal(result.code, result.message)
        const data = { ...shown(result), replaces: id, previous_valid_until: result.validUntil }
        return {
          data,
          text: `${result.keyId}\n${result.key}\n${id} stays valid until ${result.validUntil}. ${WARNING}`,
        }
      }),
    )
}
