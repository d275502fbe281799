import type { Change } from '../log-changes.ts'
import { readNewestChanges } from '../log-changes.ts'
import { readEvidence } from '../read-evidence.ts'
import type { Services } from '../services.ts'
import { type StaticAnswer, staticAnswer } from '../static-answer.ts'

/** What becomes of what serves; how a release came to be approved is in GET /v1/changes. */
const TOLD: Partial<Readonly<Record<Change['kind'], (change: Change) => string>>> = {
  promoted: ({ scope, effective_from, effective_to, stage }) =>
    `serves ${scope} from ${effective_from} to ${effective_to}, stage ${stage}`,
  superseded: ({ scope }) => `no longer serves ${scope}: a later revision does`,
  withdrawn: ({ reason }) => `withdrawn: ${reason}`,
  held: ({ component, reason }) => `${component} on hold: ${reason}`,
  freed: ({ component, reason }) => `${component} freed: ${reason}`,
  check_lapsed: ({ component, check_by }) => `${component} on hold: nobody has checked it since ${check_by}`,
}
export const FEED_KINDS = Object.keys(TOLD) as readonly Change['kind'][]

const escaped = (text: string): string =>
  text
    // What XML 1.0 does not let stand in a document, escaped or not.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** An Atom feed (RFC 4287) of changes, the newest first. `origin` is the name of the log. */
export function feedText(origin: string, changes: readonly Change[]): string {
  const entries = changes.flatMap((change) => {
    const { kind, at, by, event_sha256, release } = change
    const said = TOLD[kind]?.(change)
    if (said === undefined || at === null || event_sha256 === null || release === null) return []
    return [
      '<entry>',
      `<id>urn:sha256:${event_sha256}</id>`,
      `<title>${escaped(`${release.release_id}, revision ${release.revision}: ${kind.replaceAll('_', ' ')}`)}</title>`,
      `<updated>${at}</updated>`,
      `<author><name>${escaped(by ?? 'unknown')}</name></author>`,
      `<link href="/releases/${release.release_sha256}"/>`,
      `<summary>${escaped(said)}</summary>`,
      '</entry>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:log:${escaped(encodeURI(origin))}</id>`,
    '<title>Pramaan: what serves, and what changed</title>',
    `<updated>${changes[0]?.at ?? '1970-01-01T00:00:00.000Z'}</updated>`,
    '<link rel="self" href="/changes.atom"/>',
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

/** The feed of what is signed. Postgres is asked once for each newly signed state. */
export function changesFeed(services: Services) {
  let made: { readonly note: string; readonly answer: StaticAnswer } | null = null
  return async (requestId: string) => {
    const { note, size, trust } = services.signed
    if (note !== null && made?.note === note) return { ok: true as const, value: made.answer }
    const read = await readEvidence(services, requestId, (pool) => readNewestChanges(pool, size, FEED_KINDS))
    if (!read.ok) return read
    const answer = await staticAnswer('application/atom+xml; charset=utf-8', feedText(trust.origin, read.value))
    if (note !== null) made = { note, answer }
    return { ok: true as const, value: answer }
  }
}
