import type { Assets, EvidenceModel, FigureModel } from '../models.ts'
import { GRADE_WORDS, GradeChip } from './grades.tsx'
import { html, Page } from './layout.tsx'
import { Holds, STANDING_WORDS } from './releases.tsx'

export function evidence(assets: Assets, { row, release, figures, rules, statements }: EvidenceModel): string {
  return html(
    <Page assets={assets} title={row.id} path="/releases">
      <p class="crumbs">
        <a href="/releases">Releases</a> / <a href={`/releases/${release.sha256}`}>{release.releaseId}</a>
      </p>
      <h1>{row.label}</h1>
      {release.standing !== 'serving' && (
        <p class="notice" role="status">
          {STANDING_WORDS[release.standing]} These figures are not used in new answers.
        </p>
      )}
      {release.holds.length > 0 && (
        <div class="notice" role="status">
          <b>On hold: not used in any amount.</b>
          <Holds of={release} />
        </div>
      )}
      <p class="faint">
        {row.id} · {row.licensee ?? 'whole state'} · {release.from} to {release.to} · revision {release.revision}
      </p>
      <p class="hash">{row.sha256}</p>
      {figures.map((each) => (
        <FigureOf model={each} />
      ))}
      {rules.length + statements.length > 0 && <h2>Rules that can change a bill by this row</h2>}
      {rules.map((each) => (
        <FigureOf model={each} />
      ))}
      {statements.map(({ what, quote, place, source }) => (
        <section class="figure">
          <h2>{what}</h2>
          <blockquote>{quote}</blockquote>
          <PlaceOf place={place} source={source} />
        </section>
      ))}
    </Page>,
  )
}

function PlaceOf({ place, source }: Pick<FigureModel, 'place' | 'source'>) {
  return (
    <p>
      {source === null ? place : `${source.title}, ${place}`}
      {source?.document_kind === 'original' && (
        <>
          {' '}
          (<a href={source.url}>document</a>)
        </>
      )}
    </p>
  )
}

function FigureOf({ model: { path, what, figure, place, source, because } }: { readonly model: FigureModel }) {
  return (
    <section class={`figure ${figure.grade}`} id={path}>
      <h2>
        {what} <GradeChip grade={figure.grade} />
      </h2>
      <p class="value">
        {figure.value === null ? 'No usable figure' : `${figure.value} ${figure.unit}`}
        {figure.printed !== null && (
          <span class="faint">
            {' '}
            printed “{figure.printed}” {figure.printed_unit}
          </span>
        )}
      </p>
      <p class="faint">{GRADE_WORDS[figure.grade]}</p>
      {figure.cell === undefined ? (
        <blockquote>{figure.quote}</blockquote>
      ) : (
        <dl class="cell">
          <dt>Row</dt>
          <dd>{figure.cell.row.join(' › ')}</dd>
          <dt>Column</dt>
          <dd>{figure.cell.column.join(' › ')}</dd>
          <dt>Cell</dt>
          <dd>{figure.cell.printed}</dd>
        </dl>
      )}
      <PlaceOf place={place} source={source} />
      {because !== null && <p>{because}</p>}
      {figure.citations.length > 0 && (
        <ul class="faint">
          {figure.citations.map((citation) => (
            <li>{citation}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
