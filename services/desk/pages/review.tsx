import { minute } from '../../api/site/pages/changes.tsx'
import { GradeChip } from '../../api/site/pages/grades.tsx'
import type { FigureModel, Frame, ReviewModel } from '../models.ts'
import { Ask } from './fields.tsx'
import { html, Live, Page } from './layout.tsx'

/** Every figure next to its page, each with its own tick. Several cannot be ticked at once. */
export function review(frame: Frame, it: ReviewModel): string {
  return html(
    <Page frame={frame} title={`Review of ${it.name}`} path="/" about={it.name}>
      <p class="crumbs">
        <a href="/">Releases</a> / <a href={`/releases/${it.name}`}>{it.name}</a>
      </p>
      <h1>Review</h1>
      <Live id="reviewed">{it.noReview === null ? <Reviewing it={it} /> : <p class="notice">{it.noReview}</p>}</Live>
      <Live id="figures">
        {it.figures.map((figure) => (
          <Figure figure={figure} release={it.noReview === null ? it.name : null} />
        ))}
      </Live>
    </Page>,
  )
}

function Reviewing({ it }: { readonly it: ReviewModel }) {
  const rest = it.figures.length - it.ticked
  return (
    <>
      <p class="lead">
        Read each figure on its page, and tick it if the value here is the printed one and the release uses it as the
        document says: what it is of, for whom, where and when. Your ticks are saved as you go; nothing is signed before
        the end.
      </p>
      <p class="progress">
        <progress value={it.ticked} max={it.figures.length} aria-label="Figures ticked" />
        <span>
          {it.ticked} of {it.figures.length} ticked
        </span>
      </p>
      <p class="row">
        <Ask act={{ kind: 'review', release: it.name }} disabled={rest > 0}>
          Sign the review
        </Ask>
      </p>
    </>
  )
}

/** `release`: whose figure it ticks; null: a tick is not offered. */
function Figure({ figure: it, release }: { readonly figure: FigureModel; readonly release: string | null }) {
  const tick = JSON.stringify({ release, cell: it.path, hash: it.hash })
  return (
    <section class={`figure ${it.grade}`}>
      <h2>
        {it.path} <GradeChip grade={it.grade} />
      </h2>
      <div class="beside">
        <div>
          <p class="value">{it.value}</p>
          {it.use !== null && <p>{it.use}</p>}
          <p>
            printed <b>{it.printed}</b>
          </p>
          <p class="faint">{it.place}</p>
          <blockquote>{it.quote}</blockquote>
          {release !== null && (
            <label class="tick">
              <input type="checkbox" checked={it.tickedAt !== null} data-tick={tick} />
              <span>Matches the document {it.tickedAt === null ? '' : `(${minute(it.tickedAt)})`}</span>
            </label>
          )}
        </div>
        <a href={`${it.picture}&whole`} aria-label={`The whole page of ${it.path}`}>
          <img src={it.picture} loading="lazy" alt={`The page with ${it.path} marked`} />
        </a>
      </div>
    </section>
  )
}
