import { xmlText } from '../../platform/xml-text.ts'
import type { Change } from '../contract/responses/changes.ts'
import { onceSigned } from '../evidence/read-evidence.ts'
import { readNewestChanges } from '../log-changes.ts'
import { staticAnswer } from '../reply/static-answer.ts'
import type { Services } from '../services.ts'
import { FEED_KINDS, saidOf } from './change-words.ts'

/** An Atom feed (RFC 4287) of changes, newest first. `origin` is the name of the log. */
export function feedText(origin: string, changes: readonly Change[]): string {
  const entries = changes.flatMap((change) => {
    const { kind, at, by, event_sha256, release } = change
    const said = saidOf(change)
    if (said === null || at === null || event_sha256 === null || release === null) return []
    return [
      '<entry>',
      `<id>urn:sha256:${event_sha256}</id>`,
      `<title>${xmlText(`${release.release_id}, revision ${release.revision}: ${kind.replaceAll('_', ' ')}`)}</title>`,
      `<updated>${at}</updated>`,
      `<author><name>${xmlText(by ?? 'unknown')}</name></author>`,
      `<link href="/releases/${release.release_sha256}"/>`,
      `<summary>${xmlText(said)}</summary>`,
      '</entry>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:log:${xmlText(encodeURI(origin))}</id>`,
    '<title>Pramaan: releases in service and their changes</title>',
    `<updated>${changes[0]?.at ?? '1970-01-01T00:00:00.000Z'}</updated>`,
    '<link rel="self" href="/changes.atom"/>',
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

export const changesFeed = (services: Services) =>
  onceSigned(services, async (pool, size) => {
    const changes = await readNewestChanges(pool, size, FEED_KINDS)
    return staticAnswer('application/atom+xml; charset=utf-8', feedText(services.signed.trust.origin, changes))
  })
