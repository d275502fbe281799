import { GRADES } from '../../../../releases/record/grade.ts'
import type { Assets, HomeModel, ReleaseModel } from '../models.ts'
import { GRADE_WORDS, GradeChip } from './grades.tsx'
import { html, Page } from './layout.tsx'
import map from './map.json' with { type: 'json' }

/** Instead of a list of releases. */
export const NONE_SERVES = 'No release is in service at the moment.'

/** The start page: introduction, coverage, and the calculator, which browser code fills in. */
export function home(assets: Assets, { releases, unavailable, opensOn }: HomeModel): string {
  return html(
    <Page assets={assets} title="Pramaan" path="/" calculates>
      <section class="hero">
        <h1>What your electricity costs by the published tariff.</h1>
        <p>
          To the paisa, with the line and page behind each rate, and whether that is the order itself or a reading of
          it. Your browser verifies the signed release and calculates; anything that is not verified is named, not
          guessed.
        </p>
      </section>
      {unavailable.length > 0 && (
        <p class="notice bad" role="status">
          Not available at the moment: {unavailable.join(', ')}.
        </p>
      )}
      <section id="calculator" {...(opensOn === null ? {} : { 'data-state': opensOn })}>
        <p class="notice loading">Loading the calculator…</p>
        <p class="notice late">
          The calculator has not been loaded. Reload the page to try again. The <a href="/releases">releases</a> and the
          evidence of every row can be read without it.
        </p>
        <noscript>
          <p class="notice">
            The calculator runs in your browser and needs JavaScript. Without it, the <a href="/releases">releases</a>{' '}
            and the evidence of every row can still be read.
          </p>
        </noscript>
      </section>
      <section aria-labelledby="coverage">
        <h2 id="coverage">Coverage</h2>
        <div class="coverage">
          <CoverageMap releases={releases} />
          <div>
            <p>
              {releases.length === 0
                ? NONE_SERVES
                : 'States with a release in service. The bar shows the grades of its figures.'}
            </p>
            <ul class="states">
              {releases.map((release) => (
                <li>
                  <a href={`/releases/${release.sha256}`}>
                    {release.stateName} <span class="faint">{release.year}</span>
                  </a>
                  <GradeBar release={release} />
                </li>
              ))}
            </ul>
            <dl class="legend">
              {GRADES.map((grade) => (
                <div>
                  <dt>
                    <GradeChip grade={grade} />
                  </dt>
                  <dd>{GRADE_WORDS[grade]}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </section>
    </Page>,
  )
}

export function GradeCounts({ release: { grades } }: { readonly release: ReleaseModel }) {
  return (
    <p class="counts">
      {GRADES.filter((grade) => grades[grade] > 0).map((grade) => (
        <span>
          {grades[grade].toLocaleString('en-IN')} <GradeChip grade={grade} />
        </span>
      ))}
    </p>
  )
}

/** Shares of the grades as one bar, with text for screen readers. */
export function GradeBar({ release: { grades } }: { readonly release: ReleaseModel }) {
  const present = GRADES.filter((grade) => grades[grade] > 0)
  const total = present.reduce((sum, grade) => sum + grades[grade], 0)
  const said = present.map((grade) => `${grades[grade]} ${grade}`).join(', ')
  let x = 0
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={`Figures: ${said}`}>
      {present.map((grade) => {
        const width = (100 * grades[grade]) / total
        x += width
        return <rect class={grade} x={x - width} y={0} width={width} height={6} />
      })}
    </svg>
  )
}

const SIZE = 40

/** The states and union territories as tiles, arranged roughly like a map; those with a release are links. */
function CoverageMap({ releases }: { readonly releases: readonly ReleaseModel[] }) {
  const served = new Map(releases.map((release) => [release.state, release]))
  return (
    <svg class="map" viewBox={`0 0 ${10 * SIZE} ${9 * SIZE}`} aria-label="Map of the states covered">
      {(map.tiles as [string, number, number][]).map(([code, column, row]) => {
        const release = served.get(code)
        const tile = (
          <>
            <rect x={column * SIZE + 1} y={row * SIZE + 1} width={SIZE - 3} height={SIZE - 3} rx={3} />
            <text x={column * SIZE + SIZE / 2} y={row * SIZE + SIZE / 2 + 5}>
              {code}
            </text>
          </>
        )
        if (release === undefined) return <g class="tile">{tile}</g>
        const main = GRADES.reduce((best, grade) => (release.grades[grade] > release.grades[best] ? grade : best))
        return (
          <a class={`tile ${main}`} href={`/releases/${release.sha256}`} aria-label={`${code}, ${release.stateName}`}>
            {tile}
          </a>
        )
      })}
    </svg>
  )
}
