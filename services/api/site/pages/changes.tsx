import type { ChangeModel } from '../models.ts'

/** A time in readable form, in UTC. */
export const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

/** Changes as a list; `named`: with the release of each change. */
export function ChangeList({ changes, named = false }: { changes: readonly ChangeModel[]; named?: boolean }) {
  return (
    <ol class={named ? 'changes named' : 'changes'}>
      {changes.map(({ at, by, releaseId, revision, sha256, said }) => (
        <li>
          {named && (
            <a href={`/releases/${sha256}`}>
              {releaseId}, revision {revision}
            </a>
          )}
          <span>{said}</span>
          <span class="faint">
            {at !== null && <time dateTime={at}>{minute(at)}</time>}
            {by === null ? '' : `, by ${by}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
