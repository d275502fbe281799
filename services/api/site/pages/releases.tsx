import type { Assets, HomeModel, ReleasePageModel } from '../models.ts'
import { GradeChip } from './grades.tsx'
import { GradeBar } from './home.tsx'
import { layout } from './layout.tsx'

/** All releases in service. */
export function releases(assets: Assets, model: HomeModel): string {
  return layout({
    assets,
    title: 'Releases',
    path: '/releases',
    children: (
      <>
        <h1>Releases in service</h1>
        <p>
          A release is one state's tariff for one period: every rate with its source, checked by 29 gates, hashed and
          signed. Once signed it never changes; a correction is a new revision.
        </p>
        <ul class="cards">
          {model.releases.map((release) => (
            <li class="card">
              <h2>
                <a href={`/releases/${release.sha256}`}>
                  {release.stateName} {release.year}
                </a>
              </h2>
              <p class="faint">
                {release.from} to {release.to} · {release.stage} · revision {release.revision}
              </p>
              <GradeBar release={release} />
              <p>
                {release.gates.passed} of {release.gates.total} gates passed, {release.cases} worked cases
              </p>
            </li>
          ))}
        </ul>
      </>
    ),
  })
}

/** One release: what it is, what it leaves out, its rows and its documents. */
export function release(assets: Assets, { release: it, sources, rows, blocked }: ReleasePageModel): string {
  return layout({
    assets,
    title: `${it.stateName} ${it.year}`,
    path: '/releases',
    children: (
      <>
        <h1>
          {it.stateName} {it.year}
        </h1>
        {it.note !== null && <p class="lead">{it.note}</p>}
        <dl class="facts">
          <dt>Release</dt>
          <dd>
            {it.releaseId}, revision {it.revision}
          </dd>
          <dt>Serves</dt>
          <dd>
            {it.from} to {it.to}, stage {it.stage}
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
          </dd>
          <dt>Download</dt>
          <dd>
            <a href={`/public/releases/${it.sha256}`}>The sealed release with its proof</a> (JSON)
          </dd>
        </dl>
        {it.holds.length > 0 && (
          <section>
            <h2>On hold</h2>
            <ul>
              {it.holds.map(({ component, reason }) => (
                <li>
                  <code>{component}</code>: {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>Rows</h2>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">Category</th>
                  <th scope="col">Licensee</th>
                  <th scope="col">Weakest figure</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr>
                    <td>
                      <a href={`/evidence/${row.sha256}`}>{row.id}</a>
                    </td>
                    <td>{row.label}</td>
                    <td>{row.licensee ?? 'whole state'}</td>
                    <td>
                      <GradeChip grade={row.weakest} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
                  {source.dated === null ? '' : `, ${source.dated}`} · {source.kind} · {source.status} · {source.pages}{' '}
                  {source.pages === 1 ? 'page' : 'pages'}
                </p>
                <p class="hash">{source.sha256}</p>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  })
}
