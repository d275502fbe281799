import type { Assets, DifferenceModel, HomeModel, MadeModel, ReleasePageModel } from '../models.ts'
import { ChangeList } from './changes.tsx'
import { GradeChip } from './grades.tsx'
import { GradeBar, GradeCounts, NONE_SERVES } from './home.tsx'
import { html, Page } from './layout.tsx'
import { Table } from './table.tsx'

export function releases(assets: Assets, model: HomeModel): string {
  return html(
    <Page assets={assets} title="Releases" path="/releases">
      <h1>Releases in service</h1>
      <p>
        A <a href="/glossary#release">release</a> is one state's tariff for one period: every rate with its source,
        checked by 29 <a href="/glossary#gate">gates</a>, hashed and signed. Once signed it never changes; a correction
        is a new revision.
      </p>
      {model.releases.length === 0 && <p>{NONE_SERVES}</p>}
      <ul class="cards">
        {model.releases.map((release) => (
          <li class="card">
            <h2>
              <a href={`/releases/${release.sha256}`}>
                {release.stateName} {release.year}
              </a>
            </h2>
            <p class="faint">
              {release.from} to {release.to} · stage {release.stage} · revision {release.revision}
            </p>
            <GradeBar release={release} />
            <GradeCounts release={release} />
            <p>
              {release.gates.passed} of {release.gates.total} gates passed, {release.cases} worked cases
            </p>
          </li>
        ))}
      </ul>
    </Page>,
  )
}

export const STANDING_WORDS = {
  serving: 'This release is in service.',
  superseded: 'Another release has replaced this one.',
  withdrawn: 'This release was withdrawn.',
  not_promoted: 'This release is sealed but was never in service.',
} as const

export function Holds({ of }: { readonly of: Pick<ReleasePageModel['release'], 'holds'> }) {
  return (
    <ul>
      {of.holds.map(({ component, reason }) => (
        <li>
          <code>{component}</code>: {reason}
        </li>
      ))}
    </ul>
  )
}

export function release(assets: Assets, { release: it, sources, rows, blocked, made }: ReleasePageModel): string {
  return html(
    <Page assets={assets} title={`${it.stateName} ${it.year}`} path="/releases">
      <h1>
        {it.stateName} {it.year}
      </h1>
      {it.standing !== 'serving' && (
        <p class="notice" role="status">
          {STANDING_WORDS[it.standing]}
        </p>
      )}
      {it.note !== null && <p class="lead">{it.note}</p>}
      <dl class="facts">
        <dt>Release</dt>
        <dd>
          {it.releaseId}, revision {it.revision}
        </dd>
        <dt>Period</dt>
        <dd>
          {it.from} to {it.to}
          {it.stage !== null && (
            <>
              , <a href="/glossary#stage">stage</a> {it.stage}
            </>
          )}
        </dd>
        <dt>SHA-256</dt>
        <dd class="hash">{it.sha256}</dd>
        <dt>Checks</dt>
        <dd>
          {it.gates.passed} of {it.gates.total} gates passed, {it.cases} worked cases
        </dd>
        <dt>Figures</dt>
        <dd>
          <GradeBar release={it} />
          <GradeCounts release={it} />
        </dd>
        <dt>Download</dt>
        <dd>
          <a href={`/public/releases/${it.sha256}`}>The sealed release with its proof</a> (JSON)
        </dd>
      </dl>
      {it.holds.length > 0 && (
        <section>
          <h2>On hold</h2>
          <Holds of={it} />
        </section>
      )}
      {made === null ? (
        <p class="notice">The history of this release is not available at the moment.</p>
      ) : (
        <Made made={made} />
      )}
      <section>
        <h2>Rows</h2>
        <Table label="Rows" columns={['Row', 'Category', 'Licensee', 'Weakest figure']}>
          {rows.map((row) => (
            <tr>
              <td>
                <a href={`/evidence/${row.sha256}`}>{row.id}</a>
              </td>
              <td>{row.label}</td>
              <td>{row.licensee === null ? 'whole state' : breakable(row.licensee)}</td>
              <td>
                <GradeChip grade={row.weakest} />
              </td>
            </tr>
          ))}
        </Table>
      </section>
      <section>
        <h2>Not included in any amount</h2>
        <dl class="blocked">
          {blocked.map(({ component, explanation, unblockedBy }) => (
            <div>
              <dt>{component.replaceAll('_', ' ')}</dt>
              <dd>
                {explanation} <span class="faint">Needed: {unblockedBy}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>Documents</h2>
        <ul class="documents">
          {sources.map((source) => (
            <li>
              <b>{source.title}</b>
              <p>
                {source.issuer}
                {source.dated === null ? '' : `, ${source.dated}`} · {source.document_kind} ·{' '}
                {source.legal_status.replaceAll('_', ' ')} · {source.page_count}{' '}
                {source.page_count === 1 ? 'page' : 'pages'}
              </p>
              <p class="hash">{source.sha256}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>,
  )
}

/** A code that may wrap after its underscores on narrow screens. */
const breakable = (code: string) =>
  code.split(/(?<=_)/).map((part, index) => (
    <>
      {index > 0 && <wbr />}
      {part}
    </>
  ))

function Made({ made: { changes, gates, difference } }: { readonly made: MadeModel }) {
  // The same record may be sealed again as another revision: under its hash are the acts on both.
  const revisions = new Set(changes.map(({ revision }) => revision))
  return (
    <>
      <section>
        <h2>Who did what</h2>
        <ChangeList changes={changes} named={revisions.size > 1} />
      </section>
      {difference !== null && <Difference difference={difference} />}
      <section>
        <h2>Gates</h2>
        <details>
          <summary>Details of each gate</summary>
          <Table label="Gates" columns={['Gate', 'Verdict', { amount: 'Items checked' }]}>
            {gates.map(({ gate, passed, checked }) => (
              <tr>
                <td>{gate}</td>
                <td>{passed ? 'passed' : 'failed'}</td>
                <td class="amount">{checked.toLocaleString('en-IN')}</td>
              </tr>
            ))}
          </Table>
        </details>
      </section>
    </>
  )
}

function Difference({ difference: { revision, sha256, rows } }: { readonly difference: DifferenceModel }) {
  return (
    <section>
      <h2>
        Difference from <a href={`/releases/${sha256}`}>revision {revision}</a>
      </h2>
      {rows.length === 0 && <p>No row differs.</p>}
      <ul class="differences">
        {rows.map(({ id, change, figures, fields }) => (
          <li>
            <b>{id}</b> {change}
            {fields.length > 0 && <span class="faint"> ({fields.join(', ')})</span>}
            {figures.length > 0 && (
              <dl class="cell">
                {figures.map(({ part, before, after }) => (
                  <>
                    <dt>{part}</dt>
                    <dd>
                      {before} → {after}
                    </dd>
                  </>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
